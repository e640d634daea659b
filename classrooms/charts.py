"""The report's charts as numbers for SVG templates; every number is written beside its bar, and a
table on the page says the same."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .report import Figures
from .results import Item

#: The drawing's own units.
LEFT, TOP, BOTTOM, HEIGHT = 34.0, 24.0, 26.0, 240.0
#: Up to so many questions are rows with their words, as wide as the card; more are columns.
FEW = 10
#: Step and width of the bars, by up to how many there are.
COLUMNS = ((6, (72.0, 48.0)), (12, (52.0, 34.0)), (math.inf, (40.0, 28.0)))


@dataclass(frozen=True)
class Bar:
    """One bar; `band` is its colour class, `value` what is written above it, `label` below."""

    label: str
    value: str
    band: str
    x: float
    y: float
    height: float
    middle: float
    #: The same as a row: what it is about, and its length in per cent.
    text: Mapping[str, str] = field(default_factory=dict)
    percent: float = 0.0


@dataclass(frozen=True)
class Box:
    """The times of one question: the middle half as a box, the median as a line in it."""

    label: str
    value: str
    x: float
    y: float
    height: float
    middle: float
    median: float
    #: Where the clock of the question ended; None above the drawing.
    clock: float | None
    row: BoxRow


@dataclass(frozen=True)
class BoxRow:
    """A box lying down: what it is about, and places on its line in per cent."""

    text: Mapping[str, str]
    low: float
    length: float
    median: float
    clock: float | None


@dataclass(frozen=True)
class Chart:
    """Everything a template draws; `limits` are the 40 % and 70 % lines."""

    width: float
    height: float
    left: float
    base: float
    bar: float
    bars: tuple[Bar, ...] = ()
    boxes: tuple[Box, ...] = ()
    limits: tuple[tuple[int, float], ...] = ()
    grid: tuple[tuple[int, float], ...] = field(default=())
    few: bool = False


def _y(part: float) -> float:
    """Height of a part, 0-1, of the whole axis."""
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - part), 1)


def _columns(count: int) -> tuple[float, float]:
    """Step and width of so many columns."""
    return next(widths for most, widths in COLUMNS if count <= most)


def _width(count: int, step: float) -> float:
    return max(LEFT + 16 + count * step, 320)


def facility(items: Sequence[Item]) -> Chart:
    """A bar a question, in the order they were asked."""
    step, bar = _columns(len(items))
    base = _y(0)
    return Chart(
        width=_width(len(items), step),
        height=HEIGHT,
        left=LEFT,
        base=base,
        bar=bar,
        bars=tuple(
            _bar(
                at,
                (item.percent or 0) / 100,
                str(item.number),
                "–" if item.percent is None else str(item.percent),
                item.band,
                step,
                bar,
                item.question["text"],
            )
            for at, item in enumerate(items)
        ),
        few=len(items) <= FEW,
        limits=((40, _y(0.4)), (70, _y(0.7))),
        grid=((0, base), (50, _y(0.5)), (100, _y(1))),
    )


def marks(counts: Sequence[int], labels: Sequence[str]) -> Chart:
    """How many students have a mark in each band."""
    most = max(*counts, 1)
    step, bar = _columns(len(counts))
    return Chart(
        width=LEFT + 16 + len(counts) * step,
        height=HEIGHT,
        left=LEFT,
        base=_y(0),
        bar=bar,
        bars=tuple(
            _bar(at, count / most, label, str(count), f"m{at}", step, bar)
            for at, (count, label) in enumerate(zip(counts, labels, strict=True))
        ),
        grid=((0, _y(0)),),
    )


def _bar(
    at: int,
    part: float,
    label: str,
    value: str,
    band: str,
    step: float,
    width: float,
    text: Mapping[str, str] | None = None,
) -> Bar:
    x = LEFT + 8 + at * step
    y = _y(part)
    height = round(_y(0) - y, 1)
    return Bar(label, value, band, x, y, height, x + width / 2, text or {}, 100 * part)


def times(items: Sequence[Figures]) -> Chart | None:
    """A box a question on an axis of seconds; None when nobody answered anything."""
    ends = [
        each.time.median if each.time.upper is None else each.time.upper
        for each in items
        if each.time
    ]
    if not ends:
        return None
    clocks = [each.item.question["seconds"] for each in items]
    # The clock is shown unless it was so long that the boxes would lie flat on the ground.
    most = _round_up(max([*(clock for clock in clocks if clock <= 2.5 * max(ends)), *ends]))
    step, bar = _columns(len(items))
    boxes = []
    for at, each in enumerate(items):
        if each.time is None:
            continue
        time, x = each.time, LEFT + 8 + at * step
        low = time.median if time.lower is None else time.lower
        high = time.median if time.upper is None else time.upper
        clock = each.item.question["seconds"]
        boxes.append(
            Box(
                label=str(each.item.number),
                value=f"{time.median:.0f}",
                x=x,
                y=_y(high / most),
                height=round(_y(low / most) - _y(high / most), 1),
                middle=x + bar / 2,
                median=_y(time.median / most),
                clock=_y(clock / most) if clock <= most else None,
                row=BoxRow(
                    text=each.item.question["text"],
                    low=100 * low / most,
                    length=100 * (high - low) / most,
                    median=100 * time.median / most,
                    clock=100 * clock / most if clock <= most else None,
                ),
            )
        )
    return Chart(
        width=_width(len(items), step),
        height=HEIGHT,
        left=LEFT,
        base=_y(0),
        bar=bar,
        boxes=tuple(boxes),
        few=len(items) <= FEW,
        grid=tuple((round(most * part), _y(part)) for part in (0, 0.5, 1)),
    )


def _round_up(seconds: float) -> int:
    """The next even step of ten seconds, at least 10."""
    return max(10, math.ceil(seconds / 10) * 10)
