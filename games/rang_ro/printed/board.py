"""The board: the map of 63 provinces in four A3 sheets that are glued together."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _

from heritage.models import Region
from heritage.outlines import outlines
from heritage.printing import sheet as ink
from heritage.printing.country import View, draw_archipelagos, draw_land
from heritage.printing.sheet import Box, Sheet

from .. import names, standard
from ..board import drawn_icon
from ..core.world import REGIONS
from ..words import VEHICLES, coins
from .pack import Pack

#: A sheet, what a printer cannot reach, and what two sheets have in common.
A3 = (297.0, 420.0)
EDGE, OVERLAP = 8.0, 12.0
COLUMNS = ROWS = 2
PART = (A3[0] - 2 * EDGE, A3[1] - 2 * EDGE)
WIDTH = COLUMNS * PART[0] - (COLUMNS - 1) * OVERLAP
HEIGHT = ROWS * PART[1] - (ROWS - 1) * OVERLAP
SEA, FRAME = "#dcebf0", 10.0
#: The crowded delta is drawn once more, larger: part of the map in its units (left, top, width,
#: height), how many times, and where on the board.
DELTA = (375, 225, 180, 210)
NEAR = 2.75
_NEAR_AT = (WIDTH - 226, 72.0)
#: Names that would lie on their neighbour's, moved by so many millimetres.
_MOVED = {"long-an": (-9.0, 1.0), "ho-chi-minh": (3.0, 1.5), "ba-ria-vung-tau": (4.0, 2.0)}
#: How far a name may reach from its place.
_FAR = 40.0
_VEHICLES = ("plane", "boat", "train")


def draw(sheet: Sheet, pack: Pack, step: Callable[[], None]) -> None:
    """Four sheets, in rows from the top left."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            sheet.add_page(format=A3)
            part = Box(EDGE, EDGE, *PART)
            dx = EDGE - column * (PART[0] - OVERLAP)
            dy = EDGE - row * (PART[1] - OVERLAP)
            with sheet.clipped(part):
                _whole(sheet, pack, Box(dx, dy, WIDTH, HEIGHT))
            _seams(sheet, part, row, column)
            step()


def pages(pack: Pack) -> int:
    return COLUMNS * ROWS


def _seams(sheet: Sheet, part: Box, row: int, column: int) -> None:
    """Where the sheets meet: cut the right and lower ones at the dashed line, lay them over."""
    sheet.marks(part, -0.6, 5)
    number = row * COLUMNS + column + 1
    said = _("Board %(n)s of %(all)s. Lay the sheets over each other up to the dashed lines.")
    sheet.line_of(
        part.x, part.bottom + 1.2, said % {"n": number, "all": ROWS * COLUMNS}, 7, colour=ink.SOFT
    )
    sheet.set_draw_color(*ink.rgb(ink.INK))
    sheet.set_line_width(0.2)
    with sheet.local_context(dash_pattern={"dash": 2, "gap": 1.6}):
        if column:
            sheet.line(part.x + OVERLAP, part.y, part.x + OVERLAP, part.bottom)
        if column < COLUMNS - 1:
            sheet.line(part.right - OVERLAP, part.y, part.right - OVERLAP, part.bottom)
        if row:
            sheet.line(part.x, part.y + OVERLAP, part.right, part.y + OVERLAP)
        if row < ROWS - 1:
            sheet.line(part.x, part.bottom - OVERLAP, part.right, part.bottom - OVERLAP)


def _area(slug: str) -> str:
    return names.area(str(standard.provinces()[slug]["region"]))


def _whole(sheet: Sheet, pack: Pack, board: Box) -> None:
    """The board as one picture, wherever the sheet's window is."""
    sheet.box(board, ink.DEEP_RED)
    sea = board.grown(-FRAME)
    sheet.box(board.grown(-FRAME + 1.6), ink.GOLD)
    sheet.box(sea, SEA)
    view = View((sea.h - 16) / 1800, sea.x + 6, sea.y + 8)
    draw_land(
        sheet,
        view,
        lambda slug: ink.REGIONS[_area(slug)],
        edge="#fffaf0",
        width=0.5,
        simplified=False,
    )
    owners = {
        inset.belongs_to: _("part of %(province)s") % {"province": names.province(inset.belongs_to)}
        for inset in outlines().insets
    }
    draw_archipelagos(sheet, view, pack.words, colour=ink.RED, size=13, owners=owners)
    left, top, wide, high = DELTA
    x, y = view.at((left, top))
    sheet.box(Box(x, y, wide * view.scale, high * view.scale), edge=ink.DEEP_RED, width=0.5)
    delta = {slug for slug, row in standard.provinces().items() if row["region"] == REGIONS[1]}
    near = {slug for slug in delta if _inside(slug, DELTA)}
    _labels(sheet, view, (slug for slug in standard.provinces() if slug not in near), 9.6)
    _near(sheet, board, view, near)
    _title(sheet, Box(board.x + _NEAR_AT[0], board.y + 22, 200, 40))
    _legend(sheet, Box(sea.x + 8, sea.y + sea.h * 0.455, 128, 222))


def _inside(slug: str, part: tuple[int, int, int, int]) -> bool:
    x, y = outlines().labels[slug]
    return part[0] < x < part[0] + part[2] and part[1] < y < part[1] + part[3]


def _labels(sheet: Sheet, view: View, slugs: Iterable[str], size: float, hub: float = 2.5) -> None:
    """Names and, below them, what stops there."""
    for slug in slugs:
        x, y = view.at(outlines().labels[slug])
        right, down = _MOVED.get(slug, (0.0, 0.0))
        x, y = x + right, y + down
        if not _seen(x, y):
            continue
        row = standard.provinces()[slug]
        hubs = [by for by in _VEHICLES if row[by]]
        high = size * ink.PT * 1.2
        top = y - (high + (2 * hub if hubs else 0)) / 2
        name = names.province(slug)
        sheet.line_of(x, top, name, size, bold=True, align="C")
        for n, by in enumerate(hubs):
            at = x + (n - (len(hubs) - 1) / 2) * (2 * hub + 0.7)
            _hub(sheet, at, top + high + hub, by, hub)


def _seen(x: float, y: float) -> bool:
    """Whether something there may show on a sheet."""
    return -_FAR < x < A3[0] + _FAR and -_FAR < y < A3[1] + _FAR


def _hub(sheet: Sheet, x: float, y: float, by: str, radius: float) -> None:
    sheet.set_line_width(0.2)
    sheet.disc(x, y, radius, ink.PAPER, ink.INK)
    side = radius * 1.5
    sheet.icon(by, Box(x - side / 2, y - side / 2, side, side), ink.INK, drawn_icon(by))


def _near(sheet: Sheet, board: Box, view: View, near: set[str]) -> None:
    """The delta once more, larger, in a frame on the sea."""
    left, top, wide, high = DELTA
    scale = view.scale * NEAR
    box = Box(board.x + _NEAR_AT[0], board.y + _NEAR_AT[1], wide * scale, high * scale)
    x, y = view.at((left + wide, top + high / 2))
    sheet.set_draw_color(*ink.rgb(ink.DEEP_RED))
    sheet.set_line_width(0.5)
    sheet.line(x, y, box.x, box.y + box.h / 2)
    sheet.box(box, "#f3ead9")
    with sheet.clipped(box):
        large = View(scale, box.x - left * scale, box.y - top * scale)
        draw_land(
            sheet,
            large,
            lambda slug: ink.REGIONS[_area(slug)] if slug in near else "#e4d8c2",
            edge="#fffaf0",
            width=0.8,
            simplified=False,
            only=lambda slug: _area(slug) in ("rrd", "nmm", "nc"),
        )
        _labels(sheet, large, near, 12, 3.6)
    sheet.box(box, edge=ink.DEEP_RED, width=0.9)


def _title(sheet: Sheet, box: Box) -> None:
    sheet.line_of(
        box.x, box.y, "Rạng Rỡ Việt Nam", 46, bold=True, colour=ink.DEEP_RED, width=box.w, align="C"
    )
    said = _("63 provinces, 54 peoples")
    sheet.line_of(box.x, box.y + 22, said, 18, colour=ink.INK, width=box.w, align="C")


def _legend(sheet: Sheet, box: Box) -> None:
    """Regions, fares, and what the dice mean at the start."""
    sheet.box(box, ink.CREAM, edge=ink.GOLD, width=0.8, radius=4)
    inside = box.grown(-7)
    y = inside.y
    sheet.line_of(inside.x, y, _("The seven regions"), 14, bold=True, colour=ink.DEEP_RED)
    y += 9
    for region in Region:
        area = names.area(region.value)
        swatch = Box(inside.x, y, 14, 7)
        sheet.box(swatch, ink.REGIONS[area], radius=1.4)
        sheet.pattern(area, swatch, ink.REGION_INKS[area])
        sheet.line_of(inside.x + 18, y + 1, str(region.label), 11, width=inside.w - 18)
        y += 9.2
    y += 4
    sheet.line_of(inside.x, y, _("Four ways to travel"), 14, bold=True, colour=ink.DEEP_RED)
    y += 9
    for by, fare, more in (
        ("car", _("2 each"), _("from province to neighbouring province")),
        (
            "train",
            coins(4),
            _(
                "from station to station in the same region or the next one along the coast; one "
                "province further for 2"
            ),
        ),
        ("boat", coins(6), _("from port to port; one province further for 2")),
        ("plane", coins(8), _("from airport to airport; one province further for nothing")),
    ):
        _hub(sheet, inside.x + 5, y + 5.5, by, 5)
        sheet.line_of(inside.x + 13, y + 0.6, str(VEHICLES[by]), 11, bold=True)
        sheet.line_of(inside.x + 13, y + 5.6, fare, 11, colour=ink.DEEP_GOLD, bold=True)
        sheet.paragraph(Box(inside.x + 42, y, inside.w - 42, 11.5), more, 9.4, middle=True)
        y += 14
    y += 2
    sheet.line_of(
        inside.x,
        y,
        _("Where you start: the sum of two dice"),
        14,
        bold=True,
        colour=ink.DEEP_RED,
        width=inside.w,
    )
    y += 9
    for rolled, regions in (
        ("2, 12", ""),
        ("3, 11", REGIONS[0]),
        ("4, 10", REGIONS[3] + " " + REGIONS[4]),
        ("5, 9", REGIONS[2]),
        ("6, 8", REGIONS[1] + " " + REGIONS[5]),
        ("7", REGIONS[6]),
    ):
        sheet.line_of(inside.x, y, rolled, 10.5, bold=True)
        named = _(" or ").join(map(names.region, regions.split())) or _("anywhere")
        sheet.line_of(inside.x + 18, y, named, 10.5, width=inside.w - 18)
        y += 5.8
