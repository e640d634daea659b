"""Maps as SVG text: outlines and equal squares, populations, regions, one province and its borders.

Pure: no Django, no clock. Colours and strokes come from static/css/base.css by class, so the maps
carry no style attribute. Every picture of the country shows Hoàng Sa and Trường Sa with their
names; a near view keeps a small whole map beside it for the same reason.

    choropleth("m", {"son-la": 669265}, names, title="…", show=str)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from .callouts import Box, around, callouts
from .map_parts import (
    PATTERNS as PATTERNS,
)
from .map_parts import (
    Paint as Paint,
)
from .map_parts import (
    Words as Words,
)
from .map_parts import (
    belongs,
    drawn_insets,
    drawn_provinces,
    linked,
    patterns,
    picture,
    said_of,
    short_name,
)
from .outlines import HEIGHT, WIDTH, outlines, tiles

#: A small picture is wider and higher: its archipelagos are named below their frames.
SMALL_BOX = "0 0 1160 1860"

#: Lower bounds of the five classes of a population map; below the first there is nobody.
CLASSES = (1, 100, 1_000, 10_000, 100_000)

_TILE = 80


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
    return picture(
        id,
        f"map {css}{' small' if small else ''}".rstrip(),
        box,
        title,
        desc,
        [
            f'<g class="provinces">{drawn_provinces(shapes, words, paint or Paint())}</g>',
            over,
            drawn_insets(id, shapes, words, small),
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
        over=f'{patterns(id)}<g class="patterned" aria-hidden="true">{over}</g>',
        simplified=simplified,
    )


def areas_map(
    id: str,
    areas: Mapping[str, str],
    words: Words,
    *,
    title: str,
    names: Mapping[str, str],
    css: Mapping[str, str],
    said: Mapping[str, str] | None = None,
    labels: Sequence[str] = (),
    patterned: bool = False,
) -> str:
    """The regions as one shape each, without the lines between their provinces, from the lighter
    outline. `areas` gives the short name of each province's region; `names`, `css`, what is `said`
    of one and the `labels` beside the land go by it."""
    shapes = outlines(simplified=True)
    drawn, over, hearts = [], [], {}
    for area, name in names.items():
        inside = [slug for slug in shapes.rings if areas[slug] == area]
        path = "".join(shapes.paths[slug] for slug in inside)
        told = f"{name}: {said[area]}" if said and area in said else name
        look = f' class="{escape(css[area])}"' if area in css else ""
        title_of = f"<title>{escape(told)}</title>"
        drawn.append(f'<path{look} data-area="{area}" d="{path}">{title_of}</path>')
        if patterned:
            over.append(f'<path class="pattern" fill="url(#{id}-p-{area})" d="{path}"/>')
        if area in labels:
            hearts[heart(inside)] = name
    pattern = f'{patterns(id)}<g aria-hidden="true">{"".join(over)}</g>' if patterned else ""
    return picture(
        id,
        "map areas",
        f"0 0 {WIDTH} {HEIGHT}",
        title,
        "; ".join(names.values()),
        [
            f"<g>{''.join(drawn)}</g>",
            pattern,
            drawn_insets(id, shapes, words, False),
            f'<g class="labels">{callouts(hearts)}</g>' if hearts else "",
        ],
    )


def heart(slugs: Sequence[str]) -> str:
    """The province nearest to the middle of these: a region may be bent round another one."""
    pins = {slug: outlines().labels[slug] for slug in slugs}
    middle = [sum(axis) / len(pins) for axis in zip(*pins.values(), strict=True)]
    return min(slugs, key=lambda slug: math.dist(pins[slug], middle))


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
    near = picture(
        id,
        "map near",
        f"{x:.0f} {y:.0f} {side:.0f} {side:.0f}",
        title,
        ", ".join(words[other] for other in others),
        [
            f'<g class="provinces">{drawn_provinces(shapes, words, paint, seen)}</g>',
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
            css, said = "isle", belongs(name, tile.belongs_to, words)
            box += "/>"
        else:
            css, said = "tile", said_of(tile.slug, words, paint)
            box += f' class="{escape(paint.css.get(tile.slug, "rest"))}"/>'
        lines = _lines((short or {}).get(tile.slug, name))
        first = y + _TILE / 2 - 2 + 7 - (len(lines) - 1) * 11
        text = "".join(
            f'<tspan x="{x + _TILE // 2 - 2}" y="{first + 22 * i:.0f}">{escape(line)}</tspan>'
            for i, line in enumerate(lines)
        )
        drawn = f'{box}<text text-anchor="middle">{text}</text>'
        parts.append(linked(tile.slug, css, said, drawn, paint))
    return picture(
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


def _tile_name(slug: str, words: Words) -> str:
    for inset in outlines().insets:
        if inset.slug == slug:
            return short_name(inset, words)
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
