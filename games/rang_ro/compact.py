"""What stands on the map and where one may travel, in a few characters instead of as drawn.

A page that is read without a script holds the map and the list of trips as they are. A push only
ever reaches a page with one, which draws them from these (static/js/rang-ro-draw.js): the names,
places and regions of the provinces are in the page once (`places`), and a push names each by a
letter.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from heritage.models import REGION_CSS, Region
from heritage.outlines import outlines
from quizzes.places import provinces

from . import names

#: One letter for each of the 63 provinces.
LETTERS = string.ascii_letters + string.digits + "-"
#: One letter for each kind of stop, in the order they are drawn in.
STOPS: Mapping[str, str] = {"plane": "p", "boat": "b", "train": "t"}


@cache
def letter(slug: str) -> str:
    """The letter that stands for a province, by its place in `places`."""
    return LETTERS[list(provinces()).index(slug)]


def places() -> str:
    """Every province in the reader's language: letter, slug, x, y, region, name."""
    pins = outlines().labels
    return ";".join(
        f"{letter(slug)},{slug},{pins[slug][0]:.0f},{pins[slug][1]:.0f},"
        f"{REGION_CSS[Region(one.region)]},{names.province(slug)}"
        for slug, one in provinces().items()
    )


def letters(slugs: Iterable[str]) -> str:
    """
    >>> letters([])
    ''
    """
    return "".join(map(letter, slugs))


def by_seat(held: Mapping[int, Iterable[str]]) -> str:
    """Provinces of each seat: "0Mf,2F" for flags of the seats 0 and 2.

    >>> by_seat({1: ()})
    ''
    """
    return ",".join(f"{seat}{letters(sorted(of))}" for seat, of in sorted(held.items()) if of)


def label(slug: str, stops: Iterable[str], down: int, *, on: bool) -> str:
    """A name on the map: province, stops, how far it was moved down, and "!" where the reader
    stands or goes: "Mpt+8!"."""
    found = letter(slug) + "".join(STOPS[by] for by in stops)
    return found + (f"+{down}" if down else "") + "!" * on


def trips(options: Sequence[Mapping[str, Any]]) -> str:
    """The trips of one vehicle, those of one fare and with the same cards together: what they cost,
    codes and names of the cards, where one goes straight, then pairs (from where a trip goes on
    that was told before, and where to), then other ways: "4 coins|||MN|OP|Q.R.S T.U"."""
    groups = groupby(
        sorted(options, key=lambda one: (one["fare"], one["attach"])),
        key=lambda one: (one["coins"], one["attach"], one["cards"]),
    )
    known: dict[str, tuple[str, ...]] = {}
    told = []
    for (price, attach, cards), ways in groups:
        straight, onward, other = "", "", []
        # The shortest first: a pair is understood only when what it goes on from was told before.
        for path in sorted(
            (tuple(one["path"]) for one in ways), key=lambda path: (len(path), path)
        ):
            if len(path) == 1:
                straight += letter(path[0])
            elif known.get(path[-2]) == path[:-1]:
                onward += letters(path[-2:])
            else:
                other.append(".".join(map(letter, path)))
                continue
            known.setdefault(path[-1], path)
        told.append(f"{price}|{attach}|{cards}|{straight}|{onward}|{' '.join(other)}")
    return ";".join(told)
