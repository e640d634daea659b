"""Versions of a question with its choices, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from heritage import versions as versions_of_rows
from heritage.versions import Difference

from ..editing import spec
from ..kinds.choice import LETTERS
from ..models import Question, State
from ..services import ChoiceDraft, Version, drafts_of, version

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
    "sensitive",
)
_CHOICES = "choices"


@dataclass(frozen=True)
class Entry:
    """One line of the history: a version and what it changed against the one before."""

    history_id: int
    version: Version
    state: str
    changed: list[Difference]
    is_latest: bool


def versions(question: Question) -> list[Entry]:
    """All versions, the latest first."""
    records = list(question.history.order_by("-history_date", "-history_id"))
    found = [version(question, record.history_id) for record in records]
    entries = []
    for at, (record, each) in enumerate(zip(records, found, strict=True)):
        before = found[at + 1] if at + 1 < len(found) else None
        changed = (
            _compare(before.question, before.choices, each.question, each.choices)
            if before is not None
            else []
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
    """What going back to the old version would change. Of a sensitive question the mark and the
    approval stay as they are."""
    found = _compare(question, drafts_of(question), old.question, old.choices)
    kept = ("state", "sensitive") if question.sensitive else ("sensitive",)
    return [each for each in found if each.field not in kept]


def change_to_review(question: Question) -> tuple[Version | None, list[Difference]]:
    """The version that was played last, and what publishing would change against it."""
    records = question.history.order_by("-history_date", "-history_id")[1:]
    played = next((each for each in records if each.state == State.PUBLISHED), None)
    then = version(question, played.history_id) if played is not None else None
    found = _compare(
        then.question if then else None,
        then.choices if then else [],
        question,
        drafts_of(question),
    )
    return then, [each for each in found if each.field in (*Question.CONTENT, _CHOICES)]


def _compare(
    before: Question | None,
    before_choices: list[ChoiceDraft],
    after: Question,
    after_choices: list[ChoiceDraft],
) -> list[Difference]:
    found = versions_of_rows.differences(
        before, after, [name for name in _FIELDS if name != "spec"]
    )
    old, new = spec.shown(before) if before is not None else "", spec.shown(after)
    if old != new:
        label = capfirst(str(Question._meta.get_field("spec").verbose_name))
        found.append(versions_of_rows.difference("spec", label, old, new))
    for at, letter in enumerate(LETTERS):
        old, new = _choice(before_choices, at), _choice(after_choices, at)
        if old != new:
            label = _("Choice %(letter)s") % {"letter": letter}
            found.append(versions_of_rows.difference(_CHOICES, label, old, new))
    return found


def _choice(choices: list[ChoiceDraft], at: int) -> str:
    if at >= len(choices):
        return ""
    choice = choices[at]
    mark = " ✓" if choice.is_right else ""
    return f"{choice.text_vi} / {choice.text_en}{mark}"
