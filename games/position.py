"""A table's game at one moment: rows read and decoded, nothing written."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

from . import history, registry
from .chance import TableChance
from .errors import HasEnded, IsPaused, NotStarted
from .game import AnyGame
from .models import Content, Seat, Table


@lru_cache(maxsize=32)
def _content(digest: str) -> Any:
    """Frozen for ever, and large: read once a process."""
    return Content.objects.get(pk=digest).data


def content_of(table: Table) -> Any:
    """What the table plays with, {} when its game needs nothing."""
    return {} if table.content_id is None else _content(table.content_id)


class Position:
    """A table with its game and the state decoded, read together."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game: AnyGame = registry.game(table.game)

    @classmethod
    def of(cls, table_id: int) -> Position:
        """As it stands now, without holding it."""
        return cls(Table.objects.get(pk=table_id))

    @cached_property
    def state(self) -> Any:
        return self.game.decode(self.table.state)

    @cached_property
    def content(self) -> Any:
        return content_of(self.table)

    @cached_property
    def seats(self) -> list[Seat]:
        """The rows of the seats, in their order."""
        return list(self.table.seats.order_by("index"))

    @cached_property
    def to_act(self) -> frozenset[int]:
        return self.game.to_act(self.state)

    def view(self, seat: int | None) -> Any:
        return self.game.view(self.state, seat, self.content)

    def chance(self, purpose: str = "play") -> TableChance:
        """Chance for the move that would be the next one."""
        return TableChance(self.table.seed, history.place(self.table), purpose)

    def need_in_play(self) -> None:
        """Raises NotStarted, HasEnded or IsPaused when nobody can move now."""
        if self.table.is_over:
            raise HasEnded
        if not self.table.is_playing:
            raise NotStarted
        if self.table.paused_at is not None:
            raise IsPaused

    def stands_on(self, table: Table) -> bool:
        """Take a newer reading of the table's row as one's own; False when moves were made
        meanwhile, and this position is history."""
        if table.moves != self.table.moves:
            return False
        self.table = table
        return True


def stand_in(game: AnyGame) -> str:
    """The level that plays for people who are away: the middle one. "" when there are no bots."""
    levels = list(game.bots)
    return levels[len(levels) // 2] if levels else ""


def level_of(game: AnyGame, seat: Seat) -> str:
    """The bot that moves on a seat just now, "" for a person."""
    return seat.bot or (stand_in(game) if seat.away else "")


def seats_to_take(position: Position) -> list[Seat]:
    """The computer players' seats that somebody who comes late may take over, those that were never
    a person's first; none while there is room for one more seat."""
    table = position.table
    if not position.game.takes_latecomers or may_join(position):
        return []
    if not table.is_playing or table.rated or not table.spectators:
        return []
    return sorted((seat for seat in position.seats if seat.is_bot), key=lambda one: bool(one.name))


def may_join(position: Position) -> bool:
    """Whether a game that is on still takes somebody in: an open table, and its rules allow it."""
    table = position.table
    if not table.is_playing or table.rated or not table.spectators:
        return False
    return position.game.table_move(position.state, "join", None, "") is not None
