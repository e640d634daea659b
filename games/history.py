"""Which moves of a table stand. A move is never unwritten: taking back is a row of its own, and
what counts from there on is what stood before the moves it takes back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from . import registry
from .game import AnyGame, Event
from .models import Seat, Table, TableMove


def standing(rows: Iterable[TableMove]) -> list[TableMove]:
    """The rows that count, of all in their order: without those taken back and the rows that took
    them back."""
    kept: list[TableMove] = []
    for row in rows:
        if row.by == TableMove.By.BACK:
            kept = [one for one in kept if one.number <= row.back_to]
        else:
            kept.append(row)
    return kept


def of_table(table: Table) -> list[TableMove]:
    """The moves of a table that stand, the start first."""
    return standing(sorted(table.log.all(), key=lambda row: row.number))


def decision(game: AnyGame, state: object, undone: int) -> str:
    """What a table calls what is being decided. The game never gives a name twice; after moves were
    taken back it would, so the table says how often that was."""
    name = game.decision(state)
    return f"{name}~{undone}" if undone else name


def place(table: Table) -> int:
    """Which move of those that stand the next one is: the start is move 0. What chance gives is
    drawn by it, so that who takes a move back meets the same dice again."""
    if not table.undone:
        return table.moves + 1
    rows = TableMove.objects.filter(table=table).only("table", "number", "by", "move")
    return len(standing(rows.order_by("number")))


# --- taking back ---------------------------------------------------------------------------------


def alone(seats: Iterable[Seat]) -> Seat | None:
    """The only person at a table, by themselves or with bots."""
    rows = list(seats)
    people = [seat for seat in rows if not seat.is_bot]
    return people[0] if len(people) == 1 and people[0].is_person else None


def last_turn_began(game: AnyGame, rows: Sequence[TableMove], seat: int) -> TableMove | None:
    """The row, of those that stand, which the last turn of a seat came after; None when it has
    made no move. A game that does not say where turns begin, or has not begun one of this seat
    yet: what the seat did without anybody else between."""
    last = max((n for n, row in enumerate(rows) if row.seat == seat), default=0)
    if not last:
        return None
    for row in reversed(rows[:last]):
        if game.turn_of([Event.decode(event) for event in row.events]) == seat:
            return row
    while rows[last - 1].seat == seat:
        last -= 1
    return rows[last - 1]


def with_others(rows: Iterable[TableMove], seat: int) -> bool:
    """Whether other people have moved at the table, who may have left since."""
    return any(row.by == TableMove.By.PERSON and row.seat != seat for row in rows)


def may_take_back(table: Table, seats: Iterable[Seat], rows: Sequence[TableMove]) -> bool:
    """Whether a page should offer it, given the moves that stand."""
    if not table.is_playing or table.paused_at is not None or table.rated:
        return False
    person = alone(seats)
    if person is None or with_others(rows, person.index):
        return False
    game = registry.game(table.game)
    return taken_back(game, game.decode(table.state), rows, person.index) > 0


def taken_back(game: AnyGame, state: Any, rows: Sequence[TableMove], seat: int) -> int:
    """How many of the moves that stand are left when a seat goes back to the start of its last
    turn, or as far towards it as nothing was revealed; 0 when it cannot go back at all."""
    began = last_turn_began(game, rows, seat)
    if began is None:
        return 0
    last = max(n for n, row in enumerate(rows) if row.seat == seat)
    left = len(rows)
    while rows[left - 1] is not began and not game.reveals(
        state, game.decode_move(rows[left - 1].move), rows[left - 1].record
    ):
        left -= 1
    return left if left <= last else 0
