"""The question on the table as the sheet over the map shows it, before and after it is settled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from heritage.models import EthnicGroup, Province
from heritage.selectors import Sources, life
from quizzes.kinds.base import said

from . import names
from .core.cards import W_REVEAL
from .core.moves import LETTERS
from .core.view import Asked, View
from .seats import Sitter
from .words import Words

#: A page of the atlas that a card leads to: of a people or of a province.
PAGE = re.compile(r"/heritage/(groups|provinces)/([\w-]+)/")


def shown(view: View, words: Words, sitters: Mapping[int, Sitter]) -> dict[str, Any] | None:
    """The question to show: the one that is open, or while everybody reads why the one before."""
    asked = on_table(view)
    return None if asked is None else describe(asked, view, words, sitters)


def on_table(view: View) -> Asked | None:
    """The question that people look at now: while it is open, while its marks may still be played
    on, and while everybody reads why."""
    if view.phase == "EXPLAIN":
        return view.explained
    if view.phase == "QUESTION":
        return view.question
    played_on = view.window is not None and view.window["kind"] == W_REVEAL
    return view.question if played_on and view.phase in ("REACT", "COUNTER") else None


def describe(
    asked: Asked, view: View, words: Words, sitters: Mapping[int, Sitter]
) -> dict[str, Any]:
    language = names.language()
    closed = asked.marks is not None
    region = asked.pile
    return {
        "number": asked.number,
        "region": names.region(region)
        if names.area(region)
        else pgettext("in the game", "Challenge"),
        "area": names.area(region) or "duel",
        "province": names.province(asked.province) if asked.province else "",
        "stem": said(asked.stem or {}, language),
        "choices": [
            _choice(asked, letter, language) for letter in LETTERS if letter in asked.choices
        ],
        "image": asked.picture,
        "level": asked.level,
        "for_all": len(asked.answering) > 1,
        "answering": words.names(asked.answering),
        "mine": asked.answer,
        "plays": view.seat in asked.answering,
        "may_answer": asked.may_answer,
        "locked_me": view.seat in asked.locked,
        "seats": [_seat(asked, seat, words) for seat in asked.answering],
        "locked": sum(seat in asked.locked for seat in asked.answering),
        "of": len(asked.answering),
        "friend": words.name(asked.copies.get(view.seat or 0)) if view.seat in asked.copies else "",
        "closed": closed,
        "settled": asked.right is not None,
        "right": asked.right,
        "right_text": said(asked.choices[asked.right], language) if asked.right else "",
        "was_right": asked.right is not None and asked.answer == asked.right,
        "own_mark": None
        if asked.marks is None
        else asked.marks.get(view.seat or 0)
        if view.seat in asked.answering
        else None,
        "explanation": said(asked.explanation or {}, language),
        "address": asked.address or "",
        "source": said(asked.source, language) if isinstance(asked.source, dict) else asked.source,
        "article": article(asked.article) if asked.article else None,
    }


def _seat(asked: Asked, seat: int, words: Words) -> dict[str, Any]:
    """How far somebody is with the answer."""
    if asked.marks is not None:
        mark = "right" if asked.marks[seat] else "miss"
        told = _("right") if asked.marks[seat] else _("not right")
    else:
        mark = ""
        told = _("has locked an answer") if seat in asked.locked else _("still thinking")
    return {
        "seat": seat,
        "sign": seat + 1,
        "name": words.name(seat),
        "icon": {"right": "check", "miss": "close"}.get(mark, ""),
        "css": mark or ("in" if seat in asked.locked else "w"),
        "said": told,
    }


def _choice(asked: Asked, letter: str, language: str) -> dict[str, Any]:
    return {
        "k": letter,
        "text": said(asked.choices[letter] or {}, language)
        if isinstance(asked.choices[letter], dict)
        else str(asked.choices[letter]),
        "removed": letter == asked.removed,
        "picked": letter == asked.answer,
        "right": letter == asked.right,
    }


def _figures(entry: EthnicGroup | Province) -> list[tuple[str, str]]:
    """What the atlas knows in figures and names: for a province who lives there and what it
    touches, for a people where it lives."""
    if isinstance(entry, Province):
        peoples = entry.presences.select_related("group").order_by("-population_2019")[:6]
        return [
            (_("Region"), str(entry.get_region_display())),
            (_("Borders"), ", ".join(one.name for one in entry.borders.all())),
            (_("Peoples"), ", ".join(one.group.name for one in peoples)),
        ]
    places = entry.presences.select_related("province").order_by("-population_2019")[:5]
    return [
        (_("Population 2019"), number_format(entry.population_2019, force_grouping=True)),
        (_("Provinces"), ", ".join(one.province.name for one in places)),
    ]


def article(address: str) -> dict[str, Any] | None:
    """The page of the atlas that a question leads to, short enough to be read while the clock
    runs; None where there is none such."""
    found = PAGE.search(address)
    if found is None:
        return None
    kind, slug = found.groups()
    entry: EthnicGroup | Province | None
    if kind == "groups":
        entry = EthnicGroup.objects.filter(slug=slug).first()
    else:
        entry = Province.objects.filter(slug=slug).first()
    if entry is None:
        return None
    return {
        "title": entry.name,
        "address": address,
        "lines": _figures(entry),
        "life": life(entry.facts.public(), Sources()),
    }
