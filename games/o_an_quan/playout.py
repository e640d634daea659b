"""Whole games between equal players, and what they come to on average.

The metrics, each with its standard error: `turns` per game; `first_wins`, `second_wins`, `draws`
as shares of the games; `legal_moves_per_turn`; `sown_per_turn`, stones put down; `capture_turns`,
the share of turns that won something; `point_difference`, points of who moved first minus the
other's.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.figures import Figure, Ratio

from . import bots, rules
from .rules import Capture, Drop, Move, Options, State

#: Chooses a move of a position.
Choose = Callable[[State], Move]

LEVELS = ("random", *bots.LEVELS)


def chooser(level: str, rng: Random) -> Choose:
    """How a level plays, without a clock: one seed gives the same games everywhere.

    Raises KeyError for a level that is not in `LEVELS`.
    """
    if level == "random":
        return lambda state: rng.choice(rules.legal_moves(state))
    settings = bots.LEVELS[level]
    return lambda state: bots.choose(state, settings, rng)


def versus(first: str, second: str, rng: Random, options: Options) -> tuple[int, int]:
    """One game between two levels: the points of the one that begins, and of the other."""
    state = rules.start(options)
    begins = state.side
    choosers = chooser(first, rng), chooser(second, rng)
    while not state.over:
        state, _ = rules.play(state, choosers[state.side != begins](state))
    blue, yellow = rules.score(state)
    return (blue, yellow) if begins == rules.BLUE else (yellow, blue)


def playout(games: int, seats: int, rng: Random, level: str, options: Options) -> list[Figure]:
    """So many games of `level` against itself; `seats` is always 2."""
    choose = chooser(level, rng)
    turns, legal, sown = Ratio("turns"), Ratio("legal_moves_per_turn"), Ratio("sown_per_turn")
    captures, difference = Ratio("capture_turns"), Ratio("point_difference")
    first_wins, second_wins, draws = Ratio("first_wins"), Ratio("second_wins"), Ratio("draws")
    for _ in range(games):
        state = rules.start(options)
        first = state.side or 0
        moves_seen = dropped = captured = 0
        while not state.over:
            moves_seen += len(rules.legal_moves(state))
            state, events = rules.play(state, choose(state))
            dropped += sum(type(event) is Drop for event in events)
            captured += any(type(event) is Capture for event in events)
        points = rules.score(state)
        turns.add(state.ply)
        first_wins.add(state.winner == first)
        second_wins.add(state.winner == 1 - first)
        draws.add(state.winner is None)
        legal.add(moves_seen, state.ply)
        sown.add(dropped, state.ply)
        captures.add(captured, state.ply)
        difference.add(points[first] - points[1 - first])
    measured = (turns, first_wins, second_wins, draws, legal, sown, captures, difference)
    return [ratio.figure() for ratio in measured]
