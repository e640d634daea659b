"""A page on how to print and what is in the box, and the rules on one sheet."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from heritage import maps
from heritage.printing import sheet as ink
from heritage.printing.cards import A4
from heritage.printing.country import View, draw_archipelagos, draw_land
from heritage.printing.sheet import Box, Sheet

from .. import names, standard
from ..core.world import CHALLENGE, REGIONS
from ..words import coins
from . import tokens
from .pack import Pack

_LEFT, _TOP, _GUTTER = 15.0, 14.0, 9.0
_COLUMN = (A4[0] - 2 * _LEFT - _GUTTER) / 2


def draw(sheet: Sheet, pack: Pack, step: Callable[[], None]) -> None:
    sheet.add_page()
    _cover(sheet, pack)
    step()
    _rules(sheet, step)


def pages(pack: Pack) -> int:
    return 2


def _cover(sheet: Sheet, pack: Pack) -> None:
    sheet.box(Box(0, 0, A4[0], 92), ink.DEEP_RED)
    sheet.seeds(Box(126, 6, 80, 80), ink.GOLD)
    sheet.line_of(_LEFT, 26, "Rạng Rỡ Việt Nam", 32, bold=True, colour="#ffe09a", width=108)
    sheet.paragraph(
        Box(_LEFT, 46, 104, 30),
        _("The whole game to print: map, cards, coins, flags and rules, for two to six players."),
        13,
        colour=ink.CREAM,
    )
    sheet.line_of(_LEFT, 79, pack.site, 9, colour="#ffe09a", width=100)
    y = _heading(sheet, _LEFT, 102, _("How to print"), _COLUMN)
    for line in (
        _("Print at actual size (100%), not fitted to the page."),
        _("Cards: thick paper, both sides, turned over the long edge."),
        _("The board: four sheets of A3. Lay them over each other up to the dashed lines."),
        _("Cut along the marks in the margins; colour runs 2 mm beyond them."),
        _("You also need two dice, scissors and glue."),
    ):
        y = _point(sheet, _LEFT, y, line, _COLUMN)
    x = _LEFT + _COLUMN + _GUTTER
    y = _heading(sheet, x, 102, _("In the box"), _COLUMN)
    piles = pack.content["questions"]
    parts = [
        (len(pack.characters), _("character cards"), ""),
        *(
            (len(piles.get(region, ())), names.region(region), names.area(region))
            for region in REGIONS
        ),
        (len(piles.get(CHALLENGE, ())), _("challenge cards"), ""),
        (sum(card.count for card in pack.functions), _("function cards"), ""),
        (sum(tokens.COINS.values()), _("coins"), ""),
        (tokens.STARS, _("Gold Star badges"), ""),
        (tokens.FLAGS * len(tokens.SEATS), _("flags"), ""),
        (len(tokens.SEATS), _("pawns"), ""),
        (1, _("Treasure Book"), ""),
    ]
    for count, name, area in parts:
        if area:
            sheet.box(Box(x, y + 0.4, 9, 4), ink.REGIONS[area], radius=1)
            sheet.pattern(area, Box(x, y + 0.4, 9, 4), ink.REGION_INKS[area])
        sheet.line_of(x + 22, y, str(count), 10, bold=True, align="R")
        said = _("questions: %(region)s") % {"region": name} if area else name
        sheet.line_of(x + 25, y, said, 10, width=_COLUMN - 25)
        y += 5.8
    empty = [names.region(region) for region in REGIONS if not piles.get(region)]
    if empty:
        said = _("No question belongs to %(regions)s: journeys to there succeed unasked.")
        sheet.paragraph(
            Box(x, y + 2, _COLUMN, 14), said % {"regions": ", ".join(empty)}, 8.5, colour=ink.SOFT
        )
    view = View.within(Box(_LEFT, 154, _COLUMN, 106))
    provinces = standard.provinces()
    draw_land(
        sheet,
        view,
        lambda slug: ink.REGIONS[names.area(str(provinces[slug]["region"]))],
        width=0.08,
    )
    draw_archipelagos(sheet, view, pack.words, colour=ink.RED, size=7)
    sheet.paragraph(
        Box(_LEFT, 266, A4[0] - 2 * _LEFT, 24),
        _("Map of the 63 provinces as it was until 30 June 2025.") + " " + maps.attribution(),
        7,
        colour=ink.SOFT,
    )


def _heading(sheet: Sheet, x: float, y: float, text: str, width: float) -> float:
    sheet.line_of(x, y, text, 13, bold=True, colour=ink.RED, width=width)
    return y + 7


def _point(sheet: Sheet, x: float, y: float, text: str, width: float, size: float = 9.4) -> float:
    sheet.disc(x + 1, y + 2.1, 0.8, ink.GOLD)
    return sheet.paragraph(Box(x + 4, y, width - 4, 60), text, size) + 1.3


def _rules(sheet: Sheet, step: Callable[[], None]) -> None:
    """In two columns, filled one after the other."""
    sections = _sections()
    sheet.add_page()
    x, y = _LEFT, _TOP
    sheet.line_of(x, y, _("Rules in short"), 20, bold=True, colour=ink.DEEP_RED)
    tops = [_TOP + 13, _TOP + 13]
    column, y = 0, tops[0]
    for title, points in sections:
        needed = 8 + sum(_height(sheet, text) for text in points)
        if y + needed > A4[1] - 14:
            column += 1
            if column == 2:
                step()
                sheet.add_page()
                column, tops = 0, [_TOP, _TOP]
            y = tops[column]
        x = _LEFT + column * (_COLUMN + _GUTTER)
        y = _heading(sheet, x, y, title, _COLUMN)
        for text in points:
            y = _point(sheet, x, y, text, _COLUMN)
        y += 3
    step()


def _height(sheet: Sheet, text: str, size: float = 9.4) -> float:
    lines = len(sheet.broken(text, size, _COLUMN - 4))
    return lines * size * ink.PT * ink.LEADING + 1.3


def _sections() -> list[tuple[str, list[str]]]:
    """The words of the page of rules, for a table without screens."""

    def named(name: str, text: str) -> str:
        return f"{name}: {text}"

    return [
        (
            _("Before the first turn"),
            [
                _(
                    "Everybody gets a people: its home provinces and a quest, which is one home "
                    "province and some regions. All of it lies open."
                ),
                _("Everybody has 20 coins. The bank holds the Treasure Book."),
                _(
                    "Two dice say in which region you may start; you choose the province. The "
                    "highest roll begins."
                ),
                _("Shuffle the questions by colour, the challenges and the function cards."),
                _("The second in turn order gets one coin more, the third two, and so on."),
            ],
        ),
        (
            _("Your turn: one of five actions"),
            [
                named(
                    pgettext("in the game", "Travel"),
                    _(
                        "Pay the fare, answer the question of the province where the trip ends, "
                        "and with a right answer you arrive and plant a flag. Not right: you stay, "
                        "and the fare is gone."
                    ),
                ),
                named(
                    pgettext("in the game", "Earn"),
                    _(
                        "Name a number from 2 to 12 and roll two dice. Higher: so many coins. "
                        "Equal: twice as many. Lower: 2 coins."
                    ),
                ),
                named(
                    _("Treasure Book"),
                    _(
                        "2 coins to the bank. If somebody holds it: offer that player 3 coins, "
                        "which may be refused, or pay 2 to the player and 2 to the bank, which may "
                        "not."
                    ),
                ),
                named(
                    pgettext("in the game", "Challenge"),
                    _(
                        "Both put down 5 coins and roll two dice. The higher sum says who of the "
                        "two answers one question. Right wins, not right lets the other win: 10 "
                        "coins, a badge, a card."
                    ),
                ),
                named(_("Buy a card"), _("2 coins for the top function card. You may hold three.")),
                _("Whatever you pay by choice must leave you at least one coin."),
            ],
        ),
        (
            _("Four ways to travel"),
            [
                named(
                    _("Car"),
                    _("from province to neighbouring province, as far as you like, none twice")
                    + "; "
                    + _("2 each"),
                ),
                named(
                    _("Train"),
                    _(
                        "from station to station in the same region or the next one along the "
                        "coast; one province further for 2"
                    )
                    + f"; {coins(4)}",
                ),
                named(
                    _("Boat"), _("from port to port; one province further for 2") + f"; {coins(6)}"
                ),
                named(
                    _("Plane"),
                    _("from airport to airport; one province further for nothing")
                    + f"; {coins(8)}",
                ),
                _("One trip, one question, one flag: only where it ends."),
            ],
        ),
        (
            _("Questions"),
            [
                _(
                    "Whoever sits to the left reads the question aloud. Everybody shows A, B or C "
                    "with the fingers at the same moment."
                ),
                _(
                    "A bystander who is not right, or silent, pays 2 coins. In the first round "
                    "nobody pays."
                ),
                _("A card that was asked goes under its pile."),
            ],
        ),
        (
            _("Coming home"),
            [
                _(
                    "Who arrives in a home province with a right answer may, once a game, take two "
                    "flags of one player away, or turn one flag of somebody else into an own one. "
                    "The owner may keep them with a card; then it may be tried once more in the "
                    "next turn."
                )
            ],
        ),
        (
            _("No coins left"),
            [
                _(
                    "Only fines can take the last coin. Who has none left is out and goes on "
                    "answering for practice; in a lesson that player gets 5 coins instead and "
                    "misses a turn."
                )
            ],
        ),
        (
            _("How to win"),
            [
                named(
                    _("The quest, a badge, and home"),
                    _(
                        "A flag in every place of the quest, one Gold Star badge, and your pawn in "
                        "a home province, in any order."
                    ),
                ),
                named(
                    _("Two places and five badges"),
                    _("For tables that like challenges; where you stand does not matter."),
                ),
                named(
                    _("Against the clock"),
                    _(
                        "When the last round is over: most conditions met, then most right "
                        "answers, flags, coins."
                    ),
                ),
            ],
        ),
        (
            _("Function cards"),
            [
                _(
                    "Your cards are secret, how many you hold is not. Some are played with an "
                    "action, some in the few seconds after somebody has moved, answered or rolled."
                )
            ],
        ),
    ]
