"""How games are shown: each brings a `face.py` with `FACE`. What is the same for all tables is in
`games.scenes` and templates/games/table/."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from django.http import HttpResponse
from django.utils.safestring import SafeString

from . import registry
from .game import Json
from .registry import UnknownGame

if TYPE_CHECKING:
    from .scenes import Scene


class Refused(Exception):
    """A form that does not make a move: a translated sentence."""


class Face(Protocol):
    """The pictures and words of one game."""

    #: Style sheets and scripts of its board, as static paths.
    css: Sequence[str]
    scripts: Sequence[str]
    #: Shown at a table in play and after it; gets what `stage` gives.
    template: str
    #: The ready-made rules of ranked games, "" for a game that has none.
    ranked: str
    #: Pages of its own by name (games/urls.py): "rules", "lesson", "record" get the request;
    #: "replay", "record_of", "analysis" get the scene of a finished table as well.
    pages: Mapping[str, Callable[..., HttpResponse]]

    def name(self) -> str: ...

    def tagline(self) -> str:
        """One line for the list of games."""
        ...

    def definitions(self) -> SafeString:
        """What a page holds once for all its boards."""
        ...

    def emblem(self) -> SafeString:
        """A small picture of the game."""
        ...

    def sign(self, seat: int) -> int:
        """Number of the seat's sign, 1 to 8."""
        ...

    def colour(self, seat: int) -> str:
        """What the seat is called in this game."""
        ...

    def level_name(self, level: str) -> str: ...

    def presets(self) -> list[dict[str, str]]:
        """Ready-made rules: `key`, `name`, `text`."""
        ...

    def options_line(self, options: Mapping[str, Json]) -> str:
        """The rules of a table in one line."""
        ...

    def move(self, given: Mapping[str, str]) -> Json:
        """The move a form means, for `Game.decode_move`. Raises Refused for none at all."""
        ...

    def stage(self, scene: Scene) -> dict[str, Any]:
        """What `template` shows to the reader of this scene."""
        ...


@cache
def face(slug: str) -> Face:
    """The face of a game. Raises UnknownGame when there is none."""
    module = registry.part(slug, "face")
    if module is None:
        raise UnknownGame(slug)
    found: Face = module.FACE
    return found


def has_face(slug: str) -> bool:
    """Whether a game can be shown."""
    try:
        face(slug)
    except UnknownGame:
        return False
    return True


def shown() -> list[str]:
    """Slugs of the games that can be played on these pages, in the order they are offered."""
    return [slug for slug in registry.PACKAGES if has_face(slug)]
