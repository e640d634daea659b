"""A language family as a tree in SVG: family, branches, peoples. Pure: no Django, no clock.

Drawn as an indented list, so that it reads as well on a phone as on a wall; every people is a link
with its name and number, and the size of its dot is the class of its population (`maps.CLASSES`).
Colours come from the style sheets by class.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from .map_parts import picture

#: Width of the picture, height of a line, and where branches and peoples begin.
WIDTH, LINE = 360, 44
_TRUNK, _BRANCH, _DOT, _NAME = 10, 34, 66, 92
_RADII = (4.0, 4.0, 5.5, 7.5, 10.0, 14.0)


@dataclass(frozen=True)
class Leaf:
    """One people: its name and number as shown, the class of its population, its page."""

    name: str
    people: str
    size: int
    link: str
    here: bool = False


@dataclass(frozen=True)
class Branch:
    """A branch with its colour (`f-tay` and so on) and its peoples; no name where the family has
    no other."""

    name: str
    style: str
    leaves: Sequence[Leaf]


def family_tree(
    id: str, family: str, branches: Sequence[Branch], *, title: str, desc: str = ""
) -> str:
    """The tree of one family."""
    parts = list(_drawn(family, branches))
    rows = 1 + sum(bool(branch.name) + len(branch.leaves) for branch in branches)
    return picture(id, "ftree", f"0 0 {WIDTH} {rows * LINE}", title, desc, parts, interactive=True)


def _drawn(family: str, branches: Sequence[Branch]) -> Iterator[str]:
    yield f'<text class="b fam" x="0" y="{_middle(0) + 7:g}">{escape(family)}</text>'
    row = 1
    last = 0.0
    for branch in branches:
        trunk, dot = _TRUNK, _DOT - (_BRANCH - _TRUNK)
        if branch.name:
            last = _middle(row)
            yield f'<path class="ln" d="M{_TRUNK} {last:g}h{_BRANCH - _TRUNK - 6:g}"/>'
            yield f'<text class="b" x="{_BRANCH}" y="{last + 5:g}">{escape(branch.name)}</text>'
            trunk, dot, row = _BRANCH + 6, _DOT, row + 1
        top = _middle(row - 1) + 16
        for leaf in branch.leaves:
            y = _middle(row)
            yield f'<path class="ln" d="M{trunk} {y:g}H{dot:g}"/>'
            yield _leaf(leaf, branch.style, dot, y)
            row += 1
        yield f'<path class="ln" d="M{trunk} {top:g}V{_middle(row - 1):g}"/>'
    if last:
        yield f'<path class="ln" d="M{_TRUNK} {_middle(0) + 16:g}V{last:g}"/>'


def _leaf(leaf: Leaf, style: str, dot: float, y: float) -> str:
    at = dot + _NAME - _DOT
    name, people = escape(leaf.name), escape(leaf.people)
    here = ' class="b"' if leaf.here else ""
    return (
        f'<a class="f-{escape(style)}" href="{escape(leaf.link)}" aria-label="{name}: {people}">'
        f"<title>{name}: {people}</title>"
        f'<rect class="hit" x="{dot - 16:g}" y="{y - LINE / 2 + 1:g}" '
        f'width="{WIDTH - dot + 16:g}" height="{LINE - 2}" rx="8"/>'
        f'<circle class="{"me" if leaf.here else "oth"}" cx="{dot:g}" cy="{y:g}" '
        f'r="{_RADII[leaf.size]:g}"/>'
        f'<text{here} x="{at:g}" y="{y + 5:g}">{name}</text>'
        f'<text class="n" x="{WIDTH - 4}" y="{y + 5:g}" text-anchor="end">{people}</text></a>'
    )


def _middle(row: int) -> float:
    return row * LINE + LINE / 2
