"""Ô ăn quan as a `Game`: the rules of `rules.py` for a table of two. Blue is seat 0.

Nothing is hidden and nothing is drawn, so a view is the position itself and a record is empty.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from games.chance import Chance
from games.game import (
    Bot,
    Event,
    Game,
    IllegalMove,
    InvalidMove,
    Json,
    Outcome,
    Step,
    write_options,
)

from . import bots, notation, rules
from .rules import LETTERS, SQUARES, Options, State
from .search import search

VERSION = 1
#: How long one step of a turn is shown, and all of them when they are many (seconds).
STEP_SECONDS, TURN_SECONDS = 0.18, 1.5
#: The events that are shown, and how many steps' time each takes.
_STEPS = {"lift": 2, "drop": 1, "capture": 2, "stop": 2, "dispatch": 1, "home": 1}
#: Seconds a person has for a move.
SECONDS = 90.0
#: Seconds by the clock after which a bot plays what it has found, whatever the machine is doing.
LATEST = 1.0


@dataclass(frozen=True, slots=True)
class Word:
    """The table ends the game by somebody's word, one of `rules.SPOKEN_REASONS`."""

    reason: str
    winner: int | None


@dataclass(frozen=True, slots=True)
class View:
    """What everybody sees. `seat` says whose side is drawn at the bottom; None: Blue's."""

    state: State
    seat: int | None


Move = rules.Move | Word


class OAnQuan(Game[Options, State, Move, View]):
    """The game contract, see games/game.py."""

    slug = "o_an_quan"
    seats = range(2, 3)
    hidden = False
    options = Options
    presets: Mapping[str, Mapping[str, Json]] = {
        name: write_options(options) for name, options in rules.PRESETS.items()
    }

    def __init__(self) -> None:
        self.bots = {name: _bot(level) for name, level in bots.LEVELS.items()}

    def start(
        self, options: Options, levels: Sequence[str], content: Json, chance: Chance
    ) -> Step[State]:
        return Step(rules.start(options))

    def decision(self, state: State) -> str:
        return f"turn {state.ply + 1}"

    def to_act(self, state: State) -> frozenset[int]:
        return frozenset() if state.side is None else frozenset({state.side})

    def deadlines(self, state: State) -> Mapping[int | None, float]:
        return {} if state.side is None else {state.side: SECONDS}

    def showing(self, events: Sequence[Event]) -> float:
        """As static/js/oaq-show.js: 180 ms a step or less, so that it takes about a second and a
        half at most; twice that where a hand lifts, wins or looks, and before and after."""
        steps = [_STEPS[event.kind] for event in events if event.kind in _STEPS]
        if not steps:
            return 0.0
        return min(STEP_SECONDS, TURN_SECONDS / len(steps)) * (sum(steps) + 3)

    def legal_moves(self, view: View, seat: int) -> Sequence[rules.Move]:
        return rules.legal_moves(view.state) if seat == view.state.side else []

    def check(self, state: State, seat: int | None, move: Move, content: Json) -> None:
        """Raises IllegalMove with the codes of the rules, or `table_only` for a word of a seat."""
        if isinstance(move, Word):
            if state.over:
                raise IllegalMove("over")
            if seat is not None:
                raise IllegalMove("table_only")
            return
        rules.check(state, move)
        if seat != state.side:
            raise IllegalMove("not_own", square=SQUARES[move.square])

    def play(
        self, state: State, seat: int | None, move: Move, content: Json, chance: Chance
    ) -> Step[State]:
        return self.replay(state, seat, move, None, content)

    def replay(
        self, state: State, seat: int | None, move: Move, record: Json, content: Json
    ) -> Step[State]:
        if isinstance(move, Word):
            after, events = rules.conclude(state, move.reason, move.winner)
        else:
            after, events = rules.play(state, move)
        return Step(after, tuple(map(told, events)))

    def default_move(self, view: View, seat: int | None, chance: Chance) -> Move:
        """What a bot of the middle level plays."""
        return chance.pick("default", search(view.state, 2).within(bots.TIE))

    def table_move(self, state: State, what: str, seat: int | None, level: str) -> Move | None:
        if state.over:
            return None
        if what == "resign" and seat is not None:
            return Word("resign", 1 - seat)
        if what == "end":
            return Word("agreed", rules.leader(rules.count(state)))
        return None

    def view(self, state: State, seat: int | None, content: Json) -> View:
        return View(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        result = rules.outcome(state)
        if result is None:
            return None
        places = tuple(1 if result.winner in (None, player) else 2 for player in range(2))
        return Outcome(result.reason or "read", places, result.points)

    def encode(self, state: State) -> Json:
        return {
            "version": VERSION,
            "options": write_options(state.options),
            "position": str(state),
            "seen": [str(board) for board in state.seen],
            "reason": state.reason,
            "winner": state.winner,
        }

    def decode(self, data: Json) -> State:
        return replace(
            notation.parse(data["position"], Options(**data["options"])),
            seen=tuple(map(notation.parse_board, data["seen"])),
            reason=data["reason"],
            winner=data["winner"],
        )

    def encode_move(self, move: Move) -> Json:
        if isinstance(move, Word):
            return {"word": move.reason, "winner": move.winner}
        return str(move)

    def decode_move(self, data: Json) -> Move:
        if not isinstance(data, dict):
            return rules.Move.parse(data)
        word, winner = data.get("word"), data.get("winner")
        if word not in rules.SPOKEN_REASONS or not (winner is None or winner in (0, 1)):
            raise InvalidMove("malformed", text=str(data)[:40])
        return Word(word, winner)

    def notation(self, move: Move) -> str:
        return move.reason if isinstance(move, Word) else str(move)

    def encode_view(self, view: View) -> Json:
        return {"seat": view.seat, **self.encode(view.state)}


def told(event: rules.Event) -> Event:
    """An event of the rules as the table tells it: squares by name, players by letter."""
    return _TELLERS[type(event)](event)


def _end_told(end: rules.End) -> Event:
    blue, yellow = end.points
    facts = {
        "reason": end.reason,
        "points": {"blue": blue, "yellow": yellow},
        "unclaimed": end.unclaimed,
        "winner": "draw" if end.winner is None else LETTERS[end.winner],
    }
    return Event("end", facts)


#: Two events in three are drops, and there are only so many: they are made once.
_DROPS = tuple(
    tuple(Event("drop", {"square": square, "left": left}) for left in range(rules.CITIZENS))
    for square in SQUARES
)
_TELLERS: Mapping[type, Callable[[Any], Event]] = {
    rules.Lift: lambda it: Event("lift", {"square": SQUARES[it.square], "stones": it.stones}),
    rules.Drop: lambda it: _DROPS[it.square][it.left],
    rules.Capture: lambda it: Event(
        "capture",
        {"square": SQUARES[it.square], "citizens": it.citizens, "mandarin": it.mandarin},
    ),
    rules.Stop: lambda it: Event("stop", {"code": it.code, "square": SQUARES[it.square]}),
    rules.Dispatch: lambda it: Event(
        "dispatch", {"player": LETTERS[it.player], "own": it.own, "borrowed": it.borrowed}
    ),
    rules.Home: lambda it: Event("home", {"player": LETTERS[it.player], "citizens": it.citizens}),
    rules.Settle: lambda it: Event(
        "settle",
        {
            "debtor": LETTERS[it.debtor],
            "creditor": LETTERS[it.creditor],
            "citizens": it.citizens,
        },
    ),
    rules.End: _end_told,
}


def _bot(level: bots.Level) -> Bot[View, Move]:
    def choose(game: Any, view: View, seat: int, budget: float, rng: Random) -> Move:
        enough = _after(level.seconds, time.thread_time)
        return bots.choose(
            view.state, level, rng, enough=enough, stop=_after(budget, time.monotonic)
        )

    return Bot(choose, LATEST, pause=(0.6, 1.4))


def _after(seconds: float, clock: Callable[[], float]) -> Callable[[int], bool]:
    """Whether so many seconds of a clock have passed from now."""
    end = clock() + seconds
    return lambda positions: clock() >= end


GAME = OAnQuan()
