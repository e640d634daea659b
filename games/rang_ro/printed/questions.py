"""The question cards by the colour of their region, challenges in gold; the answer is behind."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from heritage.printing import sheet as ink
from heritage.printing.cards import Grid, lay_out
from heritage.printing.sheet import Box, Sheet

from .. import names
from ..core.world import CHALLENGE
from .pack import LETTERS, Pack, QuestionCard

GRID = Grid(62, 88)
_HEAD = 12.0


def draw(sheet: Sheet, pack: Pack, step: Callable[[], None]) -> None:
    """All piles, each card with its answer behind."""

    def back(sheet: Sheet, box: Box, card: QuestionCard) -> None:
        _back(sheet, box, card, pack)

    lay_out(sheet, GRID, pack.questions, _front, back, after_page=step)


def pages(pack: Pack) -> int:
    return 2 * GRID.pages(len(pack.questions))


def _colours(card: QuestionCard) -> tuple[str, str]:
    if card.pile == CHALLENGE:
        return ink.GOLD, ink.DEEP_RED
    return ink.REGIONS[card.area], ink.REGION_INKS[card.area]


def _title(card: QuestionCard) -> str:
    if card.pile == CHALLENGE:
        return pgettext("in the game", "Challenge")
    return names.region(card.pile)


def _head(sheet: Sheet, box: Box, card: QuestionCard) -> None:
    ground, deep = _colours(card)
    sheet.box(box.grown(GRID.bleed), ink.PAPER)
    band = Box(box.x - GRID.bleed, box.y - GRID.bleed, box.w + 2 * GRID.bleed, _HEAD + GRID.bleed)
    sheet.box(band, ground)
    if card.area:
        sheet.pattern(card.area, band, deep)
    else:
        sheet.icon("star", Box(box.right - 11, box.y + 2, 8, 8), deep)
    where = names.province(card.province) if card.province and card.pile != CHALLENGE else ""
    label = Box(box.x + 3, box.y + 2, box.w - (6 if card.area else 16), _HEAD - 4)
    sheet.box(label, ink.PAPER, radius=1.6)
    if where:
        sheet.line_of(label.x + 2, label.y + 0.5, where, 8.6, bold=True, width=label.w - 4)
        sheet.line_of(label.x + 2, label.y + 4.6, _title(card), 6, colour=deep, width=label.w - 4)
    else:
        sheet.paragraph(
            Box(label.x + 2, label.y, label.w - 4, label.h), _title(card), 9, bold=True, middle=True
        )


def _front(sheet: Sheet, box: Box, card: QuestionCard) -> None:
    _head(sheet, box, card)
    _ground, deep = _colours(card)
    inside = Box(box.x + 4, box.y + _HEAD + 3, box.w - 8, box.h - _HEAD - 6)
    answers = 3 * 11.2
    room = Box(inside.x, inside.y, inside.w, inside.h - answers - 3)
    sheet.paragraph(room, card.stem, 11, bold=True)
    y = inside.bottom - answers
    for letter, answer in zip(LETTERS, card.answers, strict=True):
        row = Box(inside.x, y, inside.w, 9.8)
        sheet.box(row, edge=ink.LINE, width=0.25, radius=1.8)
        sheet.disc(row.x + 4.7, row.y + row.h / 2, 3.1, deep)
        sheet.line_of(row.x + 4.7, row.y + 2.6, letter, 9.5, bold=True, colour=ink.PAPER, align="C")
        text = Box(row.x + 10, row.y + 0.6, row.w - 11.5, row.h - 1.2)
        sheet.paragraph(text, answer, 8.6, middle=True)
        y += 11.2


def _back(sheet: Sheet, box: Box, card: QuestionCard, pack: Pack) -> None:
    ground, deep = _colours(card)
    sheet.box(box.grown(GRID.bleed), ground)
    if card.area:
        sheet.pattern(card.area, box.grown(GRID.bleed), deep)
    plate = Box(box.x + 4, box.y + 4, box.w - 8, box.h - 8)
    sheet.box(plate, ink.PAPER, radius=2.4)
    inside = plate.grown(-3.2)
    sheet.line_of(
        inside.x, inside.y, pgettext("on a question card", "Answer"), 7, bold=True, colour=deep
    )
    sheet.disc(inside.x + 4, inside.y + 9, 4, deep)
    letter = LETTERS[card.right]
    sheet.line_of(inside.x + 4, inside.y + 6.3, letter, 12, bold=True, colour=ink.PAPER, align="C")
    right = Box(inside.x + 10, inside.y + 4.2, inside.w - 10, 10)
    sheet.paragraph(right, card.answers[card.right], 10, bold=True, middle=True)
    foot = 19.0 if card.path else 8.0
    told = Box(inside.x, inside.y + 17, inside.w, inside.h - 17 - foot - 1.5)
    sheet.paragraph(told, card.explanation, 8.8)
    base = Box(inside.x, inside.bottom - foot + 1, inside.w, foot)
    x = base.x
    if card.path:
        sheet.qr(pack.address(card.path), Box(base.x - 1, base.y, 18, 18))
        x += 19
    if card.source:
        said = _("Source: %(source)s") % {"source": card.source}
        room = Box(x, base.y, base.right - x, base.h - 1)
        sheet.paragraph(room, said, 5.6, colour=ink.SOFT, middle=True)
