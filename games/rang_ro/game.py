"""Rạng Rỡ Việt Nam as a `Game`, for tables of two to six."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from games.chance import Chance, ScriptedChance
from games.game import Bot, Game, InvalidOptions, Json, Outcome, Step, read_options

from . import bots
from .core import codec, gathering, moves, offers, questions, setup, view
from .core.desk import Desk
from .core.moves import Move
from .core.options import PRESETS, Options
from .core.state import ACTION, BENEFIT, BOOK_REPLY, CHOOSE_ANSWERER, QUESTION, SETUP, State
from .core.view import View
from .core.world import world_of

#: A judge never asks chance.
_NO_CHANCE = ScriptedChance(())


class RangRo(Game[Options, State, Move, View]):
    """The game contract, see games/game.py."""

    slug = "rang_ro_viet_nam"
    seats = range(2, 7)
    hidden = True
    takes_latecomers = True
    options = Options
    presets: Mapping[str, Mapping[str, Json]] = PRESETS

    def __init__(self) -> None:
        self.bots = {level: Bot(_choose, pause=(1.0, 3.0)) for level in bots.LEVELS}

    def read_options(self, raw: Mapping[str, Json]) -> Options:
        """Raises InvalidOptions; way 3 needs an end by rounds or by the clock (V4)."""
        options = read_options(Options, raw)
        if options.needs_limit:
            raise InvalidOptions("way_3_needs_limit", name="round_limit")
        return options

    def start(
        self, options: Options, levels: Sequence[str], content: Json, chance: Chance
    ) -> Step[State]:
        state, events = setup.start(options, levels, world_of(content), chance)
        return Step(state, events)

    def decision(self, state: State) -> str:
        return gathering.decision(state)

    def to_act(self, state: State) -> frozenset[int]:
        return gathering.to_act(state)

    def deadlines(self, state: State) -> Mapping[int | None, float]:
        return gathering.deadlines(state)

    def silence(self, state: State, seat: int) -> bool:
        return gathering.silent(state, seat)

    def legal_moves(self, view: View, seat: int) -> Iterable[Move] | None:
        return offers.listed(view)

    def check(self, state: State, seat: int | None, move: Move, content: Json) -> None:
        gathering.check(state, world_of(content), seat, move, _NO_CHANCE)

    def play(
        self, state: State, seat: int | None, move: Move, content: Json, chance: Chance
    ) -> Step[State]:
        desk = Desk(state, world_of(content), chance)
        gathering.play(desk, seat, move)
        return Step(desk.s, tuple(desk.events), chance.drawn or None)

    def replay(
        self, state: State, seat: int | None, move: Move, record: Json, content: Json
    ) -> Step[State]:
        return self.play(state, seat, move, content, ScriptedChance(record or ()))

    def default_move(self, view: View, seat: int | None, chance: Chance) -> Move:
        """T3, the column of what a clock plays."""
        if seat is None:
            return Move("time_up")
        if view.phase == ACTION and view.active == seat:
            return Move("earn", x=bots.BET)
        if view.phase in _DEFAULTS:
            return _DEFAULTS[view.phase]
        if view.phase == SETUP:
            starts = view.world.starts(view.rolled[seat]) if view.rolled[seat] else ()
            return Move("place", province=starts[0]) if starts else Move("roll_setup")
        if view.phase == QUESTION:
            return Move("answer", lock=True)
        if view.phase == CHOOSE_ANSWERER:
            return Move("choose_answerer", who=seat)
        return Move("pass")

    def table_move(self, state: State, what: str, seat: int | None, level: str) -> Move | None:
        if state.over:
            return None
        if what == "level":
            return Move("level", seat=seat, level=level)
        if what == "join":
            return Move("join") if setup.can_join(state) else None
        if what == "void":
            return Move("teacher", do="void") if questions.can_void(state) else None
        if what == "last_round":
            return None if state.last_round else Move("teacher", do="last_round")
        # Before the first turn there is nothing to count.
        return Move("teacher", do="end") if what == "end" and state.begun else None

    def view(self, state: State, seat: int | None, content: Json) -> View:
        return view.see(state, world_of(content), seat)

    def outcome(self, state: State) -> Outcome | None:
        if state.result is None:
            return None
        return Outcome(state.result.how, state.result.places)

    def encode(self, state: State) -> Json:
        return codec.encode(state)

    def decode(self, data: Json) -> State:
        return codec.decode(data)

    def encode_move(self, move: Move) -> Json:
        return moves.encode(move)

    def decode_move(self, data: Json) -> Move:
        return moves.decode(data)

    def notation(self, move: Move) -> str:
        return moves.notation(move)

    def encode_view(self, view: View) -> Json:
        return {**_encode_view(view), "may": offers.offers(view)}


_encode_view = view.encode
_DEFAULTS = {
    BENEFIT: Move("benefit", kind="decline"),
    BOOK_REPLY: Move("book_reply", accept=True),
    "EXPLAIN": Move("next"),
}


def _choose(game: Any, view: View, seat: int, budget: float, rng: Random) -> Move:
    return bots.choose(view, rng)


GAME = RangRo()
