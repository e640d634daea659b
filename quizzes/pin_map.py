"""The map of a pin question: fetched once by a phone and kept, drawn into the page on the wall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from heritage.maps import Paint, Words, outline_map
from heritage.models import REGION_CSS, Region

from .places import provinces


def _words(language: str) -> Words:
    named = {slug: getattr(place, f"name_{language}") for slug, place in provinces().items()}
    return Words(language, named)


@cache
def blank(language: str) -> str:
    """The map to pin on, as SVG of about 20 kB: provinces in the colours of their regions, the two
    archipelagos with their names."""
    css = {slug: f"r-{REGION_CSS[Region(place.region)]}" for slug, place in provinces().items()}
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
