"""What the pages of the atlas read, gathered in few queries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import Prefetch, QuerySet, Sum
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from .maps import Words
from .models import (
    EthnicGroup,
    Fact,
    GroupName,
    GroupPresence,
    HeritageListing,
    LanguageBranch,
    Province,
    ProvincialUnit,
    Region,
)
from .signals import asked_about
from .text import fold

#: Bands of population, largest first: the value in the address, lower and upper bound.
BANDS: dict[str, tuple[int, int | None]] = {
    "1000000": (1_000_000, None),
    "100000": (100_000, 999_999),
    "10000": (10_000, 99_999),
    "1000": (1_000, 9_999),
    "0": (0, 999),
}
#: A people counts to a region which holds this share of it, or more of it than any other does.
REGION_SHARE = 0.25
#: Stations that the sources do not agree on; docs/reference/data.md.
UNSURE_STATIONS = {"Lạc Đạo", "Thái Nguyên", "Hạ Long"}

_KIND_ORDER = [GroupName.Kind.ENDONYM, GroupName.Kind.OTHER, GroupName.Kind.SUBGROUP]
#: The picture of each category.
ICONS = {
    Fact.Category.SETTLEMENT: "house",
    Fact.Category.LIVELIHOOD: "leaf",
    Fact.Category.CRAFT: "craft",
    Fact.Category.DRESS: "dress",
    Fact.Category.FOOD: "food",
    Fact.Category.MUSIC: "music",
    Fact.Category.FESTIVAL: "festival",
    Fact.Category.BELIEF: "custom",
    Fact.Category.LANGUAGE: "script",
    Fact.Category.ORAL: "story",
    Fact.Category.NOTABLE: "star",
}


def language() -> str:
    return "en" if (get_language() or "vi").startswith("en") else "vi"


def words(provinces: Iterable[Province]) -> Words:
    """Names of the provinces, in the reader's language, for the maps."""
    return Words(language(), {province.slug: province.name for province in provinces})


# --- the atlas -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Filters:
    """What the reader asks for; unknown values in the address count as not given."""

    q: str = ""
    region: str = ""
    branch: str = ""
    size: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Filters:
        region = query.get("region", "")
        size = query.get("size", "")
        return cls(
            q=query.get("q", "").strip()[:80],
            region=region if region in Region.values else "",
            branch=query.get("branch", "")[:50],
            size=size if size in BANDS else "",
        )

    @property
    def active(self) -> bool:
        return any((self.q, self.region, self.branch, self.size))

    @property
    def address(self) -> dict[str, str]:
        """Only what is set, for links that keep the filters."""
        return {name: value for name, value in vars(self).items() if value}


def groups_for(filters: Filters) -> list[EthnicGroup]:
    """The peoples asked for, in Vietnamese order; those whose very name is asked for come first."""
    found = EthnicGroup.objects.select_related("branch").prefetch_related(shown_names())
    if filters.q:
        found = found.search(filters.q)
    if filters.branch:
        found = found.filter(branch__slug=filters.branch)
    if filters.size:
        low, high = BANDS[filters.size]
        found = found.filter(population_2019__gte=low)
        if high is not None:
            found = found.filter(population_2019__lte=high)
    groups = list(found)
    if filters.region:
        here = _of_region(filters.region)
        groups = [group for group in groups if group.pk in here]
    if filters.q:
        groups.sort(key=partial(_nearness, fold(filters.q)))
    return groups


def _nearness(asked: str, group: EthnicGroup) -> int:
    """0 for a people of this very name, then those that others call so, then those whose name
    begins so."""
    own = {fold(group.name_vi), fold(group.name_en)}
    if asked in own:
        return 0
    if asked in {fold(name.name) for name in group.shown}:
        return 1
    return 2 if any(name.startswith(asked) for name in own) else 3


def shown_names() -> Prefetch[Any]:
    """Names fit to be shown, as `group.shown`, endonyms first."""
    shown = GroupName.objects.exclude(kind=GroupName.Kind.AVOID).order_by("group", "order", "name")
    return Prefetch("names", queryset=shown, to_attr="shown")


def ordered_names(group: EthnicGroup) -> list[GroupName]:
    """`group.shown` with endonyms before names given by others, and local groups last."""
    return sorted(group.shown, key=lambda name: _KIND_ORDER.index(GroupName.Kind(name.kind)))


def _of_region(region: str) -> set[int]:
    return {group for group, regions in _main_regions().items() if region in regions}


def _main_regions() -> dict[int, list[str]]:
    """The regions that each people counts to, by its row."""
    sums: dict[int, dict[str, int]] = {}
    rows = (
        GroupPresence.objects.order_by()
        .values_list("group", "province__region")
        .annotate(people=Sum("population_2019"))
    )
    for group, where, people in rows:
        sums.setdefault(group, {})[where] = people
    return {
        group: [
            region
            for region, people in by_region.items()
            if people == max(by_region.values()) or people >= REGION_SHARE * sum(by_region.values())
        ]
        for group, by_region in sums.items()
    }


def regions_of_peoples() -> dict[str, list[str]]:
    """The regions that each people counts to, by its slug; the atlas filters by the same rule."""
    regions = _main_regions()
    rows = EthnicGroup.objects.values_list("pk", "slug")
    return {slug: regions.get(pk, []) for pk, slug in rows}


def people_by_province(groups: Iterable[EthnicGroup]) -> dict[str, int]:
    """How many of these peoples live in each province, 2019."""
    rows = (
        GroupPresence.objects.filter(group__in=[group.pk for group in groups])
        .order_by()
        .values_list("province__slug")
        .annotate(people=Sum("population_2019"))
    )
    return dict(rows)


def branches() -> QuerySet[LanguageBranch]:
    return LanguageBranch.objects.all()


def provinces_found(q: str, provinces: Iterable[Province]) -> list[Province]:
    """Provinces among `provinces` whose name begins, at some word, with what was typed."""
    asked = fold(q)
    return [province for province in provinces if asked and f" {asked}" in province.search_text]


def place_names(units: Iterable[ProvincialUnit]) -> dict[str, str]:
    """Names in the reader's language by the Vietnamese ones, of units and their provinces; some of
    them name a unit's seat too."""
    named: list[ProvincialUnit | Province] = []
    for unit in units:
        named += [unit, *unit.provinces.all()]
    return {place.name_vi: place.name for place in named}


def units_found(q: str, units: Iterable[ProvincialUnit]) -> list[ProvincialUnit]:
    """Units whose name, seat or former provinces begin, at some word, with what was typed."""
    asked = fold(q)

    def text(unit: ProvincialUnit) -> str:
        merged = "".join(province.search_text for province in unit.provinces.all())
        return f"{unit.search_text}{merged} {fold(unit.seat)}"

    return [unit for unit in units if f" {asked}" in text(unit)] if asked else list(units)


# --- one people ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bar:
    """One line of a chart: of whom or where, how many, per cent of the longest bar."""

    subject: Any
    people: int
    percent: float


def bars(rows: Iterable[tuple[Any, int]]) -> list[Bar]:
    """Lines with the first one at full length; rows come largest first."""
    listed = list(rows)
    longest = listed[0][1] if listed else 1
    return [Bar(subject, people, 100 * people / longest) for subject, people in listed]


def change(group: EthnicGroup) -> float | None:
    """Per cent from 2009 to 2019, to one decimal: Django's formats cut digits off, they do not
    round."""
    if not group.population_2009:
        return None
    grown = group.population_2019 - group.population_2009
    return round(100 * grown / group.population_2009, 1)


def presences(groups: Iterable[EthnicGroup]) -> dict[int, dict[str, int]]:
    """For each people, by primary key, its numbers by province, largest first."""
    counts: dict[int, dict[str, int]] = {group.pk: {} for group in groups}
    rows = GroupPresence.objects.filter(group__in=counts).order_by("-population_2019")
    for group, slug, people in rows.values_list("group", "province__slug", "population_2019"):
        counts[group][slug] = people
    return counts


def nearest(group: EthnicGroup, kin: Sequence[EthnicGroup], count: int) -> list[EthnicGroup]:
    """The `count` others of `kin`, a list by population, that stand nearest to the people."""
    at = [other.pk for other in kin].index(group.pk)
    order = sorted(enumerate(kin), key=lambda row: abs(row[0] - at))
    return [other for _place, other in order if other.pk != group.pk][:count]


def main_region(counts: Mapping[str, int], provinces: Mapping[str, Province]) -> str:
    """The region with at least half of a people, in the reader's language."""
    sums: dict[str, int] = {}
    for slug, people in counts.items():
        region = provinces[slug].region
        sums[region] = sums.get(region, 0) + people
    if not sums:
        return ""
    region = max(sums, key=lambda name: sums[name])
    if 2 * sums[region] < sum(sums.values()):
        return _("Several regions")
    return str(Region(region).label)


#: Sources stand one after the other; "title — newspaper; another newspaper" is one of them.
_NEXT_SOURCE = re.compile(r"; (?=[^;]* — )")


class Sources:
    """Numbers the sources of a page in the order in which they are first called."""

    def __init__(self) -> None:
        self.listed: list[str] = []

    def numbers(self, source: str) -> list[int]:
        """The numbers of one statement's sources; none where it names none."""
        found = []
        for each in filter(None, _NEXT_SOURCE.split(source)):
            if each not in self.listed:
                self.listed.append(each)
            found.append(self.listed.index(each) + 1)
        return found


@dataclass(frozen=True)
class Life:
    """What is public on one side of life: category, picture, (text, numbers of its sources)."""

    category: str
    label: str
    icon: str
    facts: list[tuple[str, list[int]]]


def life(facts: Iterable[Fact], sources: Sources) -> list[Life]:
    """Public facts by category, in the order of the categories."""
    by_category: dict[str, list[Fact]] = {}
    for fact in facts:
        by_category.setdefault(fact.category, []).append(fact)
    return [
        Life(
            category.value,
            str(category.label),
            ICONS[category],
            [(fact.text, sources.numbers(fact.source)) for fact in by_category[category]],
        )
        for category in Fact.Category
        if category in by_category
    ]


@dataclass(frozen=True)
class Growth:
    """A people at the two censuses: figures, and the bars' lengths in per cent of the longer."""

    before: int
    after: int
    before_percent: float
    after_percent: float
    difference: int


def growth(group: EthnicGroup) -> Growth | None:
    """What changed from 2009 to 2019; None where the figure of 2009 is not confirmed."""
    before, after = group.population_2009, group.population_2019
    if not before or not group.population_confirmed:
        return None
    longer = max(before, after)
    return Growth(before, after, 100 * before / longer, 100 * after / longer, abs(after - before))


def related_questions(group: EthnicGroup) -> list[str]:
    """Stems of questions about a people, from the floors above; they have no answers with them."""
    found: list[str] = []
    for _receiver, stems in asked_about.send(sender=EthnicGroup, group=group):
        found += stems or []
    return found


@dataclass(frozen=True)
class MissingSections:
    """A people and the sections its page leaves out, for want of a public fact."""

    group: EthnicGroup
    categories: list[Fact.Category]

    @property
    def labels(self) -> list[str]:
        return [str(category.label) for category in self.categories]


#: Sections that every people's page should have. What is "worth knowing" need not be there.
SECTIONS = tuple(category for category in Fact.Category if category != Fact.Category.NOTABLE)


def missing_sections() -> list[MissingSections]:
    """The peoples whose pages lack a section, those that lack most first. Two queries."""
    there: dict[int, set[str]] = {}
    for group, category in (
        Fact.objects.public()
        .filter(group__isnull=False)
        .order_by()
        .values_list("group", "category")
        .distinct()
    ):
        there.setdefault(group, set()).add(category)
    rows = [
        MissingSections(
            group, [each for each in SECTIONS if each not in there.get(group.pk, set())]
        )
        for group in EthnicGroup.objects.all()
    ]
    return sorted((row for row in rows if row.categories), key=lambda row: -len(row.categories))


def listings_with_sources(
    listings: Iterable[HeritageListing], sources: Sources
) -> list[tuple[HeritageListing, list[int]]]:
    return [(listing, sources.numbers(listing.source)) for listing in listings]
