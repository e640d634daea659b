"""Prove the answers of regional questions from the data tables.

A question carries a claim, such as ``{kind: bordering, province: lao-cai}``, and its choices carry
references (``ref``): the slug of a province, group, unit or region, a number, or the name of a
seat. A claim holds when exactly the choices marked right are right by the tables and every other
one is wrong. Values too near each other to be fair to a pupil are reported as problems too.

Standard library only, so that the tests and an import command can use the same rules.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

Raw = Mapping[str, object]

# Two figures less than this apart are too near to ask which one is larger.
MARGIN = 0.05

# Every official group, so that "all groups were counted" has a number to meet.
GROUP_COUNT = 54


class ClaimError(ValueError):
    """A claim or a choice that the tables cannot answer."""


@dataclass(frozen=True)
class Province:
    """One of the 63 provinces and cities before 1 July 2025."""

    slug: str
    name_vi: str
    name_en: str
    kind: str
    region: str
    coastal: bool
    airports: tuple[str, ...]
    seaport: bool
    successor: str


@dataclass(frozen=True)
class Unit:
    """One of the 34 provinces and cities since 1 July 2025."""

    slug: str
    name_vi: str
    name_en: str
    seat: str
    members: tuple[str, ...]
    kind: str
    kind_2026: str


@dataclass(frozen=True)
class Listing:
    """A UNESCO listing with the provinces it names."""

    name_vi: str
    provinces: tuple[str, ...]
    status: str
    note: str

    @property
    def complete(self) -> bool:
        """Whether the provinces are all of them, so that another province is a wrong answer."""
        # "group list ... not exhaustive" is about the bearers, not about the provinces.
        return "not exhaustive" not in self.note or self.note.find("group list") >= 0


@dataclass(frozen=True)
class Tables:
    """All tables that a claim can be proved from, keyed by slug."""

    provinces: Mapping[str, Province]
    units: Mapping[str, Unit]
    listings: Mapping[str, Listing]
    borders: frozenset[frozenset[str]]
    archipelagos: Mapping[str, str]
    group_names: Mapping[str, str]
    population: Mapping[tuple[str, str], int]

    def province(self, slug: str) -> Province:
        """Return a province by slug."""
        if slug not in self.provinces:
            raise ClaimError(f"{slug}: no such province")
        return self.provinces[slug]

    def unit(self, slug: str) -> Unit:
        """Return a unit of 2025 by slug."""
        if slug not in self.units:
            raise ClaimError(f"{slug}: no such unit of 2025")
        return self.units[slug]

    def listing(self, name: str) -> Listing:
        """Return a listing by its Vietnamese name."""
        if name not in self.listings:
            raise ClaimError(f"{name}: no such listing")
        return self.listings[name]

    def people(self, group: str, province: str) -> int:
        """Return how many people of a group the 2019 census counted in a province."""
        if group not in self.group_names:
            raise ClaimError(f"{group}: no such group")
        self.province(province)
        return self.population.get((group, province), 0)

    def total_of_group(self, group: str) -> int:
        """Return how many people of a group were counted in all provinces."""
        return sum(self.people(group, province) for province in self.provinces)

    def total_in_province(self, province: str) -> int:
        """Return how many people of all groups were counted in a province."""
        return sum(self.people(group, province) for group in self.group_names)

    def neighbours(self, province: str) -> frozenset[str]:
        """Return the provinces that share a border with a province."""
        self.province(province)
        pairs = (pair for pair in self.borders if province in pair)
        return frozenset(other for pair in pairs for other in pair if other != province)


@dataclass(frozen=True)
class Choice:
    """One answer of a question."""

    ref: str
    right: bool


Check = Callable[[Raw, Sequence[Choice], Tables], list[str]]
Statement = Callable[[Raw, Tables], bool]


@dataclass(frozen=True)
class Kind:
    """A claim kind: the parameters that it takes and the function that checks it."""

    parameters: frozenset[str]
    check: Check


@dataclass(frozen=True)
class StatementKind:
    """A statement kind: the parameters that it takes and the function that decides it."""

    parameters: frozenset[str]
    decide: Statement


CLAIMS: dict[str, Kind] = {}
STATEMENTS: dict[str, StatementKind] = {}


# Loading


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def _split(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split(";") if part)


def group_codes(facts: Raw) -> dict[str, int]:
    """Return group slug to official code from the parsed group facts."""
    groups = facts["groups"]
    if not isinstance(groups, list):
        raise ClaimError("group facts: 'groups' is not a list")
    return {str(group["slug"]): int(group["code"]) for group in groups}


def load_tables(folder: Path, codes: Mapping[str, int]) -> Tables:
    """Read the tables of a folder; ``codes`` maps group slug to official code."""
    provinces = {
        row["code"]: Province(
            slug=row["code"],
            name_vi=row["name_vi"],
            name_en=row["name_en"],
            kind=row["kind"],
            region=row["region"],
            coastal=row["is_coastal"] == "true",
            airports=_split(row["airport"]),
            seaport=bool(row["seaport"]),
            successor=row["successor_2025"],
        )
        for row in _rows(folder / "provinces.csv")
    }
    slug_of = {province.name_vi: province.slug for province in provinces.values()}
    group_of = {str(code): slug for slug, code in codes.items()}
    census = list(_rows(folder / "population_by_province_2019.csv"))
    return Tables(
        provinces=provinces,
        units={
            row["slug"]: Unit(
                slug=row["slug"],
                name_vi=row["name_vi"],
                name_en=row["name_en"],
                seat=row["seat"],
                members=_split(row["merged_from"]),
                kind=row["kind"],
                kind_2026=row["kind_2026"],
            )
            for row in _rows(folder / "units_2025.csv")
        },
        listings={
            row["name_vi"]: Listing(
                name_vi=row["name_vi"],
                provinces=tuple(slug_of[name] for name in _split(row["provinces"])),
                status=row["status"],
                note=row["note"],
            )
            for row in _rows(folder / "heritage_listings.csv")
        },
        borders=frozenset(
            frozenset({row["a"], row["b"]}) for row in _rows(folder / "adjacency.csv")
        ),
        archipelagos={
            row["code"]: row["belongs_to"]
            for row in _rows(folder / "tile_map.csv")
            if row["belongs_to"]
        },
        group_names={group_of[row["code"]]: row["name_vi"] for row in census},
        population={
            (group_of[row["code"]], slug_of[row["province"]]): int(row["population_2019"])
            for row in census
        },
    )


# Helpers of the claim kinds


def _text(claim: Raw, key: str) -> str:
    return str(claim[key])


def _texts(claim: Raw, key: str) -> list[str]:
    value = claim[key]
    if not isinstance(value, list):
        raise ClaimError(f"{key}: a list is needed")
    return [str(item) for item in value]


def _number(claim: Raw, key: str) -> int:
    value = claim[key]
    if isinstance(value, bool) or not isinstance(value, int):
        raise ClaimError(f"{key}: a whole number is needed")
    return value


def _marked(choice: Choice) -> str:
    return "right" if choice.right else "wrong"


def _exactly(choices: Sequence[Choice], holds: Callable[[str], bool], what: str) -> list[str]:
    """Right choices must meet the condition, wrong ones must not."""
    problems = []
    for choice in choices:
        if (met := holds(choice.ref)) != choice.right:
            verb = "is" if met else "is not"
            problems.append(f"{choice.ref}: marked {_marked(choice)}, but {verb} {what}")
    return problems


def _largest(choices: Sequence[Choice], value: Callable[[str], int], what: str) -> list[str]:
    """One choice is right, and its value is clearly above that of every other."""
    right = [choice.ref for choice in choices if choice.right]
    if len(right) != 1:
        return [f"one right choice is needed for {what}, not {len(right)}"]
    best = value(right[0])
    problems = []
    for choice in choices:
        if not choice.right and value(choice.ref) > best * (1 - MARGIN):
            problems.append(
                f"{right[0]}: not clearly {what}: {best} against {value(choice.ref)} ({choice.ref})"
            )
    return problems


def _top_group(
    choices: Sequence[Choice], province: str, tables: Tables, left_out: frozenset[str]
) -> list[str]:
    """The right choice leads all groups of a province, not only those among the choices."""
    for choice in choices:
        if choice.ref in left_out:
            return [f"{choice.ref}: left out by the question, so not to be among the choices"]
    offered = {choice.ref for choice in choices}
    others = set(tables.group_names) - offered - left_out
    field = [*choices, *(Choice(ref=group, right=False) for group in sorted(others))]
    return _largest(
        field, lambda group: tables.people(group, province), f"the most numerous in {province}"
    )


def _shares_unit(wrong: str, right: Sequence[str], tables: Tables) -> bool:
    """Whether a wrong province is today part of the same unit as a right one."""
    unit = tables.province(wrong).successor
    return any(tables.province(slug).successor == unit for slug in right)


def _no_shared_unit(choices: Sequence[Choice], right: Sequence[str], tables: Tables) -> list[str]:
    # A place belongs to one old province but also to today's unit: Yên Tử is in "Bắc Ninh" too now.
    return [
        f"{choice.ref}: now in the same unit as a right answer, so not certainly wrong"
        for choice in choices
        if choice.ref not in right and _shares_unit(choice.ref, right, tables)
    ]


def states(*parameters: str) -> Callable[[Check], Check]:
    """Register a claim kind under the name of its function."""

    def register(check: Check) -> Check:
        CLAIMS[check.__name__] = Kind(frozenset(parameters), check)
        return check

    return register


def decides(*parameters: str) -> Callable[[Statement], Statement]:
    """Register a statement kind under the name of its function."""

    def register(decide: Statement) -> Statement:
        STATEMENTS[decide.__name__] = StatementKind(frozenset(parameters), decide)
        return decide

    return register


# Claim kinds: people (census of 1 April 2019)


@states("province")
def most_numerous(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which group, Kinh included, is the most numerous in a province."""
    return _top_group(choices, _text(claim, "province"), tables, frozenset())


@states("province")
def most_numerous_besides_kinh(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which group other than the Kinh is the most numerous in a province."""
    return _top_group(choices, _text(claim, "province"), tables, frozenset({"kinh"}))


@states("province")
def majority(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which group makes up more than half of the people of a province."""
    province = _text(claim, "province")
    # Half the province as a rival: the right group must be clearly above it.
    half = tables.total_in_province(province) // 2

    def value(ref: str) -> int:
        return half if ref == "half" else tables.people(ref, province)

    field = [*choices, Choice(ref="half", right=False)]
    return _largest(field, value, f"the majority in {province}")


@states("group")
def most_of_group(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State in which of the provinces offered the most people of a group live."""
    group = _text(claim, "group")
    return _largest(
        choices, lambda province: tables.people(group, province), f"the largest for {group}"
    )


@states("group")
def most_of_group_in_country(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State in which province of the whole country the most people of a group live."""
    offered = {choice.ref for choice in choices}
    others = sorted(set(tables.provinces) - offered)
    field = [*choices, *(Choice(ref=province, right=False) for province in others)]
    return most_of_group(claim, field, tables)


@states("group", "percent")
def home_of_share(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State in which province at least a share (over half, in percent) of a group lives."""
    group, percent = _text(claim, "group"), _number(claim, "percent")
    if percent <= 50:
        return ["percent: more than 50 is needed, so that only one province can be right"]
    need = tables.total_of_group(group) * percent / 100
    return _exactly(
        choices,
        lambda province: tables.people(group, province) >= need,
        f"home to {percent}% of {group}",
    )


@states("province", "percent")
def groups_mostly_in(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which groups have at least a share (in percent) of their people in a province."""
    province, percent = _text(claim, "province"), _number(claim, "percent")

    def share(group: str) -> float:
        return 100 * tables.people(group, province) / tables.total_of_group(group)

    problems = _exactly(
        choices, lambda group: share(group) >= percent, f"{percent}% at home in {province}"
    )
    near = [
        f"{choice.ref}: marked wrong, but its share is too near {percent}%"
        for choice in choices
        if not choice.right and percent * (1 - MARGIN) < share(choice.ref) < percent
    ]
    return problems + near


@states()
def all_groups_counted(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State in which provinces people of every official group were counted."""

    def complete(province: str) -> bool:
        counted = [group for group in tables.group_names if tables.people(group, province)]
        return len(counted) == GROUP_COUNT

    return _exactly(choices, complete, f"home to people of all {GROUP_COUNT} groups")


# Claim kinds: the map of 63 provinces


@states("province")
def bordering(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces share a border with a province."""
    province = _text(claim, "province")
    near = tables.neighbours(province)
    return _exactly(
        choices, lambda ref: tables.province(ref).slug in near, f"a neighbour of {province}"
    )


@states("province")
def not_bordering(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces do not share a border with a province."""
    province = _text(claim, "province")
    # The province itself would be a nonsense answer.
    near = tables.neighbours(province) | {province}
    return _exactly(
        choices, lambda ref: tables.province(ref).slug not in near, f"apart from {province}"
    )


@states("provinces")
def bordering_all(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces share a border with each of the provinces named."""
    named = _texts(claim, "provinces")
    shared = frozenset.intersection(*(tables.neighbours(province) for province in named))
    return _exactly(
        choices,
        lambda ref: tables.province(ref).slug in shared,
        f"a neighbour of all of {', '.join(named)}",
    )


@states("province")
def number_of_neighbours(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State how many provinces share a border with a province."""
    province = _text(claim, "province")
    count = len(tables.neighbours(province))
    return _exactly(
        choices, lambda ref: ref == str(count), f"the number of neighbours of {province} ({count})"
    )


@states()
def most_neighbours(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which of the provinces offered has the most neighbours."""
    return _largest(
        choices, lambda ref: len(tables.neighbours(ref)), "the one with most neighbours"
    )


@states("province")
def region_of(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State to which region a province belongs."""
    province = tables.province(_text(claim, "province"))
    regions = {each.region for each in tables.provinces.values()}
    unknown = [f"{choice.ref}: no such region" for choice in choices if choice.ref not in regions]
    return unknown or _exactly(
        choices, lambda ref: ref == province.region, f"the region of {province.slug}"
    )


@states("region")
def in_region(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces belong to a region."""
    region = _text(claim, "region")
    return _exactly(choices, lambda ref: tables.province(ref).region == region, f"in {region}")


@states()
def coastal(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have a sea coast."""
    return _exactly(choices, lambda ref: tables.province(ref).coastal, "coastal")


@states()
def inland(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have no sea coast."""
    return _exactly(choices, lambda ref: not tables.province(ref).coastal, "inland")


@states()
def municipality(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which of the 63 were centrally run cities before 1 July 2025."""
    return _exactly(
        choices, lambda ref: tables.province(ref).kind == "municipality", "a centrally run city"
    )


@states("archipelago")
def archipelago_of(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State to which province an archipelago (Hoàng Sa, Trường Sa) belongs."""
    archipelago = _text(claim, "archipelago")
    if archipelago not in tables.archipelagos:
        raise ClaimError(f"{archipelago}: no such archipelago")
    owner = tables.archipelagos[archipelago]
    return _exactly(
        choices, lambda ref: tables.province(ref).slug == owner, f"the home of {archipelago}"
    ) + _no_shared_unit(choices, [owner], tables)


# Claim kinds: airports and seaports


@states()
def with_airport(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have an airport."""
    return _exactly(choices, lambda ref: bool(tables.province(ref).airports), "with an airport")


@states()
def without_airport(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have no airport."""
    return _exactly(choices, lambda ref: not tables.province(ref).airports, "without an airport")


@states()
def with_two_airports(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have two airports."""
    return _exactly(
        choices, lambda ref: len(tables.province(ref).airports) == 2, "with two airports"
    )


@states("code")
def airport_code(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State in which province the airport with an IATA code lies."""
    code = _text(claim, "code")
    return _exactly(
        choices, lambda ref: code in tables.province(ref).airports, f"the province of {code}"
    )


@states()
def with_seaport(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have a seaport."""
    return _exactly(choices, lambda ref: tables.province(ref).seaport, "with a seaport")


@states()
def without_seaport(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have no seaport."""
    return _exactly(choices, lambda ref: not tables.province(ref).seaport, "without a seaport")


@states()
def inland_with_seaport(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have a seaport (on a river) but no sea coast."""

    def holds(ref: str) -> bool:
        province = tables.province(ref)
        return province.seaport and not province.coastal

    return _exactly(choices, holds, "inland with a seaport")


@states()
def coastal_without_seaport(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces have a sea coast but no seaport."""

    def holds(ref: str) -> bool:
        province = tables.province(ref)
        return province.coastal and not province.seaport

    return _exactly(choices, holds, "coastal without a seaport")


# Claim kinds: the units since 1 July 2025


@states("province")
def merged_with(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which former provinces are now in the same unit as a province."""
    province = tables.province(_text(claim, "province"))
    members = set(tables.unit(province.successor).members) - {province.slug}
    return _exactly(
        choices, lambda ref: tables.province(ref).slug in members, f"merged with {province.slug}"
    )


@states("province")
def merged_into(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State to which unit a former province belongs now."""
    province = tables.province(_text(claim, "province"))
    return _exactly(
        choices,
        lambda ref: tables.unit(ref).slug == province.successor,
        f"the unit of {province.slug} since 1 July 2025",
    )


@states("unit")
def members_of(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which former provinces make up a unit."""
    unit = tables.unit(_text(claim, "unit"))
    return _exactly(
        choices, lambda ref: tables.province(ref).slug in unit.members, f"part of {unit.slug}"
    )


@states()
def unmerged(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces were not merged with any other on 1 July 2025."""

    def holds(ref: str) -> bool:
        return len(tables.unit(tables.province(ref).successor).members) == 1

    return _exactly(choices, holds, "a province that was not merged")


@states("unit")
def seat_of(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State where the seat of a unit is; the choices refer to it by name."""
    unit = tables.unit(_text(claim, "unit"))
    return _exactly(choices, lambda ref: ref == unit.seat, f"the seat of {unit.slug}")


@states()
def became_municipality(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which unit was a province on 1 July 2025 and is a centrally run city since 2026."""

    def holds(ref: str) -> bool:
        unit = tables.unit(ref)
        return unit.kind == "province" and unit.kind_2026 == "municipality"

    return _exactly(choices, holds, "a province that became a city in 2026")


# Claim kinds: UNESCO listings


def _usable(listing: Listing) -> list[str]:
    if listing.status != "confirmed":
        return [f"{listing.name_vi}: the listing is not confirmed ({listing.status})"]
    if not listing.complete:
        return [f"{listing.name_vi}: its provinces are not exhaustive, so no other is surely wrong"]
    return []


@states("listing")
def listing_provinces(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State to which provinces a confirmed listing belongs."""
    listing = tables.listing(_text(claim, "listing"))
    return (
        _usable(listing)
        + _exactly(
            choices,
            lambda ref: tables.province(ref).slug in listing.provinces,
            f"a province of {listing.name_vi}",
        )
        + _no_shared_unit(choices, listing.provinces, tables)
    )


@states("listing")
def not_in_listing(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State which provinces a confirmed listing does not belong to."""
    listing = tables.listing(_text(claim, "listing"))
    return _usable(listing) + _exactly(
        choices,
        lambda ref: tables.province(ref).slug not in listing.provinces,
        f"outside the provinces of {listing.name_vi}",
    )


# Claim kind for true-or-false questions, and the statements that it can hold


@states("statement")
def truth(claim: Raw, choices: Sequence[Choice], tables: Tables) -> list[str]:
    """State whether a statement is true; the choices refer to ``true`` and ``false``."""
    statement = claim["statement"]
    if not isinstance(statement, Mapping):
        raise ClaimError("statement: a mapping is needed")
    kind = STATEMENTS.get(str(statement.get("kind")))
    if kind is None:
        raise ClaimError(f"{statement.get('kind')}: no such statement kind")
    _check_parameters(statement, kind.parameters)
    if {choice.ref for choice in choices} != {"true", "false"}:
        raise ClaimError("the choices of a statement must refer to 'true' and 'false'")
    answer = "true" if kind.decide(statement, tables) else "false"
    return _exactly(choices, lambda ref: ref == answer, f"the truth of the statement ({answer})")


@decides("province", "other")
def borders(statement: Raw, tables: Tables) -> bool:
    """Decide whether two provinces share a border."""
    other = tables.province(_text(statement, "other"))
    return other.slug in tables.neighbours(_text(statement, "province"))


@decides("province")
def is_coastal(statement: Raw, tables: Tables) -> bool:
    """Decide whether a province has a sea coast."""
    return tables.province(_text(statement, "province")).coastal


@decides("province")
def is_inland_with_seaport(statement: Raw, tables: Tables) -> bool:
    """Decide whether a province has a seaport but no sea coast."""
    province = tables.province(_text(statement, "province"))
    return province.seaport and not province.coastal


@decides("region")
def region_has_seaports(statement: Raw, tables: Tables) -> bool:
    """Decide whether every province of a region has a seaport."""
    region = _text(statement, "region")
    found = [each for each in tables.provinces.values() if each.region == region]
    if not found:
        raise ClaimError(f"{region}: no such region")
    return all(province.seaport for province in found)


@decides("province", "group", "other")
def outnumbers(statement: Raw, tables: Tables) -> bool:
    """Decide whether one group is more numerous than another in a province."""
    province = _text(statement, "province")
    here = tables.people(_text(statement, "group"), province)
    there = tables.people(_text(statement, "other"), province)
    if abs(here - there) < MARGIN * max(here, there):
        raise ClaimError(f"{province}: {here} and {there} are too near to compare")
    return here > there


@decides("unit")
def is_unmerged(statement: Raw, tables: Tables) -> bool:
    """Decide whether a unit was made of one former province alone."""
    return len(tables.unit(_text(statement, "unit")).members) == 1


# Entry points


def _check_parameters(claim: Raw, parameters: frozenset[str]) -> None:
    given = {key for key in claim if key != "kind"}
    if given != parameters:
        needed = ", ".join(sorted(parameters)) or "none"
        raise ClaimError(f"{claim['kind']}: parameters needed: {needed}; given: {sorted(given)}")


def parse_choices(choices: Sequence[Raw]) -> list[Choice]:
    """Return the references and marks of the choices of a question."""
    parsed = []
    for choice in choices:
        ref = choice.get("ref")
        if ref is None:
            raise ClaimError(f"{choice.get('vi')}: the choice has no ref")
        parsed.append(Choice(ref=str(ref), right=choice.get("right") is True))
    return parsed


def check_claim(claim: Raw, choices: Sequence[Raw], tables: Tables) -> list[str]:
    """Return what is wrong with a claim; nothing when exactly the right choices are right."""
    kind = CLAIMS.get(str(claim.get("kind")))
    if kind is None:
        return [f"{claim.get('kind')}: no such claim kind"]
    try:
        _check_parameters(claim, kind.parameters)
        parsed = parse_choices(choices)
        if len({choice.ref for choice in parsed}) < len(parsed):
            return ["two choices have the same ref"]
        if all(choice.right for choice in parsed) or not any(choice.right for choice in parsed):
            return ["at least one right and one wrong choice are needed"]
        return kind.check(claim, parsed, tables)
    except ClaimError as error:
        return [str(error)]


def check_names(choices: Sequence[Raw], tables: Tables) -> list[str]:
    """Return the choices about a province, unit or group whose text is not the official name."""
    problems = []
    for choice in choices:
        ref = str(choice.get("ref"))
        place = tables.provinces.get(ref) or tables.units.get(ref)
        if place is not None and (choice["vi"], choice["en"]) != (place.name_vi, place.name_en):
            problems.append(f"{ref}: the text is not {place.name_vi} / {place.name_en}")
        elif ref in tables.group_names and choice["vi"] != tables.group_names[ref]:
            problems.append(f"{ref}: the text is not {tables.group_names[ref]}")
    return problems


def index_facts(facts: Raw) -> dict[str, dict[str, object]]:
    """Return every fact of the parsed group facts by id, with the slug of its group added."""
    groups = facts["groups"]
    if not isinstance(groups, list):
        raise ClaimError("group facts: 'groups' is not a list")
    return {
        str(fact["id"]): {**fact, "group": str(group["slug"])}
        for group in groups
        for category in group["facts"].values()
        for fact in category
    }


def check_basis(question: Raw, facts: Mapping[str, Raw], tables: Tables) -> list[str]:
    """Return what is wrong with the fact or the listing that a question rests on.

    ``facts`` is the index made by ``index_facts``.
    """
    problems = []
    try:
        if "listing" in question:
            problems += _usable(tables.listing(str(question["listing"])))
        if "fact" in question:
            problems += _check_fact(question, facts, tables)
    except ClaimError as error:
        problems.append(str(error))
    if not {"claim", "fact", "listing"} & set(question):
        problems.append("the question rests on no claim, fact or listing")
    return problems


def _check_fact(question: Raw, facts: Mapping[str, Raw], tables: Tables) -> list[str]:
    """Check that a fact is sure enough and names what the question marks right."""
    name = str(question["fact"])
    fact = facts.get(name)
    if fact is None:
        return [f"{name}: no such fact"]
    problems = []
    if fact["confidence"] != "high" or fact["basis"] not in ("page", "statistics"):
        problems.append(f"{name}: {fact['confidence']} from {fact['basis']} is not for questions")
    if question.get("group", fact["group"]) != fact["group"]:
        problems.append(f"{name}: the fact is about {fact['group']}, not {question['group']}")
    text = str(fact["vi"])
    if tables.province(str(question["province"])).name_vi not in text:
        problems.append(f"{name}: the fact does not name {question['province']}")
    choices = question["choices"]
    if not isinstance(choices, list):
        raise ClaimError("choices: a list is needed")
    parsed = parse_choices(choices)
    if all(choice.ref in tables.provinces for choice in parsed):
        problems += _exactly(
            parsed, lambda ref: tables.provinces[ref].name_vi in text, f"named by {name}"
        )
        right = [choice.ref for choice in parsed if choice.right]
        problems += _no_shared_unit(parsed, right, tables)
    elif all(choice.ref in tables.group_names for choice in parsed):
        problems += _exactly(parsed, lambda ref: ref == fact["group"], f"the group of {name}")
    return problems
