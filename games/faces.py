"""How games are shown: each brings a `face.py` with `FACE`. What is the same for all tables is in
`games.scenes` and templates/games/table/."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, cast

from django.http import HttpResponse, QueryDict
from django.utils.safestring import SafeString
from django.utils.text import capfirst

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
    #: Makes the steps of a finished game move (games/watching.py).
    replay_script: str
    #: The ready-made rules of ranked games, "" for a game that has none.
    ranked: str
    #: Pages of its own by name (games/urls.py): "rules", "lesson", "record", "characters", "decks",
    #: "print" get the request; "printing" and "printed" also which sheets;
    #: "replay", "record_of", "analysis", "learning", "learning_csv" and "learning_xlsx" get the
    #: scene of a table that is over as well, played to its end or closed before.
    pages: Mapping[str, Callable[..., HttpResponse]]

    def name(self) -> str: ...

    def tagline(self) -> str:
        """One line for the list of games."""
        ...

    def shelf(self) -> list[dict[str, Any]]:
        """What there is to read before a game: the name of the `page`, `icon`, `name`, `text`."""
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


class CommonFace:
    """What the faces of most games have in common; a game's own face names this one as its base and
    says only what is different. Names and levels are those of its `texts`, pictures of its
    `board`, pages of its `pages`, and seats are called by their `signs`."""

    #: The game's slug, as in `registry.PACKAGES`.
    slug: str
    #: What the seats are called, in their order; the first has sign 1.
    signs: Sequence[Any]
    ranked = ""

    def _part(self, name: str) -> ModuleType:
        found = registry.part(self.slug, name)
        if found is None:  # pragma: no cover  a game with a face has them
            raise LookupError(f"{self.slug} has no {name}")
        return found

    @property
    def pages(self) -> Mapping[str, Callable[..., HttpResponse]]:
        found: Mapping[str, Callable[..., HttpResponse]] = self._part("pages").PAGES
        return found

    def name(self) -> str:
        return str(self._part("texts").TITLE)

    def definitions(self) -> SafeString:
        found: SafeString = self._part("board").definitions()
        return found

    def emblem(self) -> SafeString:
        found: SafeString = self._part("board").emblem()
        return found

    def sign(self, seat: int) -> int:
        return seat % len(self.signs) + 1

    def colour(self, seat: int) -> str:
        return str(self.signs[seat % len(self.signs)])

    def level_name(self, level: str) -> str:
        return capfirst(str(self._part("texts").LEVELS.get(level, level)))

    def on_pages(self, **more: Any) -> dict[str, Any]:
        """What every page of the game's own is made from."""
        return {
            "slug": self.slug,
            "face": self,
            "name": self.name(),
            "definitions": self.definitions(),
            **more,
        }


class Shows(Protocol):
    """The face of a game that can tell an overview of many tables what one is at."""

    def progress(self, scene: Scene) -> str:
        """How far the game is, in a word or two."""
        ...

    def small(self, scene: Scene) -> SafeString:
        """The board, to be seen beside others."""
        ...


class Talks(Protocol):
    """The face of a game at whose tables people may say ready-made phrases."""

    def phrases(self, scene: Scene) -> list[dict[str, Any]]:
        """What the reader may say: `code`, `text`, and whether it is `about` a seat."""
        ...

    def phrase(self, scene: Scene, code: str, about: int | None) -> str:
        """A phrase by its code in the reader's language, "" for an unknown one."""
        ...

    def beyond(self, scene: Scene, seat: int | None) -> bool:
        """Whether what a seat (None: who watches) says is kept from those who still play."""
        ...


class Chooses(Protocol):
    """The face of a game of whose material, such as question decks, people may choose."""

    def material(self, given: QueryDict, user: Any) -> dict[str, Any]:
        """What this user names in a form or address, for `tables.create`; {} for nothing."""
        ...

    def material_told(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """For a form: its hidden `inputs`; `line`: what is chosen, in words; `warning`: what that
        lacks; `error`: why it cannot be played."""
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


def talks(found: Face) -> Talks | None:
    """The face as one of a game with phrases, None for a game without."""
    return cast(Talks, found) if hasattr(found, "phrases") else None


def chooses(found: Face) -> Chooses | None:
    """The face as one of a game with material to choose, None for a game without."""
    return cast(Chooses, found) if hasattr(found, "material") else None


def shows(found: Face) -> Shows | None:
    """The face as one that an overview can draw, None for another."""
    return cast(Shows, found) if hasattr(found, "progress") else None


def shown() -> list[str]:
    """Slugs of the games that can be played on these pages, in the order they are offered."""
    return [slug for slug in registry.PACKAGES if has_face(slug)]
