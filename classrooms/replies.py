"""The screen that answers an answer: a class answers within seconds, and whoever gave the same
answer is shown the same, so it is drawn once. The figures are in bench/README.md."""

from __future__ import annotations

import json
from collections.abc import Hashable
from typing import Any

from django.template.loader import render_to_string

#: Screens a process keeps: those of one question, for each answer, language and second.
KEPT = 512
_kept: dict[Hashable, str] = {}


def sent(context: dict[str, Any]) -> str:
    """The stage of a phone whose answer is in, from its `scene.player_context`.

    Its clock is right to a second, as it is shown; a running page has its own.
    """
    seen = _what_is_seen(context)
    html = _kept.get(seen)
    if html is None:
        if len(_kept) >= KEPT:
            _kept.clear()
        html = _kept[seen] = render_to_string("classrooms/player/_stage.html", context)
    return html


def _what_is_seen(context: dict[str, Any]) -> Hashable:
    """All that the screen depends on. Whatever else a session shows raises its version."""
    session, answer, clock = context["session"], context["answer"], context["clock"]
    return (
        (session.pk, session.created_at, session.version, context["language"]),
        (answer.round_id, json.dumps(answer.response, sort_keys=True)),
        (context["in_time"], clock.get("left"), clock.get("total"), clock.get("paused")),
    )
