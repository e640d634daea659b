"""Reading tables: what one seat may see, the log, the replay, one's own tables. Nothing here gives
out a state: all goes through the view of a seat or of a spectator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from players.models import Player

from . import history, registry
from .errors import NotEnded
from .game import AnyGame, Event
from .models import Report, Seat, Table, TableMove
from .position import Position

#: Lines of the log that a pushed fragment carries; the page itself has them all.
LATEST = 12


def with_seats(table_id: int) -> Table:
    """A table with its seats and their people, in two queries."""
    seats = Seat.objects.select_related("player__user").order_by("index")
    return (
        Table.objects.select_related("host__user")
        .prefetch_related(Prefetch("seats", queryset=seats))
        .get(pk=table_id)
    )


# --- the log -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """One move as a reader may know it."""

    number: int
    seat: int | None
    by: str
    events: tuple[Event, ...]
    at: datetime


def log(table: Table, seat: int | None, *, since: int = 0, last: int | None = None) -> list[Line]:
    """The moves that stand from number `since` on, the oldest first, with the events this seat (a
    spectator with None) may know; `last` keeps only so many. The moves themselves may be secret."""
    rows = TableMove.objects.filter(table=table).defer("record")
    if table.undone:
        count = [row for row in history.standing(rows.order_by("number")) if row.number >= since]
        found = count[::-1]
    else:
        found = list(rows.filter(number__gte=since).order_by("-number")[:last])
    return [
        Line(row.number, row.seat, row.by, seen_events(row.events, seat), row.at)
        for row in found[:last][::-1]
    ]


def seen_events(events: list[Any], seat: int | None) -> tuple[Event, ...]:
    """The stored events that a seat may know."""
    return tuple(event for event in (Event.decode(data) for data in events) if event.seen_by(seat))


# --- a table through somebody's eyes -------------------------------------------------------------


@dataclass(frozen=True)
class Clock:
    """When a seat's time is up, and the milliseconds it has left; while paused these stand."""

    by: datetime
    left_ms: int


class Seen:
    """A table as one seat, or with None a spectator, sees it. Read lazily: a page asks for what it
    shows."""

    def __init__(self, table: Table, seat: int | None) -> None:
        self.table = table
        self.seat = seat
        self._position = Position(table)

    @property
    def game(self) -> AnyGame:
        return self._position.game

    @cached_property
    def seats(self) -> list[Seat]:
        return list(self.table.seats.all())

    @cached_property
    def me(self) -> Seat | None:
        """The row of the seat, None for a spectator."""
        return next((one for one in self.seats if one.index == self.seat), None)

    @cached_property
    def view(self) -> Any:
        """What the game shows of its state, None before it has begun."""
        return None if self.table.state is None else self._position.view(self.seat)

    @cached_property
    def to_act(self) -> frozenset[int]:
        playing = self.table.is_playing
        return self._position.to_act if playing else frozenset()

    @property
    def may_act(self) -> bool:
        """Whether it is for this seat to move now."""
        return self.seat in self.to_act and self.table.paused_at is None

    @cached_property
    def legal_moves(self) -> list[Any]:
        """The moves this seat may choose from; none where they cannot be listed."""
        if not self.may_act or self.seat is None:
            return []
        return list(self.game.legal_moves(self.view, self.seat) or ())

    @cached_property
    def clocks(self) -> dict[int, Clock]:
        """The clock of each seat that has one running, by index."""
        now = self.table.paused_at or timezone.now()
        return {
            seat.index: Clock(seat.act_by, max(0, (seat.act_by - now) // timedelta(milliseconds=1)))
            for seat in self.seats
            if seat.act_by is not None
        }

    @cached_property
    def lines(self) -> list[Line]:
        """The newest lines of the log."""
        return log(self.table, self.seat, last=LATEST)

    @cached_property
    def last_events(self) -> tuple[Event, ...]:
        """What the newest move brought about: to be animated."""
        return self.lines[-1].events if self.lines else ()


def seen(table: Table, seat: int | None) -> Seen:
    """A table through the eyes of a seat or a spectator."""
    return Seen(table, seat)


# --- after the end -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ply:
    """One step of a replay: the line of the log, and the view it led to."""

    line: Line
    view: Any


def replay(table: Table, seat: int | None) -> Iterator[Ply]:
    """A finished game step by step, from the start, as this seat or a spectator saw it then. Raises
    NotEnded: while it is being played the page itself is all there is to see."""
    if not table.is_over:
        raise NotEnded
    for row, state in fold(table):
        line = Line(row.number, row.seat, row.by, seen_events(row.events, seat), row.at)
        yield Ply(line, registry.game(table.game).view(state, seat, Position(table).content))


def fold(table: Table) -> Iterator[tuple[TableMove, Any]]:
    """Every move that stands with the state after it, played again from the records; for the
    replay and to take moves back, never for a page of a running game."""
    position = Position(table)
    game, content, state = position.game, position.content, None
    for row in history.standing(TableMove.objects.filter(table=table).order_by("number")):
        if row.number == 0:
            state = game.decode(row.first_state)
        else:
            move = game.decode_move(row.move)
            state = game.replay(state, row.seat, move, row.record, content).state
        yield row, state


#: Games whose states a process keeps at hand: who watches one again asks step after step.
_KEPT_GAMES = 8


def states(table: Table) -> Mapping[int, Any]:
    """The state after each move that stands, by its number, of a table that is over: played again
    once, however many steps are asked for. Raises NotEnded."""
    if not table.is_over:
        raise NotEnded
    return _states(table.code, table.moves)


@lru_cache(maxsize=_KEPT_GAMES)
def _states(code: str, moves: int) -> Mapping[int, Any]:
    """No move is added to a table that is over, so this never changes."""
    return {row.number: state for row, state in fold(Table.objects.get(code=code))}


# --- one's own tables ----------------------------------------------------------------------------


def tables_of(player: Player) -> QuerySet[Table]:
    """The tables a person sits at or hosts, the latest first; those of all their devices when they
    have an account."""
    me = Q(pk=player.pk)
    if player.user_id is not None:
        me |= Q(user_id=player.user_id)
    devices = Player.objects.filter(me).values("pk")
    sat_at = Seat.objects.filter(player__in=devices).values("table_id")
    return (
        Table.objects.filter(Q(pk__in=sat_at) | Q(host__in=devices))
        .prefetch_related(Prefetch("seats", queryset=Seat.objects.order_by("index")))
        .defer("state")
        .order_by("-touched_at")
    )


def waiting_for(player: Player) -> QuerySet[Table]:
    """The running tables where it is this person's turn."""
    mine = Seat.objects.filter(player=player, to_act=True, away=False).values("table_id")
    return tables_of(player).filter(status=Table.Status.PLAYING, paused_at=None, pk__in=mine)


# --- reports -------------------------------------------------------------------------------------


def reports_for_host(table: Table) -> QuerySet[Report]:
    """What waits for the host of a table: not what means the host, nor seats that are gone."""
    waiting = table.reports.filter(handled_at=None).exclude(seat=None, watching=False)
    if table.host_id is not None:
        waiting = waiting.exclude(about=table.host_id)
    return waiting.select_related("seat", "about")
