"""Pairs of games with the starter exchanged, the points of both added: how players of one strength
stand to those of another although whoever begins has the better chances. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

#: One game of two levels: the points of the one that begins, and of the other.
Versus = Callable[[str, str, Random], tuple[float, float]]


@dataclass(frozen=True)
class Meeting:
    """What came of some pairs of games between `one` and `other`.

    `wins`, `draws` and `losses` are single games as `one` saw them, `won`, `drawn` and `lost` pairs
    by the points of both games; `ahead` is how many points `one` was ahead in each game, `first`
    how many games were won by who began.
    """

    one: str
    other: str
    wins: int
    draws: int
    losses: int
    won: int
    drawn: int
    lost: int
    ahead: tuple[float, ...]
    first: int

    @property
    def games(self) -> int:
        return len(self.ahead)

    @property
    def pairs(self) -> int:
        return self.games // 2

    @property
    def score(self) -> float:
        """Share of the pairs won by `one`, a drawn one as half."""
        return (self.won + self.drawn / 2) / self.pairs

    @property
    def se(self) -> float:
        """Standard error of that share: pairs are independent, the games of one are not."""
        second = (self.won + self.drawn / 4) / self.pairs
        return math.sqrt(max(0.0, second - self.score**2) / self.pairs)

    @property
    def points_ahead(self) -> float:
        """Points that `one` was ahead in a game, on average."""
        return sum(self.ahead) / self.games


def meeting(one: str, other: str, pairs: int, versus: Versus, rng: Random) -> Meeting:
    """So many pairs of games; in the first of each `one` begins."""
    ahead: list[float] = []
    first = 0
    for _ in range(pairs):
        begun, waited = versus(one, other, rng)
        first += begun > waited
        ahead.append(begun - waited)
        begun, waited = versus(other, one, rng)
        first += begun > waited
        ahead.append(waited - begun)
    both = [ahead[at] + ahead[at + 1] for at in range(0, len(ahead), 2)]
    return Meeting(
        one,
        other,
        *_counted(ahead),
        *_counted(both),
        ahead=tuple(ahead),
        first=first,
    )


def _counted(differences: Sequence[float]) -> tuple[int, int, int]:
    """Won, drawn, lost."""
    won, lost = sum(each > 0 for each in differences), sum(each < 0 for each in differences)
    return won, len(differences) - won - lost, lost


def round_robin(levels: Sequence[str], pairs: int, versus: Versus, seed: int) -> list[Meeting]:
    """Every level against every other. Each meeting has chance of its own: those of some levels
    alone come out as they do among all."""
    return [
        meeting(one, other, pairs, versus, Random(f"{seed}/{one}/{other}"))  # noqa: S311
        for one, other in combinations(levels, 2)
    ]


def standings(meetings: Sequence[Meeting]) -> list[tuple[str, float, float]]:
    """Level, pairs won (a drawn one as half) and points ahead in all games, the best first."""
    scores: dict[str, float] = {}
    points: dict[str, float] = {}
    for each in meetings:
        for name, won, ahead in (
            (each.one, each.won, sum(each.ahead)),
            (each.other, each.lost, -sum(each.ahead)),
        ):
            scores[name] = scores.get(name, 0.0) + won + each.drawn / 2
            points[name] = points.get(name, 0.0) + ahead
    best = sorted(scores, key=lambda name: (-scores[name], -points[name], name))
    return [(name, scores[name], points[name]) for name in best]
