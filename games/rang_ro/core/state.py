"""A position: everything that is known at one moment, hidden things included."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from .moves import Move
from .options import Options
from .travel import TRANSFER, Route

#: Phases (T3). OVER is the last.
SETUP, ACTION, REACT, COUNTER = "SETUP", "ACTION", "REACT", "COUNTER"
QUESTION, BENEFIT, BOOK_REPLY = "QUESTION", "BENEFIT", "BOOK_REPLY"
CHOOSE_ANSWERER, OVER = "CHOOSE_ANSWERER", "OVER"

#: What has become of a player's special benefit. A blocked one may be tried `again` in the next
#: turn of its owner (G7).
UNUSED, BLOCKED, AGAIN, USED = "unused", "blocked", "again", "used"


Kept = TypeVar("Kept", "Player", "State")


def changed(value: Kept, **changes: Any) -> Kept:
    """A copy with some fields changed. `dataclasses.replace` asks every field by name, which is a
    third of the time of a whole game; these have no slots so that they copy as a dictionary."""
    unknown = changes.keys() - vars(value).keys()
    if unknown:
        raise TypeError(f"no such field: {', '.join(sorted(unknown))}")
    copy = object.__new__(type(value))
    vars(copy).update(vars(value), **changes)
    return copy


@dataclass(frozen=True)
class Player:
    """One seat. `level` is the bot that plays it, "" for a person; `fresh`: a bot has just stepped
    in, and the next question counts as missed. `left` says in which order players went out."""

    people: str
    coins: int
    pos: str | None = None
    flags: frozenset[str] = frozenset()
    badges: int = 0
    hand: tuple[str, ...] = ()
    out: bool = False
    benefit: str = UNUSED
    right: int = 0
    asked: int = 0
    skip: int = 0
    rolled: int = 0
    left: int = 0
    level: str = ""
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Trip:
    """A declared Move, or a free ride, from its payment to its settlement. `paid` are coins."""

    start: str
    route: Route
    paid: int
    attach: tuple[str, ...] = ()
    transfer: bool = False
    insured: bool = False
    trail: str | None = None

    @property
    def by(self) -> str:
        """The vehicle as it is told and stopped; a free ride is one of its own (F9)."""
        return TRANSFER if self.transfer else self.route.by


@dataclass(frozen=True, slots=True)
class Bet:
    """Earn, once the dice lie (E)."""

    x: int
    dice: tuple[int, int]
    harvest: bool = False


@dataclass(frozen=True, slots=True)
class Duel:
    """A Challenge (C). `dice` of the challenger and of the challenged;"""

    challenger: int
    target: int
    dice: tuple[tuple[int, int], tuple[int, int]]
    ties: int = 0
    chooser: int | None = None
    answerer: int | None = None

    def other(self, seat: int) -> int:
        return self.target if seat == self.challenger else self.challenger


@dataclass(frozen=True, slots=True)
class Question:
    """A card that has been drawn. `order` are the places of its choices shown as A, B, C.

    `answering` are those it is about, everybody else may practise. `given` holds what each seat
    has answered so far, `locked` who will not change it. `closed` when the marks are known: then
    `final` are the answers that count. `cards` are the cards used on it, for the log.
    """

    number: int
    pile: str
    card: int
    order: tuple[int, ...]
    right: str
    answering: tuple[int, ...]
    province: str | None = None
    given: Mapping[int, str] = field(default_factory=dict)
    locked: frozenset[int] = frozenset()
    removed: Mapping[int, str] = field(default_factory=dict)
    copies: Mapping[int, int] = field(default_factory=dict)
    closed: bool = False
    final: Mapping[int, str | None] = field(default_factory=dict)
    umbrellas: frozenset[int] = frozenset()
    cards: tuple[tuple[int, str], ...] = ()
    book: int | None = None

    def is_right(self, seat: int) -> bool:
        """Whether the answer of a seat that counts is right."""
        return self.final.get(seat) == self.right


@dataclass(frozen=True, slots=True)
class Window:
    """A response window: of which kind, who was asked, who is still to be heard, in order, and
    what follows when it closes (`referee.STEPS`)."""

    kind: str
    asked: tuple[int, ...]
    queue: tuple[int, ...]
    then: str


@dataclass(frozen=True, slots=True)
class Counter:
    """A hostile card that waits for its target's answer; `back` is the phase it was played in."""

    card: str
    by: int
    target: int
    back: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A special benefit that has been named and not yet taken effect."""

    kind: str
    target: int
    provinces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """Who has won, how, and the places by seat from 1."""

    winner: int
    how: str
    places: tuple[int, ...] = ()


@dataclass(frozen=True)
class State:
    """`ring` is the order of seats clockwise, `size` the number of slots of each quest, `stage`
    counts decisions. `begun`: the first turn has been. `met`: somebody has met the agreed way and
    the round is played to its end. `extra`: after the benefit that is open the main action is still
    to be taken. `rerolled`: who has rolled again in the window that is open.

    The last block belongs to a live table, where several act at once: choices of an open window,
    who reads the explanation of the question before, who has nothing to add in this phase, and who
    passes every window until the own turn. `voided` are the questions that the teacher took away,
    by `piles.key`.
    """

    options: Options
    size: int
    players: tuple[Player, ...]
    ring: tuple[int, ...]
    phase: str = SETUP
    active: int = 0
    first: int = 0
    round: int = 1
    stage: int = 1
    book: int | None = None
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    piles: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    blocked: frozenset[str] = frozenset()
    refused: bool = False
    trip: Trip | None = None
    bet: Bet | None = None
    duel: Duel | None = None
    question: Question | None = None
    window: Window | None = None
    counter: Counter | None = None
    claim: Claim | None = None
    extra: bool = False
    rerolled: frozenset[int] = frozenset()
    questions: int = 0
    begun: bool = False
    last_round: bool = False
    met: bool = False
    result: Result | None = None

    gathered: Mapping[int, Move] = field(default_factory=dict)
    reading: frozenset[int] = frozenset()
    quiet: frozenset[int] = frozenset()
    resting: frozenset[int] = frozenset()
    explained: Question | None = None
    voided: frozenset[str] = frozenset()

    @property
    def over(self) -> bool:
        return self.phase == OVER

    def around(self, start: int) -> tuple[int, ...]:
        """All seats clockwise, `start` first."""
        at = self.ring.index(start)
        return self.ring[at:] + self.ring[:at]

    def alive(self) -> tuple[int, ...]:
        """Seats still in the game, clockwise from the main player."""
        return tuple(p for p in self.around(self.active) if not self.players[p].out)

    def others(self, seat: int) -> tuple[int, ...]:
        """Everybody else in the game, clockwise from a seat."""
        return tuple(p for p in self.around(seat)[1:] if not self.players[p].out)

    def turn_order(self) -> tuple[int, ...]:
        """All seats in the order of their turns in a round."""
        return self.around(self.first)
