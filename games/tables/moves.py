"""Playing a move. A move names the decision it answers and carries a client id: the same
id again gets the first's receipt, whatever has happened since."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from ..errors import (
    AlreadyMoved,
    BadMove,
    NotYourTurn,
    StaleDecision,
    TableError,
)
from ..game import IllegalMove, InvalidMove
from ..models import TableMove
from ..position import Position
from ..refusing import refused, sentence
from .rows import By, Planned, locked, plan, store, tell_level

#: What a device names a move by. Moves of bots and clocks have a colon in their names, so that
#: nobody can use one up.
CLIENT_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")


@dataclass(frozen=True)
class Receipt:
    """What a move came to: the stored row, and whether it had been stored before."""

    move: TableMove
    repeated: bool


def play(
    table_id: int, seat: int, decision: str, client_id: str, data: Any, *, by: By = By.PERSON
) -> Receipt:
    """Store one move of a seat and only then say so.

    The step is worked out before the table is held. If another seat moved meanwhile and the
    decision is still open, it is worked out once more while the table is held, so that nobody waits
    for ever; games with long judgements have one seat to act, and never get there.

    Raises StaleDecision, AlreadyMoved, NotYourTurn, BadMove, MoveRefused, IsPaused, NotStarted,
    HasEnded.
    """
    if by == By.PERSON and not CLIENT_ID.fullmatch(client_id):
        raise BadMove
    kept = stored(table_id, seat, client_id)
    if kept is not None:
        return Receipt(kept, repeated=True)
    try:
        return Receipt(_play(table_id, seat, decision, client_id, data, by), repeated=False)
    except (TableError, IntegrityError):
        # The same move may have come twice at once, and the other one was first.
        kept = stored(table_id, seat, client_id)
        if kept is None:
            raise
        return Receipt(kept, repeated=True)


def _play(table_id: int, seat: int, decision: str, client_id: str, data: Any, by: By) -> TableMove:
    planned = _plan(Position.of(table_id), seat, decision, data)
    with transaction.atomic():
        table = locked(table_id)
        # The game may have been stopped or paused as well, which is no move.
        goes_on = table.is_playing and table.paused_at is None
        if not (goes_on and planned.position.stands_on(table)):
            planned = _plan(Position(table), seat, decision, data)
        after, row = store(planned, by, client_id)
        if by == By.PERSON:
            _was_here(after, seat)
    return row


def stored(table_id: int, seat: int, client_id: str) -> TableMove | None:
    """The move that a device has named like this before."""
    return TableMove.objects.filter(table_id=table_id, seat=seat, client_id=client_id).first()


def _plan(position: Position, seat: int, decision: str, data: Any) -> Planned:
    need_to_act(position, seat, decision)
    try:
        return plan(position, seat, read(position, data))
    except IllegalMove as refusal:
        raise refused(position.table, refusal) from refusal


def need_to_act(position: Position, seat: int, decision: str) -> None:
    """Raises StaleDecision, AlreadyMoved, NotYourTurn, IsPaused, NotStarted or HasEnded when a
    seat has nothing to decide there."""
    position.need_in_play()
    if position.table.decision != decision:
        raise StaleDecision
    if seat not in position.to_act:
        moved = TableMove.objects.filter(table=position.table, seat=seat, decision=decision)
        raise AlreadyMoved if moved.exists() else NotYourTurn


def read(position: Position, data: Any) -> Any:
    """A move from whatever somebody sent. Raises BadMove."""
    try:
        return position.game.decode_move(data)
    except InvalidMove as refusal:
        raise BadMove(sentence(position.table, refusal)) from refusal
    except (TypeError, ValueError, LookupError, AttributeError, RecursionError) as error:
        raise BadMove from error


def _was_here(position: Position, index: int) -> None:
    """A person moved: no deadline missed, and nobody need stand in any longer."""
    seat = next(seat for seat in position.seats if seat.index == index)
    if not seat.missed and not seat.away:
        return
    was_away, seat.away, seat.missed = seat.away, False, 0
    seat.cut_off = False
    seat.save(update_fields=["away", "cut_off", "missed"])
    if was_away:
        tell_level(position, seat)
