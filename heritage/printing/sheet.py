"""A PDF and its pen: text that fits its place, icons, patterns, seeds, QR codes, cut marks."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from fpdf import FPDF
from fpdf.drawing import Transform
from fpdf.svg import SVGObject

from ..map_parts import PATTERNS
from ..signs import RHYTHMS, spiral
from . import fonts

#: Colours of static/css/tokens.css in daylight: a printed sheet knows no other.
INK, SOFT, PAPER, CREAM, LINE = "#26160f", "#5d4a3f", "#ffffff", "#fff8ea", "#d9c7ae"
RED, DEEP_RED, GOLD, DEEP_GOLD, PALE_GOLD = "#a11a1f", "#7d1116", "#e2a622", "#b57d0b", "#fbecc4"
REGIONS = {
    "nmm": "#7fb07a",
    "rrd": "#e8895f",
    "nc": "#e3bb57",
    "scc": "#6fb3c9",
    "ch": "#a98bc0",
    "se": "#df8fa4",
    "md": "#b7c665",
}
REGION_INKS = {
    "nmm": "#2f6630",
    "rrd": "#973b12",
    "nc": "#775100",
    "scc": "#145f78",
    "ch": "#66418a",
    "se": "#98304f",
    "md": "#576100",
}
BRANCHES = {
    "viet": "#a11a1f",
    "tay": "#1f6f6b",
    "han": "#6c5a8c",
    "mon": "#b86a00",
    "mong": "#22509e",
    "nam": "#7a3b78",
    "tang": "#3f7430",
    "ka": "#8a4b32",
}
#: Points to millimetres, and how far one line of text stands from the next, in letter heights.
PT, LEADING = 25.4 / 72, 1.28
#: How letters shrink until a text fits, and the smallest that can still be read on paper.
SHRINK, SMALLEST = 0.96, 4.5
#: Path of the site's icons.
_SPRITE = Path(settings.BASE_DIR) / "static" / "img" / "sprite.svg"


@dataclass(frozen=True, slots=True)
class Box:
    """A place on a page, in millimetres."""

    x: float
    y: float
    w: float
    h: float

    def grown(self, by: float) -> Box:
        """Larger on all sides, smaller for a negative number."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h


def rgb(colour: str) -> tuple[int, int, int]:
    """
    >>> rgb("#a11a1f")
    (161, 26, 31)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


class Sheet(FPDF):
    """Pages of one language. Text is placed by hand: nothing flows from page to page."""

    def __init__(self, title: str, language: str) -> None:
        super().__init__(unit="mm", format="A4")
        self.set_auto_page_break(False)
        self.set_margin(0)
        self.c_margin = 0
        for style, file in fonts.main().items():
            self.add_font("text", style, file)
        for style, file in fonts.behind().items():
            self.add_font("behind", style, file)
        self.set_fallback_fonts(["behind"], exact_match=True)
        self.set_title(title)
        self.set_lang(language)
        self.language = language
        #: Words that were measured, by weight: their length in letters of one point.
        self._known: dict[tuple[str, bool], float] = {}

    # --- shapes ---

    def box(
        self, box: Box, colour: str = "", *, edge: str = "", width: float = 0.25, radius: float = 0
    ) -> None:
        """A rectangle, filled or framed or both."""
        style = ("F" if colour else "") + ("D" if edge else "")
        if colour:
            self.set_fill_color(*rgb(colour))
        if edge:
            self.set_draw_color(*rgb(edge))
            self.set_line_width(width)
        self.rect(box.x, box.y, box.w, box.h, style, round_corners=radius > 0, corner_radius=radius)

    def disc(self, x: float, y: float, radius: float, colour: str = "", edge: str = "") -> None:
        """A circle by its centre."""
        style = ("F" if colour else "") + ("D" if edge else "")
        if colour:
            self.set_fill_color(*rgb(colour))
        if edge:
            self.set_draw_color(*rgb(edge))
        self.circle(x, y, radius, style=style)

    def shape(self, points: Sequence[tuple[float, float]], colour: str, edge: str = "") -> None:
        """A polygon."""
        self.set_fill_color(*rgb(colour))
        if edge:
            self.set_draw_color(*rgb(edge))
        self.polygon(points, style="DF" if edge else "F")

    @contextmanager
    def clipped(self, box: Box) -> Iterator[None]:
        """What is drawn inside does not leave the box."""
        # The clip ends with the state of the page, of which the library must know too.
        with self.local_context(), self.rect_clip(box.x, box.y, box.w, box.h):
            yield

    # --- text ---

    def _letters(self, size: float, bold: bool, colour: str) -> None:
        self.set_font("text", "B" if bold else "", size)
        self.set_text_color(*rgb(colour))

    def wide(self, text: str, size: float, *, bold: bool = False) -> float:
        """How long a line of text is."""
        self.set_font("text", "B" if bold else "", size)
        return float(self.get_string_width(text))

    def line_of(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        bold: bool = False,
        colour: str = INK,
        width: float = 0,
        align: str = "L",
    ) -> None:
        """One line, its top at `y`. With a `width` it starts at `x`, is aligned in it and shrinks
        to it; without one `x` is where it starts, ends ("R") or has its middle ("C")."""
        while width and self.wide(text, size, bold=bold) > width and size > SMALLEST:
            size *= SHRINK
        self._letters(size, bold, colour)
        long = self.get_string_width(text)
        room = width or long
        if not width and align != "L":
            x -= long / (1 if align == "R" else 2)
        elif width and align != "L":
            x += (room - long) / (1 if align == "R" else 2)
        # Set plainly: `set_xy` counts what lies left of the page or above it from its other end.
        self.x, self.y = x, y
        self.cell(long, size * PT * LEADING, text)

    def broken(self, text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
        """The text in lines no longer than `width`; line breaks in it stay. A word longer than a
        line is cut."""
        space = self._long(" ", size, bold)
        lines = []
        for part in text.split("\n"):
            line, length = "", 0.0
            for word in part.split():
                long = self._long(word, size, bold)
                if length + space * bool(line) + long <= width:
                    length += space * bool(line) + long
                    line = f"{line} {word}".strip()
                    continue
                if line:
                    lines.append(line)
                while long > width and len(word) > 1:
                    cut = next(
                        n
                        for n in range(len(word) - 1, 0, -1)
                        if n == 1 or self._long(word[:n], size, bold) <= width
                    )
                    lines.append(word[:cut])
                    word = word[cut:]
                    long = self._long(word, size, bold)
                line, length = word, long
            lines.append(line)
        return lines

    def _long(self, word: str, size: float, bold: bool) -> float:
        """How long a word is. Letters stand side by side without kerning, so a line is as long as
        its words and spaces, and each word is measured once."""
        known = self._known.get((word, bold))
        if known is None:
            known = self._known[word, bold] = self.wide(word, size, bold=bold) / size
        return known * size

    def paragraph(
        self,
        box: Box,
        text: str,
        size: float,
        *,
        bold: bool = False,
        colour: str = INK,
        align: str = "L",
        middle: bool = False,
    ) -> float:
        """Text in lines inside a box, smaller where it would not fit, in its middle if wanted;
        returns where the next thing may stand."""
        lines = self.broken(text, size, box.w, bold=bold)
        while len(lines) * size * PT * LEADING > box.h and size > SMALLEST:
            size *= SHRINK
            lines = self.broken(text, size, box.w, bold=bold)
        step = size * PT * LEADING
        y = box.y + max(0.0, (box.h - step * len(lines)) / 2) if middle else box.y
        for line in lines:
            self.line_of(
                box.x,
                y,
                line,
                size,
                bold=bold,
                colour=colour,
                width=box.w if align != "L" else 0,
                align=align,
            )
            y += step
        return y

    # --- signs ---

    def icon(self, name: str, box: Box, colour: str = INK, drawn: str = "") -> None:
        """An icon of the site's sprite, or what is `drawn` as SVG in a square of 24."""
        picture = _icon(name, colour, drawn)
        _w, _h, path = picture.transform_to_rect_viewport(
            1, box.w, box.h, ignore_svg_top_attrs=True
        )
        path.transform = path.transform @ Transform.translation(box.x, box.y)
        self.draw_path(path)

    def qr(self, address: str, box: Box) -> None:
        """The address as a QR code with its quiet zone, black on white."""
        self.box(box, PAPER)
        side, runs = _qr(address)
        unit = box.w / side
        self.set_fill_color(0, 0, 0)
        # A hair higher than the grid: else some viewers show seams between rows.
        drawn = [
            f"{self._point(box.x + x * unit, box.y + (y + 1.02) * unit)} "
            f"{length * unit * self.k:.3f} {1.02 * unit * self.k:.3f} re"
            for x, y, length in runs
        ]
        self._out(" ".join(drawn) + " f")

    def _point(self, x: float, y: float) -> str:
        """A place on the page as the file writes it: points, from the bottom left corner."""
        return f"{x * self.k:.2f} {(self.h - y) * self.k:.2f}"

    def pattern(self, area: str, box: Box, colour: str, width: float = 0.22) -> None:
        """The pattern of a region ("nmm") all over a box."""
        wide, high, drawn_by = PATTERNS[area]
        scale = 0.16
        with self.clipped(box), self.local_context(stroke_opacity=0.45):
            self.set_draw_color(*rgb(colour))
            self.set_line_width(width)
            # One path for all: a call of the library for each stroke would take half a minute.
            drawn = []
            for row in range(math.ceil(box.h / (high * scale))):
                for column in range(math.ceil(box.w / (wide * scale))):
                    x, y = box.x + column * wide * scale, box.y + row * high * scale
                    for stroke in _strokes(drawn_by):
                        way = [self._point(x + px * scale, y + py * scale) for px, py in stroke]
                        drawn.append(" l ".join(way).replace(" l ", " m ", 1) + " l")
            self._out(" ".join(drawn) + " S")

    def seeds(self, box: Box, colour: str, n: int = 54) -> None:
        """The site's spiral of seeds."""
        side = min(box.w, box.h)
        x0, y0 = box.x + (box.w - side) / 2, box.y + (box.h - side) / 2
        with self.local_context(stroke_cap_style="round"):
            self.set_draw_color(*rgb(colour))
            for seed in spiral(n, 200):
                scale = side / 200
                half = (seed.length - seed.width) / 2 * scale
                turn = math.radians(seed.turn)
                dx, dy = half * math.cos(turn), half * math.sin(turn)
                x, y = x0 + seed.x * scale, y0 + seed.y * scale
                self.set_line_width(seed.width * scale)
                self._out("1 J")
                self.line(x - dx, y - dy, x + dx + 0.01, y + dy)

    def rhythm(self, branch: str, box: Box, colour: str) -> None:
        """The seeds of a language branch in a row, as long as the box."""
        unit = box.h / 8
        x = box.x
        while True:
            for beat in RHYTHMS[branch]:
                step = (20 if beat == "L" else 12) * unit * 0.8
                if x + step > box.right:
                    return
                if beat == "L":
                    at = Box(x, box.y + box.h / 2 - 2.6 * unit, 14 * unit * 0.8, 5.2 * unit)
                    self.box(at, colour, radius=2.5 * unit)
                else:
                    self.disc(x + 4 * unit, box.y + box.h / 2, 2.1 * unit, colour)
                x += step

    def marks(self, box: Box, bleed: float, length: float = 4) -> None:
        """Cut marks at the corners of a box, outside its bleed."""
        self.set_draw_color(0, 0, 0)
        self.set_line_width(0.1)
        gap = bleed + 0.6
        for x in (box.x, box.right):
            self.line(x, box.y - gap, x, box.y - gap - length)
            self.line(x, box.bottom + gap, x, box.bottom + gap + length)
        for y in (box.y, box.bottom):
            self.line(box.x - gap, y, box.x - gap - length, y)
            self.line(box.right + gap, y, box.right + gap + length, y)


# --- what is drawn again and again ---------------------------------------------------------------


@cache
def _symbols() -> dict[str, str]:
    text = _SPRITE.read_text(encoding="utf-8")
    return dict(re.findall(r'<symbol id="i-([\w-]+)"[^>]*>(.*?)</symbol>', text, re.DOTALL))


def _icon(name: str, colour: str, drawn: str) -> Any:
    inside = drawn or _symbols()[name]
    inside = re.sub(r"var\([^)]*\)\)?", PAPER, inside).replace("currentColor", colour)
    svg = (
        f'<svg viewBox="0 0 24 24" width="24" height="24" xmlns="http://www.w3.org/2000/svg">'
        f'<g fill="none" stroke="{colour}" stroke-width="2" stroke-linecap="round" '
        f'stroke-linejoin="round">{inside}</g></svg>'
    )
    return SVGObject(svg)


@lru_cache(maxsize=1024)
def _qr(address: str) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """Side in modules, quiet zone included, and the dark runs: x, y, length."""
    code = segno.make(address, error="m", micro=False)
    runs = []
    for y, row in enumerate(code.matrix_iter(border=3)):
        x, cells = 0, [bool(cell) for cell in row]
        while x < len(cells):
            start = x
            while x < len(cells) and cells[x]:
                x += 1
            if x > start:
                runs.append((start, y, x - start))
            x += x == start
    return int(code.symbol_size(border=3)[0]), tuple(runs)


@cache
def _strokes(drawn: str) -> tuple[tuple[tuple[float, float], ...], ...]:
    """The lines of a region's pattern; curves in a few straight steps."""
    found: list[list[tuple[float, float]]] = []
    for cx, cy, r in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', drawn):
        x, y, radius = float(cx), float(cy), float(r)
        found.append(
            [
                (x + radius * math.cos(n * math.pi / 4), y + radius * math.sin(n * math.pi / 4))
                for n in range(9)
            ]
        )
    for data in re.findall(r' d="([^"]+)"', drawn):
        found += _walk(data)
    return tuple(map(tuple, found))


def _walk(data: str) -> list[list[tuple[float, float]]]:
    """Path data of the patterns: M, L, l, h, v, q, t and a half-round a."""
    lines: list[list[tuple[float, float]]] = []
    x = y = bend = 0.0
    for command, args in re.findall(r"([MLlhvqta])([^MLlhvqta]*)", data):
        n = [float(one) for one in re.findall(r"-?\d*\.?\d+", args)]
        if command == "M":
            x, y = n[0], n[1]
            lines.append([(x, y)])
            n = n[2:]
            command = "L"
        if command in "Ll":
            for dx, dy in zip(n[::2], n[1::2], strict=True):
                x, y = (dx, dy) if command == "L" else (x + dx, y + dy)
                lines[-1].append((x, y))
        elif command in "hv":
            x, y = (x + n[0], y) if command == "h" else (x, y + n[0])
            lines[-1].append((x, y))
        elif command in "qt":
            bend = n[1] if command == "q" else -bend
            dx = n[-2]
            for step in range(1, 7):
                t = step / 6
                lines[-1].append((x + dx * t, y + 2 * t * (1 - t) * bend))
            x += dx
        elif command == "a":
            dx, ry = n[5], n[1]
            for step in range(1, 9):
                angle = math.pi * step / 8
                lines[-1].append((x + dx * (1 - math.cos(angle)) / 2, y - ry * math.sin(angle)))
            x += dx
    return lines
