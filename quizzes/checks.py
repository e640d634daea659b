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
from heritage.checks import Count
from heritage.models import EthnicGroup, Fact, Province, Region
from heritage.text import fold

from . import claims, wording
from .kinds import kind
from .kinds.base import LANGUAGES
from .kinds.choice import letter
from .models import Choice, Deck, Question, State
from .review import avoided_names, problems

DATA = Path(heritage.__file__).parent / "data"

#: Topics whose questions, where they are linked to a people, count as questions on that people.
ON_PEOPLES = (Deck.Topic.GROUPS, Deck.Topic.THEMES)
#: How many published questions each topic needs; the themes count to the peoples.
NEEDED = {Deck.Topic.REGIONAL: 252, Deck.Topic.GROUPS: 270, Deck.Topic.CHALLENGE: 80}
#: How many regional questions each province needs, and how many each people.
PER_PROVINCE, PER_PEOPLE = 4, 5
#: How many of each kind.
NEEDED_KINDS = {
    "single": 300,
    "multiple": 20,
    "truefalse": 30,
    "typed": 25,
    "order": 25,
    "match": 12,
    "map-pin": 25,
}
#: How many of each level.
NEEDED_LEVELS = {1: 100, 2: 200, 3: 150}
#: From this many questions with four choices on, a deck's right letters must be spread; those of
#: all decks together must be, too.
SPREAD_FROM = 12
#: The share of right answers, in percent, that each letter must have there: even is 25.
SPREAD = (20, 30)
#: What the letters of all decks together are told under.
ALL_DECKS = "all decks"


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
    #: How many questions on each province and each people, by slug.
    tables: list[tuple[str, dict[str, int]]] = field(default_factory=list)
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
        report.tables += [
            ("regional questions by province", _by_province(questions)),
            ("questions by people", _by_people(questions)),
        ]
        report.findings += _coverage(report.tables)
        report.findings += _each(questions)
        report.findings += _twins(questions)
        report.findings += _worded(questions)
        report.spreads = list(_spreads(questions))
        report.findings += _uneven(report.spreads)
    return report


# --- how many ------------------------------------------------------------------------------------


def _of(questions: list[Question], topic: str) -> list[Question]:
    return [question for question in questions if question.deck.topic == topic]


def _on_peoples(questions: list[Question]) -> list[Question]:
    """Those that count as questions on a people."""
    return [q for q in questions if q.deck.topic in ON_PEOPLES and q.group_id]


def _by_province(questions: list[Question]) -> dict[str, int]:
    counts = dict.fromkeys(Province.objects.order_by("slug").values_list("slug", flat=True), 0)
    for question in _of(questions, Deck.Topic.REGIONAL):
        if question.province is not None:
            counts[question.province.slug] += 1
    return counts


def _by_people(questions: list[Question]) -> dict[str, int]:
    counts = dict.fromkeys(EthnicGroup.objects.order_by("slug").values_list("slug", flat=True), 0)
    for question in _on_peoples(questions):
        if question.group is not None:
            counts[question.group.slug] += 1
    return counts


def _counts(questions: list[Question]) -> Iterator[Count]:
    regional = _of(questions, Deck.Topic.REGIONAL)
    peoples = _on_peoples(questions)
    yield Count("regional questions", len(regional), NEEDED[Deck.Topic.REGIONAL])
    yield Count("questions on peoples", len(peoples), NEEDED[Deck.Topic.GROUPS])
    challenges = _of(questions, Deck.Topic.CHALLENGE)
    yield Count("challenge questions", len(challenges), NEEDED[Deck.Topic.CHALLENGE])
    for slug, needed in NEEDED_KINDS.items():
        found = sum(question.kind == slug for question in questions)
        yield Count(f"{slug} questions", found, needed)
    for level, needed in NEEDED_LEVELS.items():
        found = sum(question.level == level for question in questions)
        yield Count(f"questions of level {level}", found, needed)
    yield Count("questions in all", len(questions), sum(NEEDED.values()))
    yield Count("provinces asked about", len({q.province_id for q in regional} - {None}), 63)
    regions = {q.province.region for q in regional if q.province is not None}
    yield Count("regions asked about", len(regions), len(Region))
    yield Count("peoples asked about", len({q.group_id for q in peoples}), 54)


def _coverage(tables: list[tuple[str, dict[str, int]]]) -> Iterator[Finding]:
    wanted = (
        (PER_PROVINCE, "regional questions are about this province", "link them to the province"),
        (PER_PEOPLE, "questions are about this people", "link them to it"),
    )
    for (_name, counts), (needed, what, cure) in zip(tables, wanted, strict=True):
        for slug, found in counts.items():
            if found < needed:
                lacking = f"write {needed - found} more and {cure}"
                yield Finding(slug, f"only {found} of {needed} {what}", lacking)


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


# --- wording -------------------------------------------------------------------------------------


def _worded(questions: list[Question]) -> Iterator[Finding]:
    for pair in wording.alike(questions):
        share = f"{100 * pair.share:.0f} % of the words of {pair.other} (text_{pair.language})"
        yield Finding(pair.key, f"the stem has {share}", "say one of them differently")
    for key, name, count in wording.too_long(questions):
        yield Finding(key, f"{name} has {count} words", f"use at most {wording.MOST_WORDS}")
    for key, name in wording.counting(questions):
        cure = "leave the number out: Rạng Rỡ deals three of the choices"
        yield Finding(key, f"{name} says how many choices there are", cure)
    for code, _language in LANGUAGES:
        found, total = wording.longest(questions, code)
        if total and found / total > wording.MOST_LONGEST:
            yield Finding(
                ALL_DECKS,
                f"the right choice is the longest in {100 * found / total:.0f} % (text_{code})",
                f"lengthen wrong choices until it is in {100 * wording.MOST_LONGEST:.0f} %",
            )


# --- letters -------------------------------------------------------------------------------------


def _spreads(questions: list[Question]) -> Iterator[tuple[str, dict[str, int]]]:
    """How often each letter is right among the single choices of four, per deck and in all."""
    decks: dict[str, Counter[str]] = {}
    whole: Counter[str] = Counter()
    for question in questions:
        choices = list(question.choices.all())
        if question.kind == "single" and len(choices) == 4:
            spread = decks.setdefault(question.deck.slug, Counter())
            for at, choice in enumerate(choices, start=1):
                spread[letter(at)] += choice.is_right
                whole[letter(at)] += choice.is_right
    yield from ((slug, dict(spread)) for slug, spread in decks.items())
    if whole:
        yield ALL_DECKS, dict(whole)


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
