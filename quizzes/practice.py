"""One person practising alone: what is asked, in which order, and what was answered.

All of it lives in the Django session, so a reload, the back button or a lost connection costs
nothing. An answer counts once: sent again, the first result is shown.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.sessions.backends.base import SessionBase

from .kinds import Response, Snapshot, kind
from .models import Question, QuestionQuerySet
from .scoring import streak
from .snapshot import take_questions

#: How many questions a run asks when nothing else is chosen.
USUAL_COUNT = 10
#: How many unfinished runs a session remembers, the oldest forgotten first.
MAX_RUNS = 5

_RUNS, _MASTERED = "practice", "mastered"


@dataclass(frozen=True)
class Answered:
    """What was answered to one question, and how much of it was right (0–1)."""

    response: Response
    share: float


class Run:
    """One round of practice. `pool` names what it draws from, such as "deck:ca-dao"."""

    def __init__(self, session: SessionBase, pool: str, data: dict[str, Any]) -> None:
        self._session, self.pool, self._data = session, pool, data
        self.ids: list[int] = data["ids"]

    @property
    def answers(self) -> dict[int, Answered]:
        return {
            int(pk): Answered(each["response"], each["share"])
            for pk, each in self._data["answers"].items()
        }

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def current(self) -> int | None:
        """Number, from 1, of the first question not answered; None at the end."""
        answered = self._data["answers"]
        return next((n for n, pk in enumerate(self.ids, start=1) if str(pk) not in answered), None)

    @property
    def wrong_ids(self) -> list[int]:
        answers = self.answers
        return [pk for pk in self.ids if pk in answers and answers[pk].share < 1]

    @property
    def right_count(self) -> int:
        return sum(each.share == 1 for each in self.answers.values())

    def streak_at(self, number: int) -> int:
        """Right answers in a row up to question `number`."""
        answers = self.answers
        done = [answers[pk].share for pk in self.ids[:number] if pk in answers]
        return streak(done)

    def answer(self, question: Snapshot, response: Response) -> Answered:
        """Keep the answer unless there is one already; returns the one that counts."""
        pk = question["id"]
        kept = self.answers.get(pk)
        if kept is None:
            kept = Answered(response, kind(question["kind"]).share(question, response))
            self._data["answers"][str(pk)] = {"response": response, "share": kept.share}
            if kept.share == 1:
                _remember(self._session, pk)
            self._session.modified = True
        return kept

    def drop_missing(self, present: Iterable[int]) -> None:
        """Forget questions that an editor has taken back in the meantime."""
        kept = set(present)
        if not kept.issuperset(self.ids):
            self.ids[:] = [pk for pk in self.ids if pk in kept]
            for pk in [pk for pk in self._data["answers"] if int(pk) not in kept]:
                del self._data["answers"][pk]
            self._session.modified = True


def run_of(session: SessionBase, pool: str) -> Run | None:
    """The run that was begun on this pool, if any."""
    data = session.get(_RUNS, {}).get(pool)
    return Run(session, pool, data) if data and data["ids"] else None


def start(session: SessionBase, pool: str, ids: Sequence[int], count: int | None) -> Run:
    """Begin a new run: a fresh order, questions not yet mastered first, `count` of them (None all).

    It replaces an earlier run on the same pool.
    """
    known = mastered(session)
    order = secrets.SystemRandom().sample(list(ids), len(ids))
    order.sort(key=lambda pk: pk in known)
    runs: dict[str, Any] = session.get(_RUNS, {})
    runs.pop(pool, None)
    runs[pool] = {"ids": order[:count], "answers": {}}
    for oldest in list(runs)[:-MAX_RUNS]:
        del runs[oldest]
    session[_RUNS] = runs
    return Run(session, pool, runs[pool])


def questions_of(run: Run, questions: QuestionQuerySet) -> dict[int, Snapshot]:
    """Snapshots of the run's questions by id; those no longer published leave the run."""
    found = {each["id"]: each for each in take_questions(questions.filter(pk__in=run.ids))}
    run.drop_missing(found)
    return found


def mastered(session: SessionBase) -> set[int]:
    """Ids of the questions this session has once answered wholly right."""
    return set(session.get(_MASTERED, []))


def mastered_by_deck(session: SessionBase) -> dict[int, int]:
    """Deck id → how many of its published questions have been answered right."""
    known = mastered(session)
    counts: dict[int, int] = {}
    if known:
        rows = Question.objects.published().filter(pk__in=known)
        for deck in rows.values_list("deck_id", flat=True):
            counts[deck] = counts.get(deck, 0) + 1
    return counts


def _remember(session: SessionBase, pk: int) -> None:
    known: list[int] = session.setdefault(_MASTERED, [])
    if pk not in known:
        known.append(pk)
