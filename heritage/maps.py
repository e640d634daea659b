"""Maps as SVG text: outlines and equal squares, populations, regions, one province and its borders.

Pure: no Django, no clock. Colours and strokes come from static/css/base.css by class, so the maps
carry no style attribute. Every picture of the country shows Hoàng Sa and Trường Sa with their
names; a near view keeps a small whole map beside it for the same reason.

    choropleth("m", {"son-la": 669265}, names, title="…", show=str)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape

from .callouts import Box, around, callouts
from .outlines import HEIGHT, WIDTH, Inset, Outlines, outlines, tiles

#: A small picture is wider and higher: its archipelagos are named below their frames.
SMALL_BOX = "0 0 1160 1860"

#: Lower bounds of the five classes of a population map; below the first there is nobody.
CLASSES = (1, 100, 1_000, 10_000, 100_000)

#: Patterns of the seven regions: size of the cell, and what is drawn in it. They picture land and
#: water (peaks, waves, wind, scallops, grains, rows of trees, canals), nobody's cloth.
PATTERNS = {
    "nmm": (26, 18, '<path d="M0 14 13 5l13 9"/>'),
    "rrd": (28, 14, '<path d="M0 7q7-6 14 0t14 0"/>'),
    "nc": (16, 16, '<path d="M-2 18 18-2M-10 10 10-10M6 26 26 6"/>'),
    "scc": (24, 16, '<path d="M0 12a12 9 0 0 1 24 0"/>'),
    "ch": (18, 18, '<circle cx="5" cy="5" r="2.6"/><circle cx="14" cy="14" r="2.6"/>'),
    "se": (16, 24, '<path d="M4 3v9M12 15v9"/>'),
    "md": (34, 18, '<path d="M0 5h24M10 14h24"/>'),
}

_ISLANDS = "Quần đảo"
_BELONGS = {"vi": "{name} (thuộc {province})", "en": "{name} (part of {province})"}
_TILE = 80


@dataclass(frozen=True)
class Words:
    """What a map calls things: the language ("vi" or "en"), names of provinces by slug."""

    language: str
    provinces: Mapping[str, str]

    def __getitem__(self, slug: str) -> str:
        return self.provinces.get(slug, slug)


@dataclass(frozen=True)
class Paint:
    """How provinces are drawn. All by slug: classes, a figure or word for the title, a link."""

    css: Mapping[str, str] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)


# --- whole pictures ------------------------------------------------------------------------------


def outline_map(
    id: str,
    words: Words,
    *,
    title: str,
    desc: str = "",
    paint: Paint | None = None,
    labels: Sequence[str] = (),
    css: str = "",
    over: str = "",
    simplified: bool = False,
    small: bool = False,
) -> str:
    """The 63 provinces and the two archipelagos; `labels` are named outside the land with a line.

    `over` is drawn above the provinces (patterns, rings). With `simplified` the outline weighs a
    third, for pages where the map is an illustration; `small` is for pictures under 200 px, where
    the names of the archipelagos need more room.
    """
    shapes = outlines(simplified)
    box = SMALL_BOX if small else f"0 0 {WIDTH} {HEIGHT}"
    return _svg(
        id,
        f"map {css}{' small' if small else ''}".rstrip(),
        box,
        title,
        desc,
        [
            f'<g class="provinces">{_provinces(shapes, words, paint or Paint())}</g>',
            over,
            _insets(id, shapes, words, small),
            f'<g class="labels">{callouts({slug: words[slug] for slug in labels})}</g>'
            if labels
            else "",
        ],
        interactive=bool(paint and paint.links),
    )


def choropleth(
    id: str,
    counts: Mapping[str, int],
    words: Words,
    *,
    title: str,
    show: Callable[[int], str] = str,
    links: Mapping[str, str] | None = None,
    named: int = 3,
    simplified: bool = False,
) -> str:
    """How many people live where, in five classes; the `named` largest carry their names."""
    order = sorted(counts, key=lambda slug: (-counts[slug], slug))
    largest = [slug for slug in order if counts[slug] > 0][: max(named, 3)]
    paint = Paint(
        css={slug: f"q{klass(counts[slug])}" for slug in order if counts[slug] > 0},
        said={slug: show(counts.get(slug, 0)) for slug in words.provinces},
        links=links or {},
    )
    return outline_map(
        id,
        words,
        title=title,
        desc="; ".join(f"{words[slug]} {show(counts[slug])}" for slug in largest),
        paint=paint,
        labels=largest[:named],
        css="choro",
        simplified=simplified,
    )


def region_map(
    id: str,
    regions: Mapping[str, str],
    words: Words,
    *,
    title: str,
    names: Mapping[str, str],
    links: Mapping[str, str] | None = None,
    lit: str = "",
    simplified: bool = False,
) -> str:
    """The seven regions in colour and pattern. `regions` gives the short name of each province's
    region, `names` what each is called; with `lit` the others step back."""
    shapes = outlines(simplified)

    def css(slug: str) -> str:
        return f"r-{regions[slug]}" + (" back" if lit and regions[slug] != lit else "")

    paint = Paint(
        css={slug: css(slug) for slug in shapes.rings},
        said={slug: names[regions[slug]] for slug in shapes.rings},
        links=links or {},
    )
    over = "".join(
        f'<path class="pattern" fill="url(#{id}-p-{region})" d="'
        + "".join(shapes.paths[slug] for slug in shapes.rings if regions[slug] == region)
        + '"/>'
        for region in PATTERNS
        if not lit or region == lit
    )
    return outline_map(
        id,
        words,
        title=title,
        desc="; ".join(names.values()),
        paint=paint,
        css="regions",
        over=f'{_patterns(id)}<g class="patterned" aria-hidden="true">{over}</g>',
        simplified=simplified,
    )


def thumbnail(id: str, counts: Mapping[str, int], words: Words, *, title: str) -> str:
    """A small picture of where a people lives, one of many on a page."""
    return outline_map(
        id,
        words,
        title=title,
        paint=Paint(css={slug: f"q{klass(n)}" for slug, n in counts.items() if n > 0}),
        css="choro",
        simplified=True,
        small=True,
    )


def near_map(
    id: str,
    slug: str,
    borders: Iterable[str],
    words: Words,
    *,
    title: str,
    links: Mapping[str, str] | None = None,
) -> str:
    """One province and those it touches, named, with the whole country small beside it, so that
    nobody has to guess where this is and the archipelagos stay in the picture: two pictures in
    one `div`."""
    shapes = outlines()
    others = sorted(borders, key=lambda other: shapes.labels[other][1])
    points = [point for ring in shapes.rings[slug] for point in ring]
    points += [shapes.labels[other] for other in others]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    side = max(right - left, bottom - top) * 1.3 + 30
    x, y = (left + right - side) / 2, (top + bottom - side) / 2
    frame = Box(x, x + side, y, y + side)
    seen = {
        other: rings
        for other, rings in shapes.rings.items()
        if any(around(ring).meets(frame) for ring in rings)
    }
    paint = Paint(
        css={slug: "here", **dict.fromkeys(others, "beside")},
        links={other: link for other, link in (links or {}).items() if other in others},
    )
    size = side / 22
    taken: list[Box] = []
    texts = []
    for other in others:
        at_x, at_y = shapes.labels[other]
        half = len(words[other]) * size * 0.29
        box = Box(at_x - half, at_x + half, at_y - size / 2, at_y + size / 2)
        while any(box.meets(before) for before in taken):
            box = Box(box.left, box.right, box.top + size / 4, box.bottom + size / 4)
        taken.append(box)
        texts.append(
            f'<text class="pn" x="{at_x}" y="{box.bottom - size * 0.15:.0f}" '
            f'font-size="{size:.1f}" text-anchor="middle">{escape(words[other])}</text>'
        )
    near = _svg(
        id,
        "map near",
        f"{x:.0f} {y:.0f} {side:.0f} {side:.0f}",
        title,
        ", ".join(words[other] for other in others),
        [
            f'<g class="provinces">{_provinces(shapes, words, paint, seen)}</g>',
            f'<g class="names" aria-hidden="true">{"".join(texts)}</g>',
        ],
        interactive=True,
    )
    whole = outline_map(
        f"{id}-whole",
        words,
        title=words[slug],
        paint=Paint(css={slug: "here"}),
        css="whole",
        simplified=True,
        small=True,
    )
    return f'<div class="nearview">{near}{whole}</div>'


def tile_map(
    id: str,
    words: Words,
    *,
    title: str,
    desc: str = "",
    paint: Paint | None = None,
    short: Mapping[str, str] | None = None,
) -> str:
    """The same provinces as equal squares, every one as easy to hit as the next. `short` gives
    the words written in a square, its name broken into lines otherwise."""
    paint = paint or Paint()
    wide = (max(tile.col for tile in tiles()) + 1) * _TILE
    high = (max(tile.row for tile in tiles()) + 1) * _TILE
    parts = []
    for tile in tiles():
        x, y = tile.col * _TILE + 2, tile.row * _TILE + 2
        name = _tile_name(tile.slug, words)
        box = f'<rect x="{x}" y="{y}" width="{_TILE - 4}" height="{_TILE - 4}" rx="10"'
        if tile.belongs_to:
            css, said = "isle", _belongs(name, tile.belongs_to, words)
            box += "/>"
        else:
            css, said = "tile", _said(tile.slug, words, paint)
            box += f' class="{escape(paint.css.get(tile.slug, "rest"))}"/>'
        lines = _lines((short or {}).get(tile.slug, name))
        first = y + _TILE / 2 - 2 + 7 - (len(lines) - 1) * 11
        text = "".join(
            f'<tspan x="{x + _TILE // 2 - 2}" y="{first + 22 * i:.0f}">{escape(line)}</tspan>'
            for i, line in enumerate(lines)
        )
        drawn = f'{box}<text text-anchor="middle">{text}</text>'
        parts.append(_linked(tile.slug, css, said, drawn, paint))
    return _svg(
        id, "map tiles", f"0 0 {wide} {high}", title, desc, parts, interactive=bool(paint.links)
    )


def klass(people: int) -> int:
    """The class of a population, 0 for nobody.

    >>> [klass(n) for n in (0, 99, 100, 9_999, 1_000_000)]
    [0, 1, 2, 3, 5]
    """
    return sum(people >= bound for bound in CLASSES)


def attribution() -> str:
    """To be shown with every map that draws the outlines."""
    return outlines().attribution


# --- parts ---------------------------------------------------------------------------------------


def _svg(
    id: str,
    css: str,
    box: str,
    title: str,
    desc: str,
    parts: Iterable[str],
    *,
    interactive: bool = False,
) -> str:
    # A picture with links in it must stay a group, or screen readers do not reach them.
    role = "group" if interactive else "img"
    described = f' aria-describedby="{id}-d"' if desc else ""
    said = f'<desc id="{id}-d">{escape(desc)}</desc>' if desc else ""
    return (
        f'<svg class="{css}" id="{id}" viewBox="{box}" role="{role}" aria-labelledby="{id}-t"'
        f'{described}><title id="{id}-t">{escape(title)}</title>{said}{"".join(parts)}</svg>'
    )


def _provinces(
    shapes: Outlines, words: Words, paint: Paint, only: Iterable[str] | None = None
) -> str:
    parts = []
    for slug in shapes.rings if only is None else only:
        css = f' class="{escape(paint.css[slug])}"' if slug in paint.css else ""
        drawn = f'<path{css} data-province="{slug}" d="{shapes.paths[slug]}"'
        if slug in paint.links:
            parts.append(_linked(slug, "", _said(slug, words, paint), f"{drawn}/>", paint))
        else:
            parts.append(f"{drawn}><title>{escape(_said(slug, words, paint))}</title></path>")
    return "".join(parts)


def _linked(slug: str, css: str, said: str, drawn: str, paint: Paint) -> str:
    klasse = f' class="{css}"' if css else ""
    title = f"<title>{escape(said)}</title>"
    if slug not in paint.links:
        return f"<g{klasse}>{title}{drawn}</g>"
    return (
        f'<a{klasse} href="{escape(paint.links[slug])}" aria-label="{escape(said)}">'
        f"{title}{drawn}</a>"
    )


def _said(slug: str, words: Words, paint: Paint) -> str:
    more = paint.said.get(slug)
    return f"{words[slug]}: {more}" if more else words[slug]


def _insets(id: str, shapes: Outlines, words: Words, small: bool) -> str:
    parts = []
    for inset in shapes.insets:
        x, y, width, height = inset.frame
        name = _inset_name(inset, words)
        dots = "".join(
            f'<circle cx="{island.x}" cy="{island.y}" r="{9 if small else 4.6}"/>'
            for island in inset.islands
        )
        if small:
            text = (
                f'<text class="inset-name" x="1150" y="{y + height + 96:g}" text-anchor="end">'
                f"{escape(_short_name(inset, words))}</text>"
            )
        else:
            middle = x + width / 2
            above, below = _inset_lines(inset, words)
            text = (
                f'<text class="inset-name" x="{middle:g}" y="{y - 14:g}" text-anchor="middle">'
                f'<tspan x="{middle:g}" dy="-1.15em">{escape(above)}</tspan>'
                f'<tspan x="{middle:g}" dy="1.15em">{escape(below)}</tspan></text>'
            )
        parts.append(
            f'<g class="inset" id="{id}-{inset.slug}" data-inset="{inset.slug}" '
            f'data-province="{inset.belongs_to}">'
            f"<title>{escape(_belongs(name, inset.belongs_to, words))}</title>"
            f'<rect class="inset-frame" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
            f'rx="10"/>{dots}{text}</g>'
        )
    return "".join(parts)


def _inset_name(inset: Inset, words: Words) -> str:
    return inset.name_vi if words.language == "vi" else inset.name_en


def _short_name(inset: Inset, words: Words) -> str:
    """Hoàng Sa, Trường Sa, without the word for islands."""
    name = _inset_name(inset, words)
    if words.language == "vi":
        return name.removeprefix(_ISLANDS).strip()
    return name.partition(" (")[0]


def _inset_lines(inset: Inset, words: Words) -> tuple[str, str]:
    name, short = _inset_name(inset, words), _short_name(inset, words)
    if words.language == "vi":
        return _ISLANDS, short
    return short, name.removeprefix(short).strip()


def _belongs(name: str, province: str, words: Words) -> str:
    return _BELONGS[words.language].format(name=name, province=words[province])


def _tile_name(slug: str, words: Words) -> str:
    for inset in outlines().insets:
        if inset.slug == slug:
            return _short_name(inset, words)
    return words[slug]


def _lines(name: str) -> list[str]:
    """A name in at most three lines that fit a square.

    >>> _lines("Bà Rịa – Vũng Tàu"), _lines("Đắk Lắk"), _lines("Sơn La")
    (['Bà Rịa', 'Vũng', 'Tàu'], ['Đắk', 'Lắk'], ['Sơn La'])
    """
    lines: list[str] = []
    for part in name.split("–"):
        line = ""
        for word in part.split():
            if line and len(line) + 1 + len(word) > 6:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}".strip()
        lines.append(line)
    return lines[:3]


@cache
def _patterns(id: str) -> str:
    cells = "".join(
        f'<pattern id="{id}-p-{region}" width="{width}" height="{height}" '
        f'patternUnits="userSpaceOnUse">{drawn}</pattern>'
        for region, (width, height, drawn) in PATTERNS.items()
    )
    return f'<defs class="pats">{cells}</defs>'
