"""What every map is drawn of: the picture itself, provinces, the two archipelagos, the patterns of
the regions. Pure, as `heritage.maps`, which puts them together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from html import escape

from .outlines import Inset, Outlines

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


def picture(
    id: str,
    css: str,
    box: str,
    title: str,
    desc: str,
    parts: Iterable[str],
    *,
    interactive: bool = False,
) -> str:
    """One map as SVG: `parts` in the frame `box`, named by `title` and told by `desc`."""
    # A picture with links in it must stay a group, or screen readers do not reach them.
    role = "group" if interactive else "img"
    described = f' aria-describedby="{id}-d"' if desc else ""
    said = f'<desc id="{id}-d">{escape(desc)}</desc>' if desc else ""
    return (
        f'<svg class="{css}" id="{id}" viewBox="{box}" role="{role}" aria-labelledby="{id}-t"'
        f'{described}><title id="{id}-t">{escape(title)}</title>{said}{"".join(parts)}</svg>'
    )


def drawn_provinces(
    shapes: Outlines, words: Words, paint: Paint, only: Iterable[str] | None = None
) -> str:
    """The provinces, all or `only` some, each with its name for readers."""
    parts = []
    for slug in shapes.rings if only is None else only:
        css = f' class="{escape(paint.css[slug])}"' if slug in paint.css else ""
        drawn = f'<path{css} data-province="{slug}" d="{shapes.paths[slug]}"'
        if slug in paint.links:
            parts.append(linked(slug, "", said_of(slug, words, paint), f"{drawn}/>", paint))
        else:
            parts.append(f"{drawn}><title>{escape(said_of(slug, words, paint))}</title></path>")
    return "".join(parts)


def linked(slug: str, css: str, said: str, drawn: str, paint: Paint) -> str:
    """What is drawn, with its name, inside its link where it has one."""
    klasse = f' class="{css}"' if css else ""
    title = f"<title>{escape(said)}</title>"
    if slug not in paint.links:
        return f"<g{klasse}>{title}{drawn}</g>"
    return (
        f'<a{klasse} href="{escape(paint.links[slug])}" aria-label="{escape(said)}">'
        f"{title}{drawn}</a>"
    )


def said_of(slug: str, words: Words, paint: Paint) -> str:
    """A province's name and what is said of it."""
    more = paint.said.get(slug)
    return f"{words[slug]}: {more}" if more else words[slug]


def drawn_insets(id: str, shapes: Outlines, words: Words, small: bool) -> str:
    """Hoàng Sa and Trường Sa in their frames, with their names."""
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
                f"{escape(short_name(inset, words))}</text>"
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
            f"<title>{escape(belongs(name, inset.belongs_to, words))}</title>"
            f'<rect class="inset-frame" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
            f'rx="10"/>{dots}{text}</g>'
        )
    return "".join(parts)


def _inset_name(inset: Inset, words: Words) -> str:
    return inset.name_vi if words.language == "vi" else inset.name_en


def short_name(inset: Inset, words: Words) -> str:
    """Hoàng Sa, Trường Sa, without the word for islands."""
    name = _inset_name(inset, words)
    if words.language == "vi":
        return name.removeprefix(_ISLANDS).strip()
    return name.partition(" (")[0]


def _inset_lines(inset: Inset, words: Words) -> tuple[str, str]:
    name, short = _inset_name(inset, words), short_name(inset, words)
    if words.language == "vi":
        return _ISLANDS, short
    return short, name.removeprefix(short).strip()


def belongs(name: str, province: str, words: Words) -> str:
    """Which province an archipelago is part of, in words."""
    return _BELONGS[words.language].format(name=name, province=words[province])


@cache
def patterns(id: str) -> str:
    """Definitions of the regions' patterns; `#id-p-nmm` and so on."""
    cells = "".join(
        f'<pattern id="{id}-p-{region}" width="{width}" height="{height}" '
        f'patternUnits="userSpaceOnUse">{drawn}</pattern>'
        for region, (width, height, drawn) in PATTERNS.items()
    )
    return f'<defs class="pats">{cells}</defs>'
