"""When a festival falls: read from the column `time_of_year`, laid out in a year. Pure.

The column holds a few English words that editors type too; docs/how-to/edit-the-atlas.md lists
them. Dates of the Vietnamese lunar calendar become days of a year; months of the common calendar
need no conversion. Other peoples' own calendars are not converted: a festival dated by one of them,
or by the crops, keeps its own words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from . import lunar

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_OWN = re.compile(r"\b(cham|islamic|khmer|ha nhi|dragon)", re.IGNORECASE)
_LUNAR_DAY = re.compile(r"(\bafter )?\blunar (\d{1,2})(?:-(\d{1,2}))?/(\d{1,2})\b")
_LUNAR_MONTHS = re.compile(r"\blunar months? (\d{1,2})(?:\s*-\s*(?:month )?(\d{1,2}))?\b")
_SOLAR_MONTHS = re.compile(r"\bsolar months? (\d{1,2})(?:\s*-\s*(\d{1,2}))?\b")
_NAMED = re.compile(rf"\b({'|'.join(_MONTHS)})[a-z]*\b", re.IGNORECASE)


@dataclass(frozen=True)
class When:
    """Month and day of one of the two calendars, and until when. Without days whole months."""

    is_lunar: bool
    month: int
    day: int | None = None
    until_month: int | None = None
    until_day: int | None = None


@dataclass(frozen=True)
class Occurrence:
    """The days of one year on which a festival dated by the moon falls."""

    start: date
    end: date


def when(time_of_year: str) -> When | None:
    """What the column says; None for another calendar, a season, or no fixed time.

    >>> when("lunar 15-16/10")
    When(is_lunar=True, month=10, day=15, until_month=10, until_day=16)
    >>> when("solar late April - early May")
    When(is_lunar=False, month=4, day=None, until_month=5, until_day=None)
    >>> when("Cham calendar 1/7 (solar late Sep-Oct)") is None, when("spring") is None
    (True, True)
    """
    if is_other_calendar(time_of_year):
        return None
    found = _read_days(time_of_year) or _read_months(time_of_year)
    return found if found is not None and _possible(found) else None


def is_other_calendar(time_of_year: str) -> bool:
    """Whether the festival is dated by a calendar of the people's own, which is not converted."""
    return _OWN.search(time_of_year) is not None


def _read_days(text: str) -> When | None:
    match = _LUNAR_DAY.search(text)
    if match is None:
        return None
    after, first, month = match[1], int(match[2]), int(match[4])
    # "after lunar 15/8" leaves the day open: until the month is over.
    last = None if after else int(match[3] or first)
    return When(True, month, first, month, last)


def _read_months(text: str) -> When | None:
    for pattern, is_lunar in ((_LUNAR_MONTHS, True), (_SOLAR_MONTHS, False)):
        if match := pattern.search(text):
            return When(is_lunar, int(match[1]), None, int(match[2] or match[1]))
    if "solar" not in text:
        return None
    named = [_MONTHS.index(name.lower()) + 1 for name in _NAMED.findall(text)]
    return When(False, named[0], None, named[-1]) if named else None


def _possible(found: When) -> bool:
    days = [day for day in (found.day, found.until_day) if day is not None]
    return (
        1 <= found.month <= 12
        and 1 <= (found.until_month or found.month) <= 12
        and all(1 <= day <= 30 for day in days)
    )


def occurrences(found: When, year: int) -> list[Occurrence]:
    """The times at which a festival of the lunar calendar begins in a year of the common one.

    Mostly one; a festival of the last lunar months may begin twice in a year, or not at all.
    """
    times = (_in_lunar_year(found, lunar_year) for lunar_year in (year - 1, year))
    return [time for time in times if time is not None and time.start.year == year]


def _in_lunar_year(found: When, year: int) -> Occurrence | None:
    until_month = found.until_month or found.month
    until_year = year if until_month >= found.month else year + 1
    try:
        start = lunar.day_of(year, found.month, found.day or 1)
        if found.until_day is None:
            end = lunar.last_day_of(until_year, until_month)
        else:
            end = lunar.day_of(until_year, until_month, found.until_day)
    except ValueError:
        return None
    return Occurrence(start, max(start, end))
