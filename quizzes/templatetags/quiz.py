"""Reading a question's snapshot in a template: {% load quiz %}."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString

from heritage.maps import attribution

from .. import pin_map
from ..kinds import Counts, Response, Snapshot, UnknownKind, kind, map_pin
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
def places(question: Snapshot, language: str) -> list[tuple[str, str]]:
    """Slug and name of every place that may be pinned."""
    return map_pin.choices(question["unit"], language)


@register.simple_tag
def pin_map_address(language: str) -> str:
    """Where a phone fetches the map, once for all questions."""
    return pin_map.address(language)


@register.simple_tag
def blank_map(question: Snapshot, language: str) -> SafeString:
    """The map in the page itself, for the wall: what can be tapped on a phone."""
    by_region = question["unit"] == map_pin.REGION
    drawn = pin_map.blank_regions(language) if by_region else pin_map.blank(language)
    return SafeString(drawn)  # escaped where it is drawn


@register.filter
def region_key(language: str) -> list[tuple[str, str]]:
    """The seven regions for a legend: what colours each, and what it is called."""
    return list(pin_map.region_names(language).items())


@register.simple_tag
def pinned_map(question: Snapshot, counts: Counts, language: str) -> SafeString:
    """How the room pinned, from a whole snapshot."""
    css = map_pin.painted(question, counts)
    said_of = {str(slug): str(count) for slug, count in counts.items()}
    by_region = question["unit"] == map_pin.REGION
    draw = pin_map.regions_on_the_wall if by_region else pin_map.on_the_wall
    return SafeString(draw(language, css, said_of, question["right"]["places"]))  # likewise


@register.filter
def pin_of(response: Response | None) -> Counts:
    """One response as counts, for the map of one pupil."""
    return {response["place"]: 1} if response else {}


@register.inclusion_tag("heritage/_attribution_line.html")
def map_attribution() -> dict[str, str]:
    """Whose outlines a map shows, as a paragraph."""
    return {"attribution": attribution()}


@register.filter
def item(mapping: dict[Any, Any], key: Any) -> Any:
    """{{ counts|item:deck.pk }}: "" when it is not there."""
    return mapping.get(key, "")


@register.filter
def kind_label(slug: str) -> str:
    """The name of a kind of question, "" for one that is not known."""
    try:
        return str(kind(slug).label)
    except UnknownKind:
        return ""
