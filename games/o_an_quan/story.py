"""A game told turn by turn: what stood before, what was played, what happened. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from . import rules
from .game import Move, Word
from .rules import Capture, End, Event, Player, State


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn, or the word that ended the game."""

    move: Move
    before: State
    after: State
    events: tuple[Event, ...]

    @property
    def player(self) -> Player | None:
        """Whose turn it was; None for a word."""
        return None if isinstance(self.move, Word) else self.before.side

    @property
    def won(self) -> tuple[int, ...]:
        return tuple(event.square for event in self.events if isinstance(event, Capture))

    @property
    def end(self) -> End | None:
        return next((event for event in self.events if isinstance(event, End)), None)


def tell(start: State, moves: Iterable[Move]) -> list[Turn]:
    """The turns these moves make. Raises IllegalMove for one that the rules forbid."""
    turns, state = [], start
    for move in moves:
        before = state
        if isinstance(move, Word):
            state, events = rules.conclude(state, move.reason, move.winner)
        else:
            state, events = rules.play(state, move)
        turns.append(Turn(move, before, state, events))
    return turns
