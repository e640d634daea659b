"""What an editor of function cards and quests is told: what the engine cannot play, in words, and
what a quest costs beside the others (N4, N6)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from . import names, standard
from .core import balance, cards
from .core.world import REGIONS, World

if TYPE_CHECKING:
    from .models import FunctionCard

#: When a card may be played, for who writes its text.
TIMINGS: dict[str, str | Promise] = {
    cards.ANYTIME: gettext_lazy("at any time: in anybody's turn, or as one's choice in a window"),
    cards.OWN_ACTION: gettext_lazy("in the own turn, before the action"),
    cards.ATTACH_MOVE: gettext_lazy("together with a trip"),
    cards.ATTACH_EARN: gettext_lazy("together with Earn"),
    cards.QUESTION: gettext_lazy("while a question is open"),
    cards.COUNTER: gettext_lazy("against a hostile card"),
    cards.W_MOVE: gettext_lazy("in the window after somebody's trip is named"),
    cards.W_REVEAL: gettext_lazy("in the window after the marks"),
    cards.W_BENEFIT: gettext_lazy("in the window after a special benefit"),
    cards.W_DICE: gettext_lazy("in the window after the own dice"),
}
#: Cards whose amount is coins that the text has to name.
_IN_COINS = ("FUND", "SHARE", "TICKET")


def card_problems(card: FunctionCard) -> dict[str, list[str]]:
    """What of a card does not fit the effect it is bound to, by field."""
    kind = cards.KINDS.get(card.code)
    if kind is None:
        known = ", ".join(sorted(cards.KINDS))
        said = _("The game knows no effect “%(code)s”. It knows: %(known)s.")
        return {"code": [said % {"code": card.code, "known": known}]}
    found: dict[str, list[str]] = {}
    if kind.code in _IN_COINS:
        for name in ("text_vi", "text_en"):
            named = re.findall(r"\d+", getattr(card, name) or "")
            if named and str(kind.amount) not in named:
                found[name] = [
                    _("The effect of this card is %(n)s coins and cannot be changed: name them.")
                    % {"n": kind.amount}
                ]
    return found


def effect(code: str) -> str:
    """When the engine lets a card be played, and whether a shield stops it."""
    kind = cards.KINDS.get(code)
    if kind is None:
        return ""
    said = [str(TIMINGS[kind.timing])]
    if kind.amount:
        said.append(_("amount %(n)s") % {"n": kind.amount})
    if kind.hostile:
        said.append(_("hostile: a shield stops it"))
    return "; ".join(said)


# --- quests --------------------------------------------------------------------------------------


@cache
def by_region() -> dict[str, tuple[str, ...]]:
    """The provinces of each region, in the order of the rules."""
    return {region: tuple(inside) for region, inside in standard.by_region().items()}


@cache
def _ways() -> balance.Ways:
    # Takes most of a second, once a process.
    return balance.Ways(World(standard.content() | {"peoples": {}}))


def quest_problems(slots: Any, size: int | None) -> list[str]:
    """Why these slots are no quest."""
    if not isinstance(slots, list) or not all(
        isinstance(slot, list) and all(isinstance(one, str) for one in slot) for slot in slots
    ):
        return [_("A quest is a list of slots, each a list of provinces.")]
    found = []
    if size and len(slots) != size:
        said = ngettext(
            "A quest of this size has %(n)s place.", "A quest of this size has %(n)s places.", size
        )
        found.append(said % {"n": size})
    seen: dict[str, int] = {}
    for number, slot in enumerate(slots, 1):
        if not slot:
            found.append(_("Place %(n)s is empty. Choose a region or provinces.") % {"n": number})
        for slug in slot:
            if slug not in standard.provinces():
                said = _("Place %(n)s: the map has no province “%(slug)s”.")
                found.append(said % {"n": number, "slug": slug})
            elif seen.setdefault(slug, number) != number:
                said = _("Places %(a)s and %(b)s overlap: %(province)s is in both.")
                found.append(
                    said % {"a": seen[slug], "b": number, "province": names.province(slug)}
                )
    return found


@dataclass(frozen=True, slots=True)
class Cost:
    """What a quest costs (D), what quests of its size should (T), both in coins."""

    coins: float
    target: float

    @property
    def percent(self) -> float:
        """How far it lies from the target; negative where it is cheaper."""
        return 100 * (self.coins - self.target) / self.target

    @property
    def is_balanced(self) -> bool:
        return balance.in_band(self.coins, self.target)


def cost(code: int, slots: Sequence[Sequence[str]]) -> Cost:
    """D of a people's quest, whose slots have no problems, and T of its size."""
    found = balance.quest_cost(_ways(), standard.homes()[code], tuple(map(frozenset, slots)))
    return Cost(found, standard.targets()[len(slots)])


def place(slot: Sequence[str]) -> dict[str, str]:
    """What a slot asks for: its `name`, and the `area` (style of a region) where it is a whole
    region. Several provinces that are none are named one by one."""
    wanted = set(slot)
    for region in REGIONS:
        if wanted == set(by_region()[region]):
            return {"name": names.region(region), "area": names.area(region), "region": region}
    listed = _(" or ").join(names.province(one) for one in sorted(wanted))
    return {"name": listed, "area": "", "region": ""}
