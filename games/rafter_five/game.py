"""Rafter Five as a `Game`. The order of the pile is the only secret: a view has zeros in its place.

Moves are checked, not listed, once pieces are put down. What chance and the judge gave stands in
the record of each move, so `replay` neither draws nor judges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from games.chance import Chance, TableChance
from games.game import (
    Event,
    Game,
    IllegalMove,
    Json,
    Outcome,
    Step,
    read_options,
    write_options,
)

from . import bots, hints, moves, rules
from .moves import Draw, Late, Lift, Load, Man, Move, Word
from .pieces import PLANKS, Piece, Pose
from .rules import Options, Player, State
from .rulings import Ruling, rule
from .turns import apply

VERSION = 1
#: Seconds for a decision once a clock has run out in a turn.
LATE_SECONDS = 2.0

PRESETS: Mapping[str, Options] = {
    "steady": Options(),
    "usual": Options(tremor="light"),
    "wild": Options(tremor="brisk", seconds=60),
    "nails": Options(nails=True),
    "joints": Options(joints=True),
    "marks": Options(nails=True, joints=True),
    "learning": Options(learner=True, seconds=0),
    "daily": Options(daily=True, seconds=0),
}


@dataclass(frozen=True, slots=True)
class View:
    """What a seat, or with None a spectator, sees: everything but the order of the pile. `state`
    is the real one with a zero for each plank of the pile, so the rules can be asked about it."""

    state: State
    seat: int | None


class RafterFive(Game[Options, State, Move, View]):
    """The game contract, see games/game.py."""

    slug = "rafter_five"
    seats = range(1, 7)
    hidden = True
    options = Options
    presets: Mapping[str, Mapping[str, Json]] = {
        name: write_options(options) for name, options in PRESETS.items()
    }
    bots = bots.BOTS

    def start(
        self, options: Options, levels: Sequence[str], content: Json, chance: Chance
    ) -> Step[State]:
        """`content` may hold the `day` and its secret `seed`, for a daily raft."""
        seats, planks, day = len(levels), list(PLANKS), ""
        if options.daily and seats == 1 and content:
            day = content["day"]
            pile = TableChance(content["seed"], 0, "daily").shuffle("sea", planks)
        else:
            pile = chance.shuffle("sea", planks)
        first = options.first - 1
        if first not in range(seats):
            first = chance.pick("first", range(seats))
        state = rules.start(options, seats, pile, first, day)
        facts = {
            "first": first,
            "colours": [list(player.colours) for player in state.players],
            "day": day,
        }
        return Step(state, (Event("start", facts),))

    def decision(self, state: State) -> str:
        return f"{state.moves + 1} {state.phase}"

    def to_act(self, state: State) -> frozenset[int]:
        return frozenset() if state.over else frozenset({state.turn})

    def deadlines(self, state: State) -> Mapping[int | None, float]:
        """Laying the held plank once more halves the time for what is left to do with it."""
        if state.over or state.solo or not state.options.seconds:
            return {}
        if state.late:
            return {state.turn: LATE_SECONDS}
        again = max(0, state.lays - 1) if state.phase == "man" else 0
        return {state.turn: max(10.0, state.options.seconds / 2**again)}

    def showing(self, events: Sequence[Event]) -> float:
        """A fall or a settling is watched to its end."""
        shown: int = sum(event.facts["ms"] for event in events if event.facts.get("tracks"))
        return shown / 1000

    def reveals(self, state: State, move: Move, record: Json) -> bool:
        """Touched is lifted, drawn is drawn, and what was judged is known. Left are a plank laid by
        a steady hand, a rafter or a plank taken from the sea. The raft of the day is a contest."""
        if state.day or isinstance(move, Word) or record is not None:
            return True
        return isinstance(move, Draw) and move.plank is None

    def legal_moves(self, view: View, seat: int) -> Iterable[Move] | None:
        """Rafters and planks to choose from; places cannot be listed."""
        state = view.state
        if state.over or seat != state.turn:
            return []
        if state.phase == "lift":
            standing = [piece.design for piece in state.raft if piece.kind == "r"]
            return [Lift(number) for number in sorted(state.overboard or standing)]
        if state.phase == "draw":
            pile = [Draw()] if state.pile else []
            return [*pile, *(Draw(number) for number in state.afloat)]
        return None

    def check(self, state: State, seat: int | None, move: Move, content: Json) -> None:
        """Raises IllegalMove, docs/rules/rafter_five.md section 6."""
        rules.check(state, seat, move)

    def at_once(self, state: State, seat: int, move: Move, content: Json) -> bool:
        """What is judged is no page's business; whether a place is free is."""
        if not rules.is_judged(state, move):
            return True
        rules.check(state, seat, move, search=False)
        return False

    def foresee(self, view: View, move: Move) -> Json:
        """What would fall, by id, at tables for learners."""
        if not isinstance(move, Man | Load):
            raise IllegalMove("no_forecast")
        waves = hints.forecast(view.state, move).waves
        return [name for wave in waves for name in wave]

    def play(
        self, state: State, seat: int | None, move: Move, content: Json, chance: Chance
    ) -> Step[State]:
        """Judges once, which at a full raft takes some 30 ms. Raises `solver.NotJudged`."""
        return self.replay(state, seat, move, rule(state, move, chance).encode(), content)

    def replay(
        self, state: State, seat: int | None, move: Move, record: Json, content: Json
    ) -> Step[State]:
        after, events = apply(state, move, Ruling.decode(record))
        return Step(after, events, record)

    def default_move(self, view: View, seat: int | None, chance: Chance) -> Move:
        """What the careful bot plays; the rest of the turn is then played for the seat at once."""
        rng = bots.rng_of(chance)
        return Late(bots.choose(view.state, bots.LEVELS["skipper"], rng))

    def table_move(self, state: State, what: str, seat: int | None, level: str) -> Move | None:
        if state.over:
            return None
        if what == "resign" and seat is not None and len(state.players) <= 2:
            return Word("resign", seat)
        return Word("stopped") if what == "end" else None

    def view(self, state: State, seat: int | None, content: Json) -> View:
        return View(replace(state, pile=(0,) * len(state.pile)), seat)

    def outcome(self, state: State) -> Outcome | None:
        """Points are penalty points, alone the chests that stood."""
        if not state.over:
            return None
        if state.solo:
            return Outcome(state.reason, rules.rank(state), (float(rules.score(state)),))
        penalties = tuple(float(len(player.penalties)) for player in state.players)
        return Outcome(state.reason, rules.rank(state), penalties)

    def encode(self, state: State) -> Json:
        return {"version": VERSION, "pile": list(state.pile), **_public(state)}

    def decode(self, data: Json) -> State:
        held = data["held"]
        return State(
            **{name: data[name] for name in _PLAIN},
            options=read_options(Options, data["options"]),
            players=tuple(
                Player(*(tuple(player[name]) for name in ("colours", "store", "penalties")))
                for player in data["players"]
            ),
            pile=tuple(data["pile"]),
            raft=tuple(Piece(*piece) for piece in data["raft"]),
            afloat=tuple(data["sea"]["planks"]),
            overboard=tuple(data["sea"]["rafters"]),
            leaning=tuple(data["sea"]["leaning"]),
            held=None if held is None else Pose(*held),
        )

    def encode_move(self, move: Move) -> Json:
        return moves.encode(move)

    def decode_move(self, data: Json) -> Move:
        return moves.decode(data)

    def notation(self, move: Move) -> str:
        return moves.notation(move)

    def encode_view(self, view: View) -> Json:
        return {"seat": view.seat, "pile": len(view.state.pile), **_public(view.state)}


#: Fields of a state that are JSON as they are.
_PLAIN = (
    "turn",
    "phase",
    "hand",
    "drawn",
    "moves",
    "turns",
    "lays",
    "stood",
    "best",
    "idle",
    "late",
    "day",
    "reason",
    "gave_up",
)


def _public(state: State) -> dict[str, Any]:
    """All of a state but the pile."""
    return {
        **{name: getattr(state, name) for name in _PLAIN},
        "options": write_options(state.options),
        "players": [asdict(player) for player in state.players],
        "raft": [list(piece) for piece in state.raft],
        "sea": {
            "planks": list(state.afloat),
            "rafters": list(state.overboard),
            "leaning": list(state.leaning),
        },
        "held": None if state.held is None else list(state.held),
    }


GAME = RafterFive()
