"""The dice shoot-out as a `Game`: the rules of `rules.py` for a table of three to eight.

Roles are the one secret. What chance gave is the record of a move, so a replay is a play with the
same dice. A clock plays `TimeUp`, which is worked out from public facts alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.chance import Chance, ScriptedChance
from games.game import Event, Game, Json, Outcome, Step, write_options

from . import bots, coding, rules
from .events import told
from .values import PACES, PRESETS, Move, Options, Phase, State, TimeUp, View

#: Seconds people have for each decision, at the usual pace.
SECONDS: Mapping[Phase, float] = {
    "start": 15.0,
    "roll": 25.0,
    "shots": 30.0,
    "beers": 30.0,
    "gatling": 30.0,
    "bart": 10.0,
    "pedro": 10.0,
}


class BangDice(Game[Options, State, Move, View]):
    """The game contract, see games/game.py.

    The table's own moves are not needed: a seat that is left is played by a bot from what that
    seat knows, which shows nothing, and a game that is stopped has no winner.
    """

    slug = "bang_dice"
    seats = range(3, 9)
    hidden = True
    options = Options
    presets: Mapping[str, Mapping[str, Json]] = {
        name: write_options(options) for name, options in PRESETS.items()
    }
    bots = bots.BOTS

    def start(
        self, options: Options, levels: Sequence[str], content: Json, chance: Chance
    ) -> Step[State]:
        state, events = rules.start(options, len(levels), chance)
        return Step(state, tuple(map(told, events)), chance.drawn)

    def decision(self, state: State) -> str:
        return f"turn {state.turns} step {state.step}"

    def to_act(self, state: State) -> frozenset[int]:
        return frozenset() if state.asked is None else frozenset({state.asked})

    def deadlines(self, state: State) -> Mapping[int | None, float]:
        pace = PACES[state.options.pace]
        if state.asked is None or not pace:
            return {}
        return {state.asked: pace * SECONDS[state.phase]}

    def turn_of(self, events: Sequence[Event]) -> int | None:
        return next((one.facts["seat"] for one in reversed(events) if one.kind == "turn"), None)

    def legal_moves(self, view: View, seat: int) -> Sequence[Move] | None:
        return rules.legal_moves(view, seat)

    def check(self, state: State, seat: int | None, move: Move, content: Json) -> None:
        rules.check(state, seat, move)

    def play(
        self, state: State, seat: int | None, move: Move, content: Json, chance: Chance
    ) -> Step[State]:
        after, events = rules.play_through(state, move, rules.thrower(chance))
        return Step(after, tuple(map(told, events)), chance.drawn)

    def replay(
        self, state: State, seat: int | None, move: Move, record: Json, content: Json
    ) -> Step[State]:
        return self.play(state, seat, move, content, ScriptedChance(record))

    def default_move(self, view: View, seat: int | None, chance: Chance) -> Move:
        return TimeUp()

    def view(self, state: State, seat: int | None, content: Json) -> View:
        return rules.view(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        return rules.outcome(state)

    def encode(self, state: State) -> Json:
        return coding.encode(state)

    def decode(self, data: Json) -> State:
        return coding.decode(data)

    def encode_move(self, move: Move) -> Json:
        return coding.encode_move(move)

    def decode_move(self, data: Json) -> Move:
        return coding.decode_move(data)

    def encode_view(self, view: View) -> Json:
        return coding.encode_view(view)


GAME = BangDice()
