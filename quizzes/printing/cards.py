"""Questions as cards to cut out: the question in front, the answer behind it, and a QR code that
leads to practising it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from heritage.printing import sheet as ink
from heritage.printing.cards import Grid, lay_out
from heritage.printing.flow import Part, height_of, words
from heritage.printing.sheet import Box, Sheet

from ..kinds import Snapshot, kind
from ..kinds.base import said
from .answering import Look, parts
from .worksheet import short_answer

GRID = Grid(95, 66)
_HEAD = 9.0
#: Letters from large to small, in points, until a question fits its card.
_SIZES = (14.0, 13.0, 12.0, 11.2, 10.4, 9.6, 8.8, 8.0, 7.2, 6.6, 6.0, 5.4, 4.8)
_CODE = 20.0


@dataclass(frozen=True)
class Card:
    """A question with its number in the pile, and where it can be practised ("" for nowhere)."""

    number: int
    total: int
    question: Snapshot
    address: str


def draw(
    sheet: Sheet, title: str, cards: Sequence[Card], language: str, progress: Callable[[int], None]
) -> None:
    """Pages of fronts, each followed by its backs, to be turned over the long edge; `progress` is
    told how many cards are done."""

    def step() -> None:
        progress(min(len(cards), (sheet.page // 2) * GRID.on_a_page))

    note = _("Print on both sides, turned over the long edge, then cut along the marks.")
    front = partial(_front, title=title, language=language)
    back = partial(_back, language=language)
    lay_out(sheet, GRID, cards, front, back, note=note, after_page=step)


def _front(sheet: Sheet, box: Box, card: Card, *, title: str, language: str) -> None:
    sheet.box(box.grown(GRID.bleed), ink.PAPER)
    # The band is thin and pale: a pile of cards is no reason to empty a cartridge.
    band = Box(box.x - GRID.bleed, box.y - GRID.bleed, box.w + 2 * GRID.bleed, GRID.bleed + _HEAD)
    sheet.box(band, ink.PALE_GOLD)
    sheet.box(Box(band.x, band.bottom - 0.7, band.w, 0.7), ink.GOLD)
    number = f"{card.number}/{card.total}"
    wide = sheet.wide(number, 9, bold=True)
    middle = box.y + _HEAD / 2 - 2.2
    sheet.line_of(box.x + 4, middle, title, 8, colour=ink.SOFT, width=box.w - wide - 14)
    sheet.line_of(box.right - 4, middle - 0.2, number, 9, bold=True, align="R")
    inside = Box(box.x + 4, box.y + _HEAD + 2.6, box.w - 8, box.h - _HEAD - 5)
    _fill(sheet, inside, partial(_asked, sheet, card.question, inside, language))


def _asked(sheet: Sheet, question: Snapshot, inside: Box, language: str, size: float) -> list[Part]:
    stem = words(sheet, said(question["text"], language), size, inside.w, bold=True, after=1.4)
    look = Look(size, inside.w, language, max(28.0, inside.h - stem.height - 6))
    return [stem, *parts(sheet, question, look)]


def _fill(sheet: Sheet, box: Box, made: Callable[[float], list[Part]]) -> None:
    """Parts in the largest letters in which they fit the box."""
    block: list[Part] = []
    for size in _SIZES:
        block = made(size)
        if height_of(block) <= box.h:
            break
    y = box.y
    for part in block:
        part.draw(sheet, Box(box.x, y, box.w, part.height))
        y += part.height


def _back(sheet: Sheet, box: Box, card: Card, *, language: str) -> None:
    sheet.box(box.grown(GRID.bleed), ink.CREAM)
    sheet.box(box.grown(-2.5), edge=ink.GOLD, width=0.4, radius=2.5)
    inside = box.grown(-6)
    number = f"{card.number}/{card.total}"
    label = pgettext("on a question card", "Answer")
    sheet.line_of(inside.x, inside.y, label, 8, bold=True, colour=ink.RED)
    sheet.line_of(inside.right, inside.y, number, 8, colour=ink.SOFT, align="R")
    foot = _CODE if card.address else 0.0
    room = Box(inside.x, inside.y + 5, inside.w, inside.h - 5 - foot)
    _fill(sheet, room, partial(_told, sheet, card.question, room.w, language))
    if card.address:
        code = Box(inside.x, inside.bottom - _CODE + 0.5, _CODE - 0.5, _CODE - 0.5)
        sheet.qr(card.address, code)
        beside = Box(code.right + 3, code.y, inside.right - code.right - 3, code.h)
        sheet.paragraph(beside, _("Scan to practise."), 8, colour=ink.SOFT, middle=True)


def _told(sheet: Sheet, question: Snapshot, width: float, language: str, size: float) -> list[Part]:
    found = kind(question["kind"])
    answer = found.describe(question, found.answer(question), language)
    if question["kind"] in ("order", "match"):
        answer = f"{short_answer(question)} ({answer})"
    block = [words(sheet, answer, size, width, bold=True, after=1)]
    if why := said(question["explanation"], language):
        block.append(words(sheet, why, size * 0.84, width, after=1))
    if source := said(question["source"], language):
        told = _("Source: %(source)s") % {"source": source}
        block.append(words(sheet, told, max(4.8, size * 0.66), width, colour=ink.SOFT))
    return block
