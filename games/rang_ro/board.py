"""The map as SVG, drawn from what stands on it: the whole country, and what is near in one frame.

Knows neither request nor rules. Outlines, patterns, pieces and names of regions are defined once in
a page (`definitions`), so that a map is a few references and small enough to be pushed. Colours
and strokes come by class from static/css/pages/rang-ro.css.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from heritage.map_parts import drawn_insets, patterns
from heritage.models import REGION_CSS, Region
from heritage.outlines import outlines
from quizzes.places import provinces

from . import compact, names

#: Seats of a table.
SEATS = 6
#: Above the land and the name of its northernmost region.
NORTH = -60
WHOLE_BOX = f"0 {NORTH} 1060 1860"
#: The frame of the near map: width by height, and its least and greatest height in map units. At
#: `UNIT` high, letters have the size they are drawn in.
ASPECT, LEAST, MOST, UNIT = 0.8, 190.0, 640.0, 420.0
#: From this height on the provinces are too small to be named one by one.
FAR = 800.0
#: From this height on only those are named that matter now.
CROWDED = 470.0
#: How large pieces are drawn on the whole map.
PIECES = 1.5
#: How far above its place a province's name stands, in units of letters.
LIFT = 2
_ICONS = {
    "car": '<path d="M3.5 16v-4l2-5.5h11L20.5 12v4z"/><path d="M4 12h16"/>'
    '<circle cx="7.5" cy="16.5" r="2"/><circle cx="16.5" cy="16.5" r="2"/>',
    "train": '<rect x="6" y="3.5" width="12" height="13" rx="3"/>'
    '<path d="M6 10.5h12M12 3.5v7M8.5 20.5l1.5-3.5M15.5 20.5 14 17M8 20.5h8M9 13.5h.01'
    'M15 13.5h.01"/>',
    "boat": '<path d="M3.5 15h17l-2.5 5H6z"/><path d="M6.5 15v-4.5h8L17.5 15M10 10.5V6M10 6h3"/>',
    "plane": '<path d="M12 2.8c1 0 1.6 1 1.6 2.2v4.5L20.5 14v2l-6.9-2v3.8l2.2 1.7v1.5L12 20l-3.8 1'
    'v-1.5l2.2-1.7V14l-6.9 2v-2l6.9-4.5V5c0-1.2.6-2.2 1.6-2.2z"/>',
}
#: Where the names of the regions stand beside the land: place, anchor.
_REGION_AT: Mapping[str, tuple[int, int, str]] = {
    "northern-midlands-mountains": (14, -22, "start"),
    "red-river-delta": (652, 345, "start"),
    "north-central": (560, 640, "start"),
    "south-central-coast": (790, 1010, "start"),
    "central-highlands": (530, 1180, "end"),
    "southeast": (425, 1345, "end"),
    "mekong-delta": (515, 1700, "start"),
}


@dataclass(frozen=True)
class Scenery:
    """What stands on the map: flags and pawns by seat, where a trip comes from and goes to, where
    the reader may go, homes and open places of the reader's quest."""

    flags: Mapping[int, Sequence[str]]
    pawns: Mapping[int, str]
    who: Mapping[int, str]
    me: int | None = None
    start: str = ""
    path: Sequence[str] = ()
    targets: Sequence[str] = ()
    homes: Sequence[str] = ()
    hubs: Mapping[str, Iterable[str]] = field(default_factory=dict)

    @property
    def to(self) -> str:
        """Where the trip under way ends, "" for none."""
        return self.path[-1] if self.path else ""


@dataclass(frozen=True, slots=True)
class Frame:
    """A part of the map: left, top, width and height in its units."""

    x: float
    y: float
    width: float
    height: float

    @property
    def box(self) -> str:
        return f"{self.x:.0f} {self.y:.0f} {self.width:.0f} {self.height:.0f}"

    @property
    def scale(self) -> float:
        """How large letters and pieces are drawn in it."""
        return round(self.height / UNIT, 2)

    def around(self, times: float) -> Frame:
        """The frame so many times as large about the same middle."""
        wide, high = self.width * times, self.height * times
        return Frame(
            self.x - (wide - self.width) / 2, self.y - (high - self.height) / 2, wide, high
        )

    def holds(self, slug: str) -> bool:
        x, y = pin(slug)
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height


def pin(slug: str) -> tuple[int, int]:
    """Where a province's name and pieces stand."""
    return outlines().labels[slug]


def _fits(points: Sequence[tuple[float, float]]) -> Frame:
    left, right = min(x for x, _y in points), max(x for x, _y in points)
    top, bottom = min(y for _x, y in points), max(y for _x, y in points)
    high = max((bottom - top) * 1.3 + 40, ((right - left) * 1.25 + 40) / ASPECT, LEAST)
    high = min(high, MOST) if len(points) > 2 else high
    wide, start = high * ASPECT, (top + bottom - high) / 2
    if high > FAR and NORTH < start < 0:  # the name above the land is seen whole
        start = NORTH
    return Frame((left + right - wide) / 2, start, wide, high)


def frame(focus: Sequence[str], near: Mapping[str, Sequence[str]]) -> Frame:
    """What is near these provinces: they with all they touch; the whole country for none."""
    if not focus:
        return Frame(-215, NORTH, 1488, 1860)
    shapes = outlines(simplified=True)
    points: list[tuple[float, float]] = [
        point for slug in focus for ring in shapes.rings[slug] for point in ring
    ]
    if len(focus) < 4:
        points += [pin(other) for slug in focus for other in near.get(slug, ())]
    left, right = min(x for x, _y in points), max(x for x, _y in points)
    top, bottom = min(y for _x, y in points), max(y for _x, y in points)
    return _fits([(left, top), (right, bottom)])


# --- what a page holds once ----------------------------------------------------------------------


def definitions() -> SafeString:
    """Outlines, patterns, pieces and the still picture of the country, in the reader's language."""
    return _definitions(names.language(), static("img/sprite.svg"))


@cache
def _definitions(language: str, sprite: str) -> SafeString:
    shapes = outlines(simplified=True)
    parts = [patterns("rr")]
    for slug, short in REGION_CSS.items():
        land = "".join(
            f'<path id="o-{one}" d="{shapes.paths[one]}"/>'
            for one, place in provinces().items()
            if place.region == slug
        )
        parts.append(f'<g id="vn-{short}" class="vn">{land}</g>')
    colours = "".join(f'<use href="#vn-{one}" class="r-{one}"/>' for one in REGION_CSS.values())
    marks = "".join(
        f'<use href="#vn-{one}" fill="url(#rr-p-{one})"/>' for one in REGION_CSS.values()
    )
    parts.append(f'<g id="rr-land">{colours}</g><g id="rr-marks" class="pattern">{marks}</g>')
    parts.append(f'<g id="rr-isles">{drawn_insets("rr", shapes, names.words(), False)}</g>')
    parts.append(f'<g id="rr-regions" class="rlabels">{"".join(map(_region_name, Region))}</g>')
    for seat in range(SEATS):
        n = seat + 1
        sign = (
            f'<svg class="i" x="{{}}" y="{{}}" width="{{}}" height="{{}}" viewBox="0 0 24 24">'
            f'<use href="{sprite}#i-s{n}"/></svg>'
        )
        parts.append(
            f'<g id="rr-f{n}" class="flag s{n}"><path class="pole" d="M0 0V-36"/>'
            f'<path class="cloth" d="M0-36h32l-8 11 8 11H0z"/>{sign.format(4, -34, 18, 18)}</g>'
            f'<g id="rr-p{n}" class="pawn s{n}"><circle class="halo" r="22"/>'
            f'<circle class="body" r="17"/>{sign.format(-11, -11, 22, 22)}</g>'
        )
    parts += [
        f'<symbol id="rr-{by}" viewBox="0 0 24 24">{drawn}</symbol>' for by, drawn in _ICONS.items()
    ]
    parts.append(
        '<symbol id="rr-coin" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9" class="disc"/>'
        '<circle cx="12" cy="12" r="6.2" class="rim"/></symbol>'
    )
    facts = {
        "places": compact.places(),
        "stands": _("%(name)s is in %(province)s."),
        "planted": _("Flags of %(name)s: %(where)s."),
    }
    told = "".join(f' data-{name}="{escape(value)}"' for name, value in facts.items())
    whole = (
        f'<svg class="sprite" id="rr-sprite" width="0" height="0" aria-hidden="true"{told}>'
        f"{''.join(parts)}</svg>"
    )
    return mark_safe(whole)  # noqa: S308  names are escaped where they are put in


def _region_name(region: Region) -> str:
    x, y, anchor = _REGION_AT[region]
    lines = _two_lines(str(region.label))
    text = "".join(
        f'<tspan x="{x}" dy="{36 if at else 0}">{escape(line)}</tspan>'
        for at, line in enumerate(lines)
    )
    css = f"ri-{REGION_CSS[region]}"
    return f'<text class="{css}" x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>'


def _two_lines(name: str) -> list[str]:
    """A long name in two lines of about the same length.

    >>> _two_lines("Tây Nguyên"), _two_lines("Đồng bằng sông Cửu Long")
    (['Tây Nguyên'], ['Đồng bằng', 'sông Cửu Long'])
    """
    words = name.split()
    if len(name) < 14:
        return [name]
    cut = min(range(1, len(words)), key=lambda at: abs(len(" ".join(words[:at])) - len(name) / 2))
    return [" ".join(words[:cut]), " ".join(words[cut:])]


def icon(by: str) -> SafeString:
    """The sign of a vehicle."""
    return mark_safe(  # noqa: S308  our own four names
        f'<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><use href="#rr-{by}"/></svg>'
    )


def drawn_icon(by: str) -> str:
    """What the sign of a vehicle is drawn with, in a square of 24, as SVG."""
    return _ICONS[by]


def emblem() -> SafeString:
    """The country in its colours, small: for the shelf of games."""
    return mark_safe(  # noqa: S308
        f'<svg class="rr-map emblem" viewBox="{WHOLE_BOX}" aria-hidden="true">'
        '<use href="#rr-land"/>'
        '<use href="#rr-marks"/><use href="#rr-isles"/>'
        '<use href="#rr-f1" transform="translate(330 470)scale(3.4)"/>'
        '<use href="#rr-p3" transform="translate(720 1150)scale(2.6)"/></svg>'
    )


# --- what stands on it ---------------------------------------------------------------------------


def _outline(slug: str, css: str) -> str:
    return f'<use href="#o-{slug}" class="{css}"/>' if slug else ""


def _route(scene: Scenery) -> str:
    if not scene.path or not scene.start:
        return ""
    points = " ".join(f"{x},{y}" for x, y in map(pin, (scene.start, *scene.path)))
    return f'<polyline class="way" points="{points}"/>'


def _px(value: float) -> int:
    """To the nearest unit; halves go up, as scripts round."""
    return math.floor(value + 0.5)


def _pieces(scene: Scenery, scale: float) -> str:
    """Flags above a province's pin, pawns below it, beside one another. What a push says of them
    is drawn just so by static/js/rang-ro-draw.js."""
    at: defaultdict[str, list[int]] = defaultdict(list)
    for seat, planted in sorted(scene.flags.items()):
        for slug in planted:
            at[slug].append(seat)
    drawn = []
    for slug, seats in sorted(at.items()):
        x, y = pin(slug)
        for place, seat in enumerate(seats):
            off = (place - (len(seats) - 1) / 2) * 24 - 10
            drawn.append(
                f'<g data-flag="{seat}-{slug}" '
                f'transform="translate({_px(x + off * scale)} {_px(y - 28 * scale)})'
                f'scale({scale:g})"><use href="#rr-f{seat + 1}"/></g>'
            )
    standing: defaultdict[str, list[int]] = defaultdict(list)
    for seat, slug in sorted(scene.pawns.items(), key=lambda one: (one[0] == scene.me, one[0])):
        standing[slug].append(seat)
    for slug, seats in standing.items():
        x, y = pin(slug)
        for place, seat in enumerate(seats):
            off = (place - (len(seats) - 1) / 2) * 30
            mine = ' class="me"' if seat == scene.me else ""
            drawn.append(
                f'<g data-pawn="{seat}" '
                f'transform="translate({_px(x + off * scale)} {_px(y + 34 * scale)})'
                f'scale({scale:g})"><use href="#rr-p{seat + 1}"{mine}/></g>'
            )
    return "".join(drawn)


def said(scene: Scenery) -> str:
    """The pieces in words, for who does not see them."""
    lines = [
        _("%(name)s is in %(province)s.")
        % {"name": scene.who[seat], "province": names.province(at)}
        for seat, at in sorted(scene.pawns.items())
    ]
    for seat, planted in sorted(scene.flags.items()):
        if planted:
            where = ", ".join(map(names.province, planted))
            lines.append(
                _("Flags of %(name)s: %(where)s.") % {"name": scene.who[seat], "where": where}
            )
    return " ".join(lines)


def whole(scene: Scenery, seen: Frame | None, *, brief: bool = False) -> SafeString:
    """The whole country with both archipelagos; `seen` is outlined as what the near map shows.
    A `brief` one leaves the pieces to a script, which finds them at the near map."""
    view = ""
    if seen is not None:
        view = (
            f'<rect class="seen" x="{seen.x:.0f}" y="{seen.y:.0f}" width="{seen.width:.0f}" '
            f'height="{seen.height:.0f}" rx="14"/>'
        )
    title = _("Map of Viet Nam with Hoang Sa and Truong Sa")
    parts = (
        f"<title>{escape(title)}</title><desc>{'' if brief else escape(said(scene))}</desc>",
        '<use href="#rr-land"/><use href="#rr-marks"/><use href="#rr-isles"/>',
        '<use href="#rr-regions" class="called"/>',
        _outline(scene.pawns.get(scene.me, "") if scene.me is not None else "", "here"),
        _outline(scene.to, "to"),
        _route(scene),
        f'<g class="pieces">{"" if brief else _pieces(scene, PIECES)}</g>',
        view,
    )
    return mark_safe(  # noqa: S308  names are escaped where they are put in
        f'<svg class="rr-map whole" id="rr-whole" viewBox="{WHOLE_BOX}" role="img">'
        f"{''.join(parts)}</svg>"
    )


def small(scene: Scenery) -> SafeString:
    """The country with large pieces, to be seen beside others of its kind."""
    parts = (
        '<use href="#rr-land"/><use href="#rr-isles"/>',
        _pieces(scene, 4.2),
    )
    return mark_safe(  # noqa: S308  nothing in it but numbers
        f'<svg class="rr-map small" viewBox="{WHOLE_BOX}" aria-hidden="true">{"".join(parts)}</svg>'
    )


def near(
    scene: Scenery, seen: Frame, price: Mapping[str, str], *, brief: bool = False
) -> SafeString:
    """What is in one frame, with names. `price` by province is what its pill says, where
    the reader may choose it; a script finds those provinces by `data-to`. A `brief` one only tells
    a script what there is to draw."""
    k = seen.scale
    labels = list(_labels(scene, seen, price))
    here = scene.pawns.get(scene.me, "") if scene.me is not None else ""
    far = " far" if seen.height > FAR else ""
    reach = pieces = drawn = told = ""
    if brief:
        told = _told(scene, labels, k)
    else:
        reach = "".join(
            f'<use href="#o-{slug}" class="r-{_colour(slug)} can" data-to="{slug}"/>'
            for slug in scene.targets
        )
        pieces = "".join(_hubs(one, k) for one in labels) + _pieces(scene, k)
        drawn = "".join(_label(one, k) for one in labels)
    parts = (
        f"<title>{escape(_('Provinces nearby'))}</title>",
        '<g class="back"><use href="#rr-land"/></g>',
        f'<g class="reach">{reach}</g>',
        '<use href="#rr-marks" class="dim"/>',
        "".join(_outline(slug, "home") for slug in scene.homes),
        _outline(here, "here"),
        _outline(scene.to, "to"),
        _route(scene),
        f'<g class="pieces">{pieces}</g>',
        '<g class="regions-far"><use href="#rr-regions"/><use href="#rr-isles"/></g>',
        f'<g class="labels-near">{drawn}</g>',
    )
    return mark_safe(  # noqa: S308  names are escaped where they are put in
        f'<svg class="rr-map near{far}" id="rr-near" viewBox="{seen.box}" data-k="{k:g}" '
        f'aria-hidden="true"{told}>{"".join(parts)}</svg>'
    )


def _colour(slug: str) -> str:
    return REGION_CSS[Region(provinces()[slug].region)]


@dataclass(frozen=True, slots=True)
class _Label:
    """The name of a province on the near map: how far down from its place, the fare of a trip
    there, the vehicles that stop there, whether it may be chosen, whether the reader is or goes
    there (`on`)."""

    slug: str
    down: int
    price: str
    stops: Sequence[str]
    can: bool
    on: bool


def _told(scene: Scenery, labels: Iterable[_Label], k: float) -> str:
    """What a script draws the map from, with the form beside it that says what may be chosen: see
    compact.py."""
    lift = _px(-LIFT * k)
    facts = {
        "labels": " ".join(
            compact.label(one.slug, one.stops, one.down - lift, on=one.on) for one in labels
        ),
        "flags": compact.by_seat(scene.flags),
        "pawns": compact.by_seat({seat: (slug,) for seat, slug in scene.pawns.items()}),
        "who": "\t".join(scene.who[seat] for seat in sorted(scene.who)),
        "me": "" if scene.me is None else str(scene.me),
    }
    return "".join(f' data-{name}="{escape(value)}"' for name, value in facts.items())


def _labels(scene: Scenery, seen: Frame, price: Mapping[str, str]) -> Iterator[_Label]:
    """The names of the near map from north to south, each as far down as those above it ask."""
    k = seen.scale
    wide = seen.around(1.5)
    close = [one for one in scene.targets if wide.holds(one)]
    near_by = [slug for slug in provinces() if seen.holds(slug)]
    named = {*near_by, *close} if seen.height < CROWDED else {*close, scene.to}
    named.update(scene.pawns.values())
    mine = (scene.to, scene.pawns.get(scene.me if scene.me is not None else -1))
    taken: list[tuple[float, float, float, float]] = []
    for slug in sorted(named - {""}, key=lambda one: pin(one)[1]):
        if seen.height > FAR:
            taken.clear()  # only the one that is picked is shown: it stands at its province
        x, y = pin(slug)
        can = slug in scene.targets
        fare = price.get(slug, "") if can else ""
        half, high = len(names.province(slug)) * 3.4 * k, (34 if fare else 15) * k
        top = y - LIFT * k
        while any(
            top < under and over < top + high and x - half < b and a < x + half
            for a, b, over, under in taken
        ):
            top += 4 * k
        taken.append((x - half, x + half, top, top + high))
        stops = [by for by in compact.STOPS if slug in scene.hubs.get(by, ())]
        yield _Label(slug, _px(top - y), fare, stops, can, slug in mine)


def _label(one: _Label, k: float) -> str:
    x, y = pin(one.slug)
    pill = ""
    if one.price:
        pill = (
            '<g class="cost"><rect x="-18" y="10" width="36" height="20" rx="10"/>'
            f'<circle cx="-8" cy="20" r="5.5"/><text x="6" y="24.5">{escape(one.price)}</text></g>'
        )
    css = "pl" + " can" * one.can + " on" * one.on
    to = f' data-at="{one.slug}"' if one.can else ""
    return (
        f'<g class="{css}"{to} transform="translate({x} {y + one.down})scale({k:g})">'
        f'<text class="pn" y="5" text-anchor="middle">{escape(names.province(one.slug))}</text>'
        f"{pill}</g>"
    )


def _hubs(one: _Label, k: float) -> str:
    """Airports, seaports and stations as small signs above the name."""
    x, y = pin(one.slug)
    drawn = []
    for place, by in enumerate(one.stops):
        off = (place - (len(one.stops) - 1) / 2) * 15 - 6.5
        drawn.append(
            f'<use class="hub" href="#rr-{by}" x="{_px(x + off * k)}" y="{_px(y - 23 * k)}" '
            f'width="{_px(13 * k)}" height="{_px(13 * k)}"/>'
        )
    return "".join(drawn)
