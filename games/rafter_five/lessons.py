"""“Why did it fall?”: three boards for a physics lesson, judged by the engine itself.

Each is a raft and one piece that the learner moves along x before the hand lets go. Pure;
docs/rules/rafter_five.md, sections 5 and 9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from . import collapse, reading, stability
from .pieces import STANDARD, Piece, Plane, Pose, plank, rafter
from .rulings import bodies_of, judge


@dataclass(frozen=True)
class Lesson:
    """A board: `raft` stays, `moved` slides along x from `low` to `high` in steps of `step` mm and
    begins at `at`. `farthest`: the task is to reach out as far as it holds, else just to hold.
    """

    key: str
    raft: tuple[Piece, ...]
    moved: Piece
    low: int
    high: int
    step: int
    at: int
    farthest: bool

    @property
    def places(self) -> range:
        return range(self.low, self.high + 1, self.step)


@dataclass(frozen=True)
class Shown:
    """A board with its piece at a place: `held` before the hand lets go, `raft` after it.

    `readings` are of the planks that stand or, when something falls, of the first wave; `moving`
    has the paths."""

    held: tuple[Piece, ...]
    raft: tuple[Piece, ...]
    fallen: tuple[str, ...]
    readings: tuple[Mapping[str, Any], ...]
    moving: Mapping[str, Any]

    @property
    def stands(self) -> bool:
        return not self.fallen


_BEHIND = tuple(rafter(n, pose) for n, pose in enumerate(STANDARD, 1) if n in (1, 2, 3))

LESSONS: Sequence[Lesson] = (
    # A plank tips when its middle has passed the edge.
    Lesson("edge", _BEHIND, plank(15, Pose(20, -6, 0)), 0, 90, 5, 20, farthest=True),
    # Its middle is outside; a rafter near enough to the other end holds it: the lever.
    Lesson(
        "counterweight",
        (*_BEHIND, plank(22, Pose(66, -6, 0))),
        rafter(4, Pose(82, -6, 0)),
        *(26, 106, 4, 82),
        farthest=False,
    ),
    # Of two planks in steps the upper one reaches out by half of its length over the lower one.
    Lesson(
        "steps",
        (*_BEHIND, plank(9, Pose(28, -6, 0))),
        plank(4, Pose(36, -6, 0)),
        *(28, 128, 4, 36),
        farthest=True,
    ),
)


@cache
def shown(number: int, at: int) -> Shown:
    """The board `number` (from 1) with its piece at `at`; each is judged once a process."""
    lesson = LESSONS[number - 1]
    piece = lesson.moved._replace(x=float(at))
    raft = (*lesson.raft, piece)
    new = frozenset(one.id for one in raft if one.kind == "p" or one.id == piece.id)
    judged = judge(raft, new)
    before = {one.id: Plane(judged.flat.get(one.id, 0.0), 0.0, 0.0) for one in raft}
    left = [one for one in raft if one.id not in judged.fallen]
    after = {one.id: judged.planes.get(one.id, before[one.id]) for one in left}
    bodies = bodies_of(raft, new)
    length, tracks = collapse.frames(bodies, before, judged.waves, judged.limits, after)
    readings: list[Mapping[str, Any]] = [*judged.why]
    if not judged.waves:
        standing = reading.of_standing(bodies, stability.judge(bodies).first)
        readings = [each.encode() for name, each in standing.items() if name[0] == "p"]
    return Shown(
        tuple(one.at_rest(before[one.id]) for one in raft),
        tuple(one.at_rest(after[one.id]) for one in left),
        tuple(judged.fallen),
        tuple(readings),
        {"ms": length, "paths": collapse.paths(tracks)},
    )


def right(number: int, at: int) -> bool:
    """Whether a place does what the task asks."""
    lesson = LESSONS[number - 1]
    if not shown(number, at).stands:
        return False
    beyond = at + lesson.step
    return not lesson.farthest or beyond not in lesson.places or not shown(number, beyond).stands
