"""The signs of the site as geometry: seeds on a sunflower spiral, rhythms, seats. Pure.

One seed is one people in the atlas, one student in a lobby. Neither the spiral nor the rhythms
picture anybody's textile: they are counting patterns.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

#: Degrees between two seeds; 360 / golden ratio squared, as in a sunflower.
GOLDEN_ANGLE = 137.508
#: The number the drawing was tuned for; with more seeds each becomes smaller.
PEOPLES = 54

#: Eight beats for each language branch: L a long seed, s a short one.
RHYTHMS = {
    "viet": "LsssLsss",
    "tay": "LsLssLss",
    "han": "LLssssss",
    "mon": "LssLssLs",
    "mong": "LLLsssss",
    "nam": "LsLsLsss",
    "tang": "LLsLssss",
    "ka": "LLsLLsss",
}
_LONG = ("M{x} 4h6a4 4 0 0 1 0 8h-6a4 4 0 0 1 0-8z", 4, 20)
_SHORT = ("M{x} 8a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0z", 0.4, 12)


@dataclass(frozen=True, slots=True)
class Seed:
    """A rounded bar: centre, length, thickness in units of the drawing, turn in degrees."""

    x: float
    y: float
    length: float
    width: float
    turn: int
    #: 1 at the centre, falling outwards; for drawings that fade.
    glow: float


def spiral(n: int = PEOPLES, size: float = 200) -> tuple[Seed, ...]:
    """`n` seeds in a square of side `size`, from the centre outwards.

    Seed i lies at radius R·√((i + 0.8) / (n + 0.8)) and angle i·137.508°: each has the same area.

    >>> [(seed.x, seed.y) for seed in spiral(2, 100)]
    [(75.4, 50.0), (21.9, 75.7)]
    """
    # A handful of seeds stays seeds: beyond 1.5 they would touch.
    scale = size * min(1.5, math.sqrt(PEOPLES / n)) if n else size
    seeds = []
    for i in range(n):
        out = math.sqrt((i + 0.8) / (n + 0.8))
        radius, angle = 0.475 * size * out, i * GOLDEN_ANGLE
        width = scale * (0.019 + 0.0165 * out)
        seeds.append(
            Seed(
                round(size / 2 + radius * math.cos(math.radians(angle)), 1),
                round(size / 2 + radius * math.sin(math.radians(angle)), 1),
                round(width * (1.3 + 1.75 * out**2), 1),
                round(width, 1),
                round(angle) % 360,
                round(1 - 0.72 * math.sqrt(i / n), 2),
            )
        )
    return tuple(seeds)


def rhythm(branch: str, times: int = 4) -> tuple[str, int]:
    """A branch's rhythm, repeated, as SVG path data 16 units high, and its width in units.

    >>> rhythm("han", 1)[1]
    116
    """
    x, parts = 4, []
    for beat in RHYTHMS[branch] * times:
        shape, shift, step = _LONG if beat == "L" else _SHORT
        parts.append(shape.format(x=f"{x + shift:g}"))
        x += step
    return "".join(parts), x
