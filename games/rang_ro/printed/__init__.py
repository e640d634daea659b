"""The game on paper: character, question and function cards, coins and flags, the board, the rules,
from the decks and cards as they are now, in either language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from heritage.printing.sheet import Sheet

from . import board, characters, functions, questions, rules, tokens
from .pack import Pack

__all__ = ["ALL", "PARTS", "Pack", "Part", "Progress", "count_pages", "make"]

#: Called after each page with how many are done.
Progress = Callable[[int], None]


@dataclass(frozen=True)
class Part:
    """Some sheets that are printed together."""

    name: str | Promise
    text: str | Promise
    icon: str
    draw: Callable[[Sheet, Pack, Callable[[], None]], None]
    #: How many pages that makes.
    pages: Callable[[Pack], int]


PARTS: Mapping[str, Part] = {
    "rules": Part(
        _("How to print, and the rules"),
        _("A4; what is in the box"),
        "book",
        rules.draw,
        rules.pages,
    ),
    "board": Part(_("Board"), _("four sheets of A3"), "map", board.draw, board.pages),
    "characters": Part(
        _("Character cards"),
        _("54 peoples with homes, quest and QR code"),
        "people",
        characters.draw,
        characters.pages,
    ),
    "questions": Part(
        _("Question cards"),
        _("by colour of the region, the answer behind"),
        "question",
        questions.draw,
        questions.pages,
    ),
    "functions": Part(
        _("Function cards"),
        _("each as often as it is in the pile"),
        "cards",
        functions.draw,
        functions.pages,
    ),
    "tokens": Part(
        _("Coins, flags and pawns"),
        _("also badges and the Treasure Book"),
        "coin",
        tokens.draw,
        tokens.pages,
    ),
}
#: The name of all parts together.
ALL = "all"


def count_pages(part: str, pack: Pack) -> int:
    """How many pages a part, or all of them, will have."""
    return sum(one.pages(pack) for key, one in PARTS.items() if part in (key, ALL))


def make(part: str, pack: Pack, progress: Progress = lambda done: None) -> bytes:
    """The PDF of a part, or of all of them, in the pack's language."""
    with override(pack.language):
        sheet = Sheet("Rạng Rỡ Việt Nam", pack.language)

        def step() -> None:
            progress(sheet.page)

        for key, one in PARTS.items():
            if part in (key, ALL):
                one.draw(sheet, pack, step)
        return bytes(sheet.output())
