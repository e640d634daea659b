"""The Vietnamese lunar calendar against the days on which Tết was kept."""

from __future__ import annotations

from datetime import date

import pytest

from heritage import almanac, lunar

# The first day of each lunar year as Viet Nam keeps it (in 1968 and 1969 the North's calendar).
TET = """
    1967-02-09 1968-01-29 1969-02-16 1970-02-06 1971-01-27 1972-02-15 1973-02-03 1974-01-23
    1975-02-11 1976-01-31 1977-02-18 1978-02-07 1979-01-28 1980-02-16 1981-02-05 1982-01-25
    1983-02-13 1984-02-02 1985-01-21 1986-02-09 1987-01-29 1988-02-17 1989-02-06 1990-01-27
    1991-02-15 1992-02-04 1993-01-23 1994-02-10 1995-01-31 1996-02-19 1997-02-07 1998-01-28
    1999-02-16 2000-02-05 2001-01-24 2002-02-12 2003-02-01 2004-01-22 2005-02-09 2006-01-29
    2007-02-17 2008-02-07 2009-01-26 2010-02-14 2011-02-03 2012-01-23 2013-02-10 2014-01-31
    2015-02-19 2016-02-08 2017-01-28 2018-02-16 2019-02-05 2020-01-25 2021-02-12 2022-02-01
    2023-01-22 2024-02-10 2025-01-29 2026-02-17 2027-02-06 2028-01-26 2029-02-13 2030-02-02
"""


@pytest.mark.parametrize("day", TET.split())
def test_tet_falls_on_the_day_it_was_kept(day):
    wanted = date.fromisoformat(day)
    assert lunar.new_year(wanted.year) == wanted


def test_it_is_not_the_chinese_calendar():
    # China kept 20 February 1985 and 18 February 2007.
    assert lunar.new_year(1985) == date(1985, 1, 21)
    assert lunar.new_year(2007) == date(2007, 2, 17)


def test_known_days_of_the_year():
    assert lunar.day_of(2024, 3, 10) == date(2024, 4, 18)  # the Hùng Kings' day
    assert lunar.day_of(2024, 8, 15) == date(2024, 9, 17)  # mid-autumn
    # 2025 has a second sixth month; the seventh comes after it.
    assert lunar.day_of(2025, 6, 1) == date(2025, 6, 25)
    assert lunar.day_of(2025, 7, 15) == date(2025, 9, 6)


def test_every_month_ends_the_day_before_the_next_begins():
    for year in (2023, 2024, 2026):
        for month in range(1, 12):
            gap = lunar.day_of(year, month + 1, 1) - lunar.last_day_of(year, month)
            # A leap month may stand between two numbers.
            assert gap.days == 1 or 29 < gap.days <= 31


@pytest.mark.parametrize(
    ("year", "month", "day"),
    [(2026, 2, 31), (2026, 13, 1), (1966, 1, 1), (2100, 1, 1), (2026, 0, 1)],
)
def test_a_date_that_there_is_not_is_refused(year, month, day):
    with pytest.raises(ValueError, match="lunar"):
        lunar.day_of(year, month, day)


def test_a_short_month_has_no_thirtieth():
    short = next(m for m in range(1, 13) if lunar.last_day_of(2026, m) != _thirty(2026, m))
    with pytest.raises(ValueError, match="no day 30"):
        lunar.day_of(2026, short, 30)


def _thirty(year: int, month: int) -> date:
    return date.fromordinal(lunar.day_of(year, month, 1).toordinal() + 29)


# --- what editors write ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "is_lunar", "start", "until"),
    [
        ("lunar 14/7", True, (7, 14), (7, 14)),
        ("lunar 15-16/10", True, (10, 15), (10, 16)),
        ("after lunar 15/8", True, (8, 15), (8, None)),
        ("lunar month 1", True, (1, None), (1, None)),
        ("spring, lunar month 1", True, (1, None), (1, None)),
        ("lunar months 2-4, often month 3", True, (2, None), (4, None)),
        ("lunar month 10 - month 1", True, (10, None), (1, None)),
        ("solar mid-April", False, (4, None), (4, None)),
        ("solar late March - early April", False, (3, None), (4, None)),
        ("dry season, about solar months 1-4", False, (1, None), (4, None)),
    ],
)
def test_times_of_the_year_are_understood(text, is_lunar, start, until):
    found = almanac.when(text)
    assert found is not None
    assert found.is_lunar is is_lunar
    assert ((found.month, found.day), (found.until_month, found.until_day)) == (start, until)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "spring",
        "after harvest",
        "not fixed here",
        "Cham calendar 1/7 (solar late Sep-Oct)",
        "Islamic-derived month 9",
        "last Dragon day of the year",
        "lunar 14/17",
        "lunar 31/1",
        "lunar month 13",
        "solar month 0",
        "every 3 years",
    ],
)
def test_other_calendars_seasons_and_slips_have_no_date(text):
    assert almanac.when(text) is None


def test_a_festival_may_begin_twice_in_a_year_or_not_at_all():
    twelfth = almanac.When(is_lunar=True, month=12, day=1, until_month=12, until_day=1)
    times = [len(almanac.occurrences(twelfth, year)) for year in range(2000, 2060)]
    assert {0, 1, 2} == set(times)
    assert sum(times) in (59, 60, 61)


def test_a_festival_over_the_new_year_ends_in_the_next():
    found = almanac.when("lunar month 10 - month 1")
    assert found is not None
    (time,) = almanac.occurrences(found, 2026)
    assert (time.start, time.end) == (date(2026, 11, 9), date(2027, 3, 7))
