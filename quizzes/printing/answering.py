"""How each kind of question is answered on paper: bubbles, boxes, dots to join, a line, a map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from heritage.map_parts import Words
from heritage.models import REGION_CSS, Region
from heritage.outlines import HEIGHT, WIDTH
from heritage.printing import sheet as ink
from heritage.printing.country import View, draw_archipelagos, draw_land
from heritage.printing.flow import Part, side_by_side, words
from heritage.printing.sheet import LEADING, PT, Box, Sheet

from ..kinds import Snapshot
from ..kinds.base import said
from ..kinds.map_pin import REGION
from ..places import provinces

#: Land on a map that is to be drawn on: pale, for copiers and for pencils.
_LAND = "#f0ead9"
_EDGE = "#7b6b5a"
#: Lower-case letters name the right-hand side of pairs.
PARTNERS = "abcdef"


@dataclass(frozen=True)
class Look:
    """How the parts of a question are set: `size` of the letters in points, `width` of the column
    and height of a map in millimetres, the language."""

    size: float
    width: float
    language: str
    map_height: float

    @property
    def step(self) -> float:
        """From one line to the next, in millimetres."""
        return self.size * PT * LEADING

    def said(self, texts: dict[str, str]) -> str:
        return said(texts, self.language)


def hint(question: Snapshot) -> str:
    """What to do, where the form does not say it by itself."""
    match question["kind"]:
        case "multiple":
            return _("Several answers are right. Mark all of them.")
        case "order":
            count = len(question["items"])
            return _("Write 1 to %(n)s in the boxes, in the right order.") % {"n": count}
        case "match":
            return _("Join what belongs together with a line.")
        case "map-pin" if question["unit"] == REGION:
            return _("Mark the right region with a cross, or write its name.")
        case "map-pin":
            return _("Mark the right province with a cross, or write its name.")
    return ""


def parts(sheet: Sheet, question: Snapshot, look: Look) -> list[Part]:
    """What a pupil writes on, below the question."""
    found = []
    if told := hint(question):
        small = look.size * 0.86
        found.append(words(sheet, told, small, look.width, colour=ink.SOFT, after=0.6))
    return [*found, *_KINDS[question["kind"]](sheet, question, look)]


# --- choices -------------------------------------------------------------------------------------


def _choices(sheet: Sheet, question: Snapshot, look: Look) -> list[Part]:
    """Round bubbles where one is right, boxes where several are; as many in a row as fit."""
    texts = [look.said(choice["text"]) for choice in question["choices"]]
    lead = look.step * 1.45
    longest = max(sheet.wide(text, look.size) for text in texts) + lead + 3
    columns = next((n for n in (4, 2) if n <= len(texts) and longest <= look.width / n), 1)
    width = look.width / columns
    drawn = [
        _choice(sheet, choice["letter"], text, look, width, lead, bool(question["several"]))
        for choice, text in zip(question["choices"], texts, strict=True)
    ]
    return [side_by_side(drawn[at : at + columns], width) for at in range(0, len(drawn), columns)]


def _choice(
    sheet: Sheet, letter: str, text: str, look: Look, width: float, lead: float, several: bool
) -> Part:
    said = words(sheet, text, look.size, width - 3, indent=lead)
    radius = look.step * 0.5
    height = max(said.height, 2 * radius) + look.step * 0.24

    def draw(sheet: Sheet, box: Box) -> None:
        sheet.set_line_width(0.25)
        if several:
            sheet.box(Box(box.x, box.y, 2 * radius, 2 * radius), edge=ink.INK, radius=0.7)
        else:
            sheet.disc(box.x + radius, box.y + radius, radius, edge=ink.INK)
        size = look.size * 0.8
        top = box.y + radius - size * PT * LEADING / 2
        sheet.line_of(box.x + radius, top, letter, size, bold=True, align="C")
        said.draw(sheet, box)

    return Part(height, draw)


# --- written and numbered ------------------------------------------------------------------------


def _typed(sheet: Sheet, question: Snapshot, look: Look) -> list[Part]:
    def draw(sheet: Sheet, box: Box) -> None:
        dotted(sheet, box.x, box.bottom - look.step * 0.25, min(box.w, 110))

    return [Part(look.step * 1.7, draw)]


def dotted(sheet: Sheet, x: float, y: float, length: float) -> None:
    """A line to write on."""
    with sheet.local_context():
        sheet.set_draw_color(*ink.rgb(_EDGE))
        sheet.set_line_width(0.3)
        sheet.set_dash_pattern(dash=0.3, gap=0.9)
        sheet.line(x, y, x + length, y)


def _order(sheet: Sheet, question: Snapshot, look: Look) -> list[Part]:
    """A box before each thing."""
    texts = [look.said(item["text"]) for item in question["items"]]
    side = look.step * 1.25
    lead = side + 2.5
    longest = max(sheet.wide(text, look.size) for text in texts) + lead + 3
    columns = 2 if longest <= look.width / 2 else 1
    width = look.width / columns

    def row(text: str) -> Part:
        said = words(sheet, text, look.size, width - 3, indent=lead)

        def draw(sheet: Sheet, box: Box) -> None:
            sheet.box(Box(box.x, box.y, side, side), edge=ink.INK, width=0.3, radius=0.8)
            drop = max(0.0, (side - look.step) / 2) if said.height < 1.5 * look.step else 0
            said.draw(sheet, Box(box.x, box.y + drop, box.w, box.h))

        return Part(max(said.height, side) + look.step * 0.3, draw)

    drawn = [row(text) for text in texts]
    return [side_by_side(drawn[at : at + columns], width) for at in range(0, len(drawn), columns)]


def _match(sheet: Sheet, question: Snapshot, look: Look) -> list[Part]:
    """Two columns with dots between them, to be joined by lines."""
    gap = max(18.0, look.width * 0.16)
    side = (look.width - gap) / 2
    room = side - 4
    lead = look.step * 1.3

    def row(left: str, number: int, right: str) -> Part:
        one = words(sheet, left, look.size, room, indent=lead)
        other = words(sheet, right, look.size, room, indent=lead)
        height = max(one.height, other.height) + look.step * 0.35

        def draw(sheet: Sheet, box: Box) -> None:
            middle = box.y + look.step / 2
            sheet.line_of(box.x, box.y, f"{number}.", look.size, bold=True)
            one.draw(sheet, box)
            start = box.x + side + gap
            sheet.disc(box.x + side, middle, 0.8, ink.INK)
            sheet.disc(start, middle, 0.8, ink.INK)
            sheet.line_of(start + 4, box.y, f"{PARTNERS[number - 1]}.", look.size, bold=True)
            other.draw(sheet, Box(start + 4, box.y, room, box.h))

        return Part(height, draw)

    return [
        row(look.said(left["text"]), at, look.said(partner["text"]))
        for at, (left, partner) in enumerate(
            zip(question["left"], question["partners"], strict=True), start=1
        )
    ]


# --- the map -------------------------------------------------------------------------------------


def _map(sheet: Sheet, question: Snapshot, look: Look) -> list[Part]:
    """The country with its provinces or regions, and a line for who would rather write."""

    def draw(sheet: Sheet, box: Box) -> None:
        wide = box.h * WIDTH / HEIGHT
        country(sheet, Box(box.x, box.y, wide, box.h), question["unit"], look.language)
        x = box.x + wide + 8
        sheet.line_of(x, box.y + 2, _("The place is called:"), look.size, colour=ink.SOFT)
        dotted(sheet, x, box.y + 2 + 2.4 * look.step, min(60.0, box.right - x))

    return [Part(look.map_height, draw)]


def country(sheet: Sheet, box: Box, unit: str, language: str, *, right: Sequence[str] = ()) -> None:
    """The map to be marked; with what is `right` in red, for the key. Hoàng Sa and Trường Sa are
    on it with their names."""
    known = provinces()
    named = {slug: getattr(place, f"name_{language}") for slug, place in known.items()}

    def colour(slug: str) -> str:
        if slug in right or known[slug].region in right:
            return ink.RED
        if unit == REGION:
            return ink.REGIONS[REGION_CSS[Region(known[slug].region)]]
        return _LAND

    view = View.within(box)
    if unit == REGION:
        # No borders inside a region: what is asked for is the whole of it.
        for region in Region.values:
            inside = {slug for slug, place in known.items() if place.region == region}
            edge = colour(next(iter(inside)))
            draw_land(sheet, view, colour, edge=edge, width=0.12, only=inside.__contains__)
    else:
        draw_land(sheet, view, colour, edge=_EDGE, width=0.12)
    draw_archipelagos(
        sheet, view, Words(language, named), colour=_EDGE, size=max(4.6, box.h * 0.075)
    )


_KINDS: dict[str, Callable[[Sheet, Snapshot, Look], list[Part]]] = {
    "single": _choices,
    "multiple": _choices,
    "truefalse": _choices,
    "typed": _typed,
    "order": _order,
    "match": _match,
    "map-pin": _map,
}
