"""Cards to cut out: as many on a page as fit, with bleed and cut marks, and their backs on the next
page so that both meet when the sheet is turned over its long edge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from .sheet import SOFT, Box, Sheet

T = TypeVar("T")
#: Draws a card in its box; `bleed` more on every side may and should be inked.
Draw = Callable[[Sheet, Box, T], None]

#: What is cut away around a card, so that no white edge stays.
BLEED = 2.0
#: Room for cut marks and for printers that reach no edge.
MARGIN = 6.0
A4 = (210.0, 297.0)


@dataclass(frozen=True)
class Grid:
    """Where cards of one size stand on a page."""

    width: float
    height: float
    page: tuple[float, float] = A4
    bleed: float = BLEED

    @property
    def columns(self) -> int:
        return int((self.page[0] - 2 * MARGIN + 1e-6) // (self.width + 2 * self.bleed))

    @property
    def rows(self) -> int:
        return int((self.page[1] - 2 * MARGIN + 1e-6) // (self.height + 2 * self.bleed))

    @property
    def on_a_page(self) -> int:
        return self.columns * self.rows

    def pages(self, cards: int) -> int:
        """Pages of fronts that so many cards take."""
        return -(-cards // self.on_a_page)

    def box(self, at: int, *, turned: bool = False) -> Box:
        """The place of the card number `at` on its page; on the back of the page when `turned`."""
        row, column = divmod(at, self.columns)
        if turned:
            column = self.columns - 1 - column
        wide, high = self.width + 2 * self.bleed, self.height + 2 * self.bleed
        left = (self.page[0] - wide * self.columns) / 2
        top = (self.page[1] - high * self.rows) / 2
        return Box(
            left + column * wide + self.bleed,
            top + row * high + self.bleed,
            self.width,
            self.height,
        )


def lay_out(
    sheet: Sheet,
    grid: Grid,
    cards: Sequence[T],
    front: Draw[T],
    back: Draw[T] | None = None,
    *,
    note: str = "",
    after_page: Callable[[], None] = lambda: None,
) -> None:
    """All cards on as many pages as it takes, each page of fronts followed by its backs. `note` is
    printed small at the foot; `after_page` is called when a page is done."""
    for first in range(0, len(cards), grid.on_a_page):
        there = cards[first : first + grid.on_a_page]
        for draw, turned in ((front, False), (back, True)):
            if draw is None:
                continue
            sheet.add_page()
            for at, card in enumerate(there):
                box = grid.box(at, turned=turned)
                with sheet.clipped(box.grown(grid.bleed)):
                    draw(sheet, box, card)
            _marks(sheet, grid, len(there), turned)
            if note and not turned:
                width, height = grid.page
                sheet.line_of(MARGIN, height - 5, note, 5.5, colour=SOFT, width=width - 2 * MARGIN)
            after_page()


def _marks(sheet: Sheet, grid: Grid, count: int, turned: bool) -> None:
    """Lines in the margins, where the knife goes; between cards the bleeds meet."""
    sheet.set_draw_color(0, 0, 0)
    sheet.set_line_width(0.12)
    boxes = [grid.box(at, turned=turned) for at in range(count)]
    width, height = grid.page
    out = grid.bleed + 0.5
    left, right = min(box.x for box in boxes) - out, max(box.right for box in boxes) + out
    top, bottom = min(box.y for box in boxes) - out, max(box.bottom for box in boxes) + out
    length = 3.5
    for x in sorted({x for box in boxes for x in (box.x, box.right)}):
        sheet.line(x, max(0, top - length), x, top)
        sheet.line(x, bottom, x, min(height, bottom + length))
    for y in sorted({y for box in boxes for y in (box.y, box.bottom)}):
        sheet.line(max(0, left - length), y, left, y)
        sheet.line(right, y, min(width, right + length), y)
