"""Computer players of five levels (§19 of the rules). Pure: time is the caller's.

>>> from random import Random
>>> from games.o_an_quan.rules import start
>>> str(choose(start(), LEVELS["medium"], Random(1)))
'B5c'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from . import rules
from .rules import Move, State
from .search import Stop, deepen, never


@dataclass(frozen=True)
class Level:
    """How a bot plays: so many turns ahead, with so many of its moves drawn by lot.

    `careful` levels always take a move that ends the game at once in their favour; a `deepening`
    one looks further than `depth` while there is time. `seconds` is what the specification grants
    a move, of processor time.
    """

    depth: int
    seconds: float
    random_share: float = 0.0
    careful: bool = True
    deepening: bool = False


#: The weakest first.
LEVELS: Mapping[str, Level] = {
    "beginner": Level(2, 0.005, random_share=0.6, careful=False),
    "easy": Level(2, 0.005, random_share=0.3, careful=False),
    "medium": Level(2, 0.005),
    "hard": Level(4, 0.02),
    "master": Level(8, 0.25, deepening=True),
}
#: Moves so close to the best are as good as it; one of them is drawn, so that no reply can be
#: learnt by heart. Half a point.
TIE = 0.5


def always(positions: int) -> bool:
    return True


def choose(
    state: State,
    level: Level,
    rng: Random,
    *,
    enough: Stop = always,
    stop: Stop = never,
) -> Move:
    """The move of a level, one of the legal ones. Raises ValueError when the game is over.

    `enough` is asked by a deepening level once its depth is reached; `stop` is asked all the time
    and breaks the search off, after which the best of the deepest finished search is played. Both
    get the number of positions made. By itself every level searches its depth and no more.
    """
    moves = rules.legal_moves(state)
    if not moves:
        raise ValueError("the game is over")
    if level.random_share and rng.random() < level.random_share:
        return rng.choice(moves)
    if level.careful and (winning := _winning_at_once(state, moves)):
        return winning
    best = moves
    reached = False

    def out_of_time(positions: int) -> bool:
        return stop(positions) or (reached and enough(positions))

    deepest = 60 if level.deepening else level.depth
    for found in deepen(state, out_of_time, deepest=deepest, margin=TIE):
        best = found.within(TIE)
        reached = found.depth >= level.depth
    return rng.choice(best)


def _winning_at_once(state: State, moves: list[Move]) -> Move | None:
    """The move that ends the game with most points more than the other has, if any does."""
    player = state.side
    best, lead = None, 0
    for move in moves:
        result = rules.outcome(rules.play(state, move)[0])
        if result and player is not None:
            ahead = result.points[player] - result.points[1 - player]
            if ahead > lead:
                best, lead = move, ahead
    return best
