"""Who is in, for the host's screen: {% load people %}."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ..models import Participant

register = template.Library()


@register.simple_tag(takes_context=True)
def person_chip(context: dict[str, Any], person: Participant, newest: bool = False) -> SafeString:
    """A name with what the host may do to it; `newest` shines for a moment."""
    scene = context["scene"]
    away = person.pk in scene.away
    return _chip(
        scene.session.pk,
        person.pk,
        person.nickname,
        person.paper_number,
        bool(newest),
        away,
        get_language() or "vi",
    )


@lru_cache(maxsize=4096)  # the list is drawn at every step of a lesson and hardly ever changes
def _chip(
    session_pk: int,
    pk: int,
    nickname: str,
    paper_number: int | None,
    newest: bool,
    away: bool,
    language: str,
) -> SafeString:
    shown = {"session_pk": session_pk, "pk": pk, "nickname": nickname, "paper": paper_number}
    return render_to_string(
        "classrooms/_person_chip.html", {**shown, "newest": newest, "away": away}
    )
