"""The site's signs as template tags. Built in: templates need no `load`.

Every tag returns inline SVG that is coloured by classes (static/css/base.css) and hidden from
screen readers unless it is given a `label`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any

import segno
from django import template
from django.templatetags.static import static
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ..signs import Seed, spiral
from ..signs import rhythm as rhythm_path

register = template.Library()

#: Shapes of the four answers; drawn here, for a phone needs them before the sprite has come.
ANSWER_SHAPES = {
    "A": "M12 3.5 21.5 20h-19z",
    "B": "M12 2 22 12 12 22 2 12z",
    "C": "M12 2.5a9.5 9.5 0 0 1 0 19a9.5 9.5 0 0 1 0-19z",
    "D": "M4.5 3h15a1.5 1.5 0 0 1 1.5 1.5v15a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 19.5v-15"
    "A1.5 1.5 0 0 1 4.5 3z",
}
_SEED = (
    '<rect{}{} x="{}" y="{}" width="{}" height="{}" rx="{}" transform="translate({})rotate({})"/>'
)
#: Colours and pictures of persons: nắng, trăng, lá, mưa, núi, sóng, mây, hoa.
SIGNS = 8


def _spoken(label: str) -> SafeString:
    """An image with a name, or an ornament."""
    if label:
        return format_html('role="img" aria-label="{}"', label)
    return SafeString('aria-hidden="true"')


@register.simple_tag
@lru_cache(maxsize=512)  # a class of phones is full of them
def icon(name: str, label: str = "", **attributes: str) -> SafeString:
    """`{% icon "search" %}`, `{% icon "star" class="big" label=… %}`: one symbol of the sprite."""
    css = " ".join(filter(None, ["i", attributes.get("class", "")]))
    return format_html(
        '<svg class="{}" viewBox="0 0 24 24" {}><use href="{}#i-{}"/></svg>',
        css,
        _spoken(label),
        static("img/sprite.svg"),
        name,
    )


@register.simple_tag
def answer_sign(key: str, **attributes: str) -> SafeString:
    """`{% answer_sign "A" %}`: triangle, diamond, circle, square; `class="ghost"` for the backdrop.

    A key past D has no shape of its own: its letter is enough.
    """
    shape = ANSWER_SHAPES.get(key)
    if shape is None:
        return SafeString("")
    css = " ".join(filter(None, ["i", attributes.get("class", "")]))
    return format_html(
        '<svg class="{}" viewBox="0 0 24 24" aria-hidden="true">'
        '<path d="{}" fill="currentColor" stroke="none"/></svg>',
        css,
        shape,
    )


@register.simple_tag
@lru_cache(maxsize=64)
def sign(number: int) -> SafeString:
    """A person's colour and picture; number 1 to 8, then from the start again."""
    n = (int(number) - 1) % SIGNS + 1
    return format_html('<span class="sign s{}">{}</span>', n, icon(f"s{n}"))


@register.simple_tag
@lru_cache(maxsize=1)
def mark() -> SafeString:
    """The sunflower before the site's name."""
    petal = (
        '<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="{}"'
        ' transform="rotate({} 16 16)"/>'
    )
    inner = [("m1", 21.9, 14.75, 3.4, 2.5, 1.25, -90 + 40 * i) for i in range(9)]
    outer = [("m2", 26.8, 14.85, 4.4, 2.3, 1.15, -78 + 24 * i) for i in range(15)]
    return format_html(
        '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">'
        '<circle class="m0" cx="16" cy="16" r="3.3"/>{}</svg>',
        format_html_join("", petal, inner + outer),
    )


@register.simple_tag
def grains(
    n: int = 54,
    lit: int | None = None,
    size: int = 200,
    label: str = "",
    styles: Sequence[str] = (),
    fade: bool = False,
) -> SafeString:
    """`n` seeds on the spiral, from the centre outwards.

    lit     so many shine, the others are off (a lobby that fills)
    size    units of the viewBox; CSS decides the width on the page
    styles  a branch style for each seed ("viet", "tay", …), instead of n
    fade    seeds grow fainter outwards
    """
    # A lobby that fills beyond its seeds looks the same with everybody who comes in.
    shining = None if lit is None else min(int(lit), len(styles) or int(n))
    return _grains(int(n), shining, size, label, tuple(styles), fade)


@lru_cache(maxsize=256)
def _grains(
    n: int, lit: int | None, size: int, label: str, styles: tuple[str, ...], fade: bool
) -> SafeString:
    rows = []
    for i, seed in enumerate(spiral(len(styles) or n, size)):
        css = f"f-{styles[i]}" if styles else "" if lit is None else "on" if i < lit else "off"
        rows.append(
            (
                format_html(' class="{}"', css) if css else "",
                format_html(' opacity="{}"', f"{seed.glow:g}") if fade else "",
                f"{-seed.length / 2:.1f}",
                f"{-seed.width / 2:.1f}",
                f"{seed.length:g}",
                f"{seed.width:g}",
                f"{seed.width / 2:.1f}",
                f"{seed.x:g} {seed.y:g}",
                seed.turn,
            )
        )
    return format_html(
        '<svg class="grains" viewBox="0 0 {0} {0}" {1}>{2}</svg>',
        size,
        _spoken(label),
        format_html_join("", _SEED, rows),
    )


@register.simple_tag
def light(n: int, lit: int, label: str = "") -> SafeString:
    """`{% light 270 112 %}`: `grains` by the hundred, and for phones, where each byte counts: all
    seeds in two strokes of one width, those that shine and the others."""
    size = 400
    seeds = spiral(int(n), size)
    strokes = [_stroke(seeds[: int(lit)]), _stroke(seeds[int(lit) :])]
    width = sum(seed.width for seed in seeds) / len(seeds) if seeds else 0
    return format_html(
        '<svg class="light" viewBox="0 0 {0} {0}" {1}><g stroke-width="{2}">'
        '<path d="{4}"/><path class="on" d="{3}"/></g></svg>',
        size,
        _spoken(label),
        f"{width:.3g}",
        *strokes,
    )


def _stroke(seeds: Sequence[Seed]) -> str:
    """Path data: a short line for each seed, along its length."""
    lines = []
    for seed in seeds:
        half = (seed.length - seed.width) / 2
        turn = math.radians(seed.turn)
        dx, dy = half * math.cos(turn), half * math.sin(turn)
        lines.append(f"M{seed.x - dx:.0f} {seed.y - dy:.0f}l{2 * dx:.0f} {2 * dy:.0f}")
    return "".join(lines)


@register.simple_tag
def rhythm(style: str, times: int = 4) -> SafeString:
    """The seeds of a language branch in a row; `times` repeats for a wide place."""
    path, width = rhythm_path(style, int(times))
    return format_html(
        '<svg class="rhythm f-{}" viewBox="0 0 {} 16" preserveAspectRatio="xMinYMid slice" '
        'aria-hidden="true"><path d="{}"/></svg>',
        style,
        width,
        path,
    )


@register.simple_tag
def bar(percent: float, **attributes: str) -> SafeString:
    """A bar `percent` (0 to 100) long on its track; class `t` in a `.bar`, `fill` in a `.dbar`."""
    length = min(100.0, max(0.0, float(percent)))
    return format_html(
        '<svg class="{}" aria-hidden="true"><rect width="{}%" height="100%" rx="4"/></svg>',
        attributes.get("class", "t"),
        f"{length:.4g}",
    )


@lru_cache(maxsize=256)
def _qr_path(text: str) -> tuple[int, str]:
    """Side in modules, quiet zone of 2 included, and the dark modules as path data."""
    code = segno.make(text, error="m", micro=False)
    runs = []
    for y, row in enumerate(code.matrix_iter(border=2)):
        x, cells = 0, [bool(cell) for cell in row]
        while x < len(cells):
            if not cells[x]:
                x += 1
                continue
            start = x
            while x < len(cells) and cells[x]:
                x += 1
            runs.append(f"M{start} {y}h{x - start}v1h{start - x}z")
    return int(code.symbol_size(border=2)[0]), "".join(runs)


@register.simple_tag
def qr(text: str, label: str = "") -> SafeString:
    """The address as a QR code, dark on white in every theme."""
    side, path = _qr_path(text)
    return format_html(
        '<svg class="qr" viewBox="0 0 {0} {0}" role="img" aria-label="{1}" '
        'shape-rendering="crispEdges"><rect class="qr-bg" width="{0}" height="{0}"/>'
        '<path d="{2}"/></svg>',
        side,
        label or _("QR code for %(address)s") % {"address": text},
        path,
    )


@register.filter
def spoken_code(code: str) -> str:
    """A join code in two halves, as people read it out: 482913 gives 482 913 (no line break)."""
    code = str(code)
    half = len(code) // 2
    return f"{code[:half]}\u00a0{code[half:]}" if len(code) >= 6 else code


#: A name of parts that belong together: A-rem, Bru-Vân Kiều up to its space, Cư M'gar.
_WHOLE = re.compile(r"(\w+(?:-\w+)+|\w+ \w['’]\w+)")


@register.filter
def nb(text: Any) -> SafeString:
    """Names in a text do not break at their hyphens; what is read and copied stays as it is."""
    return _kept_whole("" if text is None else str(text))


@lru_cache(maxsize=2048)  # a page of the atlas says the same names again and again
def _kept_whole(text: str) -> SafeString:
    parts = _WHOLE.split(text)
    return format_html_join(
        "", "{}", ((_unbroken(part) if at % 2 else part,) for at, part in enumerate(parts))
    )


def _unbroken(name: str) -> SafeString:
    return format_html('<span class="nb">{}</span>', name)


@register.filter
def refs(numbers: Sequence[int]) -> SafeString:
    """The numbers of a statement's sources, raised; nothing for a statement without any."""
    if not numbers:
        return SafeString("")
    return format_html(
        '<sup class="ref"><span class="vh">{} </span>{}</sup>',
        _("source"),
        ", ".join(map(str, numbers)),
    )


@register.filter
def number(value: float | Decimal | None, decimals: int | None = None) -> str:
    """Thousands grouped as the language does: 1.845.492 or 1,845,492; nothing for nothing."""
    if value is None or value == "":
        return ""
    return number_format(value, decimal_pos=decimals, use_l10n=True, force_grouping=True)
