"""What a report can be about: a page or a question, and the statements a reader may point at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from heritage.models import EthnicGroup, Fact, HeritageListing, Province

from ..selectors import repeatable
from .models import Mistake

#: Letters of a statement shown in the form.
SHOWN = 240


@dataclass(frozen=True)
class Statement:
    """Something that can be wrong: its value in the form, the words, what it sets in the report."""

    value: str
    text: str
    sets: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Target:
    """A page or question: what it is called, where it is, what it says."""

    title: str
    back: str
    sets: dict[str, Any]
    statements: list[Statement]
    #: Whether the reader came from one section, and may mean anything else on the page.
    is_section: bool = False

    def statement(self, value: str) -> Statement | None:
        return next((each for each in self.statements if each.value == value), None)


def target(kind: str, name: str, part: str = "") -> Target:
    """The target of an address. Raises Http404 for what is not there or not public; an unknown
    `part` counts as none."""
    makers = {
        "groups": _group,
        "provinces": _province,
        "questions": _question,
        "pages": _page,
    }
    if kind not in makers:
        raise Http404(f"nothing of the kind {kind} can be reported")
    return makers[kind](name, part)


def _group(slug: str, part: str) -> Target:
    group = get_object_or_404(EthnicGroup, slug=slug)
    facts = _facts(group.facts.public(), part)
    said = [Statement("names", _("The names of this people"), {"part": "names"})]
    if group.introduction:
        said.append(
            Statement("introduction", _("The introduction"), {"part": "introduction"}),
        )
    said += [
        Statement("numbers", _("The population figures and the map"), {"part": "numbers"}),
        Statement("language", _("The language and its family"), {"part": "language"}),
        Statement("pictures", _("A picture"), {"part": "pictures"}),
    ]
    return _about(group, {"group": group}, facts, said, group.listings.all(), part)


def _province(slug: str, part: str) -> Target:
    province = get_object_or_404(Province, slug=slug)
    facts = _facts(province.facts.public(), part)
    said = [
        Statement("numbers", _("Who lives here"), {"part": "numbers"}),
        Statement("today", _("What it belongs to since 1 July 2025"), {"part": "today"}),
        Statement("ways", _("The ways in by sea, air and rail"), {"part": "ways"}),
        Statement("borders", _("The borders and the map"), {"part": "borders"}),
        Statement("pictures", _("A picture"), {"part": "pictures"}),
    ]
    return _about(province, {"province": province}, facts, said, province.listings.all(), part)


def _about(
    row: Any,
    sets: dict[str, Any],
    facts: list[Statement],
    said: list[Statement],
    listings: Iterable[HeritageListing],
    part: str,
) -> Target:
    """Of a row: the facts of one section if one is asked for, else all that the page says."""
    back = row.get_absolute_url()
    if part in Fact.Category.values and facts:
        return Target(row.name, back, sets, facts, is_section=True)
    one = [each for each in said if each.value == part]
    if one:
        return Target(row.name, back, sets, one, is_section=True)
    inscribed = _listings(listings)
    if part == "listings" and inscribed:
        return Target(row.name, back, sets, inscribed, is_section=True)
    return Target(row.name, back, sets, [*said, *facts, *inscribed])


def _facts(rows: Any, part: str) -> list[Statement]:
    if part in Fact.Category.values:
        rows = rows.filter(category=part)
    order = list(Fact.Category.values)
    return [
        Statement(f"fact-{fact.pk}", fact.text, {"fact": fact, "part": fact.category})
        for fact in sorted(rows, key=lambda fact: (order.index(fact.category), fact.order))
    ]


def _listings(rows: Iterable[HeritageListing]) -> list[Statement]:
    return [
        Statement(f"listing-{row.pk}", f"{row.name} ({row.year})", {"listing": row}) for row in rows
    ]


def _question(name: str, part: str) -> Target:
    """Its words only: whoever asks may not have answered it yet."""
    if not (name.isascii() and name.isdigit() and len(name) < 19):
        raise Http404("a question has a number")
    question = get_object_or_404(repeatable([int(name)]).select_related("deck"))
    said = [
        Statement("question", question.text, {"part": "question"}),
        Statement("answer", _("The answer that counts as right"), {"part": "answer"}),
        Statement("explanation", _("The explanation or its source"), {"part": "explanation"}),
        Statement("picture", _("The picture"), {"part": "picture"}),
    ]
    if not question.image:
        said.pop()
    back = question.deck.get_absolute_url()
    return Target(question.text, back, {"question": question}, said)


def _page(name: str, part: str) -> Target:
    if name not in Mistake.Page.values:
        raise Http404(f"no page {name}")
    statements: list[Statement] = []
    if name == Mistake.Page.FESTIVALS:
        facts = Fact.objects.public().filter(category=Fact.Category.FESTIVAL, group__isnull=False)
        statements = [
            Statement(
                f"fact-{fact.pk}",
                f"{fact.group.name if fact.group else ''}: {fact.text}",
                {"fact": fact, "group": fact.group},
            )
            for fact in facts.select_related("group").order_by("group__sort_key", "order")
        ]
    elif name == Mistake.Page.LISTINGS:
        statements = _listings(HeritageListing.objects.order_by("year", "sort_key"))
    page = Mistake.Page(name)
    return Target(str(page.label), reverse(f"heritage:{name}"), {"page": name}, statements)


def shortened(text: str) -> str:
    return Truncator(text).chars(SHOWN)
