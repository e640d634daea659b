"""The function cards, each as often as it is in the pile."""

from __future__ import annotations

from collections.abc import Callable

from heritage.printing import sheet as ink
from heritage.printing.cards import Grid, lay_out
from heritage.printing.sheet import Box, Sheet

from .pack import FunctionCard, Pack

GRID = Grid(62, 88)
#: A sign of the sprite for each effect.
_SIGNS = {
    "FUND": "coin",
    "SHARE": "users",
    "TREASURE_HUNTER": "book",
    "FREE_TRANSFER": "map",
    "TICKET": "cards",
    "TEMP_HUB": "house",
    "STORM": "s4",
    "FIFTY": "half",
    "ASK_FRIEND": "speak",
    "SECOND_CHANCE": "undo",
    "UMBRELLA": "lock",
    "INSURANCE": "check",
    "TRAIL": "flag",
    "HARVEST": "sprout",
    "REROLL": "dice",
    "SHIELD": "close",
    "FLAG_KEEPER": "flag",
}


def draw(sheet: Sheet, pack: Pack, step: Callable[[], None]) -> None:
    cards = [card for card in pack.functions for _copy in range(card.count)]
    lay_out(sheet, GRID, cards, _front, _back, after_page=step)


def pages(pack: Pack) -> int:
    return 2 * GRID.pages(sum(card.count for card in pack.functions))


def _front(sheet: Sheet, box: Box, card: FunctionCard) -> None:
    colour = ink.RED if card.hostile else ink.DEEP_GOLD
    sheet.box(box.grown(GRID.bleed), ink.CREAM)
    head = Box(box.x - GRID.bleed, box.y - GRID.bleed, box.w + 2 * GRID.bleed, 38 + GRID.bleed)
    sheet.box(head, ink.RED if card.hostile else ink.GOLD)
    with sheet.clipped(head):
        sheet.seeds(Box(box.x + 5, box.y - 8, 52, 52), ink.DEEP_RED if card.hostile else "#edbf5a")
    middle = box.x + box.w / 2
    sheet.disc(middle, box.y + 18, 11.5, ink.CREAM)
    sheet.icon(_SIGNS[card.code], Box(middle - 7, box.y + 11, 14, 14), colour)
    inside = Box(box.x + 5, box.y + 41, box.w - 10, box.h - 45)
    sheet.paragraph(
        Box(inside.x, inside.y, inside.w, 7), card.name, 12.5, bold=True, align="C", middle=True
    )
    timing = 8.5
    text = Box(inside.x, inside.y + 8, inside.w, inside.h - timing - 9)
    sheet.paragraph(text, card.text, 8.8, align="C", middle=True)
    foot = Box(inside.x - 1, inside.bottom - timing, inside.w + 2, timing)
    sheet.box(foot, ink.PALE_GOLD if not card.hostile else "#f9e3dc", radius=1.8)
    sheet.paragraph(
        Box(foot.x + 2, foot.y + 0.6, foot.w - 4, foot.h - 1.2),
        card.timing,
        6.6,
        colour=ink.SOFT,
        align="C",
        middle=True,
    )


def _back(sheet: Sheet, box: Box, card: FunctionCard) -> None:
    sheet.box(box.grown(GRID.bleed), ink.GOLD)
    sheet.box(box.grown(-3), edge=ink.DEEP_RED, width=0.4, radius=3)
    side = box.w - 14
    sheet.seeds(Box(box.x + 7, box.y + (box.h - side) / 2, side, side), ink.DEEP_RED)
