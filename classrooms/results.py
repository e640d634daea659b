"""What a session came to, computed from its rows and never stored: marks, totals, places, and the
figures of the questions.

The figures of the class and of each question are those of who is present; somebody who was asked
to leave keeps a row of their own. A blank counts as 0; somebody not yet there is left out. What
more the answers say is in `classrooms.analysis` and `classrooms.report`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db.models import Count, Max, Sum

from quizzes import kinds, scoring
from quizzes.kinds import Snapshot
from quizzes.shares import band

from . import analysis, sessions
from .models import Answer, Participant, Round, Session


class Status(StrEnum):
    """What one participant's place in the matrix says."""

    RIGHT = "right"
    PARTLY = "partly"
    WRONG = "wrong"
    BLANK = "blank"
    ABSENT = "absent"  # not asked: joined later, had left before, or had cards for no such question


@dataclass(frozen=True)
class Mark:
    """One participant and one question. `elapsed_ms` is None where there is no answer, and of one
    on paper: it would be the teacher's time."""

    status: Status
    share: float = 0.0
    points: int = 0
    elapsed_ms: int | None = None
    response: dict[str, Any] | None = None
    late: bool = False  # given in time without network, came after the closing
    on_paper: bool = False  # held up on a card, keyed in by the teacher

    @property
    def seconds(self) -> float | None:
        return None if self.elapsed_ms is None else self.elapsed_ms / 1000


@dataclass(frozen=True)
class Line:
    """One participant's row: marks by question index, and what they add up to."""

    participant: Participant
    marks: Mapping[int, Mark]
    total: int
    right: int
    asked: int
    streak: int
    place: int

    @property
    def share(self) -> float | None:
        """Mean share of what was asked; None of one who came after the last question."""
        return analysis.mean(
            [mark.share for mark in self.marks.values() if mark.status != Status.ABSENT]
        )

    @property
    def percent(self) -> int:
        return round(100 * (self.share or 0))

    @property
    def partly(self) -> int:
        """How many answers were right in part: they count in the mean, and are not `right`."""
        return self.count(Status.PARTLY)

    @property
    def out_of_ten(self) -> float | None:
        return None if self.share is None else analysis.mark_of_ten(self.share)

    def count(self, status: Status) -> int:
        return sum(mark.status == status for mark in self.marks.values())


@dataclass(frozen=True)
class Bar:
    """One answer to a question, or one part of it: how many gave it or had it right, and their
    share of the answers in per cent."""

    key: Hashable
    text: Mapping[str, str]
    count: int
    percent: float
    right: bool
    letter: str


@dataclass(frozen=True)
class Item:
    """One question's figures over all who were asked."""

    index: int
    question: Snapshot
    asked: int
    answered: int
    right: int
    facility: float | None
    counts: kinds.Counts
    #: Each wrong answer with how many gave it, the commonest first.
    mistakes: list[tuple[kinds.Response, int]]
    mean_seconds: float | None

    @property
    def number(self) -> int:
        return self.index + 1

    @property
    def percent(self) -> int | None:
        return None if self.facility is None else round(100 * self.facility)

    @property
    def band(self) -> str:
        return band(self.facility)

    @property
    def bars(self) -> list[Bar]:
        """How the room answered, in the order the kind gives."""
        kind = kinds.kind(self.question["kind"])
        return [
            Bar(
                key=line.key,
                text=line.text,
                count=line.count,
                percent=100 * line.count / self.answered if self.answered else 0.0,
                right=line.right,
                letter=line.letter,
            )
            for line in kind.lines(self.question, self.counts)
        ]

    @property
    def mistake(self) -> kinds.Response | None:
        """The wrong answer that most gave."""
        return self.mistakes[0][0] if self.mistakes else None

    @property
    def favourite_distractor(self) -> int | None:
        """The wrong choice picked most, by position; None when nobody was wrong, and for kinds
        without choices."""
        picked = (self.mistake or {}).get("choices")
        return picked[0] if picked else None


@dataclass(frozen=True)
class Results:
    """`lines` are in order of place, without those who were removed; `removed` keeps theirs.
    `items` count; `void` are the questions that the teacher took out afterwards."""

    lines: tuple[Line, ...]
    removed: tuple[Line, ...]
    items: tuple[Item, ...]
    void: tuple[Item, ...] = ()

    def of(self, participant_id: int) -> Line | None:
        return self._by_id.get(participant_id)

    @property
    def _by_id(self) -> dict[int, Line]:
        kept = self.__dict__.get("_ids")
        if kept is None:
            kept = {line.participant.pk: line for line in (*self.lines, *self.removed)}
            object.__setattr__(self, "_ids", kept)
        return kept

    @property
    def has_parts(self) -> bool:
        """Whether an answer that was right in part counts in `percent`, which then needs words."""
        return any(line.partly for line in self.lines)

    @property
    def percent(self) -> int | None:
        """Mean share of the class over all questions, in per cent."""
        asked = sum(item.asked for item in self.items)
        if not asked:
            return None
        return round(100 * sum((item.facility or 0) * item.asked for item in self.items) / asked)


def compute(session: Session) -> Results:
    """All closed rounds of a session (skipped ones left out), in three queries. Of a question
    asked again only the newest asking is looked at; one that is void has figures and no marks."""
    return _compute(session, _counted(session))


#: Sessions whose results a process keeps: as many as are played at one time.
KEPT = 8
_kept: dict[tuple[int, datetime], tuple[Hashable, Results]] = {}


def at_hand(session: Session) -> Results:
    """As `compute`, for live screens: a class that reloads at the reveal asks for the same results
    forty times, so each process keeps the newest ones and looks only whether they still hold."""
    rounds = _counted(session)
    place, stamp = (session.pk, session.created_at), _stamp(session, rounds)
    kept = _kept.get(place)
    if kept is None or kept[0] != stamp:
        kept = stamp, _compute(session, rounds)
        _kept.pop(place, None)
        _kept[place] = kept
        for oldest in tuple(_kept)[:-KEPT]:
            _kept.pop(oldest, None)
    return kept[1]


def _stamp(session: Session, rounds: Mapping[int, Round]) -> Hashable:
    """What tells these results from older ones: answers are added, or changed with a higher `turn`;
    people come, go and are renamed; they change teams only before the first round."""
    answers = Answer.objects.filter(round__in=rounds)
    people = Participant.objects.filter(session=session)
    return (
        tuple((each.pk, each.void) for each in rounds.values()),
        *answers.aggregate(Count("pk"), Sum("turn"), Sum("elapsed_ms")).values(),
        *people.aggregate(
            Count("pk"),
            Count("removed_at"),
            Max("removed_at"),
            Max("renamed_at"),
            Sum("first_index"),
        ).values(),
    )


def _compute(session: Session, rounds: Mapping[int, Round]) -> Results:
    questions = sessions.questions_of(session)
    answers: dict[int, dict[int, Answer]] = defaultdict(dict)
    for answer in Answer.objects.filter(round__in=rounds):
        answers[answer.participant_id][answer.round_id] = answer
    everybody = list(Participant.objects.filter(session=session))
    marks = {
        person.pk: {
            each.index: _mark(
                questions[each.index], each, person, answers[person.pk].get(pk), session.scoring
            )
            for pk, each in rounds.items()
        }
        for person in everybody
    }
    present = [person for person in everybody if person.removed_at is None]
    played = list(rounds.values())
    items = {
        each: _item(each.index, questions[each.index], [marks[p.pk][each.index] for p in present])
        for each in played
    }
    for person in everybody:
        marks[person.pk] = {
            each.index: marks[person.pk][each.index] for each in played if not each.void
        }
    totals = {
        person.pk: sum(mark.points for mark in marks[person.pk].values()) for person in everybody
    }
    places = scoring.places([totals[person.pk] for person in present])
    lines = [_line(p, marks[p.pk], place) for p, place in zip(present, places, strict=True)]
    lines.sort(key=lambda line: (line.place, line.participant.joined_at, line.participant.pk))
    return Results(
        lines=tuple(lines),
        removed=tuple(_line(p, marks[p.pk], 0) for p in everybody if p.removed_at is not None),
        items=tuple(item for each, item in items.items() if not each.void),
        void=tuple(item for each, item in items.items() if each.void),
    )


def own(session: Session, person: Participant) -> Line:
    """One participant's row from their own answers alone, without a place: two queries, however
    large the class."""
    questions, rounds = sessions.questions_of(session), _counted(session)
    answers = {
        answer.round_id: answer
        for answer in Answer.objects.filter(round__in=rounds, participant=person)
    }
    marks = {
        each.index: _mark(
            questions[each.index], each, person, answers.get(each.pk), session.scoring
        )
        for each in rounds.values()
        if not each.void
    }
    return _line(person, marks, 0)


def _counted(session: Session) -> dict[int, Round]:
    """The rounds that have figures, by id, in the order of their questions: of each question the
    newest asking, once it has closed and unless it was skipped."""
    asked = Round.objects.filter(session=session).order_by("index", "attempt")
    newest = {each.index: each for each in asked}.values()
    return {each.pk: each for each in newest if each.closed_at and not each.skipped}


def _mark(
    question: Snapshot, round_: Round, person: Participant, answer: Answer | None, rule: str
) -> Mark:
    kind = kinds.kind(question["kind"])
    if answer is None:
        left = person.removed_at is not None and person.removed_at < round_.opened_at
        absent = left or round_.index < person.first_index
        absent = absent or (person.on_paper and not kind.has_choices)
        return Mark(Status.ABSENT if absent else Status.BLANK, on_paper=person.on_paper)
    share = kind.share(question, answer.response)
    status = Status.RIGHT if share == 1 else Status.PARTLY if share > 0 else Status.WRONG
    return Mark(
        status,
        share,
        _points(share, answer, round_, rule),
        None if person.on_paper else answer.elapsed_ms,
        answer.response,
        answer.late,
        person.on_paper,
    )


def _points(share: float, answer: Answer, round_: Round, rule: str) -> int:
    """By the rule of the session; speed is measured against the clock that its giver had."""
    if rule == Session.Scoring.ACCURACY:
        return scoring.accuracy_points(share)
    clock = round_.clock_ms(answer.pace)
    if clock is None and not answer.late:
        return scoring.points_without_clock(share)
    seconds = round_.seconds if clock is None else clock / 1000
    return scoring.points(share, answer.elapsed_ms, seconds, speed=not answer.late)


def _line(person: Participant, marks: Mapping[int, Mark], place: int) -> Line:
    asked = [mark for mark in marks.values() if mark.status != Status.ABSENT]
    return Line(
        participant=person,
        marks=marks,
        total=sum(mark.points for mark in marks.values()),
        right=sum(mark.status == Status.RIGHT for mark in asked),
        asked=len(asked),
        streak=scoring.streak(mark.share for mark in asked),
        place=place,
    )


def _item(index: int, question: Snapshot, marks: list[Mark]) -> Item:
    asked = [mark for mark in marks if mark.status != Status.ABSENT]
    answered = [mark for mark in asked if mark.response is not None]
    kind = kinds.kind(question["kind"])
    responses = [mark.response for mark in answered]
    times = [mark.elapsed_ms for mark in answered if mark.elapsed_ms is not None]
    return Item(
        index=index,
        question=question,
        asked=len(asked),
        answered=len(answered),
        right=sum(mark.status == Status.RIGHT for mark in asked),
        facility=analysis.mean([mark.share for mark in asked]),
        counts=kind.tally(question, responses),
        mistakes=kind.mistakes(question, responses),
        mean_seconds=sum(times) / len(times) / 1000 if times else None,
    )


def statuses(results: Results) -> Counter[Status]:
    """How many places of the matrix have each status."""
    return Counter(mark.status for line in results.lines for mark in line.marks.values())
