"""A card for each people: names, language, where it lives, what is known of it and from where."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial

from django.core.files.storage import default_storage
from django.utils.translation import gettext as _
from PIL import Image

from .. import selectors
from ..map_parts import Words
from ..models import EthnicGroup, Fact, GroupName, Photo, Province
from ..outlines import outlines
from ..photos import size_name
from ..templatetags.look import number
from . import sheet as ink
from .cards import Grid, lay_out
from .country import View, draw_archipelagos, draw_land
from .flow import Part, height_of, words
from .sheet import Box, Sheet

GRID = Grid(95, 138)
#: Raised when the drawing changes, so that files made before are made anew.
EDITION = 1
#: Provinces named as homes at most, each with at least this share of the first one's head-count.
HOMES, HOME_SHARE = 4, 0.1
#: Facts at most, one of each side of life; a long one is left for the page.
FACTS, LONGEST = 6, 190
#: Called after each page with how many cards are done.
Progress = Callable[[int], None]
#: Highest photograph, in millimetres.
PICTURE = 26.0
_HEAD = 31.0
_FOOT = 25.0
_REST = "#ece0cb"
_ORDER = (
    Fact.Category.SETTLEMENT,
    Fact.Category.CRAFT,
    Fact.Category.FOOD,
    Fact.Category.FESTIVAL,
    Fact.Category.MUSIC,
    Fact.Category.DRESS,
    Fact.Category.ORAL,
    Fact.Category.LANGUAGE,
    Fact.Category.BELIEF,
    Fact.Category.LIVELIHOOD,
    Fact.Category.NOTABLE,
)


@dataclass(frozen=True)
class Told:
    """A fact: its side of life, its text, its source."""

    side: str
    text: str
    source: str


@dataclass(frozen=True)
class Picture:
    """A photograph: where it lies, what it shows, and who is to be named for it."""

    file: str
    alt: str
    credit: str


@dataclass(frozen=True)
class PeopleCard:
    """All that a card says, in one language. `homes` are slugs and names, the largest first."""

    code: int
    name: str
    others: tuple[str, ...]
    branch: str
    family: str
    style: str
    population: int
    homes: tuple[tuple[str, str], ...]
    facts: tuple[Told, ...]
    picture: Picture | None
    address: str


def card_of(
    group: EthnicGroup, counts: dict[str, int], names: dict[str, str], site: str
) -> PeopleCard:
    """A people's card in the present language. Reads `group.shown`, `.branch`, `.facts` and
    `.photos`; `counts` are its numbers by province, largest first."""
    most = max(counts.values(), default=0)
    homes = [slug for slug, people in counts.items() if people >= HOME_SHARE * most][:HOMES]
    others = [
        name.name for name in selectors.ordered_names(group) if name.kind != GroupName.Kind.SUBGROUP
    ]
    photo: Photo | None = next(iter(group.photos.all()), None)
    return PeopleCard(
        code=group.code,
        name=group.name,
        others=tuple(dict.fromkeys(others)),
        branch=group.branch.name,
        family=group.branch.family,
        style=group.branch.style,
        population=group.population_2019,
        homes=tuple((slug, names[slug]) for slug in homes),
        facts=tuple(_facts(group.facts.public())),
        picture=None
        if photo is None
        else Picture(
            size_name(str(photo.image.name), 800), photo.alt, f"{photo.author}, {photo.licence}"
        ),
        address=f"{site}{group.get_absolute_url()}",
    )


def _facts(facts: Iterable[Fact]) -> Iterable[Told]:
    """One public fact of each side of life that names its source, short enough for a card."""
    by_side: dict[str, Fact] = {}
    for fact in facts:
        if fact.source and len(fact.text) <= LONGEST:
            by_side.setdefault(fact.category, fact)
    for category in _ORDER:
        if category in by_side:
            fact = by_side[category]
            yield Told(str(category.label), fact.text, fact.source)


def cards_of(groups: Sequence[EthnicGroup], site: str) -> list[PeopleCard]:
    """The cards of these peoples, from `groups_to_print`, in the present language."""
    names = {province.slug: province.name for province in Province.objects.all()}
    counts = selectors.presences(groups)
    return [card_of(group, counts[group.pk], names, site) for group in groups]


def groups_to_print(slugs: Sequence[str] | None = None) -> list[EthnicGroup]:
    """All peoples, or those with these slugs, by their number in the official list."""
    found = EthnicGroup.objects.select_related("branch").prefetch_related(
        selectors.shown_names(), "photos"
    )
    if slugs is not None:
        found = found.filter(slug__in=slugs)
    return list(found.order_by("code"))


def told(cards: Sequence[PeopleCard], language: str) -> str:
    """Everything that is on these cards: equal sheets, equal text."""
    return json.dumps(
        [EDITION, language, [asdict(card) for card in cards]], ensure_ascii=False, sort_keys=True
    )


def draw(sheet: Sheet, cards: Sequence[PeopleCard], language: str, progress: Progress) -> None:
    """Four cards a page; `progress` is told how many are done."""
    named = {province.slug: province.name for province in Province.objects.all()}

    def step() -> None:
        progress(min(len(cards), sheet.page * GRID.on_a_page))

    front = partial(_front, map_words=Words(language, named))
    note = outlines().attribution.split(". ")[0]
    lay_out(sheet, GRID, cards, front, note=note, after_page=step)


# --- one card ------------------------------------------------------------------------------------


def _front(sheet: Sheet, box: Box, card: PeopleCard, *, map_words: Words) -> None:
    colour = ink.BRANCHES[card.style]
    sheet.box(box.grown(GRID.bleed), ink.CREAM)
    inside = Box(box.x + 5, box.y, box.w - 10, box.h)
    _head(sheet, box, inside, card, colour)
    top = box.y + _HEAD + 3
    map_box = Box(inside.right - 31, top, 32, 54)
    _where(sheet, map_box, card, map_words)
    y = _numbers(sheet, Box(inside.x, top, inside.w - 34, 54), card, colour)
    foot = Box(inside.x, box.bottom - _FOOT, inside.w, _FOOT - 3)
    beside = map_box.bottom - y - 1.5
    narrow = Box(inside.x, y + 1.5, inside.w - 34, max(beside, 16.0 if card.picture else beside))
    below = max(map_box.bottom, narrow.bottom) + 1.5
    wide = Box(inside.x, below, inside.w, foot.y - below - 1)
    listed = _life(sheet, narrow, wide, foot, card, colour)
    _base(sheet, foot, card, listed)


def _head(sheet: Sheet, box: Box, inside: Box, card: PeopleCard, colour: str) -> None:
    """Name and other names on paper, the seeds of the language branch in its colour."""
    bleed = GRID.bleed
    band = Box(box.x - bleed, box.y - bleed, box.w + 2 * bleed, bleed + 8.4)
    sheet.box(band, colour)
    sheet.line_of(inside.x, box.y + 2.3, card.branch, 8, bold=True, colour=ink.PAPER, width=60)
    sheet.line_of(inside.right, box.y + 2.3, f"{card.code}/54", 8, colour=ink.PAPER, align="R")
    sheet.line_of(inside.x, box.y + 9.6, card.name, 25, bold=True, width=inside.w)
    if card.others:
        others = _("Also called: %(names)s") % {"names": ", ".join(card.others)}
        room = Box(inside.x, box.y + 21.2, inside.w, 7)
        sheet.paragraph(room, others, 7.2, colour=ink.SOFT)
    sheet.rhythm(card.style, Box(inside.x, box.y + _HEAD - 1.8, inside.w, 2.2), colour)


def _numbers(sheet: Sheet, box: Box, card: PeopleCard, colour: str) -> float:
    """Language, number, homes; returns where the next thing may stand."""
    rows = [
        (_("Language"), _said_language(card)),
        (_("Population 2019"), number(card.population)),
        (_("Most live in"), ", ".join(name for _slug, name in card.homes)),
    ]
    y = box.y
    for label, text in rows:
        sheet.line_of(box.x, y, label, 6.2, bold=True, colour=colour, width=box.w)
        said = words(sheet, text, 8.4, box.w, bold=True)
        said.draw(sheet, Box(box.x, y + 2.9, box.w, said.height))
        y += 2.9 + said.height + 1.3
    return y


def _said_language(card: PeopleCard) -> str:
    if card.branch == card.family:
        return card.family
    return _("%(branch)s, %(family)s family") % {"branch": card.branch, "family": card.family}


def _where(sheet: Sheet, box: Box, card: PeopleCard, map_words: Words) -> None:
    homes = {slug for slug, _name in card.homes}
    view = View.within(box)
    draw_land(
        sheet, view, lambda slug: ink.RED if slug in homes else _REST, edge=ink.CREAM, width=0.06
    )
    draw_archipelagos(sheet, view, map_words, colour=ink.SOFT, size=5)


def _life(
    sheet: Sheet, narrow: Box, wide: Box, foot: Box, card: PeopleCard, colour: str
) -> list[str]:
    """The picture and as many facts as there is room for, beside the map and below it; their
    sources, in the order of their numbers."""
    y, listed = narrow.y, list[str]()
    if card.picture and (drawn := _photo(sheet, narrow, card.picture)):
        y += drawn
    for fact in card.facts[:FACTS]:
        sources = listed if fact.source in listed else [*listed, fact.source]
        if not _sources_fit(sheet, foot, sources, card):
            continue
        said = f"{fact.text}[{sources.index(fact.source) + 1}]"
        for room in (narrow, wide):
            top = max(y, room.y)
            block = _fact(sheet, fact.side, said, room.w, colour)
            if top + height_of(block) <= room.bottom:
                for part in block:
                    part.draw(sheet, Box(room.x, top, room.w, part.height))
                    top += part.height
                y, listed = top, sources
                break
    return listed


def _fact(sheet: Sheet, side: str, text: str, width: float, colour: str) -> list[Part]:
    return [
        words(sheet, side, 6.2, width, bold=True, colour=colour),
        words(sheet, text, 7.4, width, after=1.2),
    ]


def _photo(sheet: Sheet, box: Box, picture: Picture) -> float:
    """The photograph with its author and licence; how high both are, 0 when it is gone."""
    try:
        with default_storage.open(picture.file) as file:
            data = file.read()
        with Image.open(io.BytesIO(data)) as image:
            wide, high = image.size
    except OSError:
        return 0.0
    unit = min(box.w / wide, min(PICTURE, box.h - 4) / high)
    sheet.image(
        io.BytesIO(data), box.x, box.y, wide * unit, high * unit, alt_text=picture.alt or None
    )
    credit = _("Photo: %(credit)s") % {"credit": picture.credit}
    sheet.line_of(box.x, box.y + high * unit + 0.4, credit, 4.8, colour=ink.SOFT, width=box.w)
    return high * unit + 3.6


_SMALL = 4.8


def _source_lines(listed: Sequence[str]) -> str:
    return "\n".join(f"[{at}] {source}" for at, source in enumerate(listed, start=1))


def _sources_fit(sheet: Sheet, foot: Box, listed: Sequence[str], card: PeopleCard) -> bool:
    part = words(sheet, _source_lines(listed), _SMALL, foot.w - foot.h - 3)
    return part.height <= foot.h


def _base(sheet: Sheet, foot: Box, card: PeopleCard, listed: Sequence[str]) -> None:
    """Where the facts are from, and the code of the people's page."""
    code = Box(foot.right - foot.h + 0.5, foot.y, foot.h, foot.h)
    sheet.box(code.grown(0.3), ink.PAPER, radius=1)
    sheet.qr(card.address, code)
    room = Box(foot.x, foot.y, foot.w - foot.h - 3, foot.h)
    if listed:
        part = words(sheet, _source_lines(listed), _SMALL, room.w, colour=ink.SOFT)
        part.draw(sheet, Box(room.x, room.bottom - part.height, room.w, part.height))
    else:
        told = _("Scan to read about the %(people)s.") % {"people": card.name}
        sheet.paragraph(room, told, 8, colour=ink.SOFT, middle=True)
