"""The end of a game: who came where, and why it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from .core.view import View
from .texts import ENDINGS


def shown(
    view: View,
    lines: Sequence[Mapping[str, Any]],
    known: Mapping[int, tuple[int, int]] | None = None,
) -> dict[str, Any]:
    """Ranking, and why it ended. Of the seats in `known` the answers given there are told, right
    ones and all, as the learning log has them; of the others what the game counted."""
    places = view.places or ()

    def answers(line: Mapping[str, Any]) -> tuple[int, int]:
        player = line["player"]
        return (known or {}).get(line["seat"], (player.right, player.asked))

    ranking = sorted(
        (
            {**line, "place": places[line["seat"]]}
            | dict(zip(("right", "of"), answers(line), strict=True))
            for line in lines
        ),
        key=lambda one: one["place"],
    )
    result = view.result or {}
    winner = result.get("winner")
    won = next((str(line["sitter"].name) for line in lines if line["seat"] == winner), "")
    how = ENDINGS.get(str(result.get("how", "")), "")
    if view.seat != winner:
        how = _("%(name)s has won. %(how)s") % {"name": won, "how": how}
    return {
        "ranking": ranking,
        "reason": how,
        "reason_words": [how],
        **({} if view.seat is not None else {"result_words": _("The game is over")}),
    }
