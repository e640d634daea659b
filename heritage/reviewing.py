"""Deciding on a fact: what an editor looks at, and who may decide."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from .models import Fact
from .versions import Difference, compared, differences


class SeenOlder(ValueError):
    """The fact was changed after the editor had looked at it."""


def last_shown(fact: Fact) -> Any:
    """The newest version before this one that readers saw; None when there was none."""
    records = fact.history.order_by("-history_date", "-history_id")
    for record in records[1:]:
        if record.instance.is_public:
            return record
    return None


def change_to_review(fact: Fact) -> list[Difference]:
    """What approving would bring before readers' eyes: the difference to what they saw last."""
    fields = [name for name in compared(Fact) if name in Fact.CONTENT]
    return differences(last_shown(fact), fact, fields)


def version_of(fact: Fact) -> int:
    """The number of the fact's newest version, 0 without any."""
    newest = fact.history.order_by("-history_date", "-history_id").first()
    return newest.history_id if newest else 0


def decide(fact: Fact, review: str, by: Any, *, seen: int | None = None) -> None:
    """Approve or reject a fact. `seen` is the version that the editor looked at.

    Raises SecondPersonNeeded when it is sensitive and `by` wrote its last change, SeenOlder when
    it has a newer version than `seen`; nothing is stored then.
    """
    with transaction.atomic():
        now = Fact.objects.select_for_update().get(pk=fact.pk)
        if seen is not None and seen != version_of(now):
            raise SeenOlder
        now.review, now.reviewed_by = review, by
        now._history_user = by  # type: ignore[attr-defined]
        now._change_reason = "review"  # type: ignore[attr-defined]
        now.save()
    fact.review, fact.reviewed_by = now.review, now.reviewed_by
