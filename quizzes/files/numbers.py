"""Numeric answers of other systems as what can be typed here."""

from __future__ import annotations

import math
import re
from decimal import Decimal

from .problems import RowProblem, problem

#: As many spellings as a typed answer may have: `quizzes.kinds.typed.MOST`.
_MOST = 12
_NUMBER = r"[+-]?\d+(?:[.,]\d+)?(?:[eE][+-]?\d{1,2})?"
_RANGE = re.compile(rf"({_NUMBER})\s*\.\.\s*({_NUMBER})")
_NEAR = re.compile(rf"({_NUMBER})\s*(?::\s*({_NUMBER}))?")

Read = tuple[list[str], list[RowProblem], list[RowProblem]]


def accepted_of_range(text: str) -> Read:
    """ "3", "3:2" (three, two more or less), "1..5": the accepted spellings, problems, notes.

    >>> accepted_of_range("3:1")[0], accepted_of_range("2,50")[0]
    (['2', '3', '4'], ['2.5', '2,5'])
    """
    text = text.strip()
    match = _RANGE.fullmatch(text)
    if match:
        return between(_decimal(match[1]), _decimal(match[2]))
    match = _NEAR.fullmatch(text)
    if not match:
        return [], [problem("not_a_number", "", text=text)], []
    middle, width = _decimal(match[1]), abs(_decimal(match[2] or "0"))
    return between(middle - width, middle + width)


def between(low: Decimal, high: Decimal) -> Read:
    """The numbers from low to high, as far as they can be listed."""
    if low == high:
        return _spellings(low), [], []
    low, high = min(low, high), max(low, high)
    first, last = math.ceil(low), math.floor(high)
    facts = {"low": _plain(low), "high": _plain(high)}
    if not 0 < last - first + 1 <= _MOST or abs(low) > 10**15:
        return [], [problem("range_of_numbers", "", **facts)], []
    listed = [str(number) for number in range(first, last + 1)]
    return listed, [], [problem("numbers_listed", "", text=", ".join(listed))]


def to_number(text: str) -> Decimal | None:
    """A number with a point or a comma, None for anything else."""
    return _decimal(text.strip()) if re.fullmatch(_NUMBER, text.strip()) else None


def _decimal(text: str) -> Decimal:
    return Decimal(text.replace(",", "."))


def _plain(number: Decimal) -> str:
    if number == number.to_integral_value() and abs(number) < 10**20:
        return str(int(number))
    return f"{number.normalize():f}" if abs(number) < 10**20 else str(number)


def _spellings(number: Decimal) -> list[str]:
    text = _plain(number)
    return [text, text.replace(".", ",")] if "." in text else [text]
