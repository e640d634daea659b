"""The character cards: a people with its homes and quest, for the page of all of them, the people's
page in the atlas, and the printed game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from heritage.models import EthnicGroup

from . import content, editing, names, standard

#: The usual number of places, which a card shows first.
USUAL = 4
#: Where on a people's page its card stands: what the QR code of the card opens.
ANCHOR = "quest"


@dataclass(frozen=True)
class Character:
    """A people as a player gets it."""

    code: str
    homes: tuple[str, ...]
    #: By the number of slots: for each the slugs of its provinces.
    quests: Mapping[int, list[list[str]]]

    @property
    def name(self) -> str:
        return names.people(self.code)

    @property
    def url(self) -> str:
        """Its page in the atlas, at the card."""
        return f"{names.people_address(self.code)}#{ANCHOR}"

    @property
    def slug(self) -> str:
        return names.peoples()[self.code].slug

    @property
    def home_names(self) -> str:
        return ", ".join(map(names.province, self.homes))

    @property
    def quest(self) -> list[dict[str, str]]:
        """The places of the usual quest."""
        return self.places(USUAL)

    @property
    def other_quests(self) -> list[tuple[int, list[dict[str, str]]]]:
        """The shorter and the longer one."""
        return [(size, self.places(size)) for size in sorted(self.quests) if size != USUAL]

    def places(self, size: int) -> list[dict[str, str]]:
        """What a quest of this size asks for: `name` and `area` (empty for a province)."""
        return [editing.place(slot) for slot in self.quests[size]]


def all_of_them() -> list[Character]:
    """The 54, in the order of the official list."""
    own = content.quests()
    return [
        Character(
            code,
            tuple(row["homes"]),
            {int(size): slots for size, slots in {**row["quests"], **own.get(code, {})}.items()},
        )
        for code, row in standard.peoples().items()
    ]


def of_people(group: EthnicGroup) -> Character | None:
    """The card of one people; None for one that the game does not know."""
    code = str(group.code)
    row: Any = standard.peoples().get(code)
    if row is None:
        return None
    own = {str(quest.size): quest.slots for quest in group.quests.all()}
    quests = {int(size): slots for size, slots in {**row["quests"], **own}.items()}
    return Character(code, tuple(row["homes"]), quests)


def benefit() -> str:
    """What the special benefit allows, in a sentence."""
    return _(
        "Once a game, when you arrive in a home province with a right answer: take two flags of "
        "one player away, or turn one flag of somebody else into your own."
    )


def on_the_peoples_page(*, group: EthnicGroup, **_kwargs: object) -> SafeString:
    """Receiver of `heritage.signals.people_shown`: the card, for the page of its people."""
    card = of_people(group)
    if card is None:
        return SafeString()
    context = {"card": card, "benefit": benefit(), "anchor": ANCHOR, "slug": "rang_ro_viet_nam"}
    return SafeString(render_to_string("games/rang_ro/_in_the_game.html", context))
