"""Changing several facts at once: looked at before, and each by the rules that hold for one."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from .models import Fact
from .versions import Difference, differences

#: What may be changed of several together, and how many at most.
FIELDS = ("category", "source", "sensitive", "review")
MOST = 300


@dataclass(frozen=True)
class Planned:
    """One fact: what would change, or why it stays as it is."""

    fact: Fact
    differences: list[Difference]
    refused: str = ""


def plan(facts: Iterable[Fact], changes: Mapping[str, Any], by: Any) -> list[Planned]:
    """What `change` would do to each; nothing is stored."""
    return [_planned(fact, changes, by) for fact in facts]


def change(facts: Iterable[Fact], changes: Mapping[str, Any], by: Any) -> int:
    """Store what `plan` told, all together; how many facts were changed. Those it refuses stay."""
    done = 0
    with transaction.atomic():
        for each in plan(facts, changes, by):
            if each.refused or not each.differences:
                continue
            row = _changed(each.fact, changes, by)
            row._change_reason = "several"  # type: ignore[attr-defined]
            row.save()
            done += 1
    return done


def newest(keys: Iterable[int]) -> int:
    """The number of the newest version of any of these facts, to tell whether one was changed."""
    found = Fact.history.filter(id__in=list(keys)).aggregate(last=Max("history_id"))
    return found["last"] or 0


def _planned(fact: Fact, changes: Mapping[str, Any], by: Any) -> Planned:
    row = _changed(fact, changes, by)
    if row.sensitive and not fact.is_approved and changes.get("review") == Fact.Review.APPROVED:
        said = _("It is sensitive: look at its change and approve it there.")
        return Planned(fact, [], said)
    try:
        row.clean()
    except ValidationError as error:
        return Planned(fact, [], " ".join(error.messages))
    return Planned(fact, differences(fact, row, FIELDS))


def _changed(fact: Fact, changes: Mapping[str, Any], by: Any) -> Fact:
    row = copy.copy(fact)
    row._state = copy.copy(fact._state)
    row._history_user = by  # type: ignore[attr-defined]
    for name in FIELDS:
        if name in changes:
            setattr(row, name, changes[name])
    if changes.get("review", fact.review) != fact.review:
        row.reviewed_by = by
    return row
