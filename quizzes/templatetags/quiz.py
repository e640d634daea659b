"""Reading a question's snapshot in a template: {% load quiz %}."""

from __future__ import annotations

from typing import Any

from django import template

from ..kinds import Response, Snapshot, kind
from ..kinds.base import said

register = template.Library()

#: From this many characters on, four answers side by side no longer fit a phone.
LONG = 34


@register.filter
def said_in(texts: dict[str, str] | None, language: str) -> str:
    """{{ question.text|said_in:language }}: one of the two texts, the other where it is missing."""
    return said(texts or {}, language)


@register.filter
def has_long_answers(question: Snapshot, language: str) -> bool:
    """Whether the answers need a column of their own each."""
    return any(len(said(choice["text"], language)) > LONG for choice in question["choices"])


@register.filter
def right_answer(question: Snapshot, language: str) -> str:
    """The right answer in words ("B. Ê-đê"), from a whole snapshot."""
    found = kind(question["kind"])
    return found.describe(question, found.answer(question), language)


@register.simple_tag
def described(question: Snapshot, response: Response | None, language: str) -> str:
    """{% described question response language as words %}: what was picked, in words."""
    return kind(question["kind"]).describe(question, response, language)


@register.filter
def item(mapping: dict[Any, Any], key: Any) -> Any:
    """{{ counts|item:deck.pk }}: "" when it is not there."""
    return mapping.get(key, "")
