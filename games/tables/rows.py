"""How a step of a game becomes rows: the core that everything else in this folder calls, inside a
transaction that holds the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from .. import history, screens
from ..game import Event, Step
from ..models import GRACE, Seat, Table, TableMove
from ..position import Position, level_of
from ..signals import table_ended

By = TableMove.By

#: Further off than this a deadline is left to the sweeper.
ETA_AHEAD = timedelta(minutes=15)


def locked(table_id: int) -> Table:
    """The table, held until the transaction ends. On SQLite the transaction itself holds all."""
    return Table.objects.select_for_update().get(pk=table_id)


@dataclass(frozen=True)
class Planned:
    """A move with the step it makes, worked out but not yet stored."""

    position: Position
    seat: int | None
    move: Any
    step: Step[Any]


def plan(position: Position, seat: int | None, move: Any) -> Planned:
    """Judge and play a move. Raises IllegalMove of the game."""
    game, state, content = position.game, position.state, position.content
    game.check(state, seat, move, content)
    step = game.play(state, seat, move, content, position.chance())
    return Planned(position, seat, move, step)


def store(planned: Planned, by: By, client_id: str = "") -> tuple[Position, TableMove]:
    """Append one move and make the table what it leads to. The caller holds the table and has made
    sure that the plan is of the table as it is; gives the new position."""
    before, step = planned.position, planned.step
    row = _append(
        before.table,
        seat=planned.seat,
        by=by,
        move=before.game.encode_move(planned.move),
        record=step.record,
        events=[event.encode() for event in step.events],
        client_id=client_id,
    )
    shown = timedelta(seconds=before.game.showing(step.events))
    return _lead_to(before, step.state, planned.seat, shown), row


def store_back(position: Position, seat: int, to: int, state: Any) -> tuple[Position, TableMove]:
    """Append that a seat takes back what came after move `to`, and make the table what it was
    then. The caller holds the table and has made sure that the position is of it as it is."""
    table = position.table
    event = Event("taken_back", {"seat": seat, "to": to})
    row = _append(table, seat=seat, by=By.BACK, move={"to": to}, events=[event.encode()])
    table.undone += 1
    return _lead_to(position, state, seat), row


def _append(table: Table, **what: Any) -> TableMove:
    table.moves += 1
    table.touched_at = timezone.now()
    return TableMove.objects.create(
        table=table, number=table.moves, decision=table.decision, at=table.touched_at, **what
    )


def _lead_to(
    before: Position, state: Any, mover: int | None, shown: timedelta = timedelta()
) -> Position:
    """Make the table stand at a state that a row appended just now leads to, and that pages come to
    when so much time has gone by."""
    game, table, answered = before.game, before.table, before.table.decision
    table.state = game.encode(state)
    after = Position(table)
    after.state = state
    table.decision = history.decision(game, state, table.undone)
    seats = after.seats = list(table.seats.order_by("index"))
    settle_who_is_to_act(after, seats, answered=answered, shown=shown)
    _finish_if_over(after)
    save(table)
    if table.is_playing:
        thinking = before.to_act if table.decision == answered else frozenset()
        _wake_bots(after, seats, mover, thinking, shown)
    return after


def save(table: Table) -> None:
    """Write what may have changed and tell the screens on commit."""
    table.version += 1
    table.save(
        update_fields=[
            "status",
            "state",
            "decision",
            "undone",
            "moves",
            "version",
            "clock_by",
            "act_by",
            "paused_at",
            "outcome",
            "given_up_by",
            "leg",
            "started_at",
            "ended_at",
            "touched_at",
        ]
    )
    changed(table)
    if table.act_by is not None and table.paused_at is None:
        _schedule_expiry(table)


def changed(table: Table) -> None:
    """Tell the screens on commit. A screen that fails is no reason to unsay the move."""
    pk = table.pk
    transaction.on_commit(lambda: screens.table_changed(pk), robust=True)


# --- clocks --------------------------------------------------------------------------------------


def settle_who_is_to_act(
    position: Position, seats: Sequence[Seat], *, answered: str, shown: timedelta = timedelta()
) -> None:
    """Who is to act by when. A clock that runs already for the same decision runs on; others begin
    when the last move has been shown."""
    table, game = position.table, position.game
    to_act = position.to_act
    seconds = game.deadlines(position.state) if to_act else {}
    # What begins in a pause has its whole time when the pause ends.
    now = (table.paused_at or table.touched_at) + shown
    for seat in seats:
        is_to_act = seat.index in to_act
        act_by: datetime | None = None
        if is_to_act and seat.index in seconds:
            runs_on = seat.to_act and seat.act_by is not None and table.decision == answered
            act_by = seat.act_by if runs_on else now + timedelta(seconds=seconds[seat.index])
        if (seat.to_act, seat.act_by) != (is_to_act, act_by):
            seat.to_act, seat.act_by = is_to_act, act_by
            # One or two a move: cheaper apart than in one statement of cases.
            Seat.objects.filter(pk=seat.pk).update(to_act=is_to_act, act_by=act_by)
    if None not in seconds:
        table.clock_by = None
    elif table.clock_by is None:
        table.clock_by = now + timedelta(seconds=seconds[None])
    note_earliest(table, seats)


def note_earliest(table: Table, seats: Sequence[Seat]) -> None:
    """Keep the earliest of all clocks on the table, where the sweeper looks."""
    clocks = [table.clock_by, *(seat.act_by for seat in seats)]
    table.act_by = min((clock for clock in clocks if clock is not None), default=None)


def restart_clock(position: Position, seat: Seat, seats: Sequence[Seat]) -> None:
    """Give one seat that is to act its whole time again."""
    if not seat.to_act:
        return
    seconds = position.game.deadlines(position.state).get(seat.index)
    if seconds is None:
        return
    now = position.table.paused_at or timezone.now()
    seat.act_by = now + timedelta(seconds=seconds)
    Seat.objects.filter(pk=seat.pk).update(act_by=seat.act_by)
    note_earliest(position.table, seats)


def _schedule_expiry(table: Table) -> None:
    from ..tasks import expire

    pk, due = table.pk, table.act_by
    assert due is not None  # noqa: S101  the caller has looked
    if due - timezone.now() < ETA_AHEAD:
        enqueue(expire, pk, eta=due + GRACE)


def enqueue(task: Any, *args: Any, **options: Any) -> None:
    """Hand a task over once the transaction has come through."""
    transaction.on_commit(lambda: screens.enqueue(task, *args, **options), robust=True)


# --- the end -------------------------------------------------------------------------------------


def _finish_if_over(position: Position) -> None:
    outcome = position.game.outcome(position.state)
    if outcome is None:
        position.table.given_up_by = None  # the others play on
    else:
        close(position.table, Table.Status.FINISHED, outcome.encode())
        if position.table.leg == 1 and position.table.given_up_by is None:
            from .opening import play_second

            play_second(position.table)


def close(table: Table, status: Table.Status, outcome: Any = None) -> None:
    """No more moves: clocks stop, whoever listens is told. The caller saves."""
    table.status, table.outcome = status, outcome
    table.ended_at = table.touched_at = timezone.now()
    table.clock_by = table.act_by = table.paused_at = None
    Seat.objects.filter(table=table, to_act=True).update(to_act=False, act_by=None)
    pk = table.pk
    transaction.on_commit(
        lambda: table_ended.send_robust(sender=Table, table_id=pk) and None, robust=True
    )


# --- bots ----------------------------------------------------------------------------------------


def _wake_bots(
    after: Position,
    seats: Sequence[Seat],
    mover: int | None,
    thinking: frozenset[int],
    shown: timedelta,
) -> None:
    """Have bots that are newly to act think; those that think already are left to it."""
    for seat in seats:
        if seat.index in after.to_act and (seat.index not in thinking or seat.index == mover):
            wake(after, seat, shown)


def wake(position: Position, seat: Seat, shown: timedelta = timedelta()) -> None:
    """One task for a seat that a bot plays and that is to act, when the last move has been shown
    and after a while that looks like thinking. A task that comes twice or late finds its decision
    gone and does nothing."""
    from ..tasks import bot_move

    level = level_of(position.game, seat)
    if not level or position.table.paused_at is not None:
        return
    table = position.table
    bot = position.game.bots[level]
    shortest, longest = bot.pause
    part = position.chance("pause").pick(str(seat.index), range(1001))
    pause = shown.total_seconds() + shortest + (longest - shortest) * part / 1000
    enqueue(bot_move, table.pk, seat.index, table.decision, countdown=pause)


def tell_level(position: Position, seat: Seat) -> Position:
    """Tell the game who plays a seat now, if it wants to know."""
    if not position.table.is_playing:
        return position
    level = level_of(position.game, seat)
    move = position.game.table_move(position.state, "level", seat.index, level)
    if move is None:
        return position
    after, _row = store(plan(position, None, move), By.TABLE)
    return after
