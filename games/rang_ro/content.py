"""What a new table of Rạng Rỡ Việt Nam plays with: the map, the quests and function cards as
editors have left them, and questions of the site's decks or of others that were chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.game import Json

from . import decks, standard
from .decks import material_of
from .models import FunctionCard, Quest

__all__ = ["material_of", "snapshot"]


def snapshot(options: Mapping[str, Json], material: decks.Material | None = None) -> dict[str, Any]:
    """Everything, frozen: later edits change nothing at this table. `material` names decks that
    stand in for the site's own, see `decks.piles`. Raises DeckRefused."""
    return standard.content(
        decks.piles(material or {}), cards=function_cards(), quests=quests()
    ) | decks.named(material or {})


def function_cards() -> dict[str, dict[str, Json]]:
    """The function cards by code, with the words and counts of editors."""
    found = standard.function_cards()
    rows = [card for card in FunctionCard.objects.all() if card.code in found]
    return found | {card.code: {**found[card.code], **card.words()} for card in rows}


def quests() -> dict[str, dict[str, Json]]:
    """The quests that editors may change, by a people's code and the number of slots."""
    found: dict[str, dict[str, Json]] = {}
    for code, size, slots in Quest.objects.values_list("group__code", "size", "slots"):
        found.setdefault(str(code), {})[str(size)] = slots
    return found
