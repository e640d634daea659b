"""Lost connections: a bot plays for a seat whose device has been silent for a while, as long as
somebody waits for it there, and gives the seat back when the device is heard of again."""

from __future__ import annotations

from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import Count

from live import presence

from ..audiences import room
from ..errors import TableError
from ..models import Seat, Table
from ..position import Position, stand_in
from .rows import locked
from .seating import come_back, set_away

log = structlog.get_logger(__name__)

#: A device that has not been heard of for so long has lost its connection (seconds).
LOST = 20.0


def watch_over() -> int:
    """Look after every table where people play with each other; how many seats changed hands.
    Nobody is judged whose device was never heard of, nor anybody while nobody else is there: then
    nobody waits, and it may well be the site that was away."""
    running = (
        Table.objects.filter(status=Table.Status.PLAYING, paused_at=None, rated=False)
        .annotate(devices=Count("seats__player", distinct=True))
        .filter(devices__gte=2)
    )
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__in=running.values("pk"), player__isnull=False):
        seats.setdefault(seat.table_id, []).append(seat)
    seen = presence.last_seen(room(pk) for pk in seats) if seats else {}
    if seen is None:
        return 0
    changed = 0
    for pk, people in seats.items():
        silent = _silence(people, seen[room(pk)])
        for seat in people:
            changed += _look_after(seat, silent)
    return changed


def _silence(people: list[Seat], seen: dict[str, float]) -> dict[UUID | None, float]:
    """Seconds since a player's device was heard of, by player; who shares one shares its place."""
    first: dict[UUID | None, int] = {}
    for seat in people:
        first[seat.player_id] = min(seat.index, first.get(seat.player_id, seat.index))
    return {player: seen[str(index)] for player, index in first.items() if str(index) in seen}


def _look_after(seat: Seat, silent: dict[UUID | None, float]) -> bool:
    for_me = silent.get(seat.player_id)
    if for_me is None:
        return False
    others = [seconds for player, seconds in silent.items() if player != seat.player_id]
    try:
        if seat.cut_off and for_me < presence.SEEN_SECONDS:
            come_back(seat.table_id, seat.index)
            return True
        if not seat.away and for_me >= LOST and min(others, default=LOST) < presence.SEEN_SECONDS:
            return _lost(seat)
    except (TableError, Table.DoesNotExist):
        pass  # it has moved on meanwhile
    return False


def _lost(seat: Seat) -> bool:
    with transaction.atomic():
        position = Position(locked(seat.table_id))
        now = Seat.objects.get(pk=seat.pk)
        table = position.table
        if not table.is_playing or table.paused_at is not None or not stand_in(position.game):
            return False
        if now.away or now.player_id != seat.player_id:
            return False
        now.cut_off = True
        set_away(position, now)
    log.info("seat cut off", table=seat.table_id, seat=seat.index)
    return True
