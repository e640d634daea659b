"""Cards A–D for pupils without a phone, as PDF: four to choose from, or one to be turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from heritage.printing import sheet as ink
from heritage.printing.cards import Grid, lay_out
from heritage.printing.sheet import LEADING, PT, Box, Sheet
from heritage.templatetags.look import ANSWER_SHAPES

#: The colours of the four answers on the wall, in daylight; each has its shape as well.
COLOURS = {"A": "#22509e", "B": "#00736f", "C": "#b57d0b", "D": "#91296f"}
FOUR, TURN = "four", "turn"
STYLES = [
    (FOUR, gettext_lazy("Four cards each: a page a pupil, to be cut in four")),
    (TURN, gettext_lazy("One card each, to be turned: six on a page")),
]
#: Without bleed: one cut between two cards.
_FOUR = Grid(99, 142.5, bleed=0)
_TURN = Grid(95, 95, bleed=0)


@dataclass(frozen=True)
class Owner:
    """Whose cards: a number, and a name or ""."""

    number: int
    name: str = ""


def make(owners: Sequence[Owner], style: str, language: str) -> bytes:
    """The PDF of these pupils' cards. Raises KeyError for another style."""
    with override(language):
        sheet = Sheet(_("Answer cards"), language)
        sheet.set_creator("Rạng Rỡ Việt Nam")
        if style == TURN:
            note = _("Hold the card so that the letter of your answer is at the top.")
            lay_out(sheet, _TURN, owners, _turned, note=note)
        else:
            cards = [(owner, letter) for owner in owners for letter in COLOURS]
            lay_out(sheet, _FOUR, cards, _single, note=_("Hold up the card of your answer."))
        return bytes(sheet.output())


def _sign(letter: str) -> str:
    return f'<path d="{ANSWER_SHAPES[letter]}" fill="currentColor" stroke="none"/>'


def _frame(sheet: Sheet, box: Box) -> None:
    sheet.box(box, edge=ink.LINE, width=0.2)


def _single(sheet: Sheet, box: Box, card: tuple[Owner, str]) -> None:
    """A letter to be read from the other end of the room."""
    owner, letter = card
    colour = COLOURS[letter]
    _frame(sheet, box)
    sheet.box(box.grown(-5), edge=colour, width=2.2, radius=6)
    sheet.icon("", Box(box.x + 10, box.y + 10, 15, 15), colour, _sign(letter))
    middle = box.x + box.w / 2
    _large(sheet, middle, box.y + box.h / 2 - 4, letter, 230, colour)
    base = box.bottom - 31
    sheet.line_of(middle, base, str(owner.number), 44, bold=True, align="C")
    if owner.name:
        room = Box(box.x + 10, base + 17.5, box.w - 20, 6)
        sheet.line_of(room.x, room.y, owner.name, 10, colour=ink.SOFT, width=room.w, align="C")


def _large(sheet: Sheet, x: float, middle: float, letter: str, size: float, colour: str) -> None:
    """A letter about its middle: capitals stand between 0.24 and 0.97 of the line here."""
    top = middle - size * PT * LEADING / 2
    sheet.line_of(x, top, letter, size, bold=True, colour=colour, align="C")


def _turned(sheet: Sheet, box: Box, owner: Owner) -> None:
    """Four letters, each upright when its side is at the top."""
    _frame(sheet, box)
    x, y = box.x + box.w / 2, box.y + box.h / 2
    for angle, (letter, colour) in zip((0, -90, 180, 90), COLOURS.items(), strict=True):
        with sheet.rotation(angle, x, y):
            sheet.icon("", Box(x - 17, box.y + 9.5, 9, 9), colour, _sign(letter))
            _large(sheet, x + 3, box.y + 15.5, letter, 68, colour)
    sheet.disc(x, y, 17, ink.PAPER, ink.LINE)
    _large(sheet, x, y - (2 if owner.name else 0), str(owner.number), 40, ink.INK)
    if owner.name:
        sheet.line_of(x - 14, y + 7.2, owner.name, 8, colour=ink.SOFT, width=28, align="C")
