"""The physics of a raft for learners: centre of mass, support polygon, load point and margin.

For each piece: what presses on it (its own weight at its centre of mass, and the contact forces
from above) has a resultant, whose place is the *load point*. The *support polygon* is the convex
hull of the points at which it touches what is below it. It keeps its balance while the load point
is inside; the *margin* is the distance from there to the rim, below 0 outside. For a piece that
stands, the load point is at the same time the mean of its supports weighted by their forces: that
is the balance of moments.

Where a piece has more than three supports, rigid bodies leave open how they share the load. For a
raft that stands, the forces shown are those that balance everything with the least sum of
squares, which is how equally stiff elastic supports would share it (Castigliano's theorem of least
work, 1879). They are unique, and a raft and its mirror image read alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from games.game import Json

from .pieces import THICK, Plane
from .shapes import Outline, Point, depth, hull
from .solver import Numbers
from .stability import SLOPE_SCALE, Body, Press, Settled, Verdict

#: Points this near (mm) to what is below them touch it.
GAP = 0.01
#: Forces below this (grams) are rounding.
FELT = 1e-4
#: Newton's method: steps at most, what is balanced (share of the largest weight), a little
#: curvature where there is none, and the shortest step that is tried.
ROUNDS, BALANCED, CURVED, SHORTEST = 100, 1e-8, 1e-10, 1e-9


@dataclass(frozen=True)
class Reading:
    """One piece. Points in mm, loads in grams; "base" is the base card. `margin` is in mm, below 0
    where the load point is outside; `load` counts the piece's own weight."""

    id: str
    centre: Point
    support: Outline
    load_point: Point
    load: float
    margin: float
    rests_on: Mapping[str, float]
    pressed_by: Mapping[str, float]

    def encode(self) -> dict[str, Json]:
        """As JSON: millimetres to two decimals, grams to three."""
        return {
            "id": self.id,
            "centre": _short(self.centre),
            "support": [_short(point) for point in self.support],
            "load_point": _short(self.load_point),
            "load": round(self.load, 3) + 0.0,
            "margin": round(self.margin, 2) + 0.0,
            "rests_on": {name: round(force, 3) for name, force in self.rests_on.items()},
            "pressed_by": {name: round(force, 3) for name, force in self.pressed_by.items()},
        }


def _short(point: Point) -> list[float]:
    return [round(number, 2) + 0.0 for number in point]


def of_standing(bodies: Sequence[Body], settled: Settled) -> dict[str, Reading]:
    """Readings of a raft that stands, by piece."""
    settled = replace(settled, presses=_shared(bodies, settled))
    near: dict[str, list[Point]] = {one.id: [] for one in bodies}
    for press in settled.presses:
        near[press.upper].append(press.point)
    return {one.id: _reading(bodies, one, settled, near[one.id]) for one in bodies}


def _shared(bodies: Sequence[Body], settled: Settled) -> tuple[Press, ...]:
    """The contacts that touch, with forces that balance every piece and share the load evenly."""
    carriers = settled.carriers
    touching = [
        press for press in settled.presses if press.gap < GAP and press.upper not in carriers
    ]
    known = {one.id: one for one in bodies}
    # Three rows a piece: what holds it up − what presses on it = its weight, and the same for the
    # moments about its centre of mass along x and y.
    first = {name: 3 * place for place, name in enumerate(n for n in known if n not in carriers)}
    weights = np.zeros(3 * len(first))
    for one in bodies:
        bearer = known[carriers.get(one.id, one.id)]
        weights[first[bearer.id] :][:3] += one.mass * _arms(bearer, (one.x, one.y))
    arms = np.zeros((len(weights), len(touching)))
    for column, press in enumerate(touching):
        for name, sign in ((press.upper, 1.0), (press.lower, -1.0)):
            if name:
                row = first[name]
                arms[row : row + 3, column] += sign * _arms(known[name], press.point)
    forces = least_forces(arms, weights)
    if forces is None:
        return tuple(touching)
    return tuple(
        press._replace(force=float(force)) for press, force in zip(touching, forces, strict=True)
    )


def _arms(one: Body, point: Point) -> Numbers:
    """What a force of 1 at a point does to a piece: push, and turn it along x and along y."""
    return np.array([1.0, (point[0] - one.x) / SLOPE_SCALE, (point[1] - one.y) / SLOPE_SCALE])


def least_forces(arms: Numbers, weights: Numbers) -> Numbers | None:
    """The forces f ≥ 0 with arms·f = weights whose sum of squares is least; None if none are found.

    f = max(0, armsᵀ·y), where y makes the convex function ½|max(0, armsᵀ·y)|² − weights·y least;
    that is found by Newton's method with a line search (O. L. Mangasarian, “A Newton method for
    linear programming”, *Journal of Optimization Theory and Applications* 121 (2004), pp. 1–18).
    """

    def at(y: Numbers) -> tuple[Numbers, float]:
        forces = np.maximum(0.0, arms.T @ y)
        return forces, float(forces @ forces / 2 - weights @ y)

    y = np.zeros(len(weights))
    forces, value = at(y)
    active = arms
    for _ in range(ROUNDS):
        missing = weights - arms @ forces
        if np.abs(missing).max(initial=0.0) < BALANCED * max(1.0, weights.max(initial=0.0)):
            return forces
        curvature = active @ active.T
        curvature[np.diag_indices_from(curvature)] += CURVED
        step = np.linalg.solve(curvature, missing)
        gain, length = float(missing @ step), 1.0
        while length > SHORTEST:
            tried, tried_value = at(y + length * step)
            if tried_value <= value - 1e-4 * length * gain:
                break
            length /= 2
        else:
            return None
        y, forces, value = y + length * step, tried, tried_value
        active = arms[:, forces > 0]
    return None


def of_fall(bodies: Sequence[Body], verdict: Verdict) -> list[Reading]:
    """Why the first wave fell: its pieces with their supports as they were when the hand let go.
    Who falls only because of another one's fall has the load point inside."""
    if not verdict.waves:
        return []
    settled = verdict.first
    planes = {one.id: (one, verdict.before[one.id]) for one in bodies}
    found = []
    for one in bodies:
        if one.id not in verdict.waves[0] or one.id in settled.carriers:
            continue
        presses = [press for press in settled.presses if press.upper == one.id]
        near = [
            press.point
            for press in presses
            if _height(*planes[one.id], press.point) - _top(planes, press.lower, press.point) < GAP
        ]
        found.append(_reading(bodies, one, settled, near))
    return found


def _height(one: Body, plane: Plane, point: Point) -> float:
    return plane.z + plane.a * (point[0] - one.x) + plane.b * (point[1] - one.y)


def _top(planes: Mapping[str, tuple[Body, Plane]], lower: str, point: Point) -> float:
    return _height(*planes[lower], point) + THICK if lower else 0.0


def _reading(bodies: Sequence[Body], one: Body, settled: Settled, near: Sequence[Point]) -> Reading:
    load, x, y = one.mass, one.mass * one.x, one.mass * one.y
    pressed: dict[str, float] = {}
    for other in bodies:
        if settled.carriers.get(other.id) == one.id:
            pressed[other.id] = other.mass
            load, x, y = load + other.mass, x + other.mass * other.x, y + other.mass * other.y
    rests: dict[str, float] = {}
    for press in settled.presses:
        if press.force < FELT:
            continue
        if press.lower == one.id:
            pressed[press.upper] = pressed.get(press.upper, 0.0) + press.force
            load += press.force
            x, y = x + press.force * press.point[0], y + press.force * press.point[1]
        elif press.upper == one.id:
            name = press.lower or "base"
            rests[name] = rests.get(name, 0.0) + press.force
    support = hull(near)
    if one.id in settled.carriers:
        support, rests = one.outline, {settled.carriers[one.id]: one.mass}
    point = (x / load, y / load)
    margin = depth(support, point)
    return Reading(one.id, (one.x, one.y), support, point, load, margin, rests, pressed)
