"""The player behind a request: read from the signed cookie, made when first needed."""

from __future__ import annotations

import uuid

from django.core import signing
from django.http import HttpRequest

from heritage.prepared import Prepared, PreparedInsert

from .models import Player

COOKIE = "player"
COOKIE_AGE = 31_536_000
_SALT = "players.player"

_player = Prepared(lambda: Player.objects.order_by(), "id")
_insert = PreparedInsert(Player)


def player_id_of(request: HttpRequest) -> uuid.UUID | None:
    """The id in the signed cookie, without asking the database whether the player still exists."""
    raw = request.COOKIES.get(COOKIE)
    if not raw:
        return None
    try:
        return uuid.UUID(signing.loads(raw, salt=_SALT, max_age=COOKIE_AGE))
    except (signing.BadSignature, ValueError, TypeError, AttributeError):
        return None


def player_of(request: HttpRequest) -> Player | None:
    """The player this browser is, or None when it never played."""
    kept = getattr(request, "_player", None)
    if kept is not None:
        return kept
    player_id = player_id_of(request)
    player = _player.first(player_id) if player_id else None
    request._player = player  # type: ignore[attr-defined]
    return player


def player_for(request: HttpRequest) -> Player:
    """As `player_of`, but makes one; the middleware then sets the cookie."""
    player = player_of(request)
    user = request.user if request.user.is_authenticated else None
    if player is None:
        player = Player(user=user)
        _insert(player)
        request._new_player = True  # type: ignore[attr-defined]
    elif user is not None and player.user_id is None:
        player.user = user
        player.save(update_fields=["user", "last_seen_at"])
    request._player = player  # type: ignore[attr-defined]
    return player


def cookie_value(player: Player) -> str:
    return signing.dumps(str(player.pk), salt=_SALT)
