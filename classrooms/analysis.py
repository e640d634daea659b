"""Item analysis: what a class's answers say about each question. Pure: numbers in, numbers out.

The formulas, also in docs/reference/figures.md:

* **Facility**: the mean share of the answer that was right, over those who were asked.
* **Discrimination**, D = facility among the upper 27 % − facility among the lower 27 %, after
  R. L. Ebel & D. A. Frisbie, *Essentials of Educational Measurement*, 5th ed. (Prentice Hall 1991),
  ch. 13, with the groups of T. L. Kelley, "The selection of upper and lower groups for the
  validation of test items", *Journal of Educational Psychology* 30 (1939), pp. 17-24. Students are
  ranked by their *other* questions, so that no question vouches for itself; that matters in a
  lesson of ten questions.
* **Time**: median and quartiles, type 7 of R. J. Hyndman & Y. Fan, "Sample Quantiles in Statistical
  Packages", *The American Statistician* 50 (1996), pp. 361-365.
* **Mark**: 10 × the mean share, to one decimal, half up.

>>> mark_of_ten(0.845), mark_of_ten(2 / 3)
(8.5, 6.7)
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

#: The part of a class that makes each of the two groups (Kelley 1939).
GROUP = 0.27
#: Fewer students than this, or fewer other questions to rank them by, and D would be chance.
MIN_STUDENTS, MIN_OTHERS = 15, 4
#: Fewer times than this have a median, but no quartiles worth showing.
MIN_TIMES = 4
#: Ebel and Frisbie's limits: very good from the first, reasonable from the second, weak below the
#: third.
VERY_GOOD, GOOD, FAIR = 0.40, 0.30, 0.20
#: So easy or so hard that the question cannot tell anybody apart, whatever its quality.
EASY, HARD = 0.90, 0.10
#: Where the bands of marks on 10 begin, as Vietnamese schools speak of them.
MARK_BANDS = (0.0, 3.5, 5.0, 6.5, 8.0)


class Power(StrEnum):
    """What a discrimination index means for the teacher."""

    VERY_GOOD = "very-good"
    GOOD = "good"
    FAIR = "fair"
    WEAK = "weak"
    NEGATIVE = "negative"  # those who know more got it wrong: check the key
    EASY = "easy"
    HARD = "hard"
    UNKNOWN = "unknown"  # too few students or questions


@dataclass(frozen=True)
class Spread:
    """Seconds in which a question was answered; the middle half lies between the quartiles, which
    are None where too few answered."""

    n: int
    median: float
    lower: float | None
    upper: float | None


def mean(shares: Sequence[float]) -> float | None:
    """Mean share, 0-1; None of nobody."""
    return sum(shares) / len(shares) if shares else None


def discrimination(answers: Iterable[tuple[float, Sequence[float]]]) -> float | None:
    """D, −1 to 1, from each student's share of this question and shares of the other ones.

    Who was asked fewer than MIN_OTHERS other questions is left out. None when fewer than
    MIN_STUDENTS remain, and when all of them did equally well elsewhere: nobody is upper or lower.
    """
    ranked = sorted(
        (sum(others) / len(others), share) for share, others in answers if len(others) >= MIN_OTHERS
    )
    if len(ranked) < MIN_STUDENTS or math.isclose(ranked[0][0], ranked[-1][0]):
        return None
    size = max(1, round(GROUP * len(ranked)))
    return _outer(ranked[::-1], size) - _outer(ranked, size)


def _outer(ranked: Sequence[tuple[float, float]], size: int) -> float:
    """Mean share of the first `size`. Where the cut falls among equals, they share the places that
    are left, so that no order among them decides."""
    cut = ranked[size - 1][0]
    sure = [share for rest, share in ranked[:size] if not math.isclose(rest, cut)]
    equal = [share for rest, share in ranked if math.isclose(rest, cut)]
    return (sum(sure) + (size - len(sure)) * sum(equal) / len(equal)) / size


def power(index: float | None, facility: float | None) -> Power:
    """An index of two decimals in words."""
    if index is None or facility is None:
        return Power.UNKNOWN
    for least, found in ((VERY_GOOD, Power.VERY_GOOD), (GOOD, Power.GOOD), (FAIR, Power.FAIR)):
        if index >= least:
            return found
    if facility >= EASY:
        return Power.EASY
    if facility <= HARD:
        return Power.HARD
    return Power.NEGATIVE if index < 0 else Power.WEAK


def spread(seconds: Sequence[float]) -> Spread | None:
    """Median and quartiles; None of no times."""
    if not seconds:
        return None
    if len(seconds) < MIN_TIMES:
        return Spread(len(seconds), statistics.median(seconds), None, None)
    lower, median, upper = statistics.quantiles(seconds, n=4, method="inclusive")
    return Spread(len(seconds), median, lower, upper)


def mark_of_ten(share: float) -> float:
    """A mean share on the school's scale of 10, one decimal, half up."""
    # The hair lets a half that floating point left just below itself round up.
    return math.floor(share * 100 + 0.5 + 1e-9) / 10


def mark_counts(marks: Iterable[float]) -> list[int]:
    """How many marks lie in each of MARK_BANDS."""
    counts = [0] * len(MARK_BANDS)
    for mark in marks:
        counts[sum(mark >= low for low in MARK_BANDS) - 1] += 1
    return counts
