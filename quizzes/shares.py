"""Shares of right answers by what questions were about, and the country in their colours: what the
report of a lesson and the log of a game say alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from heritage import maps
from heritage.models import Province
from heritage.outlines import outlines
from heritage.selectors import words


def band(share: float | None) -> str:
    """hi from 70 %, mid from 40 %, lo below: the colours of the charts."""
    if share is None:
        return "none"
    return "hi" if share >= 0.7 else "mid" if share >= 0.4 else "lo"


@dataclass(frozen=True)
class Topic:
    """A people, a province or a region that questions were about, and the mean share right of
    them."""

    slug: str
    name: str
    url: str
    questions: int
    share: float

    @property
    def percent(self) -> int:
        return round(100 * self.share)

    @property
    def band(self) -> str:
        return band(self.share)


def region_map(topics: Sequence[Topic]) -> str:
    """The map with each region that was asked about in the colour of its band, and its per cent
    written on it."""
    shown = {topic.slug: topic for topic in topics}
    provinces = list(Province.objects.all())
    paint = maps.Paint(
        css={
            row.slug: f"band-{shown[row.region].band}" for row in provinces if row.region in shown
        },
        said={
            row.slug: f"{shown[row.region].name}, {shown[row.region].percent}%"
            for row in provinces
            if row.region in shown
        },
    )
    over = []
    for topic in topics:
        inside = [row.slug for row in provinces if row.region == topic.slug]
        x, y = outlines().labels[maps.heart(inside)]
        over.append(f'<text x="{x}" y="{y}" text-anchor="middle" dy="12">{topic.percent}%</text>')
    return maps.outline_map(
        "report-map",
        words(provinces),
        title=_("Mean share right by region"),
        desc="; ".join(f"{topic.name}: {topic.percent}%" for topic in topics),
        paint=paint,
        css="shares",
        over=f'<g class="on-map" aria-hidden="true">{"".join(over)}</g>',
        simplified=True,
    )
