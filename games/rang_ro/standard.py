"""The game as it comes with the site, without a database: the atlas's map, the quests and function
cards of `data/`, and question piles as a caller wants them. Pure.

`content.snapshot` makes the same from the database, with real questions.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from games.game import Json
from heritage.tables import DATA as ATLAS

from .core.world import CHALLENGE, REGIONS

DATA = Path(__file__).resolve().parent / "data"
#: N1: so many homes at most, each with at least this share of the first one's head-count.
MOST_HOMES, LEAST_SHARE = 3, 0.05
SIZES = (3, 4, 5)


def _rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as source:
        return list(csv.DictReader(source))


@cache
def provinces() -> dict[str, dict[str, Json]]:
    """The 63 provinces: region, and which vehicles stop there."""
    return {
        row["code"]: {
            "region": row["region"],
            "plane": bool(row["airport"]),
            "boat": bool(row["seaport"]),
            "train": bool(row["railway_station"]),
        }
        for row in _rows(ATLAS / "provinces.csv")
    }


@cache
def borders() -> list[list[str]]:
    """Pairs of provinces that touch."""
    return [[row["a"], row["b"]] for row in _rows(ATLAS / "adjacency.csv")]


def homes_of(names: Sequence[str], counts: Mapping[str, int]) -> tuple[str, ...]:
    """The home provinces of a people (N1), from its main provinces in their order and, where it
    is known, how many of it live in each."""
    first = counts.get(names[0], 0)
    return tuple(
        name
        for name in names[:MOST_HOMES]
        if not first or counts.get(name, 0) >= LEAST_SHARE * first
    )


@cache
def homes() -> dict[int, tuple[str, ...]]:
    """The home provinces of each people, by code."""
    slug = {row["name_vi"]: row["code"] for row in _rows(ATLAS / "provinces.csv")}
    found = {}
    for row in _rows(ATLAS / "ethnic_groups.csv"):
        names = [slug[name] for name in row["main_provinces"].split(";")]
        counts = {}
        for pair in filter(None, row["main_province_counts_2019"].split(";")):
            name, _, count = pair.rpartition(":")
            counts[slug[name]] = int(count)
        found[int(row["code"])] = homes_of(names, counts)
    return found


@cache
def function_cards() -> dict[str, dict[str, Json]]:
    """The function cards, by code."""
    data = yaml.safe_load((DATA / "function_cards.yaml").read_text(encoding="utf-8"))
    return {row["code"]: {k: v for k, v in row.items() if k != "code"} for row in data["cards"]}


@cache
def quest_regions() -> dict[int, dict[int, tuple[str, ...]]]:
    """By people and number of slots: the regions of the slots after the first home."""
    found: dict[int, dict[int, tuple[str, ...]]] = {}
    for row in _rows(DATA / "quests.csv"):
        regions = tuple(row["regions"].split(";"))
        found.setdefault(int(row["people"]), {})[int(row["size"])] = regions
    return found


@cache
def targets() -> dict[int, float]:
    """T of each number of slots: what a quest should cost, in coins (N4)."""
    return {int(row["size"]): float(row["coins"]) for row in _rows(DATA / "targets.csv")}


@cache
def by_region() -> dict[str, list[str]]:
    """The provinces of each region, in their order."""
    inside: dict[str, list[str]] = {region: [] for region in REGIONS}
    for slug, row in sorted(provinces().items()):
        inside[row["region"]].append(slug)
    return inside


@cache
def peoples() -> dict[str, dict[str, Json]]:
    """Homes and quests of the 54 peoples, in the form of the content."""
    inside = by_region()
    return {
        str(code): {
            "homes": list(found),
            "quests": {
                str(size): [[found[0]], *(inside[region] for region in regions)]
                for size, regions in quest_regions()[code].items()
            },
        }
        for code, found in homes().items()
    }


def _synthetic(pile: str, count: int) -> Iterator[dict[str, Any]]:
    for number in range(count):
        yield {
            "id": f"{pile}.{number}",
            "stem": f"{pile} {number}",
            "choices": ["right", "wrong", "also wrong"],
            "right": 0,
        }


def content(
    questions: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
    *,
    cards: Mapping[str, Mapping[str, Json]] | None = None,
    quests: Mapping[str, Mapping[str, Json]] | None = None,
) -> dict[str, Any]:
    """Everything a game needs. Without questions the piles are synthetic, a few cards each that
    come again and again: for statistics, bots and tests. `cards` and `quests` (of a people, by its
    code and the number of slots) stand in place of those of the data."""
    if questions is None:
        questions = {pile: list(_synthetic(pile, 6)) for pile in (*REGIONS, CHALLENGE)}
    own = quests or {}
    return {
        "provinces": provinces(),
        "borders": borders(),
        "peoples": {
            code: {**row, "quests": {**row["quests"], **own.get(code, {})}}
            for code, row in peoples().items()
        },
        "cards": {**function_cards(), **(cards or {})},
        "questions": questions,
    }
