"""Everything the report of a session says, for the page and the files alike: the figures of each
question, by people and region, the marks of the class, and what is worth repeating."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.urls import reverse

from heritage.models import Region
from heritage.selectors import regions_of_peoples
from quizzes import kinds, places
from quizzes.kinds import Snapshot
from quizzes.kinds.base import said
from quizzes.kinds.map_pin import REGION
from quizzes.selectors import repeatable
from quizzes.shares import Topic

from . import analysis
from .analysis import Power, Spread
from .results import Item, Line, Results, Status

#: Questions to repeat after a lesson, and wrong answers listed of one question.
REPEATED, LISTED = 5, 5
#: So many who are mistaken in the same way are worth a word.
MANY = 3


@dataclass(frozen=True)
class Wrong:
    """A wrong answer, and how many gave it; `percent` of those who answered."""

    text: str
    count: int
    percent: float


@dataclass(frozen=True)
class Figures:
    """One question and what the class's answers say about it, in one language."""

    item: Item
    text: str
    right: str
    #: The commonest wrong answers, and how many gave another wrong one.
    wrong: tuple[Wrong, ...]
    other_wrong: int
    discrimination: float | None
    power: Power
    time: Spread | None

    @property
    def outvoted(self) -> Wrong | None:
        """A wrong answer that many gave, and more than a right one."""
        right = [line.count for line in self.item.bars if line.right]
        least = min(right) if self.has_choices else self.item.right
        return next((each for each in self.wrong if each.count > max(least, MANY - 1)), None)

    @property
    def has_choices(self) -> bool:
        return kinds.kind(self.item.question["kind"]).has_choices


@dataclass(frozen=True)
class Report:
    """`peoples` and `regions` are ordered weakest first, and hold only what was asked about."""

    results: Results
    items: tuple[Figures, ...]
    peoples: tuple[Topic, ...]
    regions: tuple[Topic, ...]
    #: How many students have a mark in each band of `analysis.MARK_BANDS`.
    marks: tuple[int, ...]
    #: Mean mark of the class, None of nobody.
    mark: float | None
    #: The questions answered worst that can be practised today, worst first.
    weakest: tuple[Figures, ...]

    @property
    def repeat_url(self) -> str:
        """Where anybody may practise the weakest questions, '' when there is none."""
        if not self.weakest:
            return ""
        ids = "-".join(str(each.item.question["id"]) for each in self.weakest)
        return reverse("quizzes:picked", args=[ids])


def of(results: Results, language: str) -> Report:
    """The report in one language, in a handful of queries."""
    items = tuple(_figures(item, results, language) for item in results.items)
    marks = [line.out_of_ten for line in results.lines if line.out_of_ten is not None]
    mean = analysis.mean(marks)
    return Report(
        results=results,
        items=items,
        peoples=_topics(results.items, partial(_peoples_of, language=language)),
        regions=_topics(results.items, partial(_regions_of, main=regions_of_peoples())),
        marks=tuple(analysis.mark_counts(marks)),
        mark=None if mean is None else analysis.mark_of_ten(mean / 10),
        weakest=_weakest(items),
    )


def seconds_of(line: Line) -> Spread | None:
    """How long one student thought over a question; answers that came late are left out, for
    their time is the phone's word."""
    return analysis.spread(
        [mark.seconds for mark in line.marks.values() if mark.seconds is not None and not mark.late]
    )


# --- each question -------------------------------------------------------------------------------


def _figures(item: Item, results: Results, language: str) -> Figures:
    kind = kinds.kind(item.question["kind"])
    index = _discrimination(item.index, results.lines)
    times = [
        mark.seconds
        for mark in (line.marks[item.index] for line in results.lines)
        if mark.seconds is not None and not mark.late
    ]
    return Figures(
        item=item,
        text=said(item.question["text"], language),
        right=kind.describe(item.question, kind.answer(item.question), language),
        wrong=tuple(
            Wrong(
                kind.describe(item.question, response, language), count, 100 * count / item.answered
            )
            for response, count in item.mistakes[:LISTED]
        ),
        other_wrong=sum(count for _response, count in item.mistakes[LISTED:]),
        discrimination=index,
        power=analysis.power(index, item.facility),
        time=analysis.spread(times),
    )


def _discrimination(index: int, lines: Iterable[Line]) -> float | None:
    """D of one question, to two decimals."""
    found = analysis.discrimination(
        (
            line.marks[index].share,
            [
                mark.share
                for at, mark in line.marks.items()
                if at != index and mark.status != Status.ABSENT
            ],
        )
        for line in lines
        if line.marks[index].status != Status.ABSENT
    )
    # Two decimals are what a class can bear; adding 0 makes a zero of −0.
    return None if found is None else round(found, 2) + 0


def _weakest(items: Sequence[Figures]) -> tuple[Figures, ...]:
    missed = [each for each in items if each.item.facility is not None and each.item.facility < 1]
    missed.sort(key=lambda each: (each.item.facility, each.item.index))
    ids = {each.item.question["id"] for each in missed}
    there = set(repeatable(ids).values_list("pk", flat=True))
    return tuple(each for each in missed if each.item.question["id"] in there)[:REPEATED]


# --- by people and region ------------------------------------------------------------------------

#: Slug, name and address of what a question is about.
Subject = tuple[str, str, str]


def _topics(
    items: Iterable[Item], subjects: Callable[[Snapshot], Iterable[Subject]]
) -> tuple[Topic, ...]:
    """Mean share over all answers asked for, by subject, the weakest first."""
    found: dict[Subject, list[Item]] = {}
    for item in items:
        for subject in subjects(item.question) if item.asked else ():
            found.setdefault(subject, []).append(item)
    topics = [
        Topic(
            *subject,
            questions=len(asked),
            share=sum((item.facility or 0) * item.asked for item in asked)
            / sum(item.asked for item in asked),
        )
        for subject, asked in found.items()
    ]
    return tuple(sorted(topics, key=lambda topic: (topic.share, topic.slug)))


def _peoples_of(question: Snapshot, language: str) -> Iterable[Subject]:
    for link in question["links"]:
        if link["kind"] == "group":
            yield link["slug"], said(link["name"], language), link["path"]


def _regions_of(question: Snapshot, main: Mapping[str, Sequence[str]]) -> Iterable[Subject]:
    """The regions of its province and of what is right on the map; where it has neither, those
    in which its people mainly lives."""
    slugs = [link["slug"] for link in question["links"] if link["kind"] == "province"]
    right = question["right"]["places"] if question["kind"] == "map-pin" else []
    if question.get("unit") == REGION:
        found = set(right)
    else:
        slugs += right
        found = set()
    known = places.provinces()
    found |= {known[slug].region for slug in slugs if slug in known}
    if not found:
        for link in question["links"]:
            if link["kind"] == "group":
                found |= set(main.get(link["slug"], ()))
    for region in Region:
        if region.value in found:
            url = f"{reverse('heritage:atlas')}?region={region.value}"
            yield region.value, str(region.label), url
