"""What stands and what falls: one linear programme over the planes in which pieces come to rest.

In words: everything settles as low as it can; what would have to lean by more than about 22° slides
off, and so does whatever thereby loses its hold. What is held up, stays.

**Model.** Every piece is a rigid plate whose underside is the plane z + a·(X − x) + b·(Y − y), with
(x, y) its centre of mass in plan. Among all planes in which no piece reaches into one below it, the
raft takes those with the least potential energy Σ mass·z. This is the equilibrium of rigid bodies
under contacts that push and never pull; with all conditions linear it is a linear programme, whose
multipliers are the contact forces. The source is D. Baraff, “Issues in computing contact forces for
non-penetrating rigid bodies”, *Algorithmica* 10 (1993), pp. 292–352, for contact at the corners of
contact polygons, and E. T. Whiting, J. Ochsendorf and F. Durand, “Procedural modeling of
structurally-sound masonry buildings”, *ACM Transactions on Graphics* 28/5 (2009), for stability as
the existence of such forces. By the duality theorem of linear programming (D. Gale, H. W. Kuhn and
A. W. Tucker, 1951) the plates stand where they were put exactly when forces ≥ 0 exist that balance
every weight and moment: a plank alone stands exactly when its centre of mass is over its support.

**Programme.** Variables z, a, b of each piece; minimise Σ mass·z subject to

- contact: at each corner v of the polygon that piece k has in common with a plank j below it (or
  with the base card), underside of k at v ≥ underside of j at v + thickness of j;
- tilt: |a|, |b|, |a + b|/√2, |a − b|/√2 ≤ `TILT`;
- sinking: −`SINK` ≤ z − reference ≤ `RISE`, the reference being z at the last judgement, or for a
  piece just put down its height when it lies flat on the highest point below it.

The limits bound it, so a solution always exists. Pieces that reach a limit fall together, a *wave*;
the rest settles again without them, until nobody reaches one.

Two shortcuts leave out conditions that others imply (`_needed`, `_carriers`); `plain=True` solves
without them, for tests. Every machine gives an answer of its own within rounding, so verdicts are
stored with the moves and never asked for twice.

Units: mm, grams (of mass and of force alike), slopes without a unit.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from .pieces import BASE, THICK, Piece, Plane
from .shapes import Outline, Point, apart, area, box, common, holds, trimmed
from .solver import Row, minimise

TILT = 0.40
SINK = 30.0
RISE = 200.0
#: A piece has reached a limit when it is this close to it.
TILT_REACHED, SINK_REACHED = 1e-6, 1e-5
#: Common areas below this (mm²) are no contact.
CONTACT = 0.05
#: Slopes are this many times larger in the programme, so that its numbers are of one size.
SLOPE_SCALE = 50.0
#: Rest planes are kept to so many decimals.
DECIMALS = 6
#: What stands for the base card where a piece is named by its place in the list.
GROUND = -1


class Body(NamedTuple):
    """A piece as the judge knows it: `outline` in place, (x, y) its centre of mass, `mass` > 0.
    Only planks (`bears`) hold up others. `rest` is None for a piece just put down."""

    id: str
    outline: Outline
    x: float
    y: float
    mass: float
    bears: bool
    rest: Plane | None = None


class Press(NamedTuple):
    """Piece `upper` over `lower` ("" is the base card) at a point, with what force and how far
    apart they are there."""

    upper: str
    lower: str
    point: Point
    force: float
    gap: float


@dataclass(frozen=True)
class Settled:
    """A solution: every piece's plane, the contacts, and which rafters and chests lie wholly on
    one plank and count as a weight on it."""

    planes: dict[str, Plane]
    presses: tuple[Press, ...]
    carriers: dict[str, str]


@dataclass(frozen=True)
class Verdict:
    """What a judgement came to. `waves` name what falls, in order, `limits` the plane in which each
    of those slides off, `planes` the new rest planes of what stands, `before` the planes from which
    all began. `first` is the settling of all pieces together, `last` that of those that stand."""

    waves: tuple[tuple[str, ...], ...]
    planes: dict[str, Plane]
    limits: dict[str, Plane]
    before: dict[str, Plane]
    first: Settled
    last: Settled

    @property
    def fallen(self) -> frozenset[str]:
        return frozenset(name for wave in self.waves for name in wave)


def body(piece: Piece, *, fresh: bool = False) -> Body:
    """A piece of the raft, or with `fresh` one that has just been put down."""
    look = piece.look
    rest = None if fresh else piece.plane
    return Body(piece.id, piece.outline, piece.x, piece.y, look.mass, piece.kind == "p", rest)


def judge(
    bodies: Sequence[Body], *, tilt: float = TILT, trim: float = 0.0, plain: bool = False
) -> Verdict:
    """What falls of a stack, given in the order in which it was put down.

    `trim` moves the edges of every contact polygon inwards by so many mm (below 0: outwards) and
    `tilt` is another limit: with them one sees how far a verdict is from the opposite one. Raises
    NotJudged.
    """
    heights = reference_heights(bodies)
    before = {
        one.id: one.rest or Plane(height, 0.0, 0.0)
        for one, height in zip(bodies, heights, strict=True)
    }
    waves: list[tuple[str, ...]] = []
    limits: dict[str, Plane] = {}
    left, levels = list(bodies), list(heights)
    first = settled = settle(left, levels, tilt=tilt, trim=trim, plain=plain)
    while falling := _at_a_limit(left, levels, settled, tilt):
        waves.append(tuple(one.id for one in left if one.id in falling))
        limits.update((name, _rounded(settled.planes[name])) for name in falling)
        kept = [place for place, one in enumerate(left) if one.id not in falling]
        left, levels = [left[place] for place in kept], [levels[place] for place in kept]
        settled = settle(left, levels, tilt=tilt, trim=trim, plain=plain)
    planes = {name: _rounded(plane) for name, plane in settled.planes.items()}
    return Verdict(tuple(waves), planes, limits, before, first, settled)


def reference_heights(bodies: Sequence[Body]) -> list[float]:
    """From where each piece's sinking is measured. What was just put down lies flat on the highest
    point below it, each stone of a new stack on those before it; over nothing at all it would be
    at the height of the base card."""
    planes: list[Plane] = []
    for place, one in enumerate(bodies):
        plane = one.rest
        if plane is None:
            tops = [
                _top(bodies, planes, lower, point)
                for lower, shared in _contacts_of(bodies, place)
                for point in shared
            ]
            plane = Plane(max(tops, default=0.0), 0.0, 0.0)
        planes.append(plane)
    return [plane.z for plane in planes]


def _top(bodies: Sequence[Body], planes: Sequence[Plane], lower: int, point: Point) -> float:
    """The height of the upper side of a plank, or of the base card, at a point."""
    if lower == GROUND:
        return 0.0
    return _height(bodies[lower], planes[lower], point) + THICK


def _height(one: Body, plane: Plane, point: Point) -> float:
    """The height of the underside of a piece at a point."""
    return plane.z + plane.a * (point[0] - one.x) + plane.b * (point[1] - one.y)


def _rounded(plane: Plane) -> Plane:
    # Adding 0.0 makes −0.0 a 0.0: the same raft is then the same JSON.
    return Plane(*(round(number, DECIMALS) + 0.0 for number in plane))


def _at_a_limit(
    bodies: Sequence[Body], heights: Sequence[float], settled: Settled, tilt: float
) -> set[str]:
    """The pieces that slide off, those included that lie on a plank which does."""
    falling = {
        one.id
        for one, height in zip(bodies, heights, strict=True)
        if one.id not in settled.carriers
        and (
            steepness(settled.planes[one.id]) >= tilt - TILT_REACHED
            or settled.planes[one.id].z <= height - SINK + SINK_REACHED
        )
    }
    return falling | {name for name, plank in settled.carriers.items() if plank in falling}


def steepness(plane: Plane) -> float:
    """How steep a plane is, as the limit measures it: along both axes and both diagonals."""
    _, a, b = plane
    return max(abs(a), abs(b), abs(a + b) / math.sqrt(2), abs(a - b) / math.sqrt(2))


# --- contacts ------------------------------------------------------------------------------------


def _contacts_of(bodies: Sequence[Body], upper: int) -> list[tuple[int, Outline]]:
    """What a piece may rest on, the base card first, then planks in their order: each with the
    polygon they have in common."""
    outline = bodies[upper].outline
    around = box(outline)
    found = []
    for lower in (GROUND, *range(upper)):
        if lower != GROUND and not bodies[lower].bears:
            continue
        other = BASE if lower == GROUND else bodies[lower].outline
        if apart(around, box(other)):
            continue
        shared = common(outline, other)
        if shared and area(shared) >= CONTACT:
            found.append((lower, shared))
    return found


#: By places in the list, upper and lower: the polygon they have in common.
Contacts = dict[tuple[int, int], Outline]


def _carriers(bodies: Sequence[Body], contacts: Contacts) -> dict[int, int]:
    """Which rafters and chests lie wholly on the uppermost plank below them. Such a one neither
    tilts nor falls otherwise than its plank does, so it is a weight on that plank."""
    uppermost: dict[int, int] = {}
    for upper, lower in contacts:
        if not bodies[upper].bears and lower != GROUND:
            uppermost[upper] = max(lower, uppermost.get(upper, GROUND))
    return {
        upper: lower
        for upper, lower in uppermost.items()
        if all(holds(bodies[lower].outline, corner) for corner in bodies[upper].outline)
    }


def _needed(bodies: Sequence[Body], contacts: Contacts) -> Iterable[tuple[int, int, Outline]]:
    """The contacts without the corners at which a plank between the two keeps them apart already,
    by its contacts with both."""
    below: dict[int, list[int]] = {}
    for upper, lower in contacts:
        below.setdefault(upper, []).append(lower)
    for (upper, lower), shared in contacts.items():
        between = [
            bodies[plank].outline
            for plank in below[upper]
            if lower < plank and (plank, lower) in contacts
        ]
        kept = tuple(
            point for point in shared if not any(holds(outline, point) for outline in between)
        )
        if kept:
            yield upper, lower, kept


# --- the programme -------------------------------------------------------------------------------


def settle(
    bodies: Sequence[Body],
    heights: Sequence[float],
    *,
    tilt: float = TILT,
    trim: float = 0.0,
    plain: bool = False,
) -> Settled:
    """The planes of least energy of these pieces, whatever limits they reach. Raises NotJudged."""
    contacts = {
        (upper, lower): shared
        for upper in range(len(bodies))
        for lower, shared in _contacts_of(bodies, upper)
    }
    carriers = _carriers(bodies, contacts)
    free = [place for place in range(len(bodies)) if plain or place not in carriers]
    if not free:
        return Settled({}, (), {})
    column = {place: 3 * number for number, place in enumerate(free)}
    touching: list[tuple[int, int, Point]] = []
    trimming = {pair: trimmed(shared, trim) for pair, shared in contacts.items()} if trim else {}
    # Trimmed polygons do not imply one another any more.
    wanted = (
        ((upper, lower, shared) for (upper, lower), shared in (trimming or contacts).items())
        if plain or trim
        else _needed(bodies, contacts)
    )
    for upper, lower, corners in wanted:
        if upper in column:
            touching += ((upper, lower, point) for point in corners)

    rows = [_contact_row(bodies, column, *one) for one in touching]
    steep = tilt * math.sqrt(2) * SLOPE_SCALE
    for place in free:
        _, a, b = range(column[place], column[place] + 3)
        rows.append(Row(((a, 1.0), (b, 1.0)), -steep, steep))
        rows.append(Row(((a, 1.0), (b, -1.0)), -steep, steep))

    size = 3 * len(free)
    weight = np.zeros(size)
    lowest, highest = np.full(size, -tilt * SLOPE_SCALE), np.full(size, tilt * SLOPE_SCALE)
    for place, one in enumerate(bodies):
        # A carried piece is the weight of its place on the plank.
        bearer = place if place in column else carriers[place]
        at = column[bearer]
        weight[at] += one.mass
        weight[at + 1] += one.mass * (one.x - bodies[bearer].x) / SLOPE_SCALE
        weight[at + 2] += one.mass * (one.y - bodies[bearer].y) / SLOPE_SCALE
        if bearer == place:
            bound = place not in carriers
            lowest[at] = heights[place] - SINK if bound else -math.inf
            highest[at] = heights[place] + RISE if bound else math.inf
    values, forces = minimise(weight, lowest, highest, rows)

    planes: dict[int, Plane] = {}
    for place in free:
        height, along, across = values[column[place] : column[place] + 3]
        planes[place] = Plane(height, along / SLOPE_SCALE, across / SLOPE_SCALE)
    for place, bearer in carriers.items():
        if place not in planes:
            one, under = bodies[place], planes[bearer]
            height = _height(bodies[bearer], under, (one.x, one.y)) + THICK
            planes[place] = Plane(height, under.a, under.b)
    presses = tuple(
        Press(
            bodies[upper].id,
            "" if lower == GROUND else bodies[lower].id,
            point,
            max(0.0, force),
            _height(bodies[upper], planes[upper], point)
            - (0.0 if lower == GROUND else _height(bodies[lower], planes[lower], point) + THICK),
        )
        for (upper, lower, point), force in zip(touching, forces, strict=False)
    )
    return Settled(
        {one.id: planes[place] for place, one in enumerate(bodies)},
        presses,
        {bodies[place].id: bodies[bearer].id for place, bearer in carriers.items()},
    )


def _contact_row(
    bodies: Sequence[Body], column: dict[int, int], upper: int, lower: int, point: Point
) -> Row:
    """Underside of the upper − underside of the lower ≥ its thickness, at one point."""
    terms = _height_terms(bodies[upper], column[upper], point, 1.0)
    if lower == GROUND:
        return Row(terms, 0.0, math.inf)
    return Row(terms + _height_terms(bodies[lower], column[lower], point, -1.0), THICK, math.inf)


def _height_terms(one: Body, z: int, point: Point, sign: float) -> tuple[tuple[int, float], ...]:
    """The height of a piece's underside at a point, as a sum over its three columns."""
    return (
        (z, sign),
        (z + 1, sign * (point[0] - one.x) / SLOPE_SCALE),
        (z + 2, sign * (point[1] - one.y) / SLOPE_SCALE),
    )
