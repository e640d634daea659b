"""Coins, Gold Star badges, flags, pawns and the Treasure Book."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from heritage.printing import sheet as ink
from heritage.printing.cards import A4, Grid, lay_out
from heritage.printing.sheet import Box, Sheet

from ..core.options import BADGES
from ..words import SIGNS
from .pack import Pack

GRID = Grid(24, 24, bleed=1)
#: Coins in the box, by value: those six players begin with, and a bank.
COINS = {10: 18, 5: 18, 2: 30, 1: 24}
_WIDTHS = {10: 24.0, 5: 22.0, 2: 20.0, 1: 18.0}
#: What six players can hold at most under the longest way is more than anybody will see.
STARS = 5 * len(SIGNS) // 2 + BADGES[2]
FLAGS = 14
#: Colours of the six seats, as on the screen.
SEATS = ("#b4520a", "#3d4fa0", "#39722f", "#0a708a", "#7b4f2c", "#14615a")


@dataclass(frozen=True)
class Token:
    """A round piece: a coin by its value, a star, or a flag of a seat."""

    coin: int = 0
    seat: int | None = None


def all_tokens() -> list[Token]:
    coins = [Token(coin=value) for value, count in COINS.items() for _each in range(count)]
    stars = [Token() for _each in range(STARS)]
    flags = [Token(seat=seat) for seat in range(len(SIGNS)) for _each in range(FLAGS)]
    return [*coins, *stars, *flags]


def draw(sheet: Sheet, pack: Pack, step: Callable[[], None]) -> None:
    """Both sides alike, then a page of pawns to fold and the book."""
    lay_out(sheet, GRID, all_tokens(), _token, _token, after_page=step)
    sheet.add_page()
    _pawns(sheet)
    step()


def pages(pack: Pack) -> int:
    return 2 * GRID.pages(len(all_tokens())) + 1


def _token(sheet: Sheet, box: Box, token: Token) -> None:
    x, y = box.x + box.w / 2, box.y + box.h / 2
    if token.coin:
        _coin(sheet, x, y, token.coin)
    elif token.seat is None:
        sheet.disc(x, y, 12, ink.DEEP_RED)
        sheet.set_line_width(0.5)
        sheet.disc(x, y, 10.4, ink.RED, ink.GOLD)
        sheet.icon("star", Box(x - 8, y - 8.2, 16, 16), ink.GOLD)
    else:
        colour = SEATS[token.seat]
        sheet.disc(x, y, 12, colour)
        sheet.disc(x, y, 10.2, ink.CREAM)
        sheet.icon("flag", Box(x - 8.5, y - 8, 16, 16), colour)
        sheet.icon(f"s{token.seat + 1}", Box(x - 2.8, y - 5.4, 6.4, 6.4), ink.CREAM)


def _coin(sheet: Sheet, x: float, y: float, value: int) -> None:
    radius = _WIDTHS[value] / 2
    sheet.disc(x, y, radius, ink.DEEP_GOLD)
    sheet.disc(x, y, radius - 0.9, ink.GOLD)
    sheet.seeds(
        Box(x - radius + 1.4, y - radius + 1.4, 2 * radius - 2.8, 2 * radius - 2.8), "#edbf5a"
    )
    sheet.set_line_width(0.25)
    sheet.disc(x, y, radius - 5.2, ink.PALE_GOLD, ink.DEEP_GOLD)
    size = 17 if value < 10 else 14
    sheet.line_of(x, y - size * 0.245, str(value), size, bold=True, colour="#5b3a00", align="C")


def _pawns(sheet: Sheet) -> None:
    sheet.line_of(15, 12, _("Pawns: cut out, fold at the dashed lines, glue the feet together"), 9)
    wide, high = 26.0, 38.0
    for seat, name in enumerate(SIGNS):
        box = Box(15 + seat * 30.5, 22, wide, 2 * high + 16)
        colour = SEATS[seat]
        sheet.box(box, edge=ink.SOFT, width=0.15)
        for turned in (False, True):
            face = Box(box.x, box.y + (high + 8 if not turned else 8), wide, high)
            middle = face.y + high / 2
            sheet.box(face, colour)
            with sheet.rotation(180 if turned else 0, face.x + wide / 2, middle):
                sheet.disc(face.x + wide / 2, face.y + 15, 10, ink.CREAM)
                sheet.icon(
                    f"s{seat + 1}", Box(face.x + wide / 2 - 7.5, face.y + 7.5, 15, 15), colour
                )
                sheet.line_of(
                    face.x + 1,
                    face.y + 29,
                    str(name),
                    10,
                    bold=True,
                    colour=ink.PAPER,
                    width=wide - 2,
                    align="C",
                )
        with sheet.local_context(dash_pattern={"dash": 1.2, "gap": 1}):
            sheet.set_draw_color(*ink.rgb(ink.SOFT))
            for y in (box.y + 8, box.y + 8 + high, box.y + 8 + 2 * high):
                sheet.line(box.x, y, box.right, y)
    book = Box(A4[0] / 2 - 62, 140, 124, 88)
    sheet.line_of(15, 128, _("Treasure Book: cut out and fold in the middle"), 9)
    sheet.box(book, ink.DEEP_RED)
    for half in (0, 1):
        page = Box(book.x + half * 62, book.y, 62, 88)
        sheet.box(page.grown(-3), edge=ink.GOLD, width=0.4, radius=2)
        sheet.seeds(Box(page.x + 11, page.y + 12, 40, 40), ink.GOLD)
        sheet.icon("book", Box(page.x + 23, page.y + 24, 16, 16), ink.CREAM)
        sheet.line_of(
            page.x + 5,
            page.y + 58,
            _("Treasure Book"),
            14,
            bold=True,
            colour="#ffe09a",
            width=52,
            align="C",
        )
        sheet.paragraph(
            Box(page.x + 7, page.y + 67, 48, 14),
            pgettext(
                "in the game", "Who holds it may read while answering, until the next own turn."
            ),
            7.4,
            colour=ink.CREAM,
            align="C",
        )
    sheet.marks(book, 0)
    with sheet.local_context(dash_pattern={"dash": 1.2, "gap": 1}):
        sheet.set_draw_color(*ink.rgb(ink.GOLD))
        sheet.line(book.x + 62, book.y, book.x + 62, book.bottom)
