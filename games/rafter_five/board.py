"""The raft from above, as SVG in millimetres, and the shapes that both views are made of.

Every plank, rafter and chest is drawn once a page as a symbol, so that a raft is a list of places.
SVG's y axis points down: what the rules call (x, y) at an angle is (x, −y) at minus that angle.
Classes are those of static/css/pages/rafter-five.css.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from . import words
from .pieces import BASE, CHEST, PLANKS, RAFTERS, Design, Piece, Pose, design_of, placed
from .placing import Marks
from .shapes import Outline, Point, common

#: The least that is shown, and the room around what lies there (mm).
LEAST_X, LEAST_Y, ROOM = 68.0, 44.0, 8.0
#: A shadow lies so far aside for each mm of height, at most this far.
SHADOW, LONGEST = 0.3, 9.0
#: Signs on the chests, in a square of 24 units: diamond, disc, square, triangle, star, ring.
GEMS = (
    '<path d="M12 2 22 12 12 22 2 12z"/>',
    '<circle cx="12" cy="12" r="9"/>',
    '<rect x="3.5" y="3.5" width="17" height="17" rx="1"/>',
    '<path d="M12 2.5 22.5 21h-21z"/>',
    '<path d="m12 1.5 3.2 6.9 7.5.8-5.6 5 1.6 7.4L12 17.8l-6.7 3.8 1.6-7.4-5.6-5 7.5-.8z"/>',
    '<path fill-rule="evenodd" d="M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 5a5 5 0 1 0 0 10 5 5 0'
    ' 0 0 0-10z"/>',
)


def number(value: float) -> str:
    """A coordinate, with one decimal at most, and never −0."""
    return f"{round(value, 1) + 0.0:g}"


def path(outline: Iterable[Point]) -> str:
    """A closed outline, y turned over."""
    points = [f"{number(x)} {number(-y)}" for x, y in outline]
    return f"M{'L'.join(points)}z"


@cache
def grain(outline: Outline) -> tuple[tuple[float, float, float], ...]:
    """Two lines along a plank, a little shorter than it is: from x to x at y."""
    low, high = min(y for _, y in outline), max(y for _, y in outline)
    lines = []
    for part in (0.33, 0.68):
        y = low + (high - low) * part
        band = common(outline, ((-99, y - 0.1), (99, y - 0.1), (99, y + 0.1), (-99, y + 0.1)))
        if band:
            lines.append((min(x for x, _ in band) + 5, max(x for x, _ in band) - 5, y))
    return tuple(lines)


def _symbol(name: str, look: Design) -> SafeString:
    """What a plank looks like about its centre of mass; marks are shown where they count."""
    nails = format_html_join(
        "",
        '<path class="nail" d="M{0} {1}m-1.6 0h3.2m-1.6-1.6v3.2"/><circle class="nail" cx="{0}"'
        ' cy="{1}" r="2"/>',
        ((number(x), number(-y)) for x, y in look.nails),
    )
    joints = format_html_join(
        "", '<path class="joint" d="{}"/>', ((path(joint),) for joint in look.joints)
    )
    return format_html(
        '<g id="rf-{}"><path class="wood" d="{}"/><path class="grain" d="{}"/>{}{}</g>',
        name,
        path(look.outline),
        "".join(
            f"M{number(left)} {number(-y)}H{number(right)}"
            for left, right, y in grain(look.outline)
        ),
        joints,
        nails,
    )


@cache
def definitions() -> SafeString:
    """Once a page: the pieces as symbols, and for the script their outlines and heights."""
    symbols = [_symbol(f"p{n}", look) for n, look in PLANKS.items()]
    symbols += [
        format_html('<g id="rf-r{}"><path class="rf-post" d="{}"/></g>', n, path(look.outline))
        for n, look in RAFTERS.items()
    ]
    symbols += [
        format_html('<symbol id="rf-g{}" viewBox="0 0 24 24">{}</symbol>', n, mark_safe(gem))  # noqa: S308  ours
        for n, gem in enumerate(GEMS)
    ]
    symbols.append(
        format_html('<g id="rf-c"><path class="rf-box" d="{}"/></g>', path(CHEST.outline))
    )
    looks = {f"p{n}": look for n, look in PLANKS.items()}
    looks |= {f"r{n}": look for n, look in RAFTERS.items()}
    looks["c"] = CHEST
    shapes = {
        name: [
            [round(value, 2) for point in look.outline for value in point],
            look.height,
            [round(value, 1) for line in grain(look.outline) for value in line]
            if name[0] == "p"
            else [],
        ]
        for name, look in looks.items()
    }
    return format_html(
        '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
        '<pattern id="rf-hatch" width="5" height="5" patternUnits="userSpaceOnUse"'
        ' patternTransform="rotate(45)"><path d="M0 0v5"/></pattern>{}</defs></svg>'
        '<div id="rf-shapes" hidden data-shapes="{}"></div>',
        mark_safe("".join(symbols)),  # noqa: S308  made by format_html
        json.dumps(shapes, separators=(",", ":")),
    )


def gem(colour: int) -> SafeString:
    """A chest beside words: its colour, sign and letter."""
    return format_html(
        '<span class="gem g{0}" aria-hidden="true"><svg viewBox="0 0 24 24"><use href="#rf-g{0}"/>'
        "</svg></span>",
        colour,
    )


def picture(kind: str, design: int, width: float = 0) -> SafeString:
    """One plank or rafter by itself, to scale: `width` mm are shown, or what it needs."""
    look = design_of(kind, design)
    across = max(abs(x) for x, _ in look.outline) + 2
    up = max(abs(y) for _, y in look.outline) + 2
    across = max(across, width / 2)
    label = format_html('<text y="3.2">{}</text>', design) if kind == "r" else ""
    return format_html(
        '<svg class="one {}" viewBox="{} {} {} {}" aria-hidden="true">'
        '<use href="#rf-{}{}"/>{}</svg>',
        kind,
        number(-across),
        number(-up),
        number(2 * across),
        number(2 * up),
        kind,
        design,
        label,
    )


@dataclass(frozen=True)
class Frame:
    """The part of the plan that a picture shows, in mm of the plan."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def view_box(self) -> str:
        return " ".join(
            number(value)
            for value in (
                self.left,
                -self.top,
                self.right - self.left,
                self.top - self.bottom,
            )
        )


def frame(outlines: Iterable[Outline]) -> Frame:
    """What holds the base card and all of these, with room around."""
    points = [point for outline in outlines for point in outline]
    return Frame(
        min([-LEAST_X, *(x - ROOM for x, _ in points)]),
        min([-LEAST_Y, *(y - ROOM for _, y in points)]),
        max([LEAST_X, *(x + ROOM for x, _ in points)]),
        max([LEAST_Y, *(y + ROOM for _, y in points)]),
    )


def transform(pose: Pose) -> str:
    """Where a symbol goes for a pose."""
    turn = f" rotate({number(-pose.rot)})" if pose.rot else ""
    return f"translate({number(pose.x)} {number(-pose.y)}){turn}"


def _shadow(piece: Piece, name: str) -> SafeString:
    by = min(LONGEST, SHADOW * max(2.0, piece.z + piece.look.height))
    return format_html(
        '<use class="cast" href="#rf-{}" transform="translate({} {}) {}"/>',
        name,
        number(by * 0.6),
        number(by),
        transform(piece.pose),
    )


@lru_cache(maxsize=2048)
def _use(piece: Piece) -> SafeString:
    """A piece in its place, with the shadow below it: the same for every reader and move."""
    where = transform(piece.pose)
    if piece.kind == "p":
        level = min(7, int(max(0.0, piece.z) / 2 + 0.5))
        return format_html(
            '<g class="tp w{}" data-id="{}">{}<use href="#rf-{}" transform="{}"/></g>',
            level,
            piece.id,
            _shadow(piece, piece.id),
            piece.id,
            where,
        )
    upright = transform(Pose(piece.x, piece.y, 0.0))
    if piece.kind == "r":
        return format_html(
            '<g class="tr" data-id="{0}" data-rafter="{1}">{2}<use href="#rf-{0}" transform="{3}"/>'
            '<text transform="{4}" y="3.4">{1}</text></g>',
            piece.id,
            piece.design,
            _shadow(piece, piece.id),
            where,
            upright,
        )
    return format_html(
        '<g class="tc g{1}" data-id="{0}">{2}<use href="#rf-c" transform="{3}"/>'
        '<use href="#rf-g{1}" class="mark" x="-3" y="-3" width="6" height="6"'
        ' transform="{4}"/></g>',
        piece.id,
        piece.design,
        _shadow(piece, "c"),
        where,
        upright,
    )


def described(raft: Sequence[Piece]) -> str:
    """What is on the raft, in a line for who cannot see it."""
    counts = [sum(piece.kind == kind for piece in raft) for kind in "prc"]
    return _("%(planks)s, %(rafters)s of 5 rafters, %(chests)s") % {
        "planks": words.planks(counts[0]),
        "rafters": counts[1],
        "chests": words.chests(counts[2]),
    }


def inside(raft: Iterable[Piece], marks: Marks, below: str = "", above: str = "") -> SafeString:
    """The base card and the pieces on it; `below` and `above` are drawn before and after."""
    return format_html(
        '<g class="pile{}{}"><path class="tbase" d="{}"/>{}{}{}</g>',
        " nails" if marks.nails else "",
        " joints" if marks.joints else "",
        path(BASE),
        below,
        mark_safe("".join(_use(piece) for piece in raft)),  # noqa: S308  made by format_html
        above,
    )


def held(piece: Piece, *, css: str = "", handle: bool = True) -> SafeString:
    """The piece in the hand, about its own centre, with a handle to turn it by."""
    look = piece.look
    reach = max(x for x, _ in look.outline)
    turn_at = reach - 7 if piece.kind == "p" else reach + 15
    name = "c" if piece.kind == "c" else piece.id
    mark = SafeString("")
    if piece.kind == "c":
        mark = format_html(
            '<use href="#rf-g{}" class="mark" x="-3" y="-3" width="6" height="6"/>', piece.design
        )
    handles = SafeString("")
    if handle:
        handles = format_html(
            '<path class="stem" d="M{0} 0H{1}"/><g class="grip turn" data-grip="turn"'
            ' transform="translate({1} 0)"><circle class="hit" r="11"/><circle r="6"/>'
            '<path d="M-2.6 1.9a3.2 3.2 0 1 1 4.9.3M2.9 -.4l-.6 2.7-2.6-.7"/></g>',
            number(reach),
            number(turn_at),
        )
    return format_html(
        '<g class="held {} {}" data-held="{}" transform="{}"><circle class="hit" r="16"/>'
        '<use href="#rf-{}" class="ghost"/>{}<path class="cross" d="M-4 0H4M0-4V4"/>{}</g>',
        {"p": "tp", "r": "tr", "c": f"tc g{piece.design}"}[piece.kind],
        css,
        piece.id,
        transform(piece.pose),
        name,
        mark,
        handles,
    )


def raft_outlines(raft: Iterable[Piece], *more: Piece | None) -> list[Outline]:
    return [piece.outline for piece in (*raft, *(one for one in more if one is not None))]


__all__ = [
    "Frame",
    "definitions",
    "described",
    "frame",
    "gem",
    "held",
    "inside",
    "path",
    "picture",
    "placed",
    "transform",
]
