"""The contract between a game and the table it is played at. Pure: no Django, no clock, no chance
but the one that is handed in.

A game is a set of functions over frozen values. The table keeps state and moves as JSON, asks the
game who is to act, lets it judge and play each move, and shows every seat its own view. A whole
game is the fold of its moves: what `start` gave, then `replay` once a move, is the stored state.

docs/reference/game-contract.md describes every member and what a new game has to bring.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from .chance import Chance

#: What `json.dumps` takes without help; keys of objects are strings.
Json = Any

Options = TypeVar("Options")
State = TypeVar("State")
Move = TypeVar("Move")
View = TypeVar("View")
Kind = TypeVar("Kind")


# --- refusals ------------------------------------------------------------------------------------


class Refusal(Exception):
    """Something a game does not take: a stable code of the game's rules, and the facts that the
    sentence for it (`games/<game>/texts.py`) may name."""

    def __init__(self, code: str, **facts: Json) -> None:
        self.code = code
        self.facts = facts
        super().__init__(code)


class InvalidMove(Refusal):
    """It cannot be read as a move at all."""


class IllegalMove(Refusal):
    """It is a move, and the rules forbid it here."""


class InvalidOptions(Refusal):
    """A table cannot be set up like this."""


# --- values --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Event:
    """One thing that happened: enough to animate it, say it and log it without knowing the rules.

    `only` names the seats that may learn of it; None is everybody. What is half secret is two
    events: "draws a card" for all, the card itself for its owner.
    """

    kind: str
    facts: Mapping[str, Json] = field(default_factory=dict)
    only: frozenset[int] | None = None

    def seen_by(self, seat: int | None) -> bool:
        """Whether a seat, or with None a spectator, may learn of it."""
        return self.only is None or seat in self.only

    def encode(self) -> list[Json]:
        """[kind, facts], and the seats that may know where not everybody may."""
        shown = [self.kind, dict(self.facts)]
        return shown if self.only is None else [*shown, sorted(self.only)]

    @classmethod
    def decode(cls, data: Sequence[Json]) -> Event:
        kind, facts, *only = data
        return cls(kind, facts, frozenset(only[0]) if only else None)


@dataclass(frozen=True)
class Step(Generic[State]):
    """What a move came to: the new state, what happened, and what chance or a judgement gave, so
    that `replay` needs neither again. `record` is plain JSON; None where nothing was drawn."""

    state: State
    events: tuple[Event, ...] = ()
    record: Json = None


@dataclass(frozen=True)
class Outcome:
    """How a game ended. `places` by seat from 1, equal ones shared; a side wins together by sharing
    place 1. `reason` is a stable code of the rules; `points` by seat, where the game counts any."""

    reason: str
    places: tuple[int, ...]
    points: tuple[float, ...] | None = None

    @property
    def is_draw(self) -> bool:
        """Nobody is before anybody else; alone at a table one has won or lost, never drawn."""
        return len(self.places) > 1 and len(set(self.places)) == 1

    @property
    def winners(self) -> frozenset[int]:
        """The seats in place 1, nobody in a draw."""
        if self.is_draw:
            return frozenset()
        return frozenset(seat for seat, place in enumerate(self.places) if place == 1)

    def encode(self) -> dict[str, Json]:
        points = None if self.points is None else list(self.points)
        return {"reason": self.reason, "places": list(self.places), "points": points}

    @classmethod
    def decode(cls, data: Mapping[str, Json]) -> Outcome:
        points = data["points"]
        places = tuple(data["places"])
        return cls(data["reason"], places, None if points is None else tuple(points))


# --- options -------------------------------------------------------------------------------------


def option(default: Kind, *choices: Kind, low: int = 0, high: int = 0) -> Kind:
    """A field of a frozen dataclass of options: one of `choices`, or for a number without choices
    one from `low` to `high`. A boolean needs neither."""
    spread = choices or ((True, False) if isinstance(default, bool) else range(low, high + 1))
    # The field stands in for its value, as dataclasses want it.
    made: Kind = field(default=default, metadata={"choices": spread})
    return made


def read_options(kind: type[Kind], raw: Mapping[str, Json]) -> Kind:
    """Options of a dataclass made with `option`, from JSON or from a form's texts; what is missing
    takes its default. Raises InvalidOptions `unknown_option` and `bad_option`, each with `name`."""
    known = {one.name: one for one in fields(kind)}  # type: ignore[arg-type]
    values: dict[str, Json] = {}
    for name, value in raw.items():
        if name not in known:
            raise InvalidOptions("unknown_option", name=name)
        choices = known[name].metadata["choices"]
        wanted = known[name].default
        if wanted is MISSING:  # pragma: no cover  `option` always gives one
            raise TypeError(f"{name} has no default")
        found = _as_chosen(value, choices, type(wanted))
        if found is None:
            raise InvalidOptions("bad_option", name=name)
        values[name] = found
    return kind(**values)


def _as_chosen(value: Json, choices: Iterable[Json], kind: type) -> Json:
    """The choice that a value means, None when it means none. 1 is not True and 5.0 is not 5."""
    if isinstance(value, str) and kind is not str:
        words = {"on": "True", "off": "False", "true": "True", "false": "False"}
        text = words.get(value, value)
        return next((choice for choice in choices if str(choice) == text), None)
    if type(value) is not kind:
        return None
    return next((choice for choice in choices if choice == value), None)


def write_options(options: object) -> dict[str, Json]:
    """Options as JSON, every one named: a table keeps what it was set up with."""
    return {one.name: getattr(options, one.name) for one in fields(options)}  # type: ignore[arg-type]


# --- bots ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bot(Generic[View, Move]):
    """A player made of code, of one level. It is given a view, never a state or an answer key.

    `choose(game, view, seat, budget, rng)` gives a legal move within `budget` seconds by the clock;
    `pause` is the shortest and longest time (seconds) it seems to think.
    """

    choose: Callable[[AnyGame, View, int, float, Random], Move]
    budget: float = 0.5
    pause: tuple[float, float] = (0.8, 1.6)


# --- the contract --------------------------------------------------------------------------------


class Game(Protocol[Options, State, Move, View]):
    """One game. Everything it takes and gives is a frozen value; nothing it is given changes. A
    class that names this one as its base has the methods with a body here for nothing.

    `content` is the frozen snapshot the table was made with (question cards, a map, quests), {} for
    most games; states and views never hold it whole.
    """

    slug: str
    #: How many may sit: `range(3, 9)` is three to eight.
    seats: range
    #: Whether anything is hidden from a seat. Without secrets one device may play several seats.
    hidden: bool
    #: Whether somebody who comes late may take the seat of a computer player in mid-game.
    takes_latecomers: bool = False
    #: A frozen dataclass whose fields are made with `option`.
    options: type[Options]
    #: Ready-made options by a stable name; the first is what a table takes by itself.
    presets: Mapping[str, Mapping[str, Json]]
    #: Bots by the stable name of their level, the weakest first.
    bots: Mapping[str, Bot[View, Move]]

    def read_options(self, raw: Mapping[str, Json]) -> Options:
        """Options from JSON or a form. Raises InvalidOptions."""
        return read_options(self.options, raw)

    def write_options(self, options: Options) -> dict[str, Json]:
        """The same options as JSON."""
        return write_options(options)

    def start(
        self, options: Options, levels: Sequence[str], content: Json, chance: Chance
    ) -> Step[State]:
        """The first position. `levels` says by seat which level of bot sits there, "" for a person;
        a game that does not care reads its length only. The record is not used: the table keeps
        the state itself."""

    def decision(self, state: State) -> str:
        """The name of what is being decided: a turn, a question, a window. It never comes again in
        one game, and it changes exactly when a move meant for what is on the screen would now
        mean something else. At most 40 characters."""

    def to_act(self, state: State) -> frozenset[int]:
        """The seats that may act now; none once it is over."""

    def deadlines(self, state: State) -> Mapping[int | None, float]:
        """Seconds for each seat that is to act, from when this decision was first put to it; a seat
        that is left out has all the time it wants. None is a clock of the table itself (the end of
        the lesson): it runs from when it is first named until it is named no more. Public."""

    def showing(self, events: Sequence[Event]) -> float:
        """Seconds in which pages show what a move brought about: nobody's clock runs meanwhile, and
        no bot moves."""
        return 0.0

    def turn_of(self, events: Sequence[Event]) -> int | None:
        """The seat whose turn begins with what a move brought about, None when none does. For games
        whose turns are several decisions, with others reacting between them: taking back leads
        there. Without it a turn is what a seat does without anybody else's move between."""
        return None

    def silence(self, state: State, seat: int) -> bool:
        """Whether saying nothing is a fair way to decide here (letting others go on, reading to
        the end): who lets such a deadline pass is not away. Public."""
        return False

    def reveals(self, state: State, move: Move, record: Json) -> bool:
        """Whether a move that was made, as things stand now, has shown what nobody could know
        before: it cannot be taken back, and nothing before it."""
        return False

    def legal_moves(self, view: View, seat: int) -> Iterable[Move] | None:
        """Every move that `check` would pass, in a steady order; None where they cannot be listed.
        From the view: what is offered to a seat follows from what it sees."""
        return None

    def check(self, state: State, seat: int | None, move: Move, content: Json) -> None:
        """The only judge. Raises IllegalMove, also for a move of the table's that a seat sends."""

    def at_once(self, state: State, seat: int, move: Move, content: Json) -> bool:
        """Whether a page has the time to check and play this move of a person (20 ms, say). False
        has a worker do both; what can be refused quickly is then refused here, with IllegalMove."""
        return True

    def foresee(self, view: View, move: Move) -> Json:
        """What a move of the seat would lead to, for tables that tell so before it is made. Never
        asked in a page, but in the worker that judges moves. Raises IllegalMove."""
        return None

    def play(
        self, state: State, seat: int | None, move: Move, content: Json, chance: Chance
    ) -> Step[State]:
        """A move that `check` has passed. Seat None is the table itself."""

    def replay(
        self, state: State, seat: int | None, move: Move, record: Json, content: Json
    ) -> Step[State]:
        """The step that `play` gave, from its record: nothing is drawn or judged again."""

    def default_move(self, view: View, seat: int | None, chance: Chance) -> Move:
        """What is played when a clock runs out, from that seat's view only; for None, the table's
        own clock, from a spectator's."""

    def table_move(self, state: State, what: str, seat: int | None, level: str) -> Move | None:
        """A move of the table itself (seat None), None where the game knows none such:

        `resign` (a seat gives up), `timeout` (a seat let its clock run out twice in a rated game;
        without it that is a resignation), `end` (stop and count now), `join` (one more seat at the
        end), `level` (a seat is now played by a bot of `level`, "" for a person), `last_round`,
        `void` (the open question was faulty).
        """
        return None

    def view(self, state: State, seat: int | None, content: Json) -> View:
        """What a seat, or with None a spectator, may see, and nothing else."""

    def outcome(self, state: State) -> Outcome | None:
        """None while it is being played."""

    def encode(self, state: State) -> Json:
        """The state as JSON, lossless, with a version; never holds content."""

    def decode(self, data: Json) -> State:
        """The state again."""

    def encode_move(self, move: Move) -> Json:
        """A move as JSON."""

    def decode_move(self, data: Json) -> Move:
        """A move from JSON that anybody may have sent. Raises InvalidMove."""

    def notation(self, move: Move) -> str:
        """A move as the game writes it down ("B2c")."""
        return json.dumps(self.encode_move(move), separators=(",", ":"))

    def encode_view(self, view: View) -> Json:
        """A view as JSON, for programs and for the proof of secrecy."""


AnyGame = Game[Any, Any, Any, Any]
