"""Whole games between equal players, and what they come to on average.

The metrics, each with its standard error: `turns` per game; `moves` per turn; `falls` per turn and
`fallen` pieces per fall; `penalties` per game; `chests` on the raft at the end; `stuck` per turn;
`first_wins`, the share of games that the first player won alone or with others; alone, `full` rafts
and the `score`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.chance import TableChance
from games.figures import Figure, Ratio
from games.game import Event

from . import bots, rules
from .moves import Move
from .pieces import PLANKS
from .rules import Options, State
from .rulings import rule
from .turns import apply

#: Chooses a move of a position.
Choose = Callable[[State], Move]

LEVELS = ("random", *bots.LEVELS)


def chooser(level: str, rng: Random) -> Choose:
    """How a level plays, without a clock: one seed gives the same games on one machine.

    Raises KeyError for a level that is not in `LEVELS`.
    """
    if level == "random":
        return lambda state: bots.random_move(state, rng)
    settings = bots.LEVELS[level]
    return lambda state: bots.choose(state, settings, rng)


def play_one(seats: int, seed: str, options: Options, choose: Choose) -> tuple[State, list[Event]]:
    """One game from a table's seed: how it ended, and all that happened."""
    chance = TableChance(seed, 0)
    pile = chance.shuffle("sea", list(PLANKS))
    state = rules.start(options, seats, pile, chance.pick("first", range(seats)))
    told: list[Event] = []
    while not state.over:
        move = choose(state)
        rules.check(state, state.turn, move)
        chance = TableChance(seed, state.moves + 1)
        state, events = apply(state, move, rule(state, move, chance))
        told += events
    return state, told


def playout(games: int, seats: int, rng: Random, level: str, options: Options) -> list[Figure]:
    """So many games of `level` against itself."""
    choose = chooser(level, rng)
    names = ("turns", "moves", "falls", "fallen", "penalties", "chests", "stuck")
    kept = {name: Ratio(name) for name in names}
    wins, full, score = Ratio("first_wins"), Ratio("full"), Ratio("score")
    for _ in range(games):
        state, told = play_one(seats, f"playout/{rng.getrandbits(64)}", options, choose)
        falls = [event for event in told if event.kind == "fall"]
        first = next(event.facts["seat"] for event in told if event.kind == "turn")
        kept["turns"].add(state.turns)
        kept["moves"].add(state.moves, state.turns)
        kept["falls"].add(len(falls), state.turns)
        if falls:
            kept["fallen"].add(sum(len(w) for f in falls for w in f.facts["waves"]), len(falls))
        kept["penalties"].add(sum(len(player.penalties) for player in state.players))
        kept["chests"].add(state.chests_on_raft())
        kept["stuck"].add(sum(event.kind == "stuck" for event in told), state.turns)
        places = rules.rank(state)
        wins.add(places[first] == 1)
        full.add(state.reason == "all_placed")
        score.add(rules.score(state))
    alone = [full, score] if seats == 1 else [wins]
    return [ratio.figure() for ratio in (*kept.values(), *alone)]
