"""Writes the tables of `heritage/data/` with a `Seeder`; `heritage.tables` has checked them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol, TypeVar

from . import tables
from .models import (
    EthnicGroup,
    Fact,
    GroupName,
    GroupPresence,
    HeritageListing,
    LanguageBranch,
    Province,
    ProvincialUnit,
    Reading,
)
from .named_sources import CENSUS_2019, LIST_OF_PEOPLES
from .seeding import Seeder

M = TypeVar("M")


class Writable(Protocol):
    def write(self, text: str, /) -> object: ...


def run(seeder: Seeder, stdout: Writable, folder: Path = tables.DATA) -> None:
    """Bring the whole atlas. Raises SeedError, before it writes anything, if a table is wrong."""
    data = tables.read(folder)
    for remark in data.remarks:
        stdout.write(f"{remark}\n")
    branches = _branches(seeder, data)
    provinces = _provinces(seeder, data, _units(seeder, data))
    groups = _groups(seeder, data, branches)
    _names(seeder, data, groups)
    _presences(seeder, data, groups, provinces)
    _facts(seeder, data, groups)
    _readings(seeder, data, groups)
    _listings(seeder, data, groups, provinces)


def _branches(seeder: Seeder, data: tables.Tables) -> dict[str, LanguageBranch]:
    rows = seeder.apply_all(
        LanguageBranch,
        [
            (
                {"slug": row["slug"]},
                {
                    "name_vi": row["name_vi"],
                    "name_en": row["name_en"],
                    "family_vi": row["family_vi"],
                    "family_en": row["family_en"],
                    "style": row["style"],
                    "order": order,
                },
            )
            for order, row in enumerate(data.branches, 1)
        ],
    )
    return _present(data.branches, "slug", rows)


def _units(seeder: Seeder, data: tables.Tables) -> dict[str, ProvincialUnit]:
    rows = seeder.apply_all(
        ProvincialUnit,
        [
            (
                {"slug": row["slug"]},
                {
                    "name_vi": row["name_vi"],
                    "name_en": row["name_en"],
                    "kind": row["kind_2026"],
                    "kind_at_merger": row["kind"],
                    "seat": row["seat"],
                },
            )
            for row in data.units
        ],
    )
    return _present(data.units, "slug", rows)


def _provinces(
    seeder: Seeder, data: tables.Tables, units: dict[str, ProvincialUnit]
) -> dict[str, Province]:
    wanted = [row for row in data.provinces if row["successor_2025"] in units]
    keys = [{"slug": row["code"]} for row in wanted]
    rows = seeder.apply_all(
        Province,
        [
            (
                key,
                {
                    "gso_code": row["gso_code"],
                    "name_vi": row["name_vi"],
                    "name_en": row["name_en"],
                    "kind": row["kind"],
                    "region": row["region"],
                    "lat": float(row["lat"]),
                    "lon": float(row["lon"]),
                    "is_coastal": row["is_coastal"] == "true",
                    "airport": row["airport"],
                    "seaport": row["seaport"],
                    "seaport_class": row["seaport_class"],
                    "railway_station": row["railway_station"],
                    "unit": units[row["successor_2025"]],
                },
            )
            for key, row in zip(keys, wanted, strict=True)
        ],
    )
    provinces = _present(wanted, "code", rows)
    # Borders come second: they need every province to be there.
    seeder.apply_all(
        Province,
        [
            (
                {"slug": slug},
                {"borders": [provinces[other] for other in others if other in provinces]},
            )
            for slug, others in sorted(data.borders.items())
            if slug in provinces
        ],
    )
    return provinces


def _groups(
    seeder: Seeder, data: tables.Tables, branches: dict[str, LanguageBranch]
) -> dict[str, EthnicGroup]:
    wanted = [row for row in data.groups if row["branch"] in branches]
    rows = seeder.apply_all(
        EthnicGroup,
        [
            (
                {"slug": row["slug"]},
                {
                    "code": int(row["code"]),
                    "name_vi": row["name_vi"],
                    "name_en": row["name_en"],
                    "branch": branches[row["branch"]],
                    "population_2019": int(row["population_2019"]),
                    "population_2009": int(row["population_2009"]),
                    "population_confirmed": row["population_status"] == "confirmed"
                    and row["population_2009_status"] == "confirmed",
                    "region_hint_vi": row["region_hint"],
                    "region_hint_en": row["region_hint_en"],
                    **_introduction(data.introductions.get(row["slug"])),
                    "source": CENSUS_2019,
                    "provenance": "; ".join(
                        filter(
                            None,
                            [
                                row["provenance"],
                                f"language branch: {row['language_branch']}",
                                f"2009: {row['population_2009_status']}",
                            ],
                        )
                    ),
                },
            )
            for row in wanted
        ],
    )
    return _present(wanted, "slug", rows)


def _introduction(row: dict[str, Any] | None) -> dict[str, str]:
    if row is None:
        return {}
    return {
        "introduction_vi": row["vi"],
        "introduction_en": row["en"],
        "introduction_sources": "\n".join(row["sources"]),
    }


def _readings(seeder: Seeder, data: tables.Tables, groups: dict[str, EthnicGroup]) -> None:
    seeder.apply_all(
        Reading,
        [
            (
                {"group": groups[slug], "url": page["url"]},
                {"title": page["title"], "publisher": page["publisher"], "order": order},
            )
            for slug, row in data.introductions.items()
            if slug in groups
            for order, page in enumerate(row.get("reading") or [], 1)
        ],
    )


def _names(seeder: Seeder, data: tables.Tables, groups: dict[str, EthnicGroup]) -> None:
    seeder.apply_all(
        GroupName,
        [
            (
                {"group": groups[slug], "name": name.name, "kind": name.kind},
                {
                    "note": name.note,
                    "note_en": name.note_en,
                    "source": LIST_OF_PEOPLES if name.kind == "other" else "",
                    "order": order,
                },
            )
            for slug, names in data.names.items()
            if slug in groups
            for order, name in enumerate(names, 1)
        ],
    )
    # A people is found by its other names, which were written without its `save()`.
    stale = []
    for group in EthnicGroup.objects.prefetch_related("names"):
        before = group.search_text
        group.refresh_search()
        if group.search_text != before:
            stale.append(group)
    EthnicGroup.objects.bulk_update(stale, ["search_text"])


def _presences(
    seeder: Seeder,
    data: tables.Tables,
    groups: dict[str, EthnicGroup],
    provinces: dict[str, Province],
) -> None:
    seeder.apply_all(
        GroupPresence,
        [
            (
                {"group": groups[group], "province": provinces[province]},
                {"population_2019": people},
            )
            for group, province, people in data.presences
            if group in groups and province in provinces
        ],
    )


def _facts(seeder: Seeder, data: tables.Tables, groups: dict[str, EthnicGroup]) -> None:
    seeder.apply_all(
        Fact,
        [
            (
                {"key": row["id"]},
                {
                    "group": groups[row["group"]],
                    "category": row["category"],
                    "text_vi": row["vi"],
                    "text_en": row["en"],
                    "gloss_en": row.get("gloss_en", ""),
                    "time_of_year": row.get("time_of_year", ""),
                    "confidence": row["confidence"],
                    "basis": row["basis"],
                    "source": row["source"],
                    "provenance": row["provenance"],
                    "order": row["order"],
                    # A fact that a second source contradicts stays, so that it does not come back.
                    **({"review": Fact.Review.REJECTED} if row.get("dropped") else {}),
                },
            )
            for row in data.facts
            if row["group"] in groups
        ],
    )


def _listings(
    seeder: Seeder,
    data: tables.Tables,
    groups: dict[str, EthnicGroup],
    provinces: dict[str, Province],
) -> None:
    seeder.apply_all(
        HeritageListing,
        [
            (
                {"name_vi": row["name_vi"]},
                {
                    "name_en": row["name_en"],
                    "year": int(row["year"]),
                    "kind": row["kind"],
                    "source": row["source"],
                    "note": row["note"],
                    "status": row["status"],
                    "groups": [groups[slug] for slug in row["groups"] if slug in groups],
                    "provinces": [provinces[slug] for slug in row["places"] if slug in provinces],
                },
            )
            for row in data.listings
        ],
    )


def _present(rows: list[dict[str, Any]], column: str, instances: list[M | None]) -> dict[str, M]:
    """By slug, without those an editor has deleted."""
    return {
        row[column]: instance
        for row, instance in zip(rows, instances, strict=True)
        if instance is not None
    }
