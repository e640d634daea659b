"""Plane geometry of convex outlines: all that the rules ask of a raft seen from above. Pure.

An outline is a tuple of corners in mm, counter-clockwise. Everything is symmetric under turning and
translating within rounding; whoever compares an area or a distance with a limit says by how much.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

Point = tuple[float, float]
#: Corners of a convex outline, counter-clockwise; () is nothing at all.
Outline = tuple[Point, ...]
#: Lowest x and y, highest x and y.
Box = tuple[float, float, float, float]

#: Corners nearer to each other than this (mm) are one.
SAME = 1e-9


def area(outline: Outline) -> float:
    """In mm², by the shoelace formula; negative if the corners run clockwise."""
    twice = 0.0
    for (x1, y1), (x2, y2) in zip(outline, outline[1:] + outline[:1], strict=True):
        twice += x1 * y2 - x2 * y1
    return twice / 2


def centroid(outline: Outline) -> Point:
    """Centre of mass of an even plate of this outline."""
    twice = x = y = 0.0
    for (x1, y1), (x2, y2) in zip(outline, outline[1:] + outline[:1], strict=True):
        cross = x1 * y2 - x2 * y1
        twice += cross
        x += (x1 + x2) * cross
        y += (y1 + y2) * cross
    return x / (3 * twice), y / (3 * twice)


def moved(outline: Outline, x: float, y: float, degrees: float) -> Outline:
    """Turned about the origin, counter-clockwise, then shifted."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple((x + cos * px - sin * py, y + sin * px + cos * py) for px, py in outline)


@lru_cache(maxsize=8192)
def box(outline: Outline) -> Box:
    """The upright rectangle around an outline."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return min(xs), min(ys), max(xs), max(ys)


def apart(one: Box, other: Box) -> bool:
    """Whether two boxes have nothing in common, not even a rim."""
    return one[0] > other[2] or other[0] > one[2] or one[1] > other[3] or other[1] > one[3]


@lru_cache(maxsize=32768)
def common(one: Outline, other: Outline) -> Outline:
    """What two outlines have in common, () when that is no area.

    Clipping one half-plane at a time: I. E. Sutherland and G. W. Hodgman, “Reentrant polygon
    clipping”, *Communications of the ACM* 17 (1974), pp. 32–42. Kept, because from one move to the
    next hardly a pair of pieces changes.
    """
    if apart(box(one), box(other)):
        return ()
    left: Outline = one
    for start, end in zip(other, other[1:] + other[:1], strict=True):
        left = cut(left, start, end)
        if len(left) < 3:
            return ()
    return _without_doubles(left)


def cut(outline: Outline, start: Point, end: Point) -> Outline:
    """The part of an outline on the left of the line from `start` to `end`, rim included."""
    (sx, sy), (ex, ey) = start, end
    dx, dy = ex - sx, ey - sy
    sides = [dx * (y - sy) - dy * (x - sx) for x, y in outline]
    if not sides or min(sides) >= 0:
        return outline
    kept: list[Point] = []
    before, side_before = outline[-1], sides[-1]
    for point, side in zip(outline, sides, strict=True):
        if (side >= 0) != (side_before >= 0):
            part = side_before / (side_before - side)
            kept.append(
                (
                    before[0] + part * (point[0] - before[0]),
                    before[1] + part * (point[1] - before[1]),
                )
            )
        if side >= 0:
            kept.append(point)
        before, side_before = point, side
    return tuple(kept)


def _without_doubles(outline: Outline) -> Outline:
    kept: list[Point] = []
    for point in outline:
        if not kept or math.dist(point, kept[-1]) > SAME:
            kept.append(point)
    while len(kept) > 1 and math.dist(kept[0], kept[-1]) <= SAME:
        kept.pop()
    return tuple(kept) if len(kept) > 2 else ()


def overlap(one: Outline, other: Outline) -> float:
    """The area two outlines have in common, mm²."""
    shared = common(one, other)
    return area(shared) if shared else 0.0


def depth(outline: Outline, point: Point) -> float:
    """How far a point lies inside an outline: mm to the nearest edge; below 0 outside, and then
    the distance to the outline itself."""
    x, y = point
    inside, away = math.inf, math.inf
    for (x1, y1), (x2, y2) in zip(outline, outline[1:] + outline[:1], strict=True):
        dx, dy = x2 - x1, y2 - y1
        length = math.hypot(dx, dy)
        if length <= SAME:
            continue
        inside = min(inside, (dx * (y - y1) - dy * (x - x1)) / length)
        along = min(1.0, max(0.0, (dx * (x - x1) + dy * (y - y1)) / length**2))
        away = min(away, math.hypot(x - x1 - along * dx, y - y1 - along * dy))
    if not math.isfinite(inside):
        return -math.hypot(x - outline[0][0], y - outline[0][1]) if outline else -math.inf
    return inside if inside >= 0 and len(outline) > 2 else -away


def holds(outline: Outline, point: Point) -> bool:
    """Whether a point lies in an outline, rim included."""
    x, y = point
    for (x1, y1), (x2, y2) in zip(outline, outline[1:] + outline[:1], strict=True):
        dx, dy = x2 - x1, y2 - y1
        # Within SAME of the rim is on it; the product is a distance times the edge's length.
        if dx * (y - y1) - dy * (x - x1) < -SAME * (abs(dx) + abs(dy)):
            return False
    return True


def lies_within(outline: Outline, other: Outline, x: float, y: float) -> bool:
    """Whether another outline, shifted so far, lies wholly in an outline, rim included."""
    return all(holds(outline, (x + px, y + py)) for px, py in other)


def trimmed(outline: Outline, by: float) -> Outline:
    """All edges moved inwards by so many mm (below 0: outwards), corners kept sharp; () when
    nothing is left."""
    x1, y1, x2, y2 = box(outline)
    room = 50 * abs(by) + 1
    left: Outline = (
        (x1 - room, y1 - room),
        (x2 + room, y1 - room),
        (x2 + room, y2 + room),
        (x1 - room, y2 + room),
    )
    for (sx, sy), (ex, ey) in zip(outline, outline[1:] + outline[:1], strict=True):
        length = math.hypot(ex - sx, ey - sy)
        nx, ny = -(ey - sy) / length * by, (ex - sx) / length * by
        left = cut(left, (sx + nx, sy + ny), (ex + nx, ey + ny))
        if len(left) < 3:
            return ()
    return _without_doubles(left)


def hull(points: Iterable[Point]) -> Outline:
    """The convex hull, counter-clockwise: A. M. Andrew's monotone chain, “Another efficient
    algorithm for convex hulls in two dimensions”, *Information Processing Letters* 9 (1979),
    pp. 216–219. One or two points are a hull too."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)

    def half(path: list[Point]) -> list[Point]:
        chain: list[Point] = []
        for x, y in path:
            while len(chain) > 1:
                (x1, y1), (x2, y2) = chain[-2:]
                if (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > SAME:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    return tuple(half(ordered) + half(ordered[::-1]))


def mirrored(outline: Outline, across_x: bool) -> Outline:
    """As seen in a mirror: `across_x` turns x into −x, else y into −y. Still counter-clockwise."""
    turned = tuple((-x, y) if across_x else (x, -y) for x, y in outline)
    return turned[::-1]
