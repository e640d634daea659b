"""Whether what is stored about a table is what its moves come to."""

from __future__ import annotations

import json
from collections.abc import Iterator

from . import history
from .game import Refusal
from .models import Table, TableMove
from .position import Position


def differences(table: Table) -> Iterator[str]:
    """What differs, a line each; nothing for a table that is right. Plays every move again from
    its record, as a reader of the replay sees it."""
    rows = list(TableMove.objects.filter(table=table).order_by("number"))
    if table.state is None:
        if rows:
            yield "has moves but no state"
        return
    if [row.number for row in rows] != list(range(table.moves + 1)):
        yield "its moves are not numbered from 0 without a gap"
        return
    position = Position(table)
    game, content = position.game, position.content
    try:
        state = game.decode(rows[0].first_state)
        states, undone = {0: state}, 0
        for row in rows[1:]:
            if row.decision != history.decision(game, state, undone):
                yield f"move {row.number} answers {row.decision!r}"
            if row.by == TableMove.By.BACK:
                states = {number: one for number, one in states.items() if number <= row.back_to}
                state, undone = states[row.back_to], undone + 1
                continue
            move = game.decode_move(row.move)
            step = game.replay(state, row.seat, move, row.record, content)
            if _plain([event.encode() for event in step.events]) != row.events:
                yield f"move {row.number} has other events"
            state = states[row.number] = step.state
    except (Refusal, ArithmeticError, LookupError, TypeError, ValueError) as error:
        yield f"cannot be played again: {error!r}"
        return
    if undone != table.undone:
        yield f"{undone} times moves were taken back"
    if _plain(game.encode(state)) != table.state:
        yield "the state is not what the moves come to"
    yield from _of_the_row(table, position, state)


def _of_the_row(table: Table, position: Position, state: object) -> Iterator[str]:
    """What is kept beside the state."""
    game = position.game
    if table.decision != history.decision(game, state, table.undone):
        yield f"stands at decision {table.decision!r}"
    outcome = game.outcome(state)
    if table.status != Table.Status.STOPPED and (
        table.outcome != (None if outcome is None else _plain(outcome.encode()))
    ):
        yield "the outcome is another one"
    to_act = game.to_act(state) if table.is_playing else frozenset()
    seats = list(table.seats.all())
    if {seat.index for seat in seats if seat.to_act} != to_act:
        yield "other seats are to act"
    clocks = [table.clock_by, *(seat.act_by for seat in seats)]
    if table.act_by != min((clock for clock in clocks if clock), default=None):
        yield "the earliest deadline is another one"


def _plain(data: object) -> object:
    """As it comes back from the database: tuples are lists there."""
    return json.loads(json.dumps(data))
