"""Sensitive questions: who wrote the last change does not publish it. The rule is
`heritage.models.sensitive`; here it learns what a question with its choices says."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from typing import Any

from heritage.models import SecondPersonNeeded, acting_user

from .drafts import ChoiceDraft, Refused, draft_of
from .kinds import Problem
from .models import Question

Stored = tuple[Question, list[ChoiceDraft]]


def stored(questions: Sequence[Question]) -> dict[int, Stored]:
    """What is stored of these questions now, by row. Two queries, none for new ones."""
    known = [question.pk for question in questions if question.pk]
    if not known:
        return {}
    rows = Question.objects.filter(pk__in=known).prefetch_related("choices")
    return {row.pk: (row, [draft_of(choice) for choice in row.choices.all()]) for row in rows}


def settle(
    question: Question, choices: Sequence[ChoiceDraft], before: Stored | None, by: Any = None
) -> None:
    """Before it is stored. `by` saves, else who is signed in. Raises Refused with what to do."""
    changed = (
        before is None
        or not question.says_the_same(before[0])
        or _said(choices) != _said(before[1])
    )
    by = by or getattr(question, "_history_user", None) or acting_user()
    try:
        question.settle(before[0] if before else None, by, changed=changed)
    except SecondPersonNeeded as error:
        raise Refused([Problem(str(error.code), "state", error.messages[0])]) from error


def problems(question: Question, choices: Sequence[ChoiceDraft]) -> list[Problem]:
    """What `settle` would refuse; nothing is changed."""
    trial = copy.copy(question)
    try:
        settle(trial, choices, stored([trial]).get(trial.pk or 0))
    except Refused as refused:
        return refused.problems
    return []


def _said(choices: Iterable[ChoiceDraft]) -> list[tuple[str, str, bool]]:
    return [(choice.text_vi.strip(), choice.text_en.strip(), choice.is_right) for choice in choices]
