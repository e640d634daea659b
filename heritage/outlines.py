"""The shapes behind the maps: outlines of the 63 provinces, a lighter copy of them, the tiles.

Units are those of `outline.json`: 1000 wide, 1800 high, y downwards. The lighter copy keeps
neighbours in step: a border is cut into arcs at the points where three shapes or the sea meet, and
each arc is simplified once (Douglas & Peucker 1973), so that no gap opens between two provinces.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

DATA = Path(__file__).resolve().parent / "data"

#: The page the country is drawn on: the outline and room for names in the east.
WIDTH, HEIGHT = 1060, 1800

Point = tuple[int, int]
Ring = tuple[Point, ...]

#: How far the lighter outline may leave the true one, and the smallest island it keeps (units²).
TOLERANCE, SMALLEST = 1.5, 30.0


@dataclass(frozen=True, slots=True)
class Island:
    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Inset:
    """An archipelago in a frame of its own, beside the mainland."""

    slug: str
    name_vi: str
    name_en: str
    belongs_to: str
    frame: tuple[float, float, float, float]
    islands: tuple[Island, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    slug: str
    col: int
    row: int
    #: The province an archipelago belongs to; empty for provinces themselves.
    belongs_to: str


@dataclass(frozen=True)
class Outlines:
    """`rings` in whole units and as path data; `labels` where a province's pin stands."""

    rings: dict[str, tuple[Ring, ...]]
    paths: dict[str, str]
    labels: dict[str, Point]
    insets: tuple[Inset, ...]
    attribution: str
    licence: str
    source: str


@cache
def outlines(simplified: bool = False) -> Outlines:
    """The map's shapes, read once a process."""
    if simplified:
        whole = outlines()
        lighter = _simplify(whole.rings)
        return replace(whole, rings=lighter, paths=_paths(lighter))
    raw = json.loads((DATA / "outline.json").read_text(encoding="utf-8"))
    rings = {slug: tuple(_rings(path)) for slug, path in raw["provinces"].items()}
    return Outlines(
        rings=rings,
        paths=_paths(rings),
        labels={slug: (round(x), round(y)) for slug, (x, y) in raw["labels"].items()},
        insets=tuple(
            Inset(
                slug=slug,
                name_vi=inset["name_vi"],
                name_en=inset["name_en"],
                belongs_to=inset["belongs_to"],
                frame=tuple(inset["frame"]),
                islands=tuple(
                    Island(island["name_vi"], island["x"], island["y"])
                    for island in inset["islands"]
                ),
            )
            for slug, inset in raw["insets"].items()
        ),
        attribution=raw["attribution"],
        licence=raw["licence"],
        source=raw["source"],
    )


@cache
def tiles() -> tuple[Tile, ...]:
    with (DATA / "tile_map.csv").open(encoding="utf-8", newline="") as stream:
        return tuple(
            Tile(row["code"], int(row["col"]), int(row["row"]), row["belongs_to"])
            for row in csv.DictReader(stream)
        )


@cache
def land_between() -> tuple[tuple[int, int] | None, ...]:
    """For each strip of 10 units from north to south, the west and east ends of the land in it."""
    strips: list[tuple[int, int] | None] = [None] * 181
    for rings in outlines().rings.values():
        for ring in rings:
            for (x0, y0), (x1, y1) in _edges(ring):
                low, high = sorted((x0, x1))
                for strip in range(min(y0, y1) // 10, max(y0, y1) // 10 + 1):
                    kept = strips[strip]
                    strips[strip] = (
                        (low, high) if kept is None else (min(low, kept[0]), max(high, kept[1]))
                    )
    return tuple(strips)


# --- paths ---------------------------------------------------------------------------------------


def _rings(path: str) -> Iterable[Ring]:
    for part in path.split("M")[1:]:
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", part)]
        points = [(round(x), round(y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        ring = [point for i, point in enumerate(points) if point != points[i - 1]]
        if len(ring) > 2:
            yield tuple(ring)


def _paths(shapes: dict[str, tuple[Ring, ...]]) -> dict[str, str]:
    return {slug: "".join(map(_encode, rings)) for slug, rings in shapes.items()}


def _encode(ring: Ring) -> str:
    """Relative whole steps: a third of the absolute notation's bytes."""
    (x, y), *rest = ring
    steps = []
    for to_x, to_y in rest:
        steps.append(f"{to_x - x} {to_y - y}")
        x, y = to_x, to_y
    return f"M{ring[0][0]} {ring[0][1]}l{' '.join(steps)}z".replace(" -", "-")


def _edges(ring: Ring) -> Iterable[tuple[Point, Point]]:
    return zip(ring, (*ring[1:], ring[0]), strict=True)


def _area(ring: Ring) -> float:
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in _edges(ring))) / 2


# --- the lighter copy ----------------------------------------------------------------------------


def _simplify(shapes: dict[str, tuple[Ring, ...]]) -> dict[str, tuple[Ring, ...]]:
    neighbours: dict[Point, set[Point]] = {}
    for rings in shapes.values():
        for ring in rings:
            for a, b in _edges(ring):
                neighbours.setdefault(a, set()).add(b)
                neighbours.setdefault(b, set()).add(a)
    nodes = {point for point, others in neighbours.items() if len(others) != 2}
    lighter = {}
    for slug, rings in shapes.items():
        largest = max(rings, key=_area)
        kept = [ring for ring in rings if ring is largest or _area(ring) >= SMALLEST]
        thin = [_thin(ring, nodes) for ring in kept]
        lighter[slug] = tuple(ring for ring in thin if len(ring) > 2)
    return lighter


def _thin(ring: Ring, nodes: set[Point]) -> Ring:
    corners = [i for i, point in enumerate(ring) if point in nodes]
    if len(corners) < 2:
        # An island, or a shape touched at one point: cut it at two points of its own.
        start = corners[0] if corners else ring.index(min(ring))
        far = max(range(len(ring)), key=lambda i: _distance(ring[i], ring[start]))
        corners = sorted({start, far})
    points: list[Point] = []
    for here, there in zip(corners, [*corners[1:], corners[0] + len(ring)], strict=True):
        arc = [ring[i % len(ring)] for i in range(here, there + 1)]
        # Both neighbours walk a shared arc, one of them backwards: simplify it in one direction.
        if arc[0] > arc[-1]:
            points += reversed(_douglas_peucker(arc[::-1])[1:])
        else:
            points += _douglas_peucker(arc)[:-1]
    return tuple(points)


def _douglas_peucker(arc: Sequence[Point]) -> list[Point]:
    if len(arc) < 3:
        return list(arc)
    far, at = max((_off(point, arc[0], arc[-1]), i) for i, point in enumerate(arc[1:-1], 1))
    if far <= TOLERANCE:
        return [arc[0], arc[-1]]
    return [*_douglas_peucker(arc[: at + 1])[:-1], *_douglas_peucker(arc[at:])]


def _distance(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def _off(point: Point, a: Point, b: Point) -> float:
    """How far a point lies from the line through a and b; from a itself if they are one."""
    if a == b:
        return _distance(point, a)
    dx, dy = b[0] - a[0], b[1] - a[1]
    return abs(dx * (point[1] - a[1]) - dy * (point[0] - a[0])) / _distance(a, b)
