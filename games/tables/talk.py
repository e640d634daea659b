"""What people say at a table with one tap: stored by code, heard by whom it is meant for."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from players.models import Player

from ..errors import IsSilent, NotNow, TooMuchTalk
from ..models import Said, Table
from .opening import touch
from .restraint import Kind, is_restrained
from .rows import locked

#: From one phrase of a person to the next.
BREATH = timedelta(seconds=2)


def say(
    table_id: int,
    player: Player,
    phrase: str,
    *,
    seat: int | None = None,
    beyond: bool = False,
    about: int | None = None,
) -> Said:
    """Say a phrase by its code, from a seat or with None as somebody who watches. The caller has
    made sure that the game knows it. Raises NotNow before and long after a game, TooMuchTalk, and
    IsSilent."""
    with transaction.atomic():
        table = locked(table_id)
        if not (table.is_playing or table.status == Table.Status.FINISHED):
            raise NotNow
        if is_restrained(table, player, Kind.SILENT):
            raise IsSilent
        lately = timezone.now() - BREATH
        if Said.objects.filter(table=table, player=player, at__gt=lately).exists():
            raise TooMuchTalk
        said = Said.objects.create(
            table=table, player=player, seat=seat, beyond=beyond, phrase=phrase, about=about
        )
        touch(table)
    return said
