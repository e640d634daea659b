"""The things of the game and their measures: base card, 42 planks, five rafters, 42 chests.

Lengths in mm, masses in grams, angles in degrees counter-clockwise. The origin is the middle of the
base card's top face, x along its long side, z upwards. docs/rules/rafter_five.md, section 2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from .shapes import Outline, Point, area, centroid, common, moved

Shape = Literal["rect", "taper", "point", "skew"]

BASE: Outline = ((-55.0, -33.0), (55.0, -33.0), (55.0, 33.0), (-55.0, 33.0))
#: Where the sea lies, and how thick a plank is.
SEA = -72.0
THICK = 2.0
#: Grams of plank per mm² of its outline.
DENSITY = 1.4e-3
COLOURS = 6
CHESTS_A_COLOUR = 7
CHESTS = COLOURS * CHESTS_A_COLOUR
#: A joint reaches so far to both sides of its middle.
JOINT_HALF = 1.5


class Pose(NamedTuple):
    """Where a piece lies: its centre of mass in plan, and how it is turned."""

    x: float
    y: float
    rot: float


class Plane(NamedTuple):
    """The underside of a piece: `z` at its centre of mass, slopes `a` along x and `b` along y."""

    z: float
    a: float
    b: float


@dataclass(frozen=True)
class Design:
    """What is alike in all pieces that look alike. `outline`, `nails` and `joints` (strips over the
    whole width) are about the centre of mass, for angle 0. Nothing is ever put on what is not a
    plank; rafters and chests have neither nails nor joints."""

    outline: Outline
    mass: float
    height: float
    nails: tuple[Point, ...] = ()
    joints: tuple[Outline, ...] = ()


def _plank(
    shape: Shape,
    length: float,
    width: float,
    extra: float,
    nails: tuple[Point, ...],
    joints: tuple[float, ...],
) -> Design:
    """A plank in the words of the table: measured from the middle of its length."""
    end, side = length / 2, width / 2
    corners: Outline = {
        "rect": ((-end, -side), (end, -side), (end, side), (-end, side)),
        "taper": ((-end, -side), (end, -extra / 2), (end, extra / 2), (-end, side)),
        "point": (
            (-end, -side),
            (end - extra, -side),
            (end, 0.0),
            (end - extra, side),
            (-end, side),
        ),
        "skew": ((-end, -side), (end - extra, -side), (end, side), (-end + extra, side)),
    }[shape]
    x, y = centroid(corners)
    strips = [moved(_block(2 * JOINT_HALF, width), at, 0, 0) for at in joints]
    return Design(
        outline=moved(corners, -x, -y, 0),
        mass=DENSITY * area(corners),
        height=THICK,
        nails=tuple((nx - x, ny - y) for nx, ny in nails),
        joints=tuple(moved(common(corners, strip), -x, -y, 0) for strip in strips),
    )


def _many_sided(corners: int, across: float) -> Outline:
    """A regular outline, so wide from flat to flat."""
    radius = across / 2 / math.cos(math.pi / corners)
    angles = (math.pi / corners * (2 * i + 1) for i in range(corners))
    return tuple((radius * math.cos(angle), radius * math.sin(angle)) for angle in angles)


def _block(long: float, wide: float) -> Outline:
    return (
        (-long / 2, -wide / 2),
        (long / 2, -wide / 2),
        (long / 2, wide / 2),
        (-long / 2, wide / 2),
    )


#: Shape, length, width, extra, nails (x, y), joints (x).
TABLE: tuple[
    tuple[Shape, float, float, float, tuple[tuple[float, float], ...], tuple[float, ...]], ...
] = (
    ("rect", 118, 14, 0, ((-53, 0),), (0,)),
    ("rect", 114, 16, 0, ((-51, 0), (51, 0)), (-19,)),
    ("rect", 110, 18, 0, ((-49, -5), (-49, 5)), (-22, 22)),
    ("rect", 110, 24, 0, ((-49, 8), (49, -8)), (18.3,)),
    ("rect", 106, 20, 0, ((-47, -6), (-47, 6), (47, 0)), ()),
    ("rect", 104, 14, 0, ((-46, -3), (-46, 3), (46, -3), (46, 3)), (0,)),
    ("rect", 104, 26, 0, (), (-17.3,)),
    ("rect", 100, 18, 0, ((-44, 0),), (-20, 20)),
    ("rect", 100, 22, 0, ((-44, 0), (44, 0)), (16.7,)),
    ("rect", 98, 30, 0, ((-43, -11), (-43, 11)), ()),
    ("rect", 96, 16, 0, ((-42, 4), (42, -4)), (0,)),
    ("rect", 96, 24, 0, ((-42, -8), (-42, 8), (42, 0)), (-16,)),
    ("rect", 94, 20, 0, ((-41, -6), (-41, 6), (41, -6), (41, 6)), (-18.8, 18.8)),
    ("rect", 92, 28, 0, (), (15.3,)),
    ("rect", 90, 18, 0, ((-39, 0),), ()),
    ("rect", 90, 22, 0, ((-39, 0), (39, 0)), (0,)),
    ("rect", 88, 14, 0, ((-38, -3), (-38, 3)), (-14.7,)),
    ("rect", 86, 26, 0, ((-37, 9), (37, -9)), (-17.2, 17.2)),
    ("rect", 84, 20, 0, ((-36, -6), (-36, 6), (36, 0)), (14,)),
    ("rect", 84, 30, 0, ((-36, -11), (-36, 11), (36, -11), (36, 11)), ()),
    ("rect", 82, 16, 0, (), (0,)),
    ("rect", 80, 24, 0, ((-34, 0),), (-13.3,)),
    ("rect", 78, 18, 0, ((-33, 0), (33, 0)), (-15.6, 15.6)),
    ("rect", 76, 22, 0, ((-32, -7), (-32, 7)), (12.7,)),
    ("rect", 74, 28, 0, ((-31, 10), (31, -10)), ()),
    ("rect", 72, 20, 0, ((-30, -6), (-30, 6), (30, 0)), (0,)),
    ("rect", 70, 16, 0, ((-29, -4), (-29, 4), (29, -4), (29, 4)), (-11.7,)),
    ("rect", 70, 30, 0, (), (-14, 14)),
    ("taper", 112, 26, 14, ((-50, 0),), (18.7,)),
    ("taper", 108, 20, 12, ((-48, 0), (48, 0)), ()),
    ("taper", 102, 28, 16, ((-45, -4), (-45, 4)), (0,)),
    ("taper", 98, 24, 14, ((-43, 3), (43, -3)), (-16.3,)),
    ("taper", 94, 30, 18, ((-41, -5), (-41, 5), (41, 0)), (-18.8, 18.8)),
    ("taper", 90, 26, 12, ((-39, -2), (-39, 2), (39, -2), (39, 2)), (15,)),
    ("taper", 86, 22, 14, (), ()),
    ("taper", 78, 28, 14, ((-33, 0),), (0,)),
    ("point", 116, 18, 16, ((-52, 0), (36, 0)), (-19.3,)),
    ("point", 106, 24, 20, ((-47, -8), (-47, 8)), (-21.2, 21.2)),
    ("point", 92, 20, 14, ((-40, 6), (26, -6)), (15.3,)),
    ("point", 82, 26, 18, ((-35, -9), (-35, 9), (17, 0)), ()),
    ("skew", 100, 20, 14, ((-30, -6), (-30, 6), (30, -6), (30, 6)), (0,)),
    ("skew", 88, 24, 18, (), (-14.7,)),
)

PLANKS = {number: _plank(*row) for number, row in enumerate(TABLE, 1)}
RAFTERS = {
    1: Design(_many_sided(8, 12), 4, 18),
    2: Design(_block(14, 14), 6, 16),
    3: Design(_block(22, 10), 8, 14),
    4: Design(_many_sided(6, 18), 10, 12),
    5: Design(_block(26, 12), 12, 12),
}
CHEST = Design(_block(10, 8), 0.8, 8)

#: How the rafters stand when nobody chooses otherwise: a lane along the middle stays free.
STANDARD = (
    Pose(-46.0, 26.0, 0.0),
    Pose(46.0, 25.0, 0.0),
    Pose(0.0, 27.0, 0.0),
    Pose(-44.0, -22.0, 0.0),
    Pose(40.0, -26.0, 0.0),
)


class Piece(NamedTuple):
    """A piece in its place on the raft. `id` is a letter and a number ("p9", "r3", "c41"), the
    letter its kind; `design` is the plank's, the rafter's number, or the chest's colour. The last
    three are its rest plane (`Plane`)."""

    id: str
    design: int
    x: float
    y: float
    rot: float
    z: float = 0.0
    a: float = 0.0
    b: float = 0.0

    @property
    def kind(self) -> str:
        """A letter: "p" for a plank, "r" for a rafter, "c" for a chest."""
        return self.id[0]

    @property
    def look(self) -> Design:
        """Its measures."""
        return design_of(self.kind, self.design)

    @property
    def pose(self) -> Pose:
        return Pose(self.x, self.y, self.rot)

    @property
    def plane(self) -> Plane:
        return Plane(self.z, self.a, self.b)

    @property
    def outline(self) -> Outline:
        """Its outline where it lies."""
        return placed(self.look.outline, self.pose)

    def at_rest(self, plane: Plane) -> Piece:
        """The same piece lying in this plane."""
        return self._replace(z=plane.z, a=plane.a, b=plane.b)


def design_of(kind: str, design: int) -> Design:
    """Raises KeyError for a plank or rafter that does not exist."""
    if kind == "c":
        return CHEST
    return PLANKS[design] if kind == "p" else RAFTERS[design]


def plank(design: int, pose: Pose) -> Piece:
    """A plank not yet judged."""
    return Piece(f"p{design}", design, *pose)


def rafter(number: int, pose: Pose) -> Piece:
    return Piece(f"r{number}", number, *pose)


def chest(number: int, pose: Pose) -> Piece:
    return Piece(f"c{number}", colour_of(number), *pose)


def colour_of(number: int) -> int:
    """The colour 0 to 5 of a chest 1 to 42: seven in a row are alike."""
    return (number - 1) // CHESTS_A_COLOUR


@lru_cache(maxsize=8192)
def placed(outline: Outline, pose: Pose) -> Outline:
    """An outline about its centre of mass, put where a piece lies."""
    return moved(outline, *pose)
