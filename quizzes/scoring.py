"""Points for an answer, runs of right answers, places on a board. Pure: numbers in, numbers out.

The formula, also in docs/reference/scoring.md::

    points = share × (1000 − 500 × elapsed ÷ clock)        rounded half up

*share* is how much of the answer is right: 1 or 0 where one choice is right; where several are,
(right ones picked − wrong ones picked) ÷ right ones there are, never below 0. *elapsed* is thinking
time, held between 0 and the clock. So a right answer is worth 1000 at once and 500 at the last
moment: slow and right always beats fast and wrong. An answer that was given in time but came late
(offline) gets 500 × share. A session that counts right answers only gives 1000 × share.

>>> points(1, 0, 20), points(1, 10_000, 20), points(1, 20_000, 20), points(0, 0, 20)
(1000, 750, 500, 0)
>>> accuracy_points(1), accuracy_points(1 / 3)
(1000, 333)
>>> points(share_of_several(right_picked=2, wrong_picked=1, right_total=2), 0, 20)
500
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations

FULL = 1000
LEAST = 500
#: A class that plays together aims at this much of the right answers it could give, in per cent.
GOAL_PERCENT = 60


def points(share: float, elapsed_ms: float, seconds: float, *, speed: bool = True) -> int:
    """Points, 0–1000, for one answer.

    `share` is 0–1; `elapsed_ms` is thinking time in milliseconds; `seconds` is the clock this
    participant had (extra time included, so that it costs no points). `speed=False` is for answers
    that came in late.
    Raises ValueError for a share outside 0–1 or a clock that is not positive.
    """
    _check(share)
    if seconds <= 0:
        raise ValueError(f"a clock of {seconds} seconds")
    used = min(max(elapsed_ms / (seconds * 1000), 0), 1) if speed else 1
    return math.floor(share * (FULL - (FULL - LEAST) * used) + 0.5)


def accuracy_points(share: float) -> int:
    """Points, 0–1000, where time never counts: 1000 × share, rounded half up.

    Raises ValueError for a share outside 0–1.
    """
    _check(share)
    return math.floor(share * FULL + 0.5)


def _check(share: float) -> None:
    if not 0 <= share <= 1:
        raise ValueError(f"share {share} is not between 0 and 1")


def team_score(asked: Iterable[Sequence[int]]) -> int:
    """What a team has, from the points of its members question by question: the mean of those who
    were asked, added up, rounded half up at the end. A question that none of them was asked adds
    nothing. So neither the size of a team nor a late joiner counts for or against it.

    >>> team_score([[1000, 500], [1000, 500, 0]]), team_score([[], [800]]), team_score([])
    (1250, 800, 0)
    """
    total = sum((Fraction(sum(points), len(points)) for points in asked if points), Fraction())
    return math.floor(total + Fraction(1, 2))


def goal(possible: int) -> int:
    """How many right answers a class that plays together aims at, out of those it could give:
    60 %, rounded up, at least 1. Raises ValueError below 0.

    >>> goal(90), goal(11), goal(0)
    (54, 7, 1)
    """
    if possible < 0:
        raise ValueError(f"{possible} possible answers")
    return max(1, -(-possible * GOAL_PERCENT // 100))


def points_without_clock(share: float) -> int:
    """Points, 0–750, for an answer by somebody who has no clock: as if half of one was used.

    >>> points_without_clock(1), points_without_clock(0.5)
    (750, 375)
    """
    return points(share, 500, 1)


def share_of_several(*, right_picked: int, wrong_picked: int, right_total: int) -> float:
    """How much of a several-right answer is right, 0–1. Picking everything earns little or nothing.

    Raises ValueError when the question has no right choice.
    """
    if right_total < 1:
        raise ValueError("a question without a right choice")
    return max(0, right_picked - wrong_picked) / right_total


def streak(shares: Iterable[float]) -> int:
    """How many answers at the end of the row are wholly right. A blank is a share of 0.

    >>> streak([1, 0, 1, 1]), streak([1, 1, 0.5]), streak([])
    (2, 0, 0)
    """
    run = 0
    for share in shares:
        run = run + 1 if share == 1 else 0
    return run


def places(totals: Sequence[float]) -> list[int]:
    """The place of each total, in the order given; equal totals share a place.

    >>> places([300, 900, 300, 100])
    [2, 1, 2, 4]
    """
    first_at: dict[float, int] = {}
    for place, total in enumerate(sorted(totals, reverse=True), start=1):
        first_at.setdefault(total, place)
    return [first_at[total] for total in totals]


def share_of_order(given: Sequence[int], right: Sequence[int]) -> float:
    """How much of an order is right, 0–1: Kendall's rank correlation τ, never below 0.

    τ = (pairs in the right order − pairs in the wrong order) ÷ all pairs (M. G. Kendall, "A New
    Measure of Rank Correlation", Biometrika 30, 1938, pp. 81–93). Two neighbours exchanged among
    four cost a third; an order drawn by lot earns little. Raises ValueError for other things than
    those to be ordered, and for fewer than two.

    >>> share_of_order([1, 2, 3, 4], [1, 2, 3, 4]), share_of_order([4, 3, 2, 1], [1, 2, 3, 4])
    (1.0, 0.0)
    >>> round(share_of_order([2, 1, 3, 4], [1, 2, 3, 4]), 3)
    0.667
    """
    if len(right) < 2 or sorted(given) != sorted(right) or len(set(right)) < len(right):
        raise ValueError(f"{given} is no order of {right}")
    rank = {each: at for at, each in enumerate(right)}
    pairs = list(combinations((rank[each] for each in given), 2))
    agreed = sum(first < second for first, second in pairs)
    return max(0, 2 * agreed - len(pairs)) / len(pairs)
