"""The tutorial: six boards, each with tasks that have one right answer (§18). Texts: `texts.py`.

All positions are worked examples of §14 of the rules; Blue is the learner.
"""

from __future__ import annotations

from dataclasses import dataclass

from .notation import parse
from .rules import Event, Move, State, play


@dataclass(frozen=True)
class Task:
    """A position and the one move that does what is asked; `key` finds its texts."""

    key: str
    position: str
    answer: str

    @property
    def state(self) -> State:
        return parse(self.position)

    def try_move(self, move: Move) -> tuple[bool, State, tuple[Event, ...]]:
        """Whether a move is the right one, and what it did. Raises IllegalMove."""
        after, events = play(self.state, move)
        return str(move) == self.answer, after, events


@dataclass(frozen=True)
class Lesson:
    """One board of the tutorial."""

    key: str
    tasks: tuple[Task, ...]


_E1 = "5,5,5,5,5/5,5,5,5,5/0q,0q B 0:0:0 0:0:0 0 0"
_E2 = "0,0,0,0,0/4,9,5,0,0/3q,2q B 14:0:0 13:0:0 0 20"
_E4 = "0,2,0,1,0/3,0,0,1,0/0q,4q B 20:0:0 19:0:0 0 20"
_E4_PIECE_GONE = "0,0,4,0,3/3,0,0,1,0/0q,0 B 20:1:0 19:0:0 0 20"
_E5 = "4,0,4,0,3/1,0,0,0,3/2q,0q B 17:0:0 16:0:0 0 20"
_E6 = "4,0,4,0,3/2,0,1,0,0/2q,7q B 14:0:0 13:0:0 0 20"
_E7 = "0,0,0,0,0/1,0,0,0,0/4q,5q B 37:0:0 3:0:0 0 20"
_E8 = "4,0,4,0,3/2,0,1,0,0/6,3q B 14:0:0 13:1:0 0 20"

LESSONS = (
    Lesson("sow", (Task("sow", _E4_PIECE_GONE, "B1a"),)),
    Lesson("relay", (Task("relay", _E5, "B5c"),)),
    Lesson("win", (Task("win", _E1, "B2c"),)),
    Lesson("chain", (Task("chain", _E2, "B2c"),)),
    Lesson(
        "mandarin",
        (
            Task("mandarin", _E6, "B3a"),
            Task("quan_next", _E4, "B4a"),
            Task("two_empty", _E6, "B1a"),
        ),
    ),
    Lesson("home", (Task("dispatch", _E7, "B1a"), Task("home", _E8, "B3a"))),
)
