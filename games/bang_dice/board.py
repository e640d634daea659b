"""The pictures of the dice shoot-out: six faces with an outline each, the signs of the roles, life
and arrows. Drawn once in a page as symbols; knows neither request nor rules.

A die is 92 units wide. Outlines differ as much as pictures and words do, so that no face is told by
colour or by its picture alone. Classes are those of static/css/pages/bang-dice.css.
"""

from __future__ import annotations

from functools import cache

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from .values import Face, Role

#: Outline of each face, from (2, 2) to (90, 90).
_SQUARE = '<rect class="rim" x="2" y="2" width="88" height="88" rx="{}"/>'
_OUTLINES = {
    "one": _SQUARE.format(10),
    "two": _SQUARE.format(10) + '<rect class="rim in" x="9" y="9" width="74" height="74" rx="6"/>',
    "beer": _SQUARE.format(34),
    "dynamite": '<path class="rim" d="M28 2h36l26 26v36L64 90H28L2 64V28z"/>',
    "arrow": (
        '<path class="rim" d="M12 2h62l16 44-16 44H12A10 10 0 0 1 2 80V12A10 10 0 0 1 12 2z"/>'
    ),
    "gatling": (
        '<path class="rim" d="M12 2h68a10 10 0 0 1 10 10v76l-8-8-8 8-8-8-8 8-8-8-8 8-8-8-8 8-8-8'
        '-8 8-8-8V12A10 10 0 0 1 12 2z"/>'
    ),
    "blank": _SQUARE.format(18),
}
#: Pictures in a square of 24 units.
_PICTURES = {
    "one": (
        '<circle cx="12" cy="12" r="8"/><circle cx="12" cy="12" r="3" class="fl"/>'
        '<path d="M12 1.5v4.5M12 18v4.5M1.5 12h4.5M18 12h4.5"/>'
    ),
    "two": (
        '<circle cx="12" cy="12" r="9"/><circle cx="12" cy="12" r="5"/>'
        '<circle cx="12" cy="12" r="1.2" class="fl"/>'
        '<path d="M12 .8v4.2M12 19v4.2M.8 12H5M19 12h4.2"/>'
    ),
    "beer": (
        '<path d="M6 9h9.5v11.5H6zM15.5 11.5h2.2a1.8 1.8 0 0 1 1.8 1.8v2.4a1.8 1.8 0 0 1'
        '-1.8 1.8h-2.2M9.2 12.5v5M12.4 12.5v5"/>'
        '<path class="fl" d="M5.2 9.2a2.7 2.7 0 0 1 1.7-4.6 3.7 3.7 0 0 1 6.3-.5 2.9'
        ' 2.9 0 0 1 3.2 5z"/>'
    ),
    "drink": (
        '<path d="M6.5 8h11l-1.3 13H7.8zM6 8h12M12.5 8l2-6.5h3.2"/>'
        '<path class="fl" d="M7.3 13h9.4l-.8 7.2H8.1z"/>'
    ),
    "dynamite": (
        '<path d="M6 10.5h4V21H6zM10 9.5h4V21h-4zM14 10.5h4V21h-4zM5 15h14"/>'
        '<path d="M12 9.5c0-3.2 1.2-4.7 3.8-5.2M17.8 2.2l2.2 1.7M18.3 6.6l1.7.6"/>'
    ),
    "arrow": (
        '<path d="M5.5 18.5 18.8 5.2M12 4.5h7.5V12M8.5 15.5l-4.6.3M8.5 15.5l-.3 4.6'
        'M11.3 12.7l-4.6.3M11.3 12.7l-.3 4.6"/>'
    ),
    "gatling": (
        '<path d="M9.5 6H21.5M9.5 9.2H21.5M9.5 12.4H21.5M9.5 5v8.4H5V5zM7 13.4l-3.3 7.3'
        'M8.8 13.4l3.4 7.3M4.8 17.8h6.5"/>'
    ),
    "blank": '<path d="M9.3 9a2.8 2.8 0 1 1 4 2.6c-.9.4-1.3 1-1.3 1.9M12 17h.01"/>',
}
_SIGNS = {
    "life": '<path class="fl" d="M8 21V9.5C8 6 10 3.5 12 2.5c2 1 4 3.5 4 7V21z"/>',
    "arrow": _PICTURES["arrow"],
    "sheriff": (
        '<path class="fl" d="m12 2.5 2.8 6 6.5.7-4.9 4.4 1.4 6.5-5.8-3.4-5.8 3.4 1.4-6.5-4.9-4.4 '
        '6.5-.7z"/>'
    ),
    "deputy": (
        '<path d="m12 2.5 2.8 6 6.5.7-4.9 4.4 1.4 6.5-5.8-3.4-5.8 3.4 1.4-6.5-4.9-4.4 6.5-.7z"/>'
        '<path class="fl" d="M12 2.5v14.2l-5.8 3.4 1.4-6.5-4.9-4.4 6.5-.7z"/>'
    ),
    "outlaw": (
        '<path class="fl" d="M2.5 8.5c3-1.5 6-1.5 9.5 0 3.5-1.5 6.5-1.5 9.5 0-.5 5-3 8-6 8-1.5 0'
        '-2.5-1-3.5-2-1 1-2 2-3.5 2-3 0-5.5-3-6-8z"/>'
        '<path class="cut" d="M6.5 11.3h2.7M14.8 11.3h2.7"/>'
    ),
    "renegade": (
        '<path class="fl" d="M2 16.5c3 2.5 17 2.5 20 0-1.5-1-3-1.5-4.5-2L16 7c-1.5-1.5-2.5.5-4 .5'
        'S9.5 5.5 8 7l-1.5 7.5c-1.5.5-3 1-4.5 2z"/>'
    ),
    "hidden": (
        '<rect x="5" y="3.5" width="14" height="17" rx="2"/>'
        '<path d="M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.5h.01"/>'
    ),
    "out": '<path d="M6 6l12 12M18 6 6 18"/>',
    "storm": (
        '<path d="M5 3l3 7M8 10l.2-3M8 10l-2.4-1.8M12 4l3 8M15 12l.2-3M15 12l-2.4-1.8M17 12l3 8'
        'M20 20l.2-3M20 20l-2.4-1.8M7 13l2.6 7M9.6 20l.2-3M9.6 20l-2.4-1.8"/>'
    ),
}


def _die(face: str) -> str:
    outline = _OUTLINES["beer" if face == "drink" else face]
    return (
        f'<symbol id="bd-{face}" viewBox="0 0 92 92">{outline}'
        f'<g class="pic" transform="translate(19 19) scale(2.25)">{_PICTURES[face]}</g></symbol>'
    )


@cache
def definitions() -> SafeString:
    """What a page holds once: the dice and the signs."""
    drawn = "".join(_die(face) for face in _PICTURES)
    drawn += "".join(
        f'<symbol id="bs-{name}" viewBox="0 0 24 24"><g class="pic">{path}</g></symbol>'
        for name, path in _SIGNS.items()
    )
    return mark_safe(  # noqa: S308  constants of this module
        '<svg class="bang-defs" width="0" height="0" aria-hidden="true" focusable="false">'
        f"{drawn}</svg>"
    )


def shape(face: Face | None, *, family: bool) -> str:
    """The symbol of a face; None is a die that has not been thrown."""
    if face is None:
        return "blank"
    return "drink" if family and face == "beer" else face


@cache
def die(name: str) -> SafeString:
    """A die by its symbol; what it shows is said beside it."""
    return format_html(
        '<svg class="bdie" viewBox="0 0 92 92" aria-hidden="true"><use href="#bd-{}"/></svg>', name
    )


@cache
def sign(name: str) -> SafeString:
    """Life, an arrow, a role: said in words beside it."""
    return format_html(
        '<svg class="bs bs-{}" viewBox="0 0 24 24" aria-hidden="true"><use href="#bs-{}"/></svg>',
        name,
        name,
    )


def role_sign(role: Role | None) -> SafeString:
    return sign(role or "hidden")


@cache
def emblem() -> SafeString:
    """Five dice in a row, for the list of games."""
    shown = ("one", "dynamite", "beer", "arrow", "gatling")
    dice = "".join(
        f'<use href="#bd-{face}" x="{14 + 102 * n}" y="{22 + 14 * (n % 2)}"'
        ' width="92" height="92"/>'
        for n, face in enumerate(shown)
    )
    return mark_safe(  # noqa: S308  constants of this module
        f'<svg class="bang-emblem" viewBox="0 0 530 150" aria-hidden="true">{dice}</svg>'
    )
