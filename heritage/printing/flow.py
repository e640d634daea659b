"""Parts one under the other, from page to page: a block stays whole where a page can hold it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .sheet import LEADING, PT, Box, Sheet


@dataclass(frozen=True)
class Part:
    """Something as wide as the column and so many millimetres high."""

    height: float
    draw: Callable[[Sheet, Box], None]


#: Parts that belong together.
Block = Sequence[Part]
#: The parts of a page, each with its distance from the top of the column.
Page = list[tuple[float, Part]]


def height_of(block: Block) -> float:
    return sum(part.height for part in block)


def paginate(blocks: Iterable[Block], first: float, others: float, gap: float) -> list[Page]:
    """Blocks dealt to pages: `first` and `others` are how high the column is on the first page and
    on the next ones, `gap` stands between two blocks. A block that no page can hold is broken
    between its parts. At least one page."""
    pages: list[Page] = [[]]
    room, used = first, 0.0

    def turn() -> None:
        nonlocal room, used
        pages.append([])
        room, used = others, 0.0

    for block in blocks:
        if used and used + height_of(block) > room:
            turn()
        for part in block:
            if used and used + part.height > room:
                turn()
            pages[-1].append((used, part))
            used += part.height
        used += gap
    return pages


def words(
    sheet: Sheet,
    text: str,
    size: float,
    width: float,
    *,
    bold: bool = False,
    colour: str = "#26160f",
    indent: float = 0,
    after: float = 0,
) -> Part:
    """A paragraph as a part, `indent` from the left, with room `after` it."""
    lines = sheet.broken(text, size, width - indent, bold=bold)
    step = size * PT * LEADING

    def draw(sheet: Sheet, box: Box) -> None:
        for at, line in enumerate(lines):
            y = box.y + at * step
            sheet.line_of(box.x + indent, y, line, size, bold=bold, colour=colour)

    return Part(len(lines) * step + after, draw)


def side_by_side(parts: Sequence[Part], width: float) -> Part:
    """Parts beside each other, each so wide, as high as the highest."""

    def draw(sheet: Sheet, box: Box) -> None:
        for at, part in enumerate(parts):
            part.draw(sheet, Box(box.x + at * width, box.y, width, part.height))

    return Part(max(part.height for part in parts), draw)
