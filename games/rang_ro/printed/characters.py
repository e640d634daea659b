"""The 54 character cards: a people, its homes on the map, the quest, the benefit, a QR code."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from heritage.map_parts import Words
from heritage.printing import sheet as ink
from heritage.printing.cards import Grid, lay_out
from heritage.printing.country import View, draw_archipelagos, draw_land
from heritage.printing.sheet import Box, Sheet

from .. import names, standard
from ..characters import Character, benefit
from .pack import Pack

GRID = Grid(62, 126)
_HEAD = 30.0
_REST = "#efe3cf"


def draw(sheet: Sheet, pack: Pack, step: Callable[[], None]) -> None:
    """All cards with their backs."""

    def front(sheet: Sheet, box: Box, card: Character) -> None:
        _front(sheet, box, card, pack)

    lay_out(sheet, GRID, pack.characters, front, _back, note=_map_note(), after_page=step)


def pages(pack: Pack) -> int:
    return 2 * GRID.pages(len(pack.characters))


def _map_note() -> str:
    from heritage.outlines import outlines

    return outlines().attribution.split(". ")[0]


def _area(card: Character) -> str:
    return names.area(str(standard.provinces()[card.homes[0]]["region"]))


def _front(sheet: Sheet, box: Box, card: Character, pack: Pack) -> None:
    area, style = _area(card), pack.styles[card.slug]
    ground, deep = ink.REGIONS[area], ink.REGION_INKS[area]
    inside = Box(box.x + 4, box.y, box.w - 8, box.h)
    sheet.box(box.grown(GRID.bleed), ink.CREAM)
    head = Box(box.x - GRID.bleed, box.y - GRID.bleed, box.w + 4, _HEAD + GRID.bleed)
    sheet.box(head, ground)
    sheet.pattern(area, head, deep)
    # The name on a plain ground: a pattern under letters tires the eye.
    plate = Box(box.x + 3, box.y + 8.5, box.w - 6, 18.5)
    sheet.box(plate, ink.CREAM, radius=2.5)
    region = names.region(str(standard.provinces()[card.homes[0]]["region"]))
    strip = Box(box.x + 3, box.y + 2.6, box.w - 6, 4.8)
    sheet.box(strip, deep, radius=2.4)
    sheet.line_of(
        strip.x + 2.5, strip.y + 0.9, region, 6.6, bold=True, colour=ink.PAPER, width=strip.w - 14
    )
    number = f"{card.code}/{len(names.peoples())}"
    sheet.line_of(strip.right - 2.5, strip.y + 0.9, number, 6.6, colour=ink.PAPER, align="R")
    sheet.line_of(
        plate.x + 2, plate.y + 1.6, card.name, 21, bold=True, width=plate.w - 4, align="C"
    )
    sheet.line_of(
        plate.x + 2,
        plate.y + 12.2,
        pack.branches[card.slug],
        6.8,
        colour=ink.SOFT,
        width=plate.w - 4,
        align="C",
    )
    sheet.rhythm(style, Box(plate.x + 4, plate.y + 15.4, plate.w - 8, 2.2), ink.BRANCHES[style])
    _where(sheet, Box(inside.right - 25, box.y + 32.5, 27, 48), card, pack.words)
    column = Box(inside.x, box.y + 32.5, 31, 10)
    y = _headed(sheet, column, "house", _("Home provinces"), ink.RED)
    for home in card.homes:
        sheet.line_of(column.x, y, names.province(home), 8, bold=True, width=column.w)
        y += 3.7
    y = _headed(sheet, Box(inside.x, y + 1.6, 30, 10), "flag", _("Quest"), ink.RED)
    for place in card.quest:
        _place(sheet, Box(column.x, y, column.w, 6.6), place)
        y += 6.9
    foot = Box(inside.x, box.y + 83.6, inside.w, 40)
    sheet.set_line_width(0.2)
    sheet.set_draw_color(*ink.rgb(ink.LINE))
    sheet.line(foot.x, foot.y - 1.5, foot.right, foot.y - 1.5)
    y = _headed(sheet, foot, "star", _("Special benefit"), ink.RED)
    sheet.paragraph(Box(foot.x, y, foot.w, 13.2), benefit(), 7.4)
    code = Box(foot.x - 1, box.bottom - 23.2, 20.5, 20.5)
    sheet.box(code.grown(0.2), ink.PAPER, radius=1)
    sheet.qr(pack.address(card.url), code)
    told = _("Scan to read about the %(people)s and their quest.") % {"people": card.name}
    beside = Box(code.right + 3, code.y + 1, inside.right - code.right - 3, 19)
    sheet.paragraph(beside, told, 7.4, colour=ink.SOFT, middle=True)


def _headed(sheet: Sheet, box: Box, icon: str, text: str, colour: str) -> float:
    """A small heading with its icon; returns where its text begins."""
    sheet.icon(icon, Box(box.x, box.y, 3.4, 3.4), colour)
    sheet.line_of(box.x + 4.4, box.y + 0.25, text, 7.2, bold=True, colour=colour, width=box.w - 4.4)
    return box.y + 4.6


def _place(sheet: Sheet, box: Box, place: dict[str, str], size: float = 7.4) -> None:
    """A place of the quest with the spot where its flag may be ticked."""
    spot = 2.0
    colour = ink.REGIONS.get(place["area"], ink.CREAM)
    sheet.set_line_width(0.3)
    sheet.disc(box.x + spot, box.y + box.h / 2, spot, colour, ink.SOFT)
    text = Box(box.x + 2 * spot + 1.6, box.y, box.w - 2 * spot - 1.6, box.h)
    sheet.paragraph(text, place["name"], size, bold=not place["area"], middle=True)


def _where(sheet: Sheet, box: Box, card: Character, words: Words) -> None:
    """The country: home provinces in red, the regions of the quest in their colours."""
    wanted = {slug for slot in card.quests[4] for slug in slot}

    def colour(slug: str) -> str:
        if slug in card.homes:
            return ink.RED
        if slug in wanted:
            return ink.REGIONS[names.area(str(standard.provinces()[slug]["region"]))]
        return _REST

    view = View.within(box)
    draw_land(sheet, view, colour, edge=ink.CREAM, width=0.04)
    draw_archipelagos(sheet, view, words, colour=ink.SOFT, size=4.6)


def _back(sheet: Sheet, box: Box, card: Character) -> None:
    area = _area(card)
    whole = box.grown(GRID.bleed)
    sheet.box(whole, ink.DEEP_RED)
    sheet.box(box.grown(-3), edge=ink.GOLD, width=0.35, radius=3)
    sheet.seeds(Box(box.x + 8, box.y + 8, box.w - 16, box.w - 16), ink.GOLD)
    middle = box.x + box.w / 2
    sheet.line_of(
        middle, box.y + 57, "Rạng Rỡ Việt Nam", 13, bold=True, colour="#ffe09a", align="C"
    )
    plate = Box(box.x + 6, box.y + 67, box.w - 12, 53)
    sheet.box(plate, ink.CREAM, radius=2.5)
    sheet.box(Box(plate.x, plate.y, plate.w, 7), ink.REGIONS[area], radius=2.5)
    sheet.line_of(
        plate.x + 2, plate.y + 1.2, card.name, 9.5, bold=True, width=plate.w - 4, align="C"
    )
    y = plate.y + 8.6
    for size, places in card.other_quests:
        title = ngettext("%(n)s place:", "%(n)s places:", size) % {"n": size}
        sheet.line_of(plate.x + 3, y, title, 6.8, bold=True, colour=ink.RED)
        y += 3.7
        for place in places:
            _place(sheet, Box(plate.x + 3, y, plate.w - 6, 4.3), place, 6.6)
            y += 4.35
        y += 1
