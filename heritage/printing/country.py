"""The map of the country on paper: 63 provinces, Hoàng Sa and Trường Sa in their frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..map_parts import Words, short_name
from ..outlines import HEIGHT, WIDTH, outlines
from .sheet import INK, Box, Sheet


@dataclass(frozen=True)
class View:
    """How the units of the outline come to lie on the page: millimetres a unit, and where the
    unit 0, 0 is."""

    scale: float
    x: float
    y: float

    @classmethod
    def within(cls, box: Box, width: float = WIDTH, height: float = HEIGHT) -> View:
        """The country as large as it fits into the middle of a box."""
        scale = min(box.w / width, box.h / height)
        return cls(scale, box.x + (box.w - width * scale) / 2, box.y + (box.h - height * scale) / 2)

    def at(self, point: tuple[float, float]) -> tuple[float, float]:
        return self.x + point[0] * self.scale, self.y + point[1] * self.scale


def draw_land(
    sheet: Sheet,
    view: View,
    colour: Callable[[str], str],
    *,
    edge: str = "#ffffff",
    width: float = 0.1,
    simplified: bool = True,
    only: Callable[[str], bool] = lambda slug: True,
) -> None:
    """The provinces, each in its colour."""
    sheet.set_line_width(width)
    with sheet.local_context(stroke_join_style="round"):
        for slug, rings in outlines(simplified).rings.items():
            if only(slug):
                for ring in rings:
                    sheet.shape([view.at(point) for point in ring], colour(slug), edge)


def draw_archipelagos(
    sheet: Sheet,
    view: View,
    words: Words,
    *,
    colour: str,
    size: float,
    owners: Mapping[str, str] | None = None,
) -> None:
    """Hoàng Sa and Trường Sa in their frames with their names, `size` in points; with `owners`
    (by slug of the province) also what they are part of."""
    for inset in outlines().insets:
        x, y, wide, high = inset.frame
        left, top = view.at((x, y))
        box = Box(left, top, wide * view.scale, high * view.scale)
        sheet.set_line_width(0.15)
        sheet.box(box, edge=colour, width=max(0.1, view.scale * 0.8), radius=view.scale * 10)
        for island in inset.islands:
            at = view.at((island.x, island.y))
            sheet.disc(*at, max(0.16, view.scale * 5), colour)
        middle = box.x + box.w / 2
        step = size * 0.48
        lines = [short_name(inset, words)]
        if owners:
            lines.append(owners[inset.belongs_to])
        for n, line in enumerate(lines):
            letters = size if n == 0 else size * 0.72
            # On a small map the name is wider than its frame, and the coast is near.
            narrow = sheet.wide(line, letters, bold=n == 0) > box.w
            # Above the northern frame there is only sea, below it the land begins.
            above = narrow and not owners and inset is outlines().insets[0]
            sheet.line_of(
                box.right + 0.5 if narrow else middle,
                box.y - step - 0.2 if above else box.bottom + 0.3 + n * step,
                line,
                letters,
                bold=n == 0,
                colour=INK,
                align="R" if narrow else "C",
            )
