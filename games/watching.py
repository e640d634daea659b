"""Watching a finished game again, step by step: what these pages of all games have in common.

A game draws a step by a template of its own, `_replay.html` beside its table's, as a form
`#steps[data-steps]` (static/js/steps.js brings in one step after another), with the slider of
templates/games/table/_slider.html in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from .scenes import Scene


class File(NamedTuple):
    """Something of the game to take along or to read: a link with the name of its picture."""

    url: str
    icon: str
    name: str


def step_asked_for(request: HttpRequest, last: int) -> int:
    """Which step of 0 to `last` an address names: by the button pressed, else by where the slider
    stands; the last one where it names none."""
    raw = request.GET.get("ply") or request.GET.get("at", "")
    return min(int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 6 else last, last)


def slider(at: int, last: int, turns: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """For the slider: the step that is shown, and the `turns` to jump to, each with the step `ply`
    at which it begins, its number `n` and the `sign` of its seat."""
    begun = [turn for turn in turns if turn["ply"] <= at]
    for turn in turns:
        turn["now"] = bool(begun) and turn is begun[-1]
    return {"at": at, "last": last, "earlier": at - 1, "later": at + 1, "turns": turns}


def page(request: HttpRequest, scene: Scene, step: Mapping[str, Any]) -> HttpResponse:
    """The page around a step, for a script the step alone. `step` may have `files` to offer, a
    `note` about the link to share, and a class `step_css` for the page."""
    face = scene.face
    context: dict[str, Any] = {
        "face": face,
        "name": face.name(),
        "definitions": face.definitions(),
        "step_template": face.template.replace("/_table.html", "/_replay.html"),
        "table": scene.table,
        "result": scene.result_words,
        **scene.links(request),
        **step,
    }
    whole = "HX-Request" not in request.headers
    return render(
        request, "games/table/replay.html" if whole else context["step_template"], context
    )
