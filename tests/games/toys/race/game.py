"""A race for one to three: in turn, roll and go, or stay. Open, with chance; first to ten wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from games.chance import Chance, ScriptedChance
from games.game import Bot, Event, Game, IllegalMove, InvalidMove, Outcome, Step, option

GOAL = 10


@dataclass(frozen=True)
class Options:
    seconds: int = option(30, 0, 30, 60)
    sides: int = option(6, low=2, high=20)
    # Seconds until the whole race is over, 0 for never.
    closing: int = option(0, 0, 5, 600)


@dataclass(frozen=True)
class State:
    options: Options
    at: tuple[int, ...]
    turn: int = 0
    reason: str = ""
    gave_up: int = -1


@dataclass(frozen=True)
class Move:
    what: str
    seat: int = -1


def _greedy(game: Any, view: State, seat: int, budget: float, rng: Random) -> Move:
    return Move("go")


def _slow(game: Any, view: State, seat: int, budget: float, rng: Random) -> Move:
    return Move(rng.choice(["go", "stay"]))


class Race(Game[Options, State, Move, State]):
    slug = "race"
    seats = range(1, 4)
    hidden = False
    options = Options
    presets = {"plain": {}, "quiet": {"seconds": 0}}
    bots = {
        "slow": Bot(_slow, pause=(0, 0)),
        "greedy": Bot(_greedy, pause=(0, 0)),
        "broken": Bot(lambda *_: Move("fly"), pause=(0, 0)),
    }

    def start(
        self, options: Options, levels: Sequence[str], content: Any, chance: Chance
    ) -> Step[State]:
        state = State(options, (0,) * len(levels))
        return Step(state, (Event("start", {"seats": len(levels)}),))

    def decision(self, state: State) -> str:
        return f"turn-{state.turn}"

    def _mover(self, state: State) -> int:
        return state.turn % len(state.at)

    def to_act(self, state: State) -> frozenset[int]:
        return frozenset() if state.reason else frozenset({self._mover(state)})

    def deadlines(self, state: State) -> Mapping[int | None, float]:
        clocks: dict[int | None, float] = {}
        if state.options.seconds:
            clocks[self._mover(state)] = state.options.seconds
        if state.options.closing:
            clocks[None] = state.options.closing
        return clocks

    def legal_moves(self, view: State, seat: int) -> list[Move]:
        return [Move("go"), Move("stay")]

    def check(self, state: State, seat: int | None, move: Move, content: Any) -> None:
        if state.reason:
            raise IllegalMove("over")
        if move.what == "join" and state.turn:
            raise IllegalMove("too_late")
        if (seat is None) != (move.what not in {"go", "stay"}):
            raise IllegalMove("no_wings", what=move.what)

    def play(
        self, state: State, seat: int | None, move: Move, content: Any, chance: Chance
    ) -> Step[State]:
        events = [Event(move.what, {"seat": move.seat if seat is None else seat})]
        if move.what == "resign":
            state = replace(state, reason="resign", gave_up=move.seat)
        elif move.what == "join":
            state = replace(state, at=(*state.at, 0))
        elif move.what in {"end", "time_up"}:
            state = replace(state, reason=move.what)
        else:
            at = list(state.at)
            if move.what == "go":
                (face,) = chance.dice("die", 1, state.options.sides)
                at[self._mover(state)] += face
                events.append(Event("roll", {"face": face}))
            reason = "home" if max(at) >= GOAL else ""
            state = replace(state, at=tuple(at), turn=state.turn + 1, reason=reason)
        return Step(state, tuple(events), chance.drawn or None)

    def replay(
        self, state: State, seat: int | None, move: Move, record: Any, content: Any
    ) -> Step[State]:
        return self.play(state, seat, move, content, ScriptedChance(record or []))

    def default_move(self, view: State, seat: int | None, chance: Chance) -> Move:
        return Move("stay") if seat is not None else Move("time_up")

    def table_move(self, state: State, what: str, seat: int | None, level: str) -> Move | None:
        if what == "resign" and len(state.at) == 2 and seat is not None:
            return Move("resign", seat)
        if what == "join" and state.turn == 0:
            return Move("join")
        return Move("end") if what == "end" else None

    def view(self, state: State, seat: int | None, content: Any) -> State:
        return state

    def outcome(self, state: State) -> Outcome | None:
        if not state.reason:
            return None
        score = [-1 if seat == state.gave_up else at for seat, at in enumerate(state.at)]
        places = tuple(1 + sum(other > mine for other in score) for mine in score)
        return Outcome(state.reason, places, tuple(map(float, state.at)))

    def encode(self, state: State) -> Any:
        options = self.write_options(state.options)
        return {"v": 1, "options": options, "at": list(state.at), "turn": state.turn} | {
            "reason": state.reason,
            "gave_up": state.gave_up,
        }

    def decode(self, data: Any) -> State:
        options = self.read_options(data["options"])
        return State(options, tuple(data["at"]), data["turn"], data["reason"], data["gave_up"])

    def encode_move(self, move: Move) -> Any:
        return {"what": move.what} | ({"seat": move.seat} if move.seat >= 0 else {})

    def decode_move(self, data: Any) -> Move:
        if not isinstance(data["what"], str):
            raise InvalidMove("malformed")
        return Move(data["what"], data.get("seat", -1))

    def encode_view(self, view: State) -> Any:
        return self.encode(view)


GAME = Race()
