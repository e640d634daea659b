"""Is there any place left? A grid of 4 mm and 15° is looked through, in the same order everywhere.

A grid that finds nothing proves little to a mathematician and enough to a table. Where a piece
cannot be is worked out for all points of the grid at once (numpy); the few that are left are judged
by `placing`, which alone decides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

import numpy as np

from games.game import IllegalMove

from .pieces import BASE, Piece, Pose, chest, design_of, placed, plank, rafter
from .placing import REACH_X, REACH_Y, Marks, check_on_plank, check_plank, planks_of
from .shapes import Box, Outline, apart, box, hull, moved

STEP, TURN = 4.0, 15
#: The grid reaches so far beyond the raft, or beyond the plank for what is put on it, mm.
AROUND_RAFT, AROUND_PLANK = 60.0, 16.0
#: For so many places of a plank a place of the rafter is looked for.
PLANKS_TRIED = 50
#: A corner may reach this far (mm) into another outline before it is sure to count: on the safe
#: side of what `placing` calls touching, even for a corner that is not square.
SURELY = 0.25


@lru_cache(maxsize=64)
def way_out(
    raft: tuple[Piece, ...], design: int, number: int, marks: Marks
) -> tuple[Pose, Pose, Pose] | None:
    """A place for the plank, for the rafter on it, and for a chest beside the rafter; None if there
    are none, and the plank cannot be used."""
    for pose in islice(plank_places(raft, design, marks), PLANKS_TRIED):
        lying = plank(design, pose)
        for at in places_on(raft, lying, rafter(number, pose), marks):
            load = first_chest_place((*raft, rafter(number, at)), lying, marks)
            if load is not None:
                return pose, at, load
    return None


def first_chest_place(raft: Sequence[Piece], lying: Piece, marks: Marks) -> Pose | None:
    """A place for a chest on a plank; None if there is none, and the turn ends without."""
    others = tuple(piece for piece in raft if piece.id != lying.id)
    # Any number does: chests differ in colour only.
    return next(places_on(others, lying, chest(1, lying.pose), marks), None)


def plank_places(raft: Sequence[Piece], design: int, marks: Marks) -> Iterator[Pose]:
    """Places of the grid in which a plank may lie."""
    planks = [piece.outline for piece in planks_of(raft)] or [BASE]
    corners = hull(corner for piece in raft for corner in piece.outline)
    x1, y1, x2, y2 = box(corners) if corners else box(BASE)
    if not planks_of(raft):
        x1, y1, x2, y2 = box(BASE)
    around = (
        max(x1 - AROUND_RAFT, -REACH_X),
        max(y1 - AROUND_RAFT, -REACH_Y),
        min(x2 + AROUND_RAFT, REACH_X),
        min(y2 + AROUND_RAFT, REACH_Y),
    )
    obstacles = _obstacles(raft, planks_of(raft), marks)
    for pose in _grid(around, design_of("p", design).outline, planks, obstacles):
        try:
            check_plank(raft, plank(design, pose), marks)
        except IllegalMove:
            continue
        yield pose


def places_on(raft: Sequence[Piece], lying: Piece, piece: Piece, marks: Marks) -> Iterator[Pose]:
    """Places of the grid in which a rafter or chest (wherever `piece` is) may be put on a plank."""
    x1, y1, x2, y2 = box(lying.outline)
    around = (x1 - AROUND_PLANK, y1 - AROUND_PLANK, x2 + AROUND_PLANK, y2 + AROUND_PLANK)
    obstacles = _obstacles(raft, [*planks_of(raft), lying], marks)
    for pose in _grid(around, piece.look.outline, [lying.outline], obstacles):
        put = piece._replace(x=pose.x, y=pose.y, rot=pose.rot)
        try:
            check_on_plank(raft, lying, put, marks)
        except IllegalMove:
            continue
        yield pose


def clear_planks(
    raft: Sequence[Piece], design: int, poses: Sequence[Pose], marks: Marks
) -> Iterator[Pose]:
    """Those of some poses, in their order, at which a plank may lie."""
    obstacles = _obstacles(raft, planks_of(raft), marks)
    for pose in _clear_of(design_of("p", design).outline, poses, obstacles):
        try:
            check_plank(raft, plank(design, pose), marks)
        except IllegalMove:
            continue
        yield pose


def clear_on(
    raft: Sequence[Piece], lying: Piece, piece: Piece, poses: Sequence[Pose], marks: Marks
) -> Iterator[Pose]:
    """Those of some poses, in their order, at which a rafter or chest may be put on a plank."""
    obstacles = _obstacles(raft, [*planks_of(raft), lying], marks)
    for pose in _clear_of(piece.look.outline, poses, obstacles):
        put = piece._replace(x=pose.x, y=pose.y, rot=pose.rot)
        try:
            check_on_plank(raft, lying, put, marks)
        except IllegalMove:
            continue
        yield pose


#: An outline, and how far (mm) another may reach into it before it surely may not be there.
Obstacle = tuple[Outline, float]


def _obstacles(raft: Sequence[Piece], planks: Sequence[Piece], marks: Marks) -> list[Obstacle]:
    """Rafters and chests, and the nails and joints of planks where they count. Whoever is over the
    middle of a nail is too near."""
    found = [(piece.outline, SURELY) for piece in raft if piece.kind != "p"]
    for lying in planks:
        look = lying.look
        if marks.joints:
            found += ((placed(joint, lying.pose), SURELY) for joint in look.joints)
        if marks.nails:
            found += (((nail,), 0.0) for nail in placed(look.nails, lying.pose))
    return found


def _grid(
    around: Box, outline: Outline, below: Sequence[Outline], obstacles: Sequence[Obstacle]
) -> Iterator[Pose]:
    """Points of the grid at which an outline meets one of `below` and no obstacle; some are left in
    that only just do."""
    x1, y1, x2, y2 = around
    xs = np.arange(x1, x2 + STEP / 2, STEP)
    ys = np.arange(y1, y2 + STEP / 2, STEP)
    across, up = (np.round(axis.ravel(), 1) for axis in np.meshgrid(xs, ys))
    reach = max(math.hypot(*corner) for corner in outline)
    touched = (x1 - reach, y1 - reach, x2 + reach, y2 + reach)
    near = [one for one in obstacles if not apart(box(one[0]), touched)]
    for turn in range(0, 360, TURN):
        turned = moved(outline, 0, 0, turn)
        meets = np.zeros(len(across), dtype=bool)
        for other in below:
            meets |= _depths(other, turned, across, up) > 0
        x, y = across[meets], up[meets]
        free = _clear(turned, x, y, near)
        for place in zip(x[free], y[free], strict=True):
            yield Pose(float(place[0]), float(place[1]), float(turn))


def _clear_of(
    outline: Outline, poses: Sequence[Pose], obstacles: Sequence[Obstacle]
) -> Iterator[Pose]:
    """Those of some poses, in their order, at which an outline meets no obstacle; some are left in
    that only just do."""
    where = np.array(poses)
    left = np.zeros(len(poses), dtype=bool)
    for rot in dict.fromkeys(pose.rot for pose in poses):
        those = np.flatnonzero(where[:, 2] == rot)
        x, y = where[those, 0], where[those, 1]
        left[those] = _clear(moved(outline, 0, 0, rot), x, y, obstacles)
    return (pose for pose, free in zip(poses, left, strict=True) if free)


def _clear(
    turned: Outline, x: np.ndarray, y: np.ndarray, obstacles: Sequence[Obstacle]
) -> np.ndarray:
    """At which points an outline meets no obstacle."""
    free = np.ones(len(x), dtype=bool)
    for other, limit in obstacles:
        left = np.flatnonzero(free)
        if not len(left):
            break
        free[left] = _depths(other, turned, x[left], y[left]) < limit
    return free


def _depths(other: Outline, turned: Outline, across: np.ndarray, up: np.ndarray) -> np.ndarray:
    """How far an outline put at each point reaches into another: below 0 where they are apart.

    They meet exactly where the point lies in the Minkowski sum of the one and the other turned
    by half (M. de Berg and others, *Computational Geometry*, 3rd edition 2008, section 13.3).
    """
    total = hull((ox - tx, oy - ty) for ox, oy in other for tx, ty in turned)
    found = np.full(len(across), np.inf)
    for (sx, sy), (ex, ey) in zip(total, total[1:] + total[:1], strict=True):
        length = math.hypot(ex - sx, ey - sy)
        inside = ((ex - sx) * (up - sy) - (ey - sy) * (across - sx)) / length
        np.minimum(found, inside, out=found)
    return found
