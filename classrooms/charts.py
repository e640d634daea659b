"""The item chart as numbers for an SVG template: bars of facility, 0–100 %, numbers beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .results import Item

#: The drawing's own units.
LEFT, TOP, BOTTOM, HEIGHT = 34.0, 24.0, 26.0, 240.0
STEP, BAR = 52.0, 34.0


@dataclass(frozen=True)
class Bar:
    """One question's bar; `band` is its colour class."""

    number: int
    percent: int | None
    band: str
    x: float
    y: float
    height: float
    middle: float


@dataclass(frozen=True)
class Chart:
    """Everything the template draws; `limits` are the 40 % and 70 % lines."""

    width: float
    height: float
    left: float
    base: float
    bars: tuple[Bar, ...]
    limits: tuple[tuple[int, float], ...]
    grid: tuple[tuple[int, float], ...]


def _y(percent: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - percent / 100), 1)


def facility(items: Sequence[Item]) -> Chart:
    """A bar a question, in the order they were asked."""
    base = _y(0)
    bars = tuple(
        Bar(
            number=item.number,
            percent=item.percent,
            band=item.band,
            x=LEFT + 8 + at * STEP,
            y=_y(item.percent or 0),
            height=round(base - _y(item.percent or 0), 1),
            middle=LEFT + 8 + at * STEP + BAR / 2,
        )
        for at, item in enumerate(items)
    )
    return Chart(
        width=max(LEFT + 16 + len(bars) * STEP, 320),
        height=HEIGHT,
        left=LEFT,
        base=base,
        bars=bars,
        limits=((40, _y(40)), (70, _y(70))),
        grid=((0, base), (50, _y(50)), (100, _y(100))),
    )
