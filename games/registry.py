"""The games there are: which package holds which, and their parts, imported when first asked for.

A package brings `game.py` with `GAME` (the contract, pure), and may bring `texts.py` (names and
sentences), `face.py` (how it is shown) and `content.py` with `snapshot(options)` (what a table is
given to play with). Where people may choose of that, it has `snapshot(options, material)` and
`material_of(content)`.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache, lru_cache
from types import ModuleType
from typing import Any

from .game import AnyGame, Json

#: Package of each game by its slug, in the order they are offered.
PACKAGES = {
    "o_an_quan": "games.o_an_quan",
    "bang_dice": "games.bang_dice",
    "rafter_five": "games.rafter_five",
    "rang_ro_viet_nam": "games.rang_ro",
}


class UnknownGame(LookupError):
    """No game has this slug."""


def part(slug: str, name: str) -> ModuleType | None:
    """A module of a game's package, None when there is none such."""
    if slug not in PACKAGES:
        raise UnknownGame(slug)
    path = f"{PACKAGES[slug]}.{name}"
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError as error:
        # A part that is there but misses something of its own must not pass for absent.
        if error.name is not None and path.startswith(error.name):
            return None
        raise


@cache
def game(slug: str) -> AnyGame:
    """The game of a slug. Raises UnknownGame."""
    module = part(slug, "game")
    if module is None:
        raise UnknownGame(slug)
    found: AnyGame = module.GAME
    return found


@lru_cache(maxsize=1)
def slugs() -> tuple[str, ...]:
    """The slugs of the games that are here, in the order they are offered."""
    return tuple(slug for slug in PACKAGES if part(slug, "game") is not None)


def texts(slug: str) -> ModuleType | None:
    """The names and sentences of a game."""
    return part(slug, "texts")


def snapshot(
    slug: str, options: Mapping[str, Json], material: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """What a new table plays with, frozen from now on; {} for a game that needs nothing.
    `material` is what people chose of it, in words of that game; others take none."""
    module = part(slug, "content")
    if module is None:
        return {}
    if material and hasattr(module, "material_of"):
        return module.snapshot(options, material)
    return module.snapshot(options)


def material_of(slug: str, content: Json) -> Mapping[str, Any] | None:
    """What was chosen for a table with this content, to choose it again."""
    module = part(slug, "content")
    if not content or module is None or not hasattr(module, "material_of"):
        return None
    return module.material_of(content)


def snapshot_again(slug: str, options: Mapping[str, Json]) -> dict[str, Any] | None:
    """What a rematch plays with, where that may be another thing than before; else None."""
    again = getattr(part(slug, "content"), "snapshot_again", None)
    return None if again is None else again(options)
