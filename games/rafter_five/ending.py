"""The end of a game: who lost and why, or alone how far the raft got."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from . import rules, texts, words
from .pieces import CHESTS
from .rules import State
from .words import SIGNS


def shown(state: State, names: Mapping[int, str], own: set[int]) -> dict[str, Any]:
    """The ranking of a finished game, or alone how far the raft got."""
    reason = str(texts.REASONS.get(state.reason, ""))
    if state.solo:
        score = rules.score(state)
        return {
            "score": score,
            "reason_words": [],
            "headline": _("A full raft!") if score == CHESTS else reason,
            "result": words.chests(score),
            "solo_over": True,
        }
    places = rules.rank(state)
    losers = rules.losers(places)
    rows: list[dict[str, Any]] = [
        {
            "place": place,
            "seat": seat,
            "sign": seat + 1,
            "name": names.get(seat, str(SIGNS[seat])),
            "me": seat in own,
            "penalties": penalties,
            "given": given,
            "left": left,
            "lost": seat in losers,
        }
        for seat, (place, (penalties, given, left)) in enumerate(
            zip(places, rules.standing(state), strict=True)
        )
    ]
    rows.sort(key=lambda each: (each["place"], each["seat"]))
    lost = ", ".join(row["name"] for row in rows if row["lost"])
    if not losers:
        headline = _("Nobody has lost: all are equal.")
    elif len(own) == 1 and own & set(losers):
        headline = _("You have lost this time")
    elif len(own) == 1:
        headline = _("You have won!")
    else:
        headline = _("%(name)s loses, all others win") % {"name": lost}
    return {"rows": rows, "reason_words": [reason], "headline": headline, "solo_over": False}
