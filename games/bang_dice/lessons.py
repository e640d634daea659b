"""The tutorial: one turn, step by step, with dice that fall as they must. Texts are in
`lesson_words.py`; here is what lies on the table and which move is the right one.

The learner sits on seat 0 and is a Deputy. The Sheriff sits two places to the left; the left
neighbour has just shot at the Sheriff.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from ..chance import ScriptedChance
from ..game import Event
from .game import GAME
from .rules import deal
from .values import FACES, Beers, Face, Move, Options, Reroll, Roll, Seat, Shots, State, Stop

#: The learner, the Sheriff, and who has shot at the Sheriff.
ME, SHERIFF, SUSPECT, OTHER = 0, 2, 1, 3
SEATS = 5


@dataclass(frozen=True)
class Lesson:
    """One step: who moves, what is right, and how the dice fall then. `key` finds its texts."""

    key: str
    answer: Move
    falls: tuple[Face, ...] = ()
    seat: Seat = ME
    also: Callable[[Move], bool] = lambda _move: False

    def right(self, move: Move) -> bool:
        return move == self.answer or self.also(move)


LESSONS: Sequence[Lesson] = (
    Lesson("roll", Roll(), ("one", "arrow", "beer", "dynamite", "gatling")),
    Lesson("keep", Reroll((1, 4)), ("two", "dynamite")),
    Lesson("stop", Stop()),
    Lesson("aim", Shots(((0, SUSPECT), (1, OTHER)))),
    Lesson("drink", Beers((SHERIFF,))),
    Lesson("storm", Roll(), ("arrow", "arrow", "beer", "arrow", "arrow"), seat=SUSPECT),
)


def opening(*, family: bool) -> State:
    """The table as the learner finds it, with or without the family wording."""
    state = deal(
        Options(family=family, pace="off"),
        tuple(range(SEATS)),
        ("deputy", "outlaw", "sheriff", "renegade", "outlaw"),
        ("jesse_jones", "willy_the_kid", "rose_doolan", "lucky_duke", "paul_regret"),
    )
    return replace(
        state,
        turn=ME,
        phase="roll",
        turns=6,
        life=(6, 7, 5, 6, 8),
        arrows=(0, 1, 2, 1, 0),
        pile=5,
    )


def play(state: State, lesson: Lesson) -> tuple[State, tuple[Event, ...]]:
    """The right move of a step, with the dice it is told with."""
    drawn = [[FACES.index(face) + 1 for face in lesson.falls]] if lesson.falls else []
    step = GAME.play(state, lesson.seat, lesson.answer, {}, ScriptedChance(drawn))
    return step.state, step.events


@cache
def before(
    number: int, *, family: bool = False
) -> tuple[State, tuple[tuple[Seat, tuple[Event, ...]], ...]]:
    """The table before step `number` (from 1), and what happened until then, move by move."""
    state, told = opening(family=family), []
    for lesson in LESSONS[: number - 1]:
        state, events = play(state, lesson)
        told.append((lesson.seat, events))
    return state, tuple(told)
