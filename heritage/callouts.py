"""Names beside the land: where a province's name finds room, and the line to it. Pure.

Dark provinces cannot carry text, so the names of a map stand outside, on the sea or across the
border, each with a thin line to its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from .outlines import HEIGHT, WIDTH, Point, land_between, outlines

# Of a name beside the land: its line, a letter, and what it keeps free above and below its middle.
_LABEL_HEIGHT, _LABEL_ADVANCE, _CLEARANCE = 52, 28, 34


@dataclass(frozen=True, slots=True)
class Box:
    left: float
    right: float
    top: float
    bottom: float

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def around(ring: Sequence[Point]) -> Box:
    """The smallest box that holds a ring."""
    across, down = [x for x, _ in ring], [y for _, y in ring]
    return Box(min(across), max(across), min(down), max(down))


def callouts(names: Mapping[str, str]) -> str:
    """Lines and names for the provinces given, by slug."""
    shapes = outlines()
    taken = [
        Box(x - 30, x + width + 30, y - 120, y + height + 10)
        for x, y, width, height in (inset.frame for inset in shapes.insets)
    ]
    parts = []
    # From north to south, and never above the one before on the same side: lines do not cross.
    last = {"start": 0, "end": 0}
    for slug in sorted(names, key=lambda slug: shapes.labels[slug][1]):
        pin = shapes.labels[slug]
        place = _place(pin, len(names[slug]) * _LABEL_ADVANCE, taken, last)
        if place is None:
            continue
        (x, y), box, anchor = place
        taken.append(box)
        last[anchor] = y
        text_x = x - 10 if anchor == "end" else x + 10
        parts.append(
            f'<g><path class="lead" d="M{pin[0]} {pin[1]}L{x} {y}"/>'
            f'<circle class="pin" cx="{pin[0]}" cy="{pin[1]}" r="8"/>'
            f'<text x="{text_x}" y="{y + 13}" text-anchor="{anchor}">{escape(names[slug])}</text>'
            "</g>"
        )
    return "".join(parts)


def _place(
    pin: Point, length: int, taken: Sequence[Box], last: Mapping[str, int]
) -> tuple[Point, Box, str] | None:
    """The nearest free place beside the land for a text `length` long; where its line ends."""
    best: tuple[float, tuple[Point, Box, str]] | None = None
    for y in range(40, HEIGHT - 20, 20):
        rows = land_between()[max(0, y - _CLEARANCE) // 10 : (y + _CLEARANCE) // 10 + 1]
        ends = [row for row in rows if row is not None]
        west = min((low for low, _ in ends), default=WIDTH // 2)
        east = max((high for _, high in ends), default=WIDTH // 2)
        for x, anchor in ((west - 24, "end"), (east + 24, "start")):
            left, right = (x - 10 - length, x) if anchor == "end" else (x, x + 10 + length)
            box = Box(left, right, y - _LABEL_HEIGHT / 2, y + _LABEL_HEIGHT / 2)
            if y <= last[anchor] or left < 0 or right > WIDTH:
                continue
            if any(box.meets(other) for other in taken):
                continue
            distance = ((pin[0] - x) ** 2 + (pin[1] - y) ** 2) ** 0.5
            if best is None or distance < best[0]:
                best = (distance, ((x, y), box, anchor))
    return best[1] if best else None
