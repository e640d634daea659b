"""What a game is played with: the map, the peoples and their quests, the cards. Made once from the
table's frozen content; nothing here changes during a game.

The content is JSON::

    {"provinces": {slug: {"region": slug, "plane": bool, "boat": bool, "train": bool}},
     "borders": [[slug, slug], …],
     "peoples": {code: {"homes": [slug, …], "quests": {"4": [[slug, …], …]}, …}},
     "cards": {CODE: {"count": n, …}},
     "questions": {region slug or "challenge": [
         {"id", "province"?, "answer"?, "choices", "right", …}, …]},
     "deal": [code, …]?}

A question's "province" is what it is about, its "answer" the province that its right choice names.
What else stands in an entry (names, texts, pictures, addresses) is passed on as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.game import Json

from . import cards
from .travel import Board

#: In the order of the rules ("region order").
REGIONS = (
    "northern-midlands-mountains",
    "red-river-delta",
    "north-central",
    "south-central-coast",
    "central-highlands",
    "southeast",
    "mekong-delta",
)
#: The pile that challenges draw from.
CHALLENGE = "challenge"
#: S5: where a pawn may start, by the sum of two dice.
START_REGIONS: Mapping[int, tuple[str, ...]] = {
    2: REGIONS,
    3: (REGIONS[0],),
    4: (REGIONS[3], REGIONS[4]),
    5: (REGIONS[2],),
    6: (REGIONS[1], REGIONS[5]),
    7: (REGIONS[6],),
    8: (REGIONS[1], REGIONS[5]),
    9: (REGIONS[2],),
    10: (REGIONS[3], REGIONS[4]),
    11: (REGIONS[0],),
    12: REGIONS,
}

Slots = tuple[frozenset[str], ...]


@dataclass(frozen=True)
class People:
    """A people of the game: home provinces and the quest by its number of slots (N1, N2)."""

    homes: tuple[str, ...]
    quests: Mapping[int, Slots]


class World:
    """The content of a table, read once. Raises ValueError where it does not fit together."""

    def __init__(self, content: Mapping[str, Json]) -> None:
        provinces = content["provinces"]
        self.region: dict[str, str] = {slug: row["region"] for slug, row in provinces.items()}
        self.board = Board(
            self.region,
            content["borders"],
            {by: [slug for slug, row in provinces.items() if row.get(by)] for by in _HUBS},
        )
        self.peoples: dict[str, People] = {
            code: People(
                tuple(row["homes"]),
                {int(size): tuple(map(frozenset, quest)) for size, quest in row["quests"].items()},
            )
            for code, row in content["peoples"].items()
        }
        self.counts: dict[str, int] = {code: row["count"] for code, row in content["cards"].items()}
        self.piles: dict[str, Sequence[Mapping[str, Any]]] = content["questions"]
        self.deal: tuple[str, ...] = tuple(content.get("deal", ()))
        problems = cards.problems(content["cards"]) + self._problems()
        if problems:
            raise ValueError("; ".join(problems))

    def _problems(self) -> list[str]:
        """What does not fit together, in words for an editor of the data."""
        found = [f"unknown region {one}" for one in set(self.region.values()) - set(REGIONS)]
        for code, people in self.peoples.items():
            named = set(people.homes).union(*(s for q in people.quests.values() for s in q))
            found += [
                f"people {code}: no province {one}" for one in sorted(named - set(self.region))
            ]
            found += [] if people.homes else [f"people {code} has no home"]
            for quest in people.quests.values():
                found += [] if all(quest) else [f"people {code}: a slot is empty"]
                if sum(map(len, quest)) != len(frozenset().union(*quest)):
                    found.append(f"people {code}: slots overlap")
        found += [f"nobody is people {one}" for one in self.deal if one not in self.peoples]
        for pile, questions in self.piles.items():
            for one in questions:
                if len(one["choices"]) < 3 or not 0 <= one["right"] < len(one["choices"]):
                    found.append(f"question {one.get('id')} of {pile} has no three answers")
        return found

    def __copy__(self) -> World:
        return self

    def __deepcopy__(self, memo: object) -> World:
        return self

    @cached_property
    def by_region(self) -> dict[str, tuple[str, ...]]:
        """Provinces of each region, in province order."""
        return {
            region: tuple(sorted(slug for slug, of in self.region.items() if of == region))
            for region in REGIONS
        }

    def starts(self, total: int) -> tuple[str, ...]:
        """Where a pawn may start after a roll of `total` (S5): regions in the order of the rule,
        provinces in province order."""
        return tuple(slug for region in START_REGIONS[total] for slug in self.by_region[region])


_HUBS = ("plane", "boat", "train")
_read: dict[int, tuple[object, World]] = {}


def world_of(content: Mapping[str, Json]) -> World:
    """The world of a content, read once for each object: a table's content stays in memory."""
    kept = _read.get(id(content))
    if kept is None or kept[0] is not content:
        if len(_read) >= 16:
            _read.pop(next(iter(_read)))
        # The content is kept beside it, so that no other object can get the same id meanwhile.
        kept = _read[id(content)] = (content, World(content))
    return kept[1]
