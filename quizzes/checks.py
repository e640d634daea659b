"""Whether the site's own decks hold what they promise: enough of each, all of it well founded.

`manage.py check_content` prints it. The questions are those in the database, so that an editor's
slip is found like one of ours; the claims are recomputed from heritage/data/.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.utils import translation

import heritage
from heritage.models import EthnicGroup, Fact, Province, Region
from heritage.text import fold

from . import claims
from .kinds import kind
from .kinds.choice import letter
from .models import Choice, Deck, Question, State
from .review import avoided_names, problems

DATA = Path(heritage.__file__).parent / "data"

#: How many published questions each topic needs.
NEEDED = {Deck.Topic.REGIONAL: 130, Deck.Topic.GROUPS: 54, Deck.Topic.CHALLENGE: 40}
#: How many of the kinds without choices.
NEEDED_KINDS = {"typed": 10, "order": 6, "match": 6, "map-pin": 12}
#: From this many questions with four choices on, a deck's right letters must be spread.
SPREAD_FROM = 12
#: The share of right answers, in percent, that each letter must have there.
SPREAD = (15, 35)


@dataclass(frozen=True)
class Count:
    """One line of the table: how many there are, how many there must be."""

    name: str
    found: int
    needed: int

    @property
    def enough(self) -> bool:
        return self.found >= self.needed


@dataclass(frozen=True)
class Finding:
    """Something wrong: where (key of the question, slug of the deck), what, and how to mend it."""

    where: str
    message: str
    cure: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message} → {self.cure}"


@dataclass
class Report:
    counts: list[Count] = field(default_factory=list)
    spreads: list[tuple[str, dict[str, int]]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.findings and all(count.enough for count in self.counts)


def check() -> Report:
    """Look through every published question of the site's own published decks."""
    with translation.override("en"):
        questions = list(
            Question.objects.published()
            .filter(deck__state=State.PUBLISHED, deck__owner=None)
            .select_related("deck", "group", "province", "fact__group", "listing")
            .prefetch_related("choices")
            .order_by("deck__slug", "position")
        )
        report = Report()
        report.counts += _counts(questions)
        report.findings += _coverage(questions)
        report.findings += _each(questions)
        report.findings += _twins(questions)
        report.spreads = list(_spreads(questions))
        report.findings += _uneven(report.spreads)
    return report


# --- how many ------------------------------------------------------------------------------------


def _of(questions: list[Question], topic: str) -> list[Question]:
    return [question for question in questions if question.deck.topic == topic]


def _counts(questions: list[Question]) -> Iterator[Count]:
    for topic, needed in NEEDED.items():
        yield Count(f"{topic} questions", len(_of(questions, topic)), needed)
    for slug, needed in NEEDED_KINDS.items():
        found = sum(question.kind == slug for question in questions)
        yield Count(f"{slug} questions", found, needed)
    yield Count("questions in all", len(questions), sum(NEEDED.values()))
    regional = _of(questions, Deck.Topic.REGIONAL)
    yield Count("provinces asked about", len({q.province_id for q in regional} - {None}), 63)
    regions = {q.province.region for q in regional if q.province is not None}
    yield Count("regions asked about", len(regions), len(Region))
    groups = {q.group_id for q in _of(questions, Deck.Topic.GROUPS)} - {None}
    yield Count("peoples asked about", len(groups), 54)


def _coverage(questions: list[Question]) -> Iterator[Finding]:
    asked = {q.province_id or 0 for q in _of(questions, Deck.Topic.REGIONAL)}
    for province in Province.objects.exclude(pk__in=asked):
        yield Finding(
            province.slug,
            "no regional question is about this province",
            "write one and link it to the province",
        )
    asked = {q.group_id or 0 for q in _of(questions, Deck.Topic.GROUPS)}
    for group in EthnicGroup.objects.exclude(pk__in=asked):
        yield Finding(
            group.slug, "no group question is about this people", "write one and link it to them"
        )


# --- each question -------------------------------------------------------------------------------


def _each(questions: list[Question]) -> Iterator[Finding]:
    names = avoided_names()
    tables = claims.load_tables(DATA, dict(EthnicGroup.objects.values_list("slug", "code")))
    facts = _fact_index()
    for question in questions:
        choices = list(question.choices.all())
        for problem in problems(question, choices, names):
            yield Finding(question.key, f"{problem.where}: {problem.code}", problem.message)
        if (question.choice_count, question.right_count) != (
            len(choices),
            sum(choice.is_right for choice in choices),
        ):
            yield Finding(question.key, "the counts are stale", "save the question again")
        for reason in _unfounded(question, choices, tables, facts):
            yield Finding(question.key, reason, "correct the choices, the claim or the link")


def _fact_index() -> dict[str, dict[str, Any]]:
    """Facts as `claims` reads them; one that an editor has approved counts as sure."""
    sure = set(Fact.objects.for_questions().values_list("pk", flat=True))
    return {
        fact.key: {
            "confidence": "high" if fact.pk in sure else "medium",
            "basis": "page" if fact.pk in sure else "general",
            "vi": fact.text_vi,
            "group": fact.group.slug if fact.group else "",
        }
        for fact in Fact.objects.select_related("group")
    }


def _unfounded(
    question: Question,
    choices: list[Choice],
    tables: claims.Tables,
    facts: dict[str, dict[str, Any]],
) -> Iterator[str]:
    raw = _as_data(question, choices)
    if not {"claim", "fact", "listing"} & raw.keys():
        yield "the question rests on no claim, fact or listing"
    if question.claim and kind(question.kind).has_choices:
        yield from claims.check_claim(question.claim, raw["choices"], tables)
    elif question.claim:
        yield from claims.check_spec(question.claim, question.kind, question.spec, tables, facts)
    yield from claims.check_names(
        [choice for choice in raw["choices"] if choice["ref"] is not None], tables
    )
    if question.deck.topic == Deck.Topic.REGIONAL and question.province is not None:
        yield from claims.check_basis(raw, facts, tables)


def _as_data(question: Question, choices: list[Choice]) -> dict[str, Any]:
    """The question as the deck files write it, with only the keys that it has."""
    raw: dict[str, Any] = {
        "claim": question.claim,
        "fact": question.fact and question.fact.key,
        "listing": question.listing and question.listing.name_vi,
        "group": question.group and question.group.slug,
        "province": question.province and question.province.slug,
    }
    return {name: value for name, value in raw.items() if value} | {
        "choices": [
            {
                "vi": choice.text_vi,
                "en": choice.text_en,
                "ref": choice.ref or None,
                "right": choice.is_right,
            }
            for choice in choices
        ]
    }


def _twins(questions: list[Question]) -> Iterator[Finding]:
    """The same question twice, in either language."""
    for code in ("vi", "en"):
        first: dict[tuple[str, tuple[str, ...]], str] = {}
        for question in questions:
            # "Which is the largest of these four?" may be asked again about other four.
            offered = sorted(fold(getattr(c, f"text_{code}")) for c in question.choices.all())
            offered += sorted(fold(text) for _field, text in _texts(question))
            asked = fold(getattr(question, f"text_{code}")), tuple(offered)
            if asked in first:
                yield Finding(
                    question.key,
                    f"asks the same as {first[asked]} (text_{code})",
                    "reword or delete",
                )
            first.setdefault(asked, question.key)


def _texts(question: Question) -> Iterable[tuple[str, str]]:
    return kind(question.kind).texts(question.spec)


# --- letters -------------------------------------------------------------------------------------


def _spreads(questions: list[Question]) -> Iterator[tuple[str, dict[str, int]]]:
    """Per deck, how often each letter is right among its single choices of four."""
    decks: dict[str, Counter[str]] = {}
    for question in questions:
        choices = list(question.choices.all())
        if question.kind == "single" and len(choices) == 4:
            spread = decks.setdefault(question.deck.slug, Counter())
            for at, choice in enumerate(choices, start=1):
                spread[letter(at)] += choice.is_right
    yield from ((slug, dict(spread)) for slug, spread in decks.items())


def _uneven(spreads: list[tuple[str, dict[str, int]]]) -> Iterator[Finding]:
    low, high = SPREAD
    for slug, spread in spreads:
        total = sum(spread.values())
        if total < SPREAD_FROM:
            continue
        for each, count in spread.items():
            percent = 100 * count / total
            if not low <= percent <= high:
                yield Finding(
                    slug,
                    f"{each} is right in {percent:.0f} % of {total} questions",
                    f"reorder choices until each letter has {low}–{high} %",
                )
