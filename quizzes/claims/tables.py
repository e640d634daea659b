"""The tables that claims are proved from, read from the folder of the data files."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

Raw = Mapping[str, object]


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
    station: str  # '' where no railway station is named
    latitude: float  # of its middle, in degrees north
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
    year: str
    provinces: tuple[str, ...]
    groups: tuple[str, ...]
    status: str
    note: str

    @property
    def complete(self) -> bool:
        """Whether the provinces are all of them, so that another province is a wrong answer."""
        # "group list ... not exhaustive" is about the bearers, not about the provinces.
        return "not exhaustive" not in self.note or "group list" in self.note

    @property
    def groups_complete(self) -> bool:
        """Whether the groups are all of them, so that another group is a wrong answer."""
        return bool(self.groups) and "not exhaustive" not in self.note


@dataclass(frozen=True)
class Group:
    """One of the 54 peoples, with the language of the tables and two census totals."""

    slug: str
    name_vi: str
    family: str
    branch: str
    population_2019: int
    population_2009: int | None


@dataclass(frozen=True)
class Tables:
    """All tables that a claim can be proved from, keyed by slug."""

    provinces: Mapping[str, Province]
    units: Mapping[str, Unit]
    listings: Mapping[str, Listing]
    groups: Mapping[str, Group]
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

    def group(self, slug: str) -> Group:
        """Return a people by slug."""
        if slug not in self.groups:
            raise ClaimError(f"{slug}: no such group")
        return self.groups[slug]

    def people(self, group: str, province: str) -> int:
        """Return how many people of a group the 2019 census counted in a province."""
        self.group(group)
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
            station=row["railway_station"],
            latitude=float(row["lat"]),
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
                year=row["year"],
                provinces=tuple(slug_of[name] for name in _split(row["provinces"])),
                groups=tuple(group_of[code] for code in _split(row["ethnic_group_codes"])),
                status=row["status"],
                note=row["note"],
            )
            for row in _rows(folder / "heritage_listings.csv")
        },
        groups={
            group_of[row["code"]]: Group(
                slug=group_of[row["code"]],
                name_vi=row["name_vi"],
                family=row["language_family"],
                branch=row["language_branch"],
                population_2019=int(row["population_2019"]),
                # A total that was not confirmed proves nothing.
                population_2009=int(row["population_2009"])
                if row["population_2009_status"] == "confirmed"
                else None,
            )
            for row in _rows(folder / "ethnic_groups.csv")
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
