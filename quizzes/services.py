"""The only place that writes a question together with its choices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from heritage.text import nfc

from . import second_person
from .drafts import ChoiceDraft, Refused, draft_of
from .kinds import Problem, UnknownKind, kind
from .models import Choice, Deck, Question, State
from .review import UNSTORABLE, AvoidedNames, avoided_names, problems

#: What other modules take from here too.
__all__ = [
    "ChoiceDraft",
    "Refused",
    "SeenOlder",
    "Version",
    "approve",
    "drafts_of",
    "newest_version",
    "revert",
    "save_question",
    "save_questions",
    "set_deck_state",
    "set_state",
    "version",
]

_TEXTS = ("text", "explanation", "source", "image_alt")


def drafts_of(question: Question) -> list[ChoiceDraft]:
    """The stored choices as drafts, in their order."""
    return [draft_of(choice) for choice in question.choices.all()] if question.pk else []


def save_question(
    question: Question,
    choices: Sequence[ChoiceDraft],
    *,
    reason: str = "",
    names: AvoidedNames | None = None,
    by: Any = None,
) -> list[Problem]:
    """Store a question and exactly these choices, in this order, in one transaction.

    Text is stored composed (NFC) and without spaces around it; blank choices are left out; a
    question without a place in its deck (position 0) goes to the end. Returns
    what keeps a draft from being published. Raises Refused when the question is to be published
    with problems, or when there are such as no draft can hold; nothing is stored then.

    Who saves several questions passes `names`, as to `problems`. `by` is the person who saves, if
    it is not who is signed in at this request. A change of a sensitive question makes it wait for
    a second person; Refused says so where one person would write and publish it.
    """
    kept, found = _ready(question, choices, names)
    stored = second_person.stored([question])
    second_person.settle(question, kept, stored.get(question.pk or 0), by)
    with transaction.atomic():
        if not question.position:
            question.position = _after_the_last(question)
        # One moment for all rows, so that history shows question and choices of one save together.
        _store(question, kept, timezone.now(), reason)
    return found


def save_questions(
    drafts: Sequence[tuple[Question, Sequence[ChoiceDraft]]],
    *,
    reason: str = "",
    names: AvoidedNames | None = None,
) -> None:
    """Store many as `save_question` does one, all or none, in a fraction of the time.

    Raises Refused for the first that cannot be stored, before the database is written to.
    """
    names = names or avoided_names()
    ready = [(question, _ready(question, choices, names)[0]) for question, choices in drafts]
    stored = second_person.stored([question for question, _choices in ready])
    for question, kept in ready:
        second_person.settle(question, kept, stored.get(question.pk or 0))
    with transaction.atomic():
        _store_many(ready, timezone.now(), reason)


def set_state(question: Question, state: str, *, reason: str = "", by: Any = None) -> list[Problem]:
    """Take a question to another review state. Raises Refused when it may not be published yet,
    and for a sensitive one, which `approve` publishes."""
    question.state = state
    return save_question(question, drafts_of(question), reason=reason, by=by)


class SeenOlder(ValueError):
    """The question was changed after the editor had looked at it."""


def newest_version(question: Question) -> int:
    """The number of the question's newest version, 0 without any."""
    newest = question.history.order_by("-history_date", "-history_id").first()
    return newest.history_id if newest else 0


def approve(question: Question, by: Any, *, seen: int) -> list[Problem]:
    """Publish a question as the second person, who looked at version `seen`.

    Raises Refused when `by` wrote its last change or when it may not be published yet, SeenOlder
    when it has a newer version; nothing is stored then.
    """
    with transaction.atomic():
        now = Question.objects.select_for_update().get(pk=question.pk)
        if seen != newest_version(now):
            raise SeenOlder
        now.reviewed_by = by
        return set_state(now, State.PUBLISHED, reason="review", by=by)


def set_deck_state(deck: Deck, state: str) -> None:
    """Publish a deck or take it back; its questions keep their own states."""
    deck.state = state
    deck.save()


@dataclass(frozen=True)
class Version:
    """A question with its choices as they stood at one save of the history."""

    question: Question
    choices: list[ChoiceDraft]
    at: datetime
    by: Any
    reason: str


def version(question: Question, history_id: int) -> Version:
    """One version from the history. Raises DoesNotExist when it is not one of this question."""
    record = question.history.get(history_id=history_id)
    # Choices are stored a moment after their question, so this version's are those that stood
    # until the next one began.
    after = record.next_record
    until = after.history_date - timedelta(microseconds=1) if after else timezone.now()
    then = Choice.history.as_of(until).filter(question_id=question.pk)
    rows = sorted(then, key=lambda choice: choice.position)
    return Version(
        question=record.instance,
        choices=[draft_of(choice) for choice in rows],
        at=record.history_date,
        by=record.history_user,
        reason=record.history_change_reason or "",
    )


def revert(question: Question, old: Version, *, reason: str = "") -> list[Problem]:
    """Make a question and its choices what they were in an old version, as a new version.

    Raises Refused when that version was published and would not pass today. Whether it is
    sensitive, and who approved it, is no part of a version.
    """
    then = old.question
    then.pk = question.pk
    then.sensitive, then.reviewed_by = question.sensitive, question.reviewed_by
    then.written_by = question.written_by
    if question.sensitive and then.state == State.PUBLISHED:
        then.state = question.state
    return save_question(then, old.choices, reason=reason)


# --- inside --------------------------------------------------------------------------------------


def _clean(text: str | None) -> str:
    return nfc(text or "").strip()


def _ready(
    question: Question, choices: Sequence[ChoiceDraft], names: AvoidedNames | None
) -> tuple[list[ChoiceDraft], list[Problem]]:
    """The choices as they are stored, and what keeps the question from being published."""
    _tidy(question)
    kept = [_tidied(choice) for choice in choices if not choice.is_blank]
    if not _has_choices(question):
        kept = []
    found = problems(question, kept, names)
    stopping = found if question.state == State.PUBLISHED else _unstorable(found)
    if stopping:
        raise Refused(stopping)
    return kept, found


def _tidy(question: Question) -> None:
    for name in _TEXTS:
        for field in (f"{name}_vi", f"{name}_en"):
            setattr(question, field, _clean(getattr(question, field)))
    with suppress(UnknownKind):
        question.spec = kind(question.kind).tidy(question.spec or {})


def _has_choices(question: Question) -> bool:
    try:
        return kind(question.kind).has_choices
    except UnknownKind:
        return True


def _tidied(choice: ChoiceDraft) -> ChoiceDraft:
    return ChoiceDraft(
        _clean(choice.text_vi), _clean(choice.text_en), choice.is_right, choice.pk, choice.ref
    )


def _unstorable(found: Iterable[Problem]) -> list[Problem]:
    return [problem for problem in found if problem.code in UNSTORABLE]


def _store(question: Question, choices: list[ChoiceDraft], at: datetime, reason: str) -> None:
    _count(question, choices)
    _stamp(question, at, reason)
    question.save()
    stored = {choice.pk: choice for choice in Choice.objects.filter(question=question)}
    wanted = {choice.pk for choice in choices}
    for pk, row in stored.items():
        if pk not in wanted:
            _stamp(row, at, reason)
            row.delete()
    rows = _rows(question, choices, stored)
    # Wrong ones first: when the right choice moves, two must never be right at once.
    for row in sorted(rows, key=lambda row: row.is_right):
        _stamp(row, at, reason)
        row.save()
    # A view may have read the choices before this save.
    getattr(question, "_prefetched_objects_cache", {}).pop("choices", None)


def _store_many(
    ready: Sequence[tuple[Question, list[ChoiceDraft]]], at: datetime, reason: str
) -> None:
    last: dict[int, int] = {}
    for question, choices in ready:
        if not question.position:
            deck = question.deck_id
            last[deck] = last[deck] + 1 if deck in last else _after_the_last(question)
            question.position = last[deck]
        _count(question, choices)
    changed = [question for question, _choices in ready if question.pk]
    before: dict[int, dict[int, Choice]] = {question.pk: {} for question in changed}
    for choice in Choice.objects.filter(question__in=changed):
        before[choice.question_id][choice.pk] = choice
    _write([question for question, _choices in ready], at, reason)
    rows: list[Choice] = []
    for question, choices in ready:
        stored = before.get(question.pk, {})
        states = {pk: _state(row) for pk, row in stored.items()}
        for pk in stored.keys() - {draft.pk for draft in choices}:
            _stamp(stored[pk], at, reason)
            stored[pk].delete()
        # A choice that is what it was writes no history either: `version` reads the last before.
        rows += [
            row
            for row in _rows(question, choices, stored)
            if row.pk is None or states.get(row.pk) != _state(row)
        ]
        getattr(question, "_prefetched_objects_cache", {}).pop("choices", None)
    _write([row for row in rows if not row.is_right], at, reason)
    _write([row for row in rows if row.is_right], at, reason)


def _write(rows: Sequence[Any], at: datetime, reason: str) -> None:
    """Rows of one model with their history: new ones in bulk, changed ones one by one."""
    if not rows:
        return
    model = type(rows[0])
    new = [row for row in rows if row.pk is None]
    changed = [row for row in rows if row.pk is not None]
    for row in rows:
        _stamp(row, at, reason)
        row.skip_history_when_saving = True
    for row in changed:
        row.save()
    for row in new:
        row.prepare_to_save()
    model.objects.bulk_create(new)
    for row in rows:
        del row.skip_history_when_saving
    model.history.bulk_history_create(new, default_change_reason=reason[:100])
    model.history.bulk_history_create(changed, update=True, default_change_reason=reason[:100])


def _state(row: Choice) -> tuple[Any, ...]:
    return (row.position, row.text_vi, row.text_en, row.is_right, row.ref, row.exclusive)


def _count(question: Question, choices: Sequence[ChoiceDraft]) -> None:
    question.choice_count = len(choices)
    question.right_count = sum(choice.is_right for choice in choices)


def _rows(
    question: Question, choices: Iterable[ChoiceDraft], stored: Mapping[int, Choice]
) -> list[Choice]:
    """The drafts as rows in their order, each in the stored one that it names if there is such."""
    rows = []
    for position, draft in enumerate(choices, start=1):
        row = stored.get(draft.pk or 0) or Choice()
        row.question = question
        row.position = position
        row.text_vi, row.text_en, row.ref = draft.text_vi, draft.text_en, draft.ref
        row.is_right = draft.is_right
        row.prepare_to_save()
        rows.append(row)
    return rows


def _after_the_last(question: Question) -> int:
    others = Question.objects.filter(deck_id=question.deck_id).exclude(pk=question.pk)
    return (others.aggregate(last=Max("position"))["last"] or 0) + 1


def _stamp(row: Any, at: datetime, reason: str) -> None:
    row._history_date = at
    row._change_reason = reason[:100] or None
