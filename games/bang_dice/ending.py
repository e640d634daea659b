"""The end of a game: who was who, what everybody did, who has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import npgettext

from .ring import Card
from .story import Told, tallies
from .texts import ENDS
from .values import View
from .words import Words


def fate(card: Card, how: str, by: str) -> str:
    """How a seat fell, or that it did not."""
    if card.player.alive:
        return _("alive")
    return {
        "shots": _("shot by %(name)s"),
        "gatling": _("Gatling of %(name)s"),
        "storm": _("arrow storm"),
        "dynamite": _("dynamite"),
    }.get(how, _("out")) % {"name": by}


def shown(view: View, cards: Sequence[Card], moves: Sequence[Told], said: Words) -> dict[str, Any]:
    """Winners, the table of everybody, and the game in a few figures. All roles are open now."""
    assert view.result is not None  # noqa: S101  asked for finished games only
    counted = tallies(moves)
    winners = set(view.result.winners)
    rows: list[dict[str, Any]] = [
        {
            "card": card,
            "won": card.seat in winners,
            "fate": fate(card, counted[card.seat].fell, said.name(counted[card.seat].fell_by)),
            "tally": counted[card.seat],
        }
        for card in cards
    ]
    rows.sort(key=lambda row: (not row["won"], row["card"].seat))
    storms = sum(event.kind == "storm" for told in moves for event in told.events)
    volleys = sum(event.kind == "gatling" for told in moves for event in told.events)
    headline = str(ENDS.get(view.result.reason, ""))
    return {
        "rows": rows,
        "headline": headline,
        "reason_words": [headline],
        "figures": [
            {"n": view.turns, "name": npgettext("so many", "turn", "turns", view.turns)},
            {"n": storms, "name": npgettext("so many", "arrow storm", "arrow storms", storms)},
            {
                "n": volleys,
                "name": npgettext("so many", "Gatling fired", "Gatlings fired", volleys),
            },
            {"n": sum(not card.player.alive for card in cards), "name": _("out")},
        ],
    }
