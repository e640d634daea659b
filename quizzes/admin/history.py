"""Versions of a question with its choices, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ..kinds.choice import LETTERS
from ..models import Question, State
from ..services import ChoiceDraft, Version, drafts_of, version
from . import spec

_FIELDS = (
    "text_vi",
    "text_en",
    "explanation_vi",
    "explanation_en",
    "source_vi",
    "source_en",
    "deck",
    "position",
    "kind",
    "spec",
    "level",
    "seconds",
    "group",
    "province",
    "fact",
    "listing",
    "image",
    "image_alt_vi",
    "image_alt_en",
    "state",
)


@dataclass(frozen=True)
class Difference:
    """One thing that is now so and was then otherwise."""

    label: str
    now: str
    then: str


@dataclass(frozen=True)
class Entry:
    """One line of the history: a version and what it changed against the one before."""

    history_id: int
    version: Version
    state: str
    changed: list[str]
    is_latest: bool


def versions(question: Question) -> list[Entry]:
    """All versions, the latest first."""
    records = list(question.history.order_by("-history_date", "-history_id"))
    found = [version(question, record.history_id) for record in records]
    entries = []
    for at, (record, each) in enumerate(zip(records, found, strict=True)):
        before = found[at + 1] if at + 1 < len(found) else None
        changed = (
            [
                difference.label
                for difference in _compare(
                    each.question, each.choices, before.question, before.choices
                )
            ]
            if before is not None
            else [_("created")]
        )
        entries.append(
            Entry(
                record.history_id,
                each,
                str(State(each.question.state).label),
                changed,
                is_latest=at == 0,
            )
        )
    return entries


def differences(question: Question, old: Version) -> list[Difference]:
    """What going back to the old version would change."""
    return _compare(question, drafts_of(question), old.question, old.choices)


def _compare(
    now: Question, now_choices: list[ChoiceDraft], then: Question, then_choices: list[ChoiceDraft]
) -> list[Difference]:
    found = []
    for name in _FIELDS:
        field: Any = Question._meta.get_field(name)
        if field.value_from_object(now) != field.value_from_object(then):
            found.append(Difference(_label(field), _shown(now, name), _shown(then, name)))
    for at, letter in enumerate(LETTERS):
        mine, theirs = _choice(now_choices, at), _choice(then_choices, at)
        if mine != theirs:
            found.append(Difference(_("Choice %(letter)s") % {"letter": letter}, mine, theirs))
    return found


def _label(field: Any) -> str:
    return capfirst(str(field.verbose_name))


def _shown(question: Question, name: str) -> str:
    if name == "spec":
        return spec.shown(question)
    display = getattr(question, f"get_{name}_display", None)
    try:
        value = display() if display else getattr(question, name)
    except Question._meta.get_field(name).remote_field.model.DoesNotExist:  # type: ignore[union-attr]
        return _("(deleted)")
    return str(value) if value not in (None, "") else "–"


def _choice(choices: list[ChoiceDraft], at: int) -> str:
    if at >= len(choices):
        return "–"
    choice = choices[at]
    mark = " ✓" if choice.is_right else ""
    return f"{choice.text_vi} / {choice.text_en}{mark}"
