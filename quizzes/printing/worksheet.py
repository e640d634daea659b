"""Worksheets on A4: a head with room for name, class and date, the questions, and keys on pages of
their own."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.core.files.storage import default_storage
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from heritage.outlines import HEIGHT, WIDTH, outlines
from heritage.printing import sheet as ink
from heritage.printing.flow import Block, Page, Part, paginate, words
from heritage.printing.sheet import LEADING, PT, Box, Sheet

from ..kinds import Snapshot, kind
from ..kinds.base import said
from .answering import PARTNERS, Look, country, dotted, parts
from .options import KEY_ONLY, NO_KEY, Options
from .paper import Version

PAGE_WIDTH, PAGE_HEIGHT = 210.0, 297.0
LEFT, TOP, BOTTOM = 16.0, 14.0, 17.0
WIDE = PAGE_WIDTH - 2 * LEFT
#: Letters in points: usual, and large print.
SIZE, LARGE = 11.0, 18.0
#: Highest and widest picture of a question, in millimetres at the usual size.
PICTURE = (80.0, 46.0)
_NUMBER = 9.0

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Worksheet:
    """What is drawn: a deck's title, its versions, and where the pictures of its questions lie
    (storage names by question)."""

    title: str
    versions: tuple[Version, ...]
    options: Options
    pictures: Mapping[int, str]

    @property
    def steps(self) -> int:
        """How many questions are drawn in all, keys counted like sheets."""
        times = (self.options.key != KEY_ONLY) + (self.options.key != NO_KEY)
        return times * sum(len(version.questions) for version in self.versions)

    @property
    def size(self) -> float:
        return LARGE if self.options.large else SIZE

    @property
    def look(self) -> Look:
        scale = self.size / SIZE
        high = 92.0 if scale == 1 else 120.0
        return Look(self.size, WIDE - self.number, self.options.language, high)

    @property
    def number(self) -> float:
        """The room for the number before a question."""
        return _NUMBER * self.size / SIZE


def draw(sheet: Sheet, worksheet: Worksheet, progress: Progress) -> None:
    """All versions, then all keys; `progress` is told how many questions are done."""
    done = 0
    for key in (False, True):
        if worksheet.options.key == (NO_KEY if key else KEY_ONLY):
            continue
        for version in worksheet.versions:
            count = len(version.questions)
            for share in _draw(sheet, _Copy(worksheet, version, key)):
                progress(done + int(share * count))
            done += count


@dataclass(frozen=True)
class _Copy:
    """One version, or the key to it."""

    worksheet: Worksheet
    version: Version
    key: bool

    @property
    def name(self) -> str:
        """ "Sheet A", "Answers", "Answers to sheet A"."""
        letter = self.version.letter
        if self.key:
            if letter:
                return _("Answers to sheet %(letter)s") % {"letter": letter}
            return pgettext("the key to a sheet", "Answers")
        return _("Sheet %(letter)s") % {"letter": letter} if letter else ""

    def blocks(self, sheet: Sheet) -> list[Block]:
        made = [
            (_key_block if self.key else _block)(sheet, self.worksheet, question, number)
            for number, question in enumerate(self.version.questions, start=1)
        ]
        if self.key and (strip := _strip(self.worksheet, self.version)):
            made.insert(0, [strip])
        return made


def _draw(sheet: Sheet, copy: _Copy) -> Iterator[float]:
    """Page by page; each time how much of it is done, 0 to 1."""
    worksheet = copy.worksheet
    head = _head(sheet, copy)
    slim = 9.0
    room = PAGE_HEIGHT - TOP - BOTTOM
    gap = 2.4 if copy.key else 5.0 * worksheet.size / SIZE
    pages = paginate(copy.blocks(sheet), room - head.height, room - slim, gap)
    for number, page in enumerate(pages, start=1):
        sheet.add_page()
        if number == 1:
            sheet.start_section(copy.name or worksheet.title)
            head.draw(sheet, Box(LEFT, TOP, WIDE, head.height))
            _place(sheet, page, TOP + head.height)
        else:
            _slim_head(sheet, copy)
            _place(sheet, page, TOP + slim)
        _foot(sheet, copy, number, len(pages))
        yield number / len(pages)


def _place(sheet: Sheet, page: Page, top: float) -> None:
    for y, part in page:
        part.draw(sheet, Box(LEFT, top + y, WIDE, part.height))


# --- head and foot -------------------------------------------------------------------------------


def _head(sheet: Sheet, copy: _Copy) -> Part:
    """Title and letter, and on a sheet for pupils where they write who they are."""
    worksheet, letter = copy.worksheet, copy.version.letter
    size = 17.0 if worksheet.options.large else 15.0
    badge = 17.0 if letter else 0.0
    title = words(sheet, worksheet.title, size, WIDE - badge - 4 * bool(letter), bold=True)
    count = len(copy.version.questions)
    told = ngettext("%(n)s question", "%(n)s questions", count) % {"n": count}
    if copy.key:
        told = f"{copy.name} · {told}"
    top = max(title.height + 6.5, badge)
    fields = 0.0 if copy.key else (12.0 if not worksheet.options.large else 18.0)

    def draw(sheet: Sheet, box: Box) -> None:
        title.draw(sheet, box)
        sheet.line_of(box.x, box.y + title.height + 0.6, told, 9.5, colour=ink.SOFT)
        if letter:
            at = Box(box.right - badge + 1, box.y, badge - 1, badge - 1)
            sheet.box(at, edge=ink.INK, width=0.6, radius=2.5)
            middle = at.x + at.w / 2
            sheet.line_of(middle, at.y + 1.5, letter, 26, bold=True, align="C")
        y = box.y + top
        if not copy.key:
            _fields(sheet, Box(box.x, y + 3, box.w, fields - 3), worksheet.options.large)
            y += fields
        sheet.set_draw_color(*ink.rgb(ink.INK))
        sheet.set_line_width(0.4)
        sheet.line(box.x, y + 2.4, box.right, y + 2.4)

    return Part(top + fields + 7, draw)


def _fields(sheet: Sheet, box: Box, large: bool) -> None:
    """Name, class and date."""
    size = 13.0 if large else 10.5
    base = box.y + size * PT * LEADING
    x = box.x
    labels = [(_("Name:"), 0.52), (_("Class:"), 0.22), (pgettext("on a sheet", "Date:"), 0.26)]
    for label, share in labels:
        wide = sheet.wide(label, size)
        end = x + box.w * share
        sheet.line_of(x, base - size * PT * LEADING, label, size)
        dotted(sheet, x + wide + 1.5, base - 0.9, end - x - wide - 5)
        x = end


def _slim_head(sheet: Sheet, copy: _Copy) -> None:
    name = f"{copy.worksheet.title} · {copy.name}" if copy.name else copy.worksheet.title
    sheet.line_of(LEFT, TOP - 1, name, 9, colour=ink.SOFT, width=WIDE)
    sheet.set_draw_color(*ink.rgb(ink.LINE))
    sheet.set_line_width(0.25)
    sheet.line(LEFT, TOP + 4.2, LEFT + WIDE, TOP + 4.2)


def _foot(sheet: Sheet, copy: _Copy, number: int, total: int) -> None:
    options = copy.worksheet.options
    y = PAGE_HEIGHT - 11.5
    words_left = ["Rạng Rỡ Việt Nam"]
    if copy.name:
        words_left.append(copy.name)
    if options.letters or options.count:
        words_left.append(_("draw %(seed)s") % {"seed": f"{options.seed:04}"})
    sheet.line_of(LEFT, y, " · ".join(words_left), 8, colour=ink.SOFT)
    page = _("Page %(n)s of %(total)s") % {"n": number, "total": total}
    sheet.line_of(LEFT + WIDE, y, page, 8, colour=ink.SOFT, align="R")
    if any(question["kind"] == "map-pin" for question in copy.version.questions):
        attribution = outlines().attribution.split(". ")[0]
        sheet.line_of(LEFT, y + 3.8, attribution, 5.5, colour=ink.SOFT, width=WIDE)


# --- questions -----------------------------------------------------------------------------------


def _block(sheet: Sheet, worksheet: Worksheet, question: Snapshot, number: int) -> Block:
    """A question with what is to be filled in, its number hanging before it."""
    look = worksheet.look
    stem = words(sheet, look.said(question["text"]), look.size, look.width, bold=True, after=1.2)
    inside = [stem]
    if picture := _picture(worksheet, question):
        inside.append(picture)
    inside += parts(sheet, question, look)
    return [
        _indented(part, worksheet.number, f"{number}." if at == 0 else "", look.size)
        for at, part in enumerate(inside)
    ]


def _indented(part: Part, by: float, number: str, size: float) -> Part:
    def draw(sheet: Sheet, box: Box) -> None:
        if number:
            sheet.line_of(box.x, box.y, number, size, bold=True)
        part.draw(sheet, Box(box.x + by, box.y, box.w - by, box.h))

    return replace(part, draw=draw)


def _picture(worksheet: Worksheet, question: Snapshot) -> Part | None:
    """The picture of a question, at most so large; None without one, and when it is gone."""
    from PIL import Image

    name = worksheet.pictures.get(question["id"])
    if not name:
        return None
    try:
        with default_storage.open(name) as file:
            data = file.read()
        with Image.open(io.BytesIO(data)) as image:
            wide, high = image.size
    except OSError:
        return None
    scale = worksheet.size / SIZE
    most_wide, most_high = PICTURE[0] * scale, PICTURE[1] * scale
    unit = min(most_wide / wide, most_high / high)

    def draw(sheet: Sheet, box: Box) -> None:
        alt = said(question["image"]["alt"], worksheet.options.language)
        sheet.image(io.BytesIO(data), box.x, box.y, wide * unit, high * unit, alt_text=alt or None)

    return Part(high * unit + 2, draw)


# --- keys ----------------------------------------------------------------------------------------


def short_answer(question: Snapshot) -> str:
    """The right answer as it stands on the sheet in a few signs: "B", "A, C", "2 1 3", "1b 2a";
    "" where it is a word or a place."""
    match question["kind"]:
        case "single" | "multiple" | "truefalse":
            right = question["right"]
            found = [each["letter"] for each in question["choices"] if each["position"] in right]
            return ", ".join(found)
        case "order":
            numbers = {at: n for n, at in enumerate(question["right"], start=1)}
            return " ".join(str(numbers[item["position"]]) for item in question["items"])
        case "match":
            return " ".join(
                f"{left['position']}{PARTNERS[at - 1]}"
                for left, at in zip(question["left"], question["right"], strict=True)
            )
    return ""


def _strip(worksheet: Worksheet, version: Version) -> Part | None:
    """The letters of all questions with choices in one look, to mark forty sheets by."""
    cells = [
        (number, short_answer(question))
        for number, question in enumerate(version.questions, start=1)
        if kind(question["kind"]).has_choices
    ]
    if len(cells) < 3:
        return None
    columns, high = 10, 12.0
    wide = WIDE / columns
    rows = -(-len(cells) // columns)

    def draw(sheet: Sheet, box: Box) -> None:
        for at, (number, letters) in enumerate(cells):
            row, column = divmod(at, columns)
            cell = Box(box.x + column * wide, box.y + row * high, wide, high)
            sheet.box(cell, edge=ink.LINE, width=0.25)
            sheet.line_of(cell.x + 1.2, cell.y + 0.7, str(number), 7, colour=ink.SOFT)
            room = Box(cell.x + 1, cell.y + 3, cell.w - 2, cell.h - 3.4)
            sheet.paragraph(room, letters, 14, bold=True, align="C", middle=True)

    return Part(rows * high + 4, draw)


def _key_block(sheet: Sheet, worksheet: Worksheet, question: Snapshot, number: int) -> Block:
    """The right answer, why, and where that is from."""
    scale = worksheet.size / SIZE
    size = 10.0 * scale
    language = worksheet.options.language
    width = WIDE - worksheet.number
    asked = words(sheet, said(question["text"], language), 8.6 * scale, width, colour=ink.SOFT)
    found = kind(question["kind"])
    answer = found.describe(question, found.answer(question), language)
    if question["kind"] in ("order", "match"):
        answer = f"{short_answer(question)}   ({answer})"
    inside = [asked, words(sheet, answer, size, width, bold=True)]
    if why := said(question["explanation"], language):
        inside.append(words(sheet, why, 8.6 * scale, width))
    if source := said(question["source"], language):
        told = _("Source: %(source)s") % {"source": source}
        inside.append(words(sheet, told, 7.0 * scale, width, colour=ink.SOFT))
    if question["kind"] == "map-pin":
        inside.append(_small_map(question, language))
    return [
        _indented(part, worksheet.number, f"{number}." if at == 0 else "", size)
        for at, part in enumerate(inside)
    ]


def _small_map(question: Snapshot, language: str, high: float = 44) -> Part:
    def draw(sheet: Sheet, box: Box) -> None:
        at = Box(box.x, box.y + 1, high * WIDTH / HEIGHT, high)
        right = question["right"]["places"]
        country(sheet, at, question["unit"], language, right=right)

    return Part(high + 2, draw)
