"""When somebody at a table behaves badly: people report it, the host or an editor does something.

Muting is each reader's own affair and needs nobody (the page hides what others say). A report goes
to the host of the table, who leads the lesson where the table is a class's, unless it is the host
who is meant; and to the site's editors always.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from players import limits
from players.models import Player

from ..errors import NoReason, NotNow, OwnSeat, ReportedAlready, SeatEmpty, TooManyReports
from ..models import Report, Seat, Table
from .opening import remove_seat, touch
from .restraint import Kind, restrain
from .rows import locked
from .seating import replace

Reason = Report.Reason
Deed = Report.Deed

#: What answers a reason best.
FITTING: dict[str, Deed] = {
    Reason.NAME: Deed.RENAME,
    Reason.TALK: Deed.SILENCE,
    Reason.PLAY: Deed.REMOVE,
}
#: Reports of one person: so many at once, then one in so many seconds.
BURST, EACH_SECONDS = 5, 300
#: So many may wait at one table: a browser that forgets who it is can flood none.
MOST_OPEN = 50


def report(
    table_id: int, by: Player, reason: str, *, seat: int | None = None, called: str = ""
) -> Report:
    """Complain of who has a seat, `called` so on the page; with None of who watches and says
    things. Raises NoReason, SeatEmpty where nobody sits or sat, OwnSeat, ReportedAlready while the
    same is waiting, TooManyReports, and NotNow where nobody watching has said anything."""
    if reason not in Reason.values:
        raise NoReason
    with transaction.atomic():
        table = locked(table_id)
        meant = None if seat is None else _reportable(table, seat, by)
        if meant is None and not table.said.filter(seat=None).exclude(player=by).exists():
            raise NotNow
        waiting = table.reports.filter(by=by, handled_at=None)
        if waiting.filter(seat=meant, watching=meant is None).exists():
            raise ReportedAlready
        full = table.reports.filter(handled_at=None).count() >= MOST_OPEN
        if full or not limits.allow(f"report:{by.pk}", 1 / EACH_SECONDS, BURST):
            raise TooManyReports
        made = Report.objects.create(
            table=table,
            by=by,
            seat=meant,
            about=None if meant is None else meant.player,
            watching=meant is None,
            called="" if meant is None else (meant.name or called)[:120],
            reason=reason,
        )
        touch(table)
    return made


def _reportable(table: Table, index: int, by: Player) -> Seat:
    found = table.seats.filter(index=index).first()
    if found is None or not found.has_had_person:
        raise SeatEmpty
    if found.player_id == by.pk:
        raise OwnSeat
    return found


# --- what was reported ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """All open reports of one table about the same person, or about those who watch."""

    seat: Seat | None
    called: str
    reasons: tuple[str, ...]
    count: int
    first: Report
    deeds: tuple[Deed, ...]


def cases(table: Table, reports: Iterable[Report]) -> list[Case]:
    """Reports put together by whom they mean, the oldest first."""
    heaps: dict[tuple[Any, Any], list[Report]] = {}
    for each in sorted(reports, key=lambda one: one.at):
        heaps.setdefault((each.seat_id, each.about_id), []).append(each)
    return [
        Case(
            seat=heap[0].seat,
            called=heap[-1].called,
            reasons=tuple(dict.fromkeys(one.get_reason_display() for one in heap)),
            count=len(heap),
            first=heap[0],
            deeds=deeds(table, heap[0]),
        )
        for heap in heaps.values()
    ]


def deeds(table: Table, of: Report) -> tuple[Deed, ...]:
    """What can be done about a report just now, what fits its reason first."""
    seat = of.seat
    found = []
    if seat is not None and seat.name:
        found.append(Deed.RENAME)
    if of.watching or of.about_id is not None:
        found.append(Deed.SILENCE)
    if _can_go(table, seat) and seat is not None and seat.player_id == of.about_id:
        found.append(Deed.REMOVE)
    return (*sorted(found, key=lambda deed: deed != FITTING.get(Reason(of.reason))), Deed.NOTHING)


def _can_go(table: Table, seat: Seat | None) -> bool:
    """Whether the seat's person can be sent away: not from a game for the rating, which is played
    to its end, nor when it is over."""
    if seat is None or not seat.is_person or seat.beside:
        return False
    return table.is_waiting or (table.is_playing and not table.rated)


# --- what is done ---------------------------------------------------------------------------------


def handle(report_id: int, deed: str) -> None:
    """Do something about whom a report means; all open reports of the same table about the same
    person are then looked at. Raises NotNow for one that was handled meanwhile, and for what cannot
    be done."""
    with transaction.atomic():
        found = Report.objects.filter(pk=report_id).select_related("seat").first()
        if found is None:
            raise NotNow
        table = locked(found.table_id)
        found.refresh_from_db()
        if found.handled_at is not None or deed not in deeds(table, found):
            raise NotNow
        alike = table.reports.filter(
            handled_at=None, seat=found.seat, about=found.about, watching=found.watching
        )
        if found.seat is None and not found.watching:
            alike = alike.filter(pk=found.pk)  # of seats that are gone nobody knows which
        alike.update(deed=deed, handled_at=timezone.now())
        _do(table, found, Deed(deed))


def _do(table: Table, of: Report, deed: Deed) -> None:
    seat = of.seat
    if deed is Deed.RENAME and seat is not None:
        Seat.objects.filter(pk=seat.pk).update(name="")
    elif deed is Deed.SILENCE:
        _silence(table, of)
    elif deed is Deed.REMOVE and seat is not None and of.about is not None:
        restrain(table, of.about, Kind.SILENT)
        restrain(table, of.about, Kind.AWAY)
        if table.is_waiting:
            remove_seat(table.pk, seat.index)
        else:
            replace(table.pk, seat.index)
    touch(locked(table.pk))


def _silence(table: Table, of: Report) -> None:
    if of.about is not None:
        restrain(table, of.about, Kind.SILENT)
    elif of.watching:
        heard = table.said.filter(seat=None, player__isnull=False).values_list("player", flat=True)
        for player in Player.objects.filter(pk__in=heard):
            restrain(table, player, Kind.SILENT)
