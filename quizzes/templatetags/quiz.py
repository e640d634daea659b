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
def screen(question: Snapshot, name: str) -> str:
    """{% include question|screen:"form" %}: the template that this kind has for it."""
    return f"quizzes/kinds/{kind(question['kind']).folder}/{name}.html"


@register.filter
def hint(question: Snapshot) -> str:
    """How to answer, in a few words."""
    return kind(question["kind"]).hint(question)


@register.simple_tag
def remark(question: Snapshot, response: Response | None) -> str:
    """{% remark question response %}: what else to say of an answer, from a whole snapshot."""
    return kind(question["kind"]).remark(question, response)


@register.filter
def also_accepted(question: Snapshot, language: str) -> list[str]:
    """Other spellings of a typed answer, from a whole snapshot."""
    right = question["right"]
    found = dict.fromkeys([*right[language], *right["names"]["vi"], *right["names"][language]])
    return list(found)[1:9]


@register.filter
def item(mapping: dict[Any, Any], key: Any) -> Any:
    """{{ counts|item:deck.pk }}: "" when it is not there."""
    return mapping.get(key, "")
