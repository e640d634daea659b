"""Watching a finished game again, step by step: what was told, and the map as it stood."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse

from .. import selectors, watching
from . import face, story

if TYPE_CHECKING:
    from ..scenes import Scene


def show_replay(request: HttpRequest, scene: Scene) -> HttpResponse:
    """One step of a game that is over, as everybody saw it: hands stay secret, answers are told."""
    sitters = face.sitters_of(scene)
    words = face.words_of(scene, sitters)
    moves = story.told(scene.rows, None)
    steps = story.entries(moves, words)
    at = watching.step_asked_for(request, len(steps) - 1)
    number = steps[at]["n"]
    state = selectors.states(scene.table)[number]
    view = scene.game.view(state, None, scene.position.content)
    until = [move for move in moves if move.number <= number]
    context = {
        **face.stage(view, sitters, words, {}, until),
        **watching.slider(at, len(steps) - 1, _turns(moves, steps)),
        "said": steps[at]["full"],
        "step_css": "rr-lesson",
    }
    return watching.page(request, scene, context)


def _turns(moves: list[story.Told], steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Where each turn begins, to jump there: the first step after it was told."""
    found: list[dict[str, Any]] = []
    for move in moves:
        for event in move.events:
            if event.kind == "turn":
                ply = next((n for n, step in enumerate(steps) if step["n"] >= move.number), None)
                if ply is not None:
                    seat = event.facts["seat"]
                    found.append({"n": event.facts["round"], "ply": ply, "sign": seat + 1})
    return found
