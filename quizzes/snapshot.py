"""A deck frozen as JSON: what a session plays stays as it was when it began."""

from __future__ import annotations

from typing import Any

from . import people
from .kinds import Snapshot, kind
from .kinds.base import pair
from .models import Deck, Question, QuestionQuerySet


def take(deck: Deck) -> dict[str, Any]:
    """The deck and its published questions in the editor's order, in two queries.

    Right answers are inside: give participants `kind(…).public(question)` only.
    """
    return {
        "deck": {
            "slug": deck.slug,
            "topic": deck.topic,
            "title": pair(deck, "title"),
            "description": pair(deck, "description"),
            "may_change": deck.may_change,
        },
        "questions": take_questions(deck.questions.published()),
    }


def take_questions(questions: QuestionQuerySet) -> list[Snapshot]:
    """Snapshots of these questions, in their order, in two queries."""
    rows = questions.select_related("group", "province").prefetch_related("choices")
    with people.read_once():
        return [take_question(row) for row in rows]


def take_question(question: Question) -> Snapshot:
    """One question as JSON, right answer included. Prefetch its links and choices for many."""
    return kind(question.kind).snapshot(question)
