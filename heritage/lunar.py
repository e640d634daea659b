"""Days of the Vietnamese lunar calendar.

The rules are Viet Nam's own since 1967: the new moons and the sun's positions are taken at UTC+7,
so that now and then a month begins a day, and in 1985 a whole month, before it does in China
(UTC+8). Hồ Ngọc Đức describes them: https://www.informatik.uni-leipzig.de/~duc/amlich/. The
astronomy is `lunar_vn`'s; what it lets pass, such as the 30th of a month of 29 days, is refused
here. Pure: no clock, no Django.

>>> new_year(1985), new_year(2007)
(datetime.date(1985, 1, 21), datetime.date(2007, 2, 17))
"""

from __future__ import annotations

from datetime import date

from lunar_vn import convert_lunar_to_solar, solar_to_lunar

#: Lunar years that are converted: from the first whose rules are Viet Nam's own.
FIRST_YEAR, LAST_YEAR = 1967, 2099


def day_of(year: int, month: int, day: int) -> date:
    """The day of a lunar date in the month of that number, not in the leap month after it.

    Raises ValueError for a year outside the range, and for a day that the month does not have.
    """
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise ValueError(f"lunar year {year} is not between {FIRST_YEAR} and {LAST_YEAR}")
    found: date = convert_lunar_to_solar(day, month, year)
    if solar_to_lunar(found).day != day:
        raise ValueError(f"lunar month {month} of {year} has no day {day}")
    return found


def last_day_of(year: int, month: int) -> date:
    """The 29th or 30th: the last day of a lunar month."""
    try:
        return day_of(year, month, 30)
    except ValueError:
        return day_of(year, month, 29)


def new_year(year: int) -> date:
    """Tết Nguyên đán, the first day of the first lunar month."""
    return day_of(year, 1, 1)
