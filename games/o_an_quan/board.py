"""The board as SVG, drawn from what lies on it. Knows neither request nor rules.

Twelve squares by ring index (0 QL, 1–5 B1–B5, 6 QR, 7–11 Y5–Y1). Everything that is coloured or
patterned has a class (static/css/pages/o-an-quan.css). The pictures of 1 to 10 stones and of the
heaps are symbols, defined once in a page by `definitions()`, so that a board is small enough to be
pushed and the script changes a square by naming another symbol.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from .rules import LEFT, RIGHT
from .rules import SQUARES as NAMES

RING = len(NAMES)

# --- geometry, in units of the drawing ------------------------------------------------------------
WIDTH, HEIGHT = 752, 352
SIDE, TALL = 96, 166
ROW_LEFT, ROW_TOP = 136, 10
ROW_BOTTOM = ROW_TOP + TALL
#: Middle of the stones and baseline of the number, from the top of a rice square.
STONES_AT, NUMBER_AT = 62, 152
STONE = 9.4
#: Up to this many stones are drawn one by one; 11 and 16 stand for a small and a large heap.
SINGLE = 10
HEAPS = ((16, (5, 4, 3, 2, 1)), (11, (4, 3, 2)))
#: A die's face: offsets of the pips in steps.
_FACES = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
}
_END = f"M{ROW_LEFT} {ROW_TOP}h-26C40 {ROW_TOP} 8 56 8 {ROW_BOTTOM}s32 {TALL} 102 {TALL}h26z"
_PIECE = (
    "M-25 20c-5-30 5-63 24-64 21-1 33 28 28 58-4 22-12 32-27 32-13 0-22-9-25-26z"
    "M-10-6c1-14 5-22 11-22"
)


@dataclass(frozen=True, slots=True)
class Squares:
    """What lies on the board: citizens by ring index, and the mandarin squares (0, 6) that still
    hold their piece."""

    citizens: Sequence[int]
    mandarins: Collection[int]


@dataclass(frozen=True, slots=True)
class Marks:
    """What the drawing points out, all by ring index.

    own         squares of the side that moves here, `playable` those it may choose
    sown_from   where the last turn began, `sown` its direction ("a" or "c")
    won         squares won in the last turn
    """

    playable: Collection[int] = ()
    own: Collection[int] = ()
    sown_from: int | None = None
    sown: str = ""
    won: Collection[int] = ()


def place(index: int, turned: bool) -> int:
    """Where a square lies on the drawing, counted like the ring: with the board turned by half,
    Yellow's squares take Blue's places."""
    return (index + RING // 2) % RING if turned else index


def points_right(index: int, direction: str, turned: bool) -> bool:
    """Whether stones sown from a rice square go to the reader's right.

    >>> points_right(2, "a", turned=False), points_right(9, "a", turned=False)
    (True, False)
    """
    below = place(index, turned) < RIGHT
    return below == (direction == "a")


def _corner(at: int) -> tuple[int, int]:
    """Top left of the rice square lying at `at`."""
    if at < RIGHT:
        return ROW_LEFT + SIDE * (at - 1), ROW_BOTTOM
    return ROW_LEFT + SIDE * (RING - 1 - at), ROW_TOP


def _centre(at: int) -> tuple[int, int]:
    """Where stones land in the square lying at `at`."""
    if at == LEFT:
        return 80, 194
    if at == RIGHT:
        return WIDTH - 80, 194
    x, y = _corner(at)
    return x + SIDE // 2, y + STONES_AT


def stones_symbol(count: int) -> str:
    """Name of the picture for so many stones, "" for none.

    >>> stones_symbol(0), stones_symbol(7), stones_symbol(13), stones_symbol(40)
    ('', 'oaq-7', 'oaq-11', 'oaq-16')
    """
    if count <= SINGLE:
        return f"oaq-{count}" if count else ""
    return f"oaq-{next(least for least, _rows in HEAPS if count >= least)}"


# --- words ----------------------------------------------------------------------------------------


def square_name(index: int) -> str:
    """What people call a square: "Blue 2", "left mandarin square"."""
    if index == LEFT:
        return _("left mandarin square")
    if index == RIGHT:
        return _("right mandarin square")
    side, number = NAMES[index][0], NAMES[index][1]
    return _("Blue %(n)s") % {"n": number} if side == "B" else _("Yellow %(n)s") % {"n": number}


def content(citizens: int, mandarin: bool) -> str:
    """What lies in a square, in words."""
    counted = ngettext("%(n)s citizen", "%(n)s citizens", citizens) % {"n": citizens}
    if mandarin:
        return _("mandarin and %(citizens)s") % {"citizens": counted} if citizens else _("mandarin")
    return counted if citizens else pgettext("square", "empty")


def _label(index: int, squares: Squares, playable: bool) -> str:
    words = [square_name(index), content(squares.citizens[index], index in squares.mandarins)]
    if playable:
        words.append(_("playable"))
    return ", ".join(words)


# --- drawing --------------------------------------------------------------------------------------


def _pebble(x: float, y: float, turn: int) -> str:
    return (
        f'<ellipse cx="{x:g}" cy="{y:g}" rx="{STONE + 0.5:g}" ry="{STONE - 0.7:g}"'
        f' transform="rotate({turn} {x:g} {y:g})"/>'
    )


def _face(count: int, middle: float, wide: float, high: float) -> list[tuple[float, float]]:
    return [(wide * x, middle + high * y) for x, y in _FACES[count]]


def _spots(count: int) -> list[tuple[float, float]]:
    """Places of 1 to 10 stones: a die, or one die over another."""
    if count <= 5:
        return _face(count, 0, 23, 24)
    return [*_face(5, -29, 24, 16), *_face(count - 5, 29, 24, 16)]


def _heap(rows: tuple[int, ...]) -> list[tuple[float, float]]:
    step, top = 17, 14.5
    return [
        (step * (i - (n - 1) / 2), 34 - top * level)
        for level, n in enumerate(rows)
        for i in range(n)
    ]


@cache
def definitions() -> SafeString:
    """The symbols and patterns every board of a page refers to; put it once before the first."""
    pictures = {n: _spots(n) for n in range(1, SINGLE + 1)}
    pictures |= {least: _heap(rows) for least, rows in HEAPS}
    symbols = [
        f'<g id="oaq-{n}" class="stones">'
        + "".join(_pebble(x, y, (47 * i + 31 * n) % 180) for i, (x, y) in enumerate(spots))
        + "</g>"
        for n, spots in sorted(pictures.items())
    ]
    return mark_safe(  # noqa: S308 -- numbers of ours only
        '<svg class="oaq-defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
        + "".join(symbols)
        + f'<path id="oaq-quan" class="piece" d="{_PIECE}"/>'
        '<path id="oaq-arrow" d="M-13 0h24M2-9l10 9-10 9"/>'
        '<pattern id="oaq-blue" width="24" height="12" patternUnits="userSpaceOnUse">'
        '<path d="M0 8q6-6 12 0t12 0"/></pattern>'
        '<pattern id="oaq-yellow" width="12" height="12" patternUnits="userSpaceOnUse">'
        '<path d="M-3 15 15-3M-3 3l6-6M9 15l6-6"/></pattern>'
        + _ground(False)
        + _ground(True)
        + "</defs></svg>"
    )


def _ground(turned: bool) -> str:
    """Soil, patterns and lines: the same for every position, so a page has them once."""
    far, near = ("blue", "yellow") if turned else ("yellow", "blue")
    wide = 5 * SIDE
    lines = "".join(f"M{ROW_LEFT + SIDE * i} {ROW_TOP}v{2 * TALL}" for i in range(6))
    rows = "".join(
        f'<path class="soil {side}" d="{shape}"/>'
        f'<path class="pattern" fill="url(#oaq-{side})" d="{shape}"/>'
        for side, shape in (
            (far, f"M{ROW_LEFT} {ROW_TOP}h{wide}v{TALL}h-{wide}z"),
            (near, f"M{ROW_LEFT} {ROW_BOTTOM}h{wide}v{TALL}h-{wide}z"),
        )
    )
    right = f'transform="translate({WIDTH} 0)scale(-1 1)"'
    return (
        f'<g id="{_ground_name(turned)}">{rows}'
        f'<path class="soil end" d="{_END}"/><path class="soil end" {right} d="{_END}"/>'
        f'<path class="lines" d="{lines}M{ROW_LEFT} {ROW_BOTTOM}h{wide}'
        f"M{ROW_LEFT} {ROW_TOP}h{wide}M{ROW_LEFT} {ROW_BOTTOM + TALL}h{wide}"
        '"/></g>'
    )


def _ground_name(turned: bool) -> str:
    return "oaq-ground-turned" if turned else "oaq-ground"


def _hit(at: int) -> str:
    """The area of a square: it is coloured when chosen, and takes the tap."""
    if at in (LEFT, RIGHT):
        flip = f' transform="translate({WIDTH} 0)scale(-1 1)"' if at == RIGHT else ""
        return f'<path class="area" d="{_END}"{flip}/>'
    x, y = _corner(at)
    return f'<rect class="area" x="{x}" y="{y}" width="{SIDE}" height="{TALL}"/>'


def _hole(index: int, squares: Squares, marks: Marks, turned: bool) -> SafeString:
    at, count, mandarin = place(index, turned), squares.citizens[index], index in squares.mandarins
    x, y = _centre(at)
    end = at in (LEFT, RIGHT)
    playable = index in marks.playable
    css = ["hole", "quan" if end else "dan"]
    css += [name for name, on in (("can", playable), ("none", not (count or mandarin))) if on]
    css += [name for name, among in (("own", marks.own), ("won", marks.won)) if index in among]
    parts = [
        _hit(at),
        f'<use class="lot" href="#{stones_symbol(count)}" x="{x}" y="{y}"/>',
        f'<text class="n" x="{x}" y="{y + (82 if end else NUMBER_AT - STONES_AT)}">{count}</text>',
    ]
    words = SafeString("")
    if end:  # the piece stays in the drawing, hidden when won, so that its capture can be shown
        gone = "" if mandarin else ' hidden=""'
        parts.append(f'<use class="big" href="#oaq-quan" x="{x}" y="{y - 96}"{gone}/>')
        words = format_html(
            '<text class="plus" x="{}" y="{}"{}>{}</text>',
            x,
            y + 108,
            mark_safe(gone),  # noqa: S308 -- ours
            _("+ quan"),
        )
    return format_html(
        '<g id="sq-{}" class="{}" data-at="{} {} {}" data-n="{}"{} role="img" aria-label="{}">'
        "{}{}</g>",
        NAMES[index],
        " ".join(css),
        at,
        x,
        y,
        count,
        mark_safe(' data-big=""') if mandarin else "",
        _label(index, squares, playable),
        mark_safe("".join(parts)),  # noqa: S308 -- numbers of ours only
        words,
    )


def _last(marks: Marks, turned: bool) -> SafeString:
    """Where the last turn began and which way it went: a flag in the square's corner."""
    if marks.sown_from is None:
        return SafeString("")
    x, y = _corner(place(marks.sown_from, turned))
    way = 1 if points_right(marks.sown_from, marks.sown, turned) else -1
    return format_html(
        '<g class="last" aria-hidden="true"><rect x="{}" y="{}" width="{}" height="{}" rx="6"/>'
        '<g transform="translate({} {})scale({} 1)"><circle r="17"/>'
        '<use href="#oaq-arrow"/></g></g>',
        x + 4,
        y + 4,
        SIDE - 8,
        TALL - 8,
        x + (SIDE - 20 if way > 0 else 20),
        y + 20,
        way,
    )


def svg(
    squares: Squares, marks: Marks = Marks(), *, turned: bool = False, title: str = ""
) -> SafeString:
    """The whole board. `turned` puts Yellow's side at the bottom; names of squares stay."""
    holes = ((_hole(index, squares, marks, turned),) for index in range(RING))
    return format_html(
        '<svg class="oaq" viewBox="0 0 {} {}" role="group" aria-label="{}"{}><use href="#{}"/>{}{}'
        '<g class="over"></g></svg>',
        WIDTH,
        HEIGHT,
        title or _("Ô ăn quan board"),
        mark_safe(' data-turned=""') if turned else "",
        _ground_name(turned),
        format_html_join("", "{}", holes),
        _last(marks, turned),
    )


def pile(citizens: int, mandarins: int) -> SafeString:
    """A player's stock beside the board: stones or a heap, mandarin pieces apart. The number is
    written beside it."""
    parts = [
        f'<use class="big" href="#oaq-quan" transform="translate({30 + 50 * i} 66)scale(.9)"/>'
        for i in range(mandarins)
    ]
    if citizens:
        x = 50 + 50 * mandarins
        parts.append(f'<use class="lot" href="#{stones_symbol(citizens)}" x="{x}" y="58"/>')
    return format_html(
        '<svg class="pile" viewBox="0 0 {} 116" aria-hidden="true">{}</svg>',
        50 * mandarins + 100,
        mark_safe("".join(parts)),  # noqa: S308 -- numbers of ours only
    )
