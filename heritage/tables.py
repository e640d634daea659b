"""Reads the files of `heritage/data/` and refuses them when they do not fit together.

Everything is read and checked before anything is written, so that a slip of a hand in one row
leaves the site as it was. docs/reference/data.md says what each table is. No Django here.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .table_files import (
    SeedError,
    composed,
    need,
    number,
    numbered,
    one_of,
    read_book,
    read_csv,
    read_yaml,
    same,
    unique,
)

DATA = Path(__file__).resolve().parent / "data"

GROUPS, PROVINCES, UNITS, BRANCHES = 54, 63, 34, 8
#: Words of an introduction in either language, fewest and most.
INTRODUCTION = (80, 150)
#: One people's provinces may differ by this much from its total (Ơ-đu's do, in the sources).
TOLERANCE = 2

_REGIONS = {
    "northern-midlands-mountains",
    "red-river-delta",
    "north-central",
    "south-central-coast",
    "central-highlands",
    "southeast",
    "mekong-delta",
}
_KINDS = {"province", "municipality"}
_LISTING_KINDS = {
    "Intangible heritage - Representative List",
    "Intangible heritage - Urgent Safeguarding List",
    "World Heritage - cultural",
    "World Heritage - natural",
    "World Heritage - mixed",
    "Memory of the World - international",
    "Memory of the World - Asia-Pacific",
    "UNESCO Global Geopark",
}
_CATEGORIES = {
    "settlement",
    "livelihood",
    "craft",
    "dress",
    "food",
    "music_dance_instrument",
    "festival",
    "belief_custom",
    "script_language",
    "oral_literature",
    "notable",
}
_CONFIDENCES, _BASES = {"high", "medium"}, {"page", "statistics", "digest", "general"}


@dataclass(frozen=True)
class Name:
    """A name of a people beside its official one."""

    name: str
    kind: str
    note: str = ""
    note_en: str = ""


@dataclass(frozen=True)
class Tables:
    """Everything, checked. Rows are dictionaries as the files have them."""

    branches: list[dict[str, str]]
    units: list[dict[str, str]]
    provinces: list[dict[str, str]]
    borders: dict[str, list[str]]
    groups: list[dict[str, Any]]
    names: dict[str, list[Name]]
    presences: list[tuple[str, str, int]]
    facts: list[dict[str, Any]]
    #: By the people's slug: texts `vi` and `en`, `sources`, and `reading`.
    introductions: dict[str, dict[str, Any]]
    listings: list[dict[str, Any]]
    #: What is worth telling though it is no reason to refuse.
    remarks: list[str]


def read(folder: Path = DATA) -> Tables:
    """All tables of a folder. Raises SeedError for the first thing that is not in order."""
    branches = _branches(folder)
    units = _units(folder)
    provinces = _provinces(folder, units)
    slugs = {row["code"] for row in provinces}
    borders = _borders(folder, slugs)
    _maps(folder, slugs)
    book = read_book(folder, "group_facts.yaml", GROUPS)
    groups = _groups(folder, branches, book)
    presences, remarks = _presences(folder, groups, provinces)
    slugs_of_groups = {row["slug"] for row in groups}
    return Tables(
        branches=branches,
        units=units,
        provinces=provinces,
        borders=borders,
        groups=groups,
        names=_names(folder, groups),
        presences=presences,
        facts=_facts(book, slugs_of_groups),
        introductions=_introductions(folder, slugs_of_groups),
        listings=_listings(folder, groups, provinces),
        remarks=remarks,
    )


# --- one table each ------------------------------------------------------------------------------


def _branches(folder: Path) -> list[dict[str, str]]:
    file = "language_branches.csv"
    rows = read_csv(folder, file, key="slug", count=BRANCHES)
    need(file, rows, "name_vi", "name_en", "family_vi", "family_en", "style", "table_name")
    return rows


def _units(folder: Path) -> list[dict[str, str]]:
    file = "units_2025.csv"
    rows = read_csv(folder, file, key="slug", count=UNITS)
    need(file, rows, "name_vi", "name_en", "seat", "merged_from")
    for line, row in numbered(rows):
        one_of(file, line, row, "kind", _KINDS)
        one_of(file, line, row, "kind_2026", _KINDS)
    return rows


def _provinces(folder: Path, units: list[dict[str, str]]) -> list[dict[str, str]]:
    file = "provinces.csv"
    rows = read_csv(folder, file, key="code", count=PROVINCES)
    need(file, rows, "gso_code", "name_vi", "name_en")
    unique(file, rows, "gso_code", "name_vi")
    merged = {slug: unit["slug"] for unit in units for slug in unit["merged_from"].split(";")}
    for line, row in numbered(rows):
        one_of(file, line, row, "kind", _KINDS)
        one_of(file, line, row, "region", _REGIONS)
        one_of(file, line, row, "is_coastal", {"true", "false"})
        for column, low, high in (("lat", 8.0, 24.0), ("lon", 102.0, 117.5)):
            if not low <= number(file, line, row, column) <= high:
                raise SeedError(file, line, f"{column} {row[column]} lies outside the country")
        if merged.get(row["code"]) != row["successor_2025"]:
            raise SeedError(
                file, line, f"units_2025.csv does not merge {row['code']} into its successor"
            )
    known = {row["code"] for row in rows}
    for line, unit in numbered(units):
        for slug in unit["merged_from"].split(";"):
            if slug not in known:
                raise SeedError("units_2025.csv", line, f"unknown province {slug!r}")
    return rows


def _borders(folder: Path, slugs: set[str]) -> dict[str, list[str]]:
    file = "adjacency.csv"
    borders: dict[str, list[str]] = {slug: [] for slug in slugs}
    for line, row in numbered(read_csv(folder, file)):
        a, b = row["a"], row["b"]
        for slug in (a, b):
            if slug not in slugs:
                raise SeedError(file, line, f"unknown province {slug!r}")
        if a == b:
            raise SeedError(file, line, f"{a} borders itself")
        if b in borders[a]:
            raise SeedError(file, line, f"{a} and {b} are given twice")
        borders[a].append(b)
        borders[b].append(a)
    for slug, others in borders.items():
        if not others:
            raise SeedError(file, None, f"{slug} borders no other province")
    return borders


def _maps(folder: Path, slugs: set[str]) -> None:
    file = "tile_map.csv"
    places: set[tuple[str, str]] = set()
    drawn: set[str] = set()
    for line, row in numbered(read_csv(folder, file, key="code")):
        for column in ("col", "row"):
            number(file, line, row, column)
        if (row["col"], row["row"]) in places:
            raise SeedError(file, line, f"another tile lies at {row['col']}, {row['row']}")
        places.add((row["col"], row["row"]))
        if row["playable"] == "true":
            drawn.add(row["code"])
        elif row["belongs_to"] not in slugs:
            raise SeedError(file, line, f"unknown province {row['belongs_to']!r}")
    same(file, drawn, slugs)
    file = "outline.json"
    outline = json.loads((folder / file).read_text(encoding="utf-8"))
    same(file, set(outline["provinces"]), slugs)
    same(file, set(outline["labels"]), slugs)
    if set(outline["insets"]) != {"hoang-sa", "truong-sa"}:
        raise SeedError(file, "insets", "Hoàng Sa and Trường Sa must both be there")
    for key in ("attribution", "licence"):
        if not outline.get(key):
            raise SeedError(file, key, "is missing")


def _groups(
    folder: Path, branches: list[dict[str, str]], book: dict[str, Any]
) -> list[dict[str, Any]]:
    file = "ethnic_groups.csv"
    rows: list[dict[str, Any]] = [*read_csv(folder, file, key="code", count=GROUPS)]
    need(file, rows, "name_vi", "name_en", "region_hint")
    unique(file, rows, "name_vi")
    hints = {row["vi"]: row["en"] for row in read_csv(folder, "region_hints_en.csv", key="vi")}
    slugs = {str(entry["code"]): entry["slug"] for entry in book["groups"]}
    by_name = {row["table_name"]: row for row in branches}
    counted = dict.fromkeys(by_name, 0)
    for line, row in numbered(rows):
        code = number(file, line, row, "code")
        if not 1 <= code <= GROUPS:
            raise SeedError(file, line, f"code {row['code']} is not between 1 and {GROUPS}")
        for column in ("population_2019", "population_2009"):
            if number(file, line, row, column) <= 0:
                raise SeedError(file, line, f"{column} must be above 0")
        branch = by_name.get(row["branch_vi"])
        if branch is None:
            raise SeedError(file, line, f"unknown language branch {row['branch_vi']!r}")
        if branch["family"] != row["language_family"]:
            raise SeedError(file, line, f"{row['branch_vi']} is not {row['language_family']}")
        if row["region_hint"] not in hints:
            raise SeedError(
                file, line, f"region_hints_en.csv does not translate {row['region_hint']!r}"
            )
        if row["code"] not in slugs:
            raise SeedError("group_facts.yaml", None, f"people {row['code']} is missing")
        counted[row["branch_vi"]] += 1
        row["slug"] = slugs[row["code"]]
        row["branch"] = branch["slug"]
        row["region_hint_en"] = hints[row["region_hint"]]
    for line, branch in numbered(branches):
        if counted[branch["table_name"]] != int(branch["groups"]):
            raise SeedError(
                "language_branches.csv",
                line,
                f"{branch['groups']} peoples expected, {counted[branch['table_name']]} found",
            )
    return rows


def _presences(
    folder: Path, groups: list[dict[str, Any]], provinces: list[dict[str, str]]
) -> tuple[list[tuple[str, str, int]], list[str]]:
    file = "population_by_province_2019.csv"
    group_of = {row["code"]: row for row in groups}
    province_of = {row["name_vi"]: row["code"] for row in provinces}
    seen: set[tuple[str, str]] = set()
    sums = dict.fromkeys(group_of, 0)
    presences = []
    for line, row in numbered(read_csv(folder, file)):
        group = group_of.get(row["code"])
        if group is None:
            raise SeedError(file, line, f"unknown people {row['code']!r}")
        if row["name_vi"] not in {group["name_vi"], group["name_vi_census2019"]}:
            raise SeedError(file, line, f"{row['name_vi']} is not people {row['code']}")
        province = province_of.get(row["province"])
        if province is None:
            raise SeedError(file, line, f"unknown province {row['province']!r}")
        if (row["code"], province) in seen:
            raise SeedError(file, line, f"{row['name_vi']} in {row['province']} is given twice")
        seen.add((row["code"], province))
        people = int(number(file, line, row, "population_2019"))
        if people <= 0:
            raise SeedError(file, line, "population_2019 must be above 0")
        sums[row["code"]] += people
        presences.append((group["slug"], province, people))
    remarks = []
    for line, row in numbered(groups):
        total, summed = int(row["population_2019"]), sums[row["code"]]
        said = f"the provinces of {row['name_vi']} add up to {summed}, its total is {total}"
        if abs(total - summed) > TOLERANCE:
            raise SeedError("ethnic_groups.csv", line, said)
        if total != summed:
            remarks.append(f"ethnic_groups.csv, row {line}: {said}")
    return presences, remarks


def _facts(book: dict[str, Any], slugs: set[str]) -> list[dict[str, Any]]:
    file = "group_facts.yaml"
    facts: list[dict[str, Any]] = []
    seen: set[str] = set()
    for entry in book["groups"]:
        if entry["slug"] not in slugs:
            raise SeedError(file, str(entry["slug"]), "unknown people")
        for category, rows in entry["facts"].items():
            for order, row in enumerate(rows, 1):
                key = str(row.get("id"))
                if key in seen:
                    raise SeedError(file, key, "the id is given twice")
                seen.add(key)
                if category not in _CATEGORIES:
                    raise SeedError(file, key, f"unknown category {category!r}")
                for language in ("vi", "en"):
                    if not str(row.get(language) or "").strip():
                        raise SeedError(file, key, f"the {language} text is missing")
                one_of(file, key, row, "confidence", _CONFIDENCES)
                one_of(file, key, row, "basis", _BASES)
                for value in row.values():
                    composed(file, key, str(value))
                source, provenance = public_source(str(row.get("source") or ""))
                remarks = filter(None, [provenance, row.get("note"), row.get("dropped")])
                facts.append(
                    {
                        **row,
                        "group": entry["slug"],
                        "category": category,
                        "order": order,
                        "source": source,
                        "provenance": "; ".join(remarks),
                    }
                )
    return facts


def _names(folder: Path, groups: list[dict[str, Any]]) -> dict[str, list[Name]]:
    file = "name_notes_en.csv"
    english = {row["vi"]: row["en"] for row in read_csv(folder, file, key="vi")}
    names: dict[str, list[Name]] = {}
    for row in groups:
        names[row["slug"]] = []
        for name in names_of(row):
            if name.note and name.note not in english:
                raise SeedError(file, None, f"does not translate {name.note!r}")
            names[row["slug"]].append(replace(name, note_en=english.get(name.note, "")))
    return names


def _introductions(folder: Path, slugs: set[str]) -> dict[str, dict[str, Any]]:
    file = "introductions.yaml"
    introductions: dict[str, dict[str, Any]] = {}
    low, high = INTRODUCTION
    for row in read_yaml(folder, file):
        slug = str(row.get("people"))
        if slug not in slugs:
            raise SeedError(file, slug, "unknown people")
        if slug in introductions:
            raise SeedError(file, slug, "the people is given twice")
        for language in ("vi", "en"):
            text = str(row.get(language) or "")
            if not low <= len(text.split()) <= high:
                raise SeedError(
                    file,
                    slug,
                    f"the {language} text has {len(text.split())} words, not {low}–{high}",
                )
            composed(file, slug, text)
        if not row.get("sources"):
            raise SeedError(file, slug, "names no source")
        for source in row["sources"]:
            composed(file, slug, source)
            if public_source(source)[1]:
                raise SeedError(file, slug, f"{source!r} says nothing to a reader")
        for page in row.get("reading") or []:
            for part in ("title", "publisher", "url"):
                if not str(page.get(part) or "").strip():
                    raise SeedError(file, slug, f"the {part} of a page to read is missing")
                composed(file, slug, page[part])
        introductions[slug] = row
    return introductions


def _listings(
    folder: Path, groups: list[dict[str, Any]], provinces: list[dict[str, str]]
) -> list[dict[str, Any]]:
    file = "heritage_listings.csv"
    rows: list[dict[str, Any]] = [*read_csv(folder, file, key="name_vi")]
    need(file, rows, "name_vi", "name_en", "status")
    group_of = {row["code"]: row["slug"] for row in groups}
    province_of = {row["name_vi"]: row["code"] for row in provinces}
    for line, row in numbered(rows):
        one_of(file, line, row, "kind", _LISTING_KINDS)
        if not 1972 <= number(file, line, row, "year") <= 2100:
            raise SeedError(file, line, f"{row['year']} is no year of an inscription")
        row["groups"], row["places"] = [], []
        for column, known, into in (
            ("ethnic_group_codes", group_of, "groups"),
            ("provinces", province_of, "places"),
        ):
            for word in filter(None, row[column].split(";")):
                if word not in known:
                    raise SeedError(file, line, f"unknown in {column}: {word!r}")
                row[into].append(known[word])
        row["source"], row["provenance"] = public_source(row["source"])
    return rows


# --- readings of one cell ------------------------------------------------------------------------


def names_of(row: dict[str, Any]) -> Iterator[Name]:
    """The other names of a people, and those that are not to be used.

    >>> row = {"name_vi": "Chứt", "name_vi_census2019": "Chứt",
    ...        "endonyms_and_other_names": "Rục", "avoid_names": "'người rừng';Xá … (tên cũ)"}
    >>> [(name.name, name.kind, name.note) for name in names_of(row)]
    [('Rục', 'other', ''), ('người rừng', 'avoid', ''), ('Xá', 'avoid', 'tên cũ')]
    """
    seen = {(row["name_vi"], "other")}
    others = [*filter(None, row["endonyms_and_other_names"].split(";"))]
    if _letters(row["name_vi_census2019"]) not in map(_letters, [row["name_vi"], *others]):
        others.append(f"{row['name_vi_census2019']} (Tổng điều tra 2019)")
    for text in others:
        match = re.fullmatch(r"(.+?) \((tên nhóm|Tổng điều tra 2019)\)", text)
        name = Name(match[1], "other", match[2]) if match else Name(text, "other")
        if (name.name, name.kind) not in seen:
            seen.add((name.name, name.kind))
            yield name
    for text in filter(None, row["avoid_names"].split(";")):
        for name in _avoided(text):
            if (name.name, name.kind) not in seen:
                seen.add((name.name, name.kind))
                yield name


def _avoided(text: str) -> Iterator[Name]:
    match = re.search(r"\s*\(([^)]*)\)\s*$", text)
    note = match[1] if match else ""
    bare = text[: match.start()] if match else text
    quoted = re.findall(r"'([^']+)'", bare)
    if quoted:
        rest = re.sub(r"'[^']+',?\s*", "", bare).strip()
        for name in quoted:
            yield Name(name, "avoid", "; ".join(filter(None, [rest, note])))
        return
    name, _, use = bare.partition(" dùng ")
    parts = [f"dùng {use}" if use else "", note]
    yield Name(name.removesuffix("…").strip(), "avoid", "; ".join(filter(None, parts)))


def public_source(text: str) -> tuple[str, str]:
    """(what readers see, what only editors see) of a source as the tables give it.

    >>> public_source("general reference")
    ('', 'general reference')
    >>> public_source("Người Mạ — dantocmiennui.vn")
    ('Người Mạ — dantocmiennui.vn', '')
    """
    parts = []
    for part in text.split("; "):
        if part in {"general reference", "year: general reference"}:
            continue
        part = re.sub(r"^list of (\d+) —", r"danh sách \1 di sản —", part)
        part = re.sub(r" — public app text$", "", part.removesuffix(" (listing)"))
        parts.append(part)
    public = "; ".join(parts)
    return public, "" if public == text else text


def _letters(text: str) -> str:
    """Only the bare letters: Ê Đê and Ê-đê are one spelling to a reader who searches."""
    bare = unicodedata.normalize("NFD", text.lower().replace("đ", "d"))
    return "".join(char for char in bare if char.isalnum())
