"""How a fall, or a settling, is shown: key frames made from the judge's waves, no engine needed.

A frame is [ms, dx, dy, z, a, b]: shift in plan from where the piece lay, height of its underside
at its centre, slopes. Between frames all goes in straight lines. A piece that falls tips within
`TIP` ms from its old plane to the one in which it slides off, and is in the sea `SLIDE` ms later;
waves start one after the other. docs/rules/rafter_five.md, section 10.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from .pieces import BASE, SEA, Plane
from .shapes import Outline, Point
from .stability import Body

TIP, SLIDE = 160, 340
#: Waves start this many ms apart, but the last one no later than `LAST` after the first.
APART, LAST = 180, 700
#: How long a raft takes that only settles.
SETTLE = 300
#: What is too small to be seen: mm of height, and slope.
SEEN_HEIGHT, SEEN_SLOPE = 0.05, 0.002
#: A falling piece goes at least so far aside, and leaves so much room beside the base card, mm.
AT_LEAST, ROOM = 20.0, 6.0
#: Parts of the slide at which there is a frame, and how much steeper a piece is at its end.
PARTS = (0.25, 0.5, 0.75, 1.0)
TURN_OVER = 7.0

Frames = list[list[float]]


def frames(
    bodies: Sequence[Body],
    before: Mapping[str, Plane],
    waves: Sequence[Sequence[str]],
    limits: Mapping[str, Plane],
    after: Mapping[str, Plane],
) -> tuple[int, dict[str, Frames]]:
    """Length in ms, and the track of every piece that moves.

    `before` are the planes from which all begin, `limits` those in which pieces of the waves slide
    off, `after` those of what stands.
    """
    between = min(APART, LAST / (len(waves) - 1)) if len(waves) > 1 else 0
    starts = [round(between * wave) for wave in range(len(waves))]
    length = starts[-1] + TIP + SLIDE if waves else SETTLE
    known = {one.id: one for one in bodies}
    tracks: dict[str, Frames] = {}
    for start, wave in zip(starts, waves, strict=True):
        for name in wave:
            tracks[name] = _falling(known[name], before[name], limits[name], start)
    for name, plane in after.items():
        if _is_seen(before[name], plane):
            tracks[name] = [_frame(0, 0, 0, before[name]), _frame(length, 0, 0, plane)]
    return length, tracks


def _is_seen(old: Plane, new: Plane) -> bool:
    return abs(old.z - new.z) > SEEN_HEIGHT or any(
        abs(one - other) > SEEN_SLOPE for one, other in zip(old[1:], new[1:], strict=True)
    )


def coarse(plane: Plane) -> Plane:
    """A plane as exactly as pages have it: height to 0.1 mm, slopes to 0.001."""
    return Plane(round(plane.z, 1) + 0.0, round(plane.a, 3) + 0.0, round(plane.b, 3) + 0.0)


def _frame(ms: float, dx: float, dy: float, plane: Plane) -> list[float]:
    return [round(ms), round(dx, 1) + 0.0, round(dy, 1) + 0.0, *coarse(plane)]


def _falling(one: Body, old: Plane, limit: Plane, start: int) -> Frames:
    dx, dy = _downhill(one, limit)
    far = max(AT_LEAST, _clear_of_base(one.outline, (dx, dy)))
    track = [_frame(0, 0, 0, old)] if start else []
    track += [_frame(start, 0, 0, old), _frame(start + TIP, 0, 0, limit)]
    for part in PARTS:
        steeper = 1 + (TURN_OVER - 1) * part
        plane = Plane(limit.z + (SEA - limit.z) * part * part, limit.a * steeper, limit.b * steeper)
        track.append(_frame(start + TIP + SLIDE * part, dx * far * part, dy * far * part, plane))
    return track


def _downhill(one: Body, plane: Plane) -> Point:
    """The way a piece slides, of length 1; one that sinks level goes outwards."""
    slope = math.hypot(plane.a, plane.b)
    if slope > SEEN_SLOPE:
        return -plane.a / slope, -plane.b / slope
    away = math.hypot(one.x, one.y)
    return (one.x / away, one.y / away) if away > 1 else (1.0, 0.0)


def _clear_of_base(outline: Outline, way: Point) -> float:
    """How far a piece goes that way until nothing of it is over the base card."""
    base = max(x * way[0] + y * way[1] for x, y in BASE)
    return base - min(x * way[0] + y * way[1] for x, y in outline) + ROOM


# --- the same in short ----------------------------------------------------------------------------

#: Frames of a piece that falls, from when it begins to tip; one more stands before those of a later
#: wave.
FALLING = 2 + len(PARTS)


def paths(tracks: Mapping[str, Sequence[Sequence[float]]]) -> dict[str, list[int]]:
    """Tracks as a page gets them, a fifth as long: it knows from which planes the pieces begin and
    by what rule they fall.

    A piece that settles is [z, a, b] of where it comes to lie; one that falls is [ms, dx, dy, z, a,
    b]: when it begins to tip, how far it slides, and the plane in which it slides off. Whole
    numbers: ms and mm, heights in tenths of a mm, slopes in thousandths.
    """
    return {name: _path(track) for name, track in tracks.items()}


def _path(track: Sequence[Sequence[float]]) -> list[int]:
    *_, z, a, b = track[-1]
    if len(track) < FALLING:
        return [round(10 * z), round(1000 * a), round(1000 * b)]
    start, limit, (_, dx, dy, *_rest) = track[-FALLING][0], track[1 - FALLING], track[-1]
    z, a, b = limit[3:]
    where = [round(number) for number in (start, dx, dy)]
    return [*where, round(10 * z), round(1000 * a), round(1000 * b)]
