"""The festivals of all peoples laid out in one year: by month, by other calendars, by the crops."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from . import almanac, lunar
from .models import EthnicGroup, Fact
from .selectors import Sources

#: A festival that lasts longer is dated by its first and last day only in words such as "about".
_LONG = 20
#: A statement without a colon is the name itself up to so many characters; a longer one is a
#: sentence, which gives a name of so many at most.
_LONGEST_STATED, _LONGEST_CUT = 40, 50
#: What a longer one begins with, up to a verb of being or a mark outside brackets.
_BEGINNING = re.compile(r"((?:[^(),;]|\([^)]*\))+?)(?:[,;]| là | is | are )")
#: Words that begin a time, a place or a clause rather than the name of a festival.
_NO_NAME = re.compile(
    r"(?:vào|ở|tại|trong|khi|sau|trước|từ|đến|hằng|hàng|mỗi|đầu|cuối|giữa|theo|người|bà con|dân"
    r"|đây|đó|có|ngày|tháng|mùa|năm"
    r"|in|at|on|after|before|during|from|when|once|every|each|this|it|there|people|they|most"
    r"|the people|families|villagers)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Festival:
    """One festival as the page shows it; `days` is empty where nothing is converted."""

    group: EthnicGroup
    name: str
    more: str
    days: str
    source: list[int]
    start: date | None = None
    #: Whether it keeps to some days rather than to a whole month or season.
    is_exact: bool = False


@dataclass
class Month:
    """A month of the common calendar: dated festivals in order, then those of the whole month."""

    number: int
    name: str
    dated: list[Festival] = field(default_factory=list)
    about: list[Festival] = field(default_factory=list)


@dataclass
class Year:
    """A year of festivals. `seasons` are those that no calendar dates."""

    number: int
    months: list[Month]
    other_calendars: list[Festival] = field(default_factory=list)
    seasons: list[Festival] = field(default_factory=list)

    def after(self, day: date, count: int) -> list[Festival]:
        """The next festivals on certain days, from a day on."""
        dated = [each for month in self.months for each in month.dated if each.is_exact]
        return [each for each in dated if each.start is not None and each.start >= day][:count]


def told() -> list[Fact]:
    """What is public on the festivals of the peoples."""
    facts = Fact.objects.public().filter(category=Fact.Category.FESTIVAL, group__isnull=False)
    return list(facts.select_related("group__branch").order_by("group__sort_key", "order"))


def year_of(number: int, facts: Iterable[Fact], sources: Sources) -> Year:
    """These festivals in a year of the common calendar."""
    year = Year(number, [Month(at, _month_name(number, at)) for at in range(1, 13)])
    for fact in facts:
        if fact.group is not None:
            _place(year, fact, fact.group, sources)
    for month in year.months:
        month.dated.sort(key=lambda each: (each.start or date.max, each.group.sort_key))
    return year


def _place(year: Year, fact: Fact, group: EthnicGroup, sources: Sources) -> None:
    name, more = _parts(fact)
    source = sources.numbers(fact.source)
    found = almanac.when(fact.time_of_year)
    if found is None:
        own = almanac.is_other_calendar(fact.time_of_year)
        target = year.other_calendars if own else year.seasons
        target.append(Festival(group, name, more, "", source))
    elif not found.is_lunar:
        month = year.months[found.month - 1]
        month.about.append(Festival(group, name, more, "", source))
    else:
        for time in almanac.occurrences(found, year.number):
            month = year.months[time.start.month - 1]
            month.dated.append(
                Festival(group, name, more, _days(time), source, time.start, not _is_long(time))
            )


def _parts(fact: Fact) -> tuple[str, str]:
    """The festival's name and what else the statement says: "Gầu tào: đầu năm …"; of a whole
    sentence the words it begins with, and the sentence: "Tết Nguyên đán là tết lớn nhất; …"."""
    text = fact.text
    name, colon, more = text.partition(":")
    if colon:
        return name.strip(), more.strip()
    begun = _BEGINNING.match(text) if len(text) > _LONGEST_STATED else None
    if begun is None or len(begun[1]) > _LONGEST_CUT or _NO_NAME.match(text):
        return text, ""
    return begun[1], text


def _days(time: almanac.Occurrence) -> str:
    """The day or days in the reader's language, without the year."""
    first, last = _day(time.start), _day(time.end)
    if time.start == time.end:
        return first
    if _is_long(time):
        return _("about %(first)s to %(last)s") % {"first": first, "last": last}
    return f"{first} – {last}"


def _is_long(time: almanac.Occurrence) -> bool:
    return (time.end - time.start).days > _LONG


def _day(day: date) -> str:
    english = (get_language() or "vi").startswith("en")
    return date_format(day, "j M" if english else "j/n")


def _month_name(year: int, month: int) -> str:
    return date_format(date(year, month, 1), "F")


def years() -> range:
    """The years that can be laid out."""
    return range(lunar.FIRST_YEAR + 1, lunar.LAST_YEAR)
