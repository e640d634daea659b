"""Taking in what readers report, and deciding on it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from players import limits

from .models import Mistake
from .targets import Statement, Target, shortened

#: Reports of one person: so many at once, then one in so many seconds.
BURST, EACH_SECONDS = 5, 120
#: The same of one network address: a whole class has one.
ADDRESS_BURST, ADDRESS_EACH_SECONDS = 40, 30
#: So many may wait about one page or question; more would tell an editor nothing new.
MOST_WAITING = 40
#: How long a contact is kept after the decision, and at most.
CONTACT_KEPT, CONTACT_KEPT_AT_MOST = timedelta(days=30), timedelta(days=180)


class TooMany(ValueError):
    """Not taken in now: this reader or this network has sent many, or many wait about the same.
    `retry_after` is in whole seconds, 0 where waiting does not help."""

    def __init__(self, retry_after: int = 0) -> None:
        super().__init__(f"too many reports of mistakes; again after {retry_after} s")
        self.retry_after = retry_after


class NoNote(ValueError):
    """A report is refused with a reason only."""


@dataclass(frozen=True)
class Words:
    """What the reader typed."""

    wrong: str
    right: str = ""
    source: str = ""
    contact: str = ""


def report(
    about: Target,
    statement: Statement | None,
    words: Words,
    *,
    language: str,
    reader: str,
    address: str,
) -> Mistake:
    """Keep a report for the editors; sent twice, it is kept once. `reader` and `address` name who
    sends it to the limiter and are not stored. Raises TooMany."""
    sets = {**about.sets, **(statement.sets if statement else {})}
    waiting = Mistake.objects.filter(state=Mistake.State.NEW, **about.sets)
    again = waiting.filter(wrong=words.wrong, right=words.right, **_plain(sets)).first()
    if again is not None:
        return again
    if waiting.count() >= MOST_WAITING:
        raise TooMany
    for key, every, burst in (
        (f"mistake:{reader}", EACH_SECONDS, BURST),
        (f"mistake-from:{address}", ADDRESS_EACH_SECONDS, ADDRESS_BURST),
    ):
        verdict = limits.allow(key, 1 / every, burst)
        if not verdict:
            raise TooMany(verdict.retry_after)
    return Mistake.objects.create(
        **sets,
        quoted=shortened(statement.text if statement else about.title),
        language=language,
        wrong=words.wrong,
        right=words.right,
        source=words.source,
        contact=words.contact,
    )


def decide(mistake: Mistake, state: str, note: str, by: Any) -> None:
    """Accept or refuse a report, or take the decision back. Raises NoNote for a refusal that does
    not say why."""
    note = note.strip()
    if state == Mistake.State.REFUSED and not note:
        raise NoNote
    mistake.state, mistake.note = state, note
    if state == Mistake.State.NEW:
        mistake.handled_at, mistake.handled_by = None, None
    else:
        mistake.handled_at, mistake.handled_by = timezone.now(), by
    mistake.save()


def forget_contacts(now: datetime | None = None) -> int:
    """Empty the contacts whose time is over; how many there were. May run twice or late."""
    now = now or timezone.now()
    over = Q(handled_at__lt=now - CONTACT_KEPT) | Q(at__lt=now - CONTACT_KEPT_AT_MOST)
    return Mistake.objects.filter(over).exclude(contact="").update(contact="")


def _plain(sets: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in sets.items() if name in ("fact", "listing", "part")}
