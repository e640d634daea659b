"""Whole games of bots, and what they come to on average.

`rounds_median`, `rounds_p90`, `rounds_max` count the rounds of a game, the last one by the share of
turns begun in it; `wins_by_turn_order_1…` are shares of the games; `put_out` is the share of
players who went out; `coins_round_1`, `_5`, `_10` are coins of a player still in the game when that
round begins. Question piles are synthetic and come again and again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from games.chance import TableChance
from games.figures import Figure, Ratio

from . import bots, standard
from .core.options import Options
from .core.state import State
from .game import GAME

#: The middle level first: what a playout takes by itself.
LEVELS = ("standard", "easy", "strong")
_COINS_AT = (1, 5, 10)


def playout(games: int, seats: int, rng: Random, level: str, options: Options) -> list[Figure]:
    """So many games of `level` against itself."""
    content = standard.content()
    rounds: list[float] = []
    wins = [Ratio(f"wins_by_turn_order_{place + 1}") for place in range(seats)]
    out = Ratio("put_out")
    coins = {at: Ratio(f"coins_round_{at}") for at in _COINS_AT}
    for _ in range(games):
        state = GAME.start(options, [level] * seats, content, _chance(rng)).state
        while not state.over:
            seat = min(GAME.to_act(state))
            move = bots.choose(GAME.view(state, seat, content), rng)
            GAME.check(state, seat, move, content)
            after = GAME.play(state, seat, move, content, _chance(rng)).state
            begins = after.begun and (after.round > state.round or not state.begun)
            if begins and after.round in coins:
                _weigh(coins[after.round], after)
            state = after
        order = state.turn_order()
        rounds.append(state.round - 1 + (order.index(state.active) + 1) / seats)
        for place, ratio in enumerate(wins):
            ratio.add(state.result is not None and order[place] == state.result.winner)
        out.add(sum(player.out for player in state.players), seats)
    measured = [ratio.figure() for ratio in (*wins, out, *coins.values())]
    return [*_spread(rounds), *measured]


def _chance(rng: Random) -> TableChance:
    return TableChance(str(rng.getrandbits(64)), 0)


def _weigh(ratio: Ratio, state: State) -> None:
    left = [player.coins for player in state.players if not player.out]
    ratio.add(sum(left), len(left))


def _spread(values: Sequence[float]) -> list[Figure]:
    """Median and 90 % point with half the width of their 68 % interval by order statistics (H. A.
    David and H. N. Nagaraja, *Order Statistics*, 3rd edition 2003, section 7.1), and the most."""
    ordered, n = sorted(values), len(values)

    def at(share: float, errors: float = 0) -> float:
        place = share * n + errors * math.sqrt(n * share * (1 - share))
        return ordered[min(n - 1, max(0, math.ceil(place) - 1))]

    def figure(name: str, share: float) -> Figure:
        se = (at(share, 1) - at(share, -1)) / 2 if n > 1 else math.nan
        return Figure(name, at(share), se)

    return [
        figure("rounds_median", 0.5),
        figure("rounds_p90", 0.9),
        Figure("rounds_max", ordered[-1], math.nan),
    ]
