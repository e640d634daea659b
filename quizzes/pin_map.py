"""The map of a pin question: fetched once by a phone and kept, drawn into the page on the wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from heritage.maps import Paint, Words, areas_map, outline_map
from heritage.models import REGION_CSS, Region

from .places import provinces


def _words(language: str) -> Words:
    named = {slug: getattr(place, f"name_{language}") for slug, place in provinces().items()}
    return Words(language, named)


@cache
def blank(language: str) -> str:
    """The map to pin on, as SVG of about 20 kB: provinces in the colours of their regions, the two
    archipelagos with their names."""
    css = {slug: f"r-{short}" for slug, short in _areas().items()}
    with translation.override(language):
        title = _("Map of Viet Nam: 63 provinces, Hoang Sa and Truong Sa")
    return outline_map(
        "pin-map",
        _words(language),
        title=title,
        paint=Paint(css=css),
        css="pins",
        simplified=True,
    )


def _areas() -> dict[str, str]:
    """The short name of each province's region."""
    return {slug: REGION_CSS[Region(place.region)] for slug, place in provinces().items()}


def region_names(language: str) -> dict[str, str]:
    """The regions by their short names, from north to south."""
    with translation.override(language):
        return {REGION_CSS[region]: str(region.label) for region in Region}


@cache
def blank_regions(language: str) -> str:
    """The map on the wall while a region is asked for: seven shapes in colour and pattern."""
    with translation.override(language):
        title = _("Map of Viet Nam: seven regions, Hoang Sa and Truong Sa")
    return areas_map(
        "wall-regions",
        _areas(),
        _words(language),
        title=title,
        names=region_names(language),
        css={short: f"r-{short}" for short in REGION_CSS.values()},
        patterned=True,
    )


def regions_on_the_wall(
    language: str, css: Mapping[str, str], said: Mapping[str, str], right: Sequence[str]
) -> str:
    """As `on_the_wall` where a region was asked for; all by the slugs of regions."""
    short = {region.value: REGION_CSS[region] for region in Region}
    with translation.override(language):
        title = _("Where the room pinned")
    return areas_map(
        "wall-map",
        _areas(),
        _words(language),
        title=title,
        names=region_names(language),
        css={short[slug]: look for slug, look in css.items()},
        said={short[slug]: words for slug, words in said.items() if slug in short},
        labels=[short[slug] for slug in right if slug in short],
    )


@cache
def address(language: str) -> str:
    """Where the blank map is; the address changes with what is in it, so it is kept for good."""
    mark = sha256(blank(language).encode()).hexdigest()[:8]
    return f"{reverse('quizzes:map', args=[language])}?v={mark}"


def on_the_wall(
    language: str, css: Mapping[str, str], said: Mapping[str, str], labels: Sequence[str]
) -> str:
    """How the room pinned: `css` and words by province, the right places named."""
    with translation.override(language):
        title = _("Where the room pinned")
    return outline_map(
        "wall-map",
        _words(language),
        title=title,
        paint=Paint(css=css, said=said),
        labels=labels,
        css="choro pinned",
        simplified=True,
    )
