"""Rounds: opening a question, its clock, closing it by hand, by deadline or when all are in.

Closing is idempotent; deadlines are columns. Which answers come in is in `classrooms.answers`,
what the host may press in `classrooms.hosting`.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from . import screens, tally
from .errors import NotNow
from .models import GRACE, Participant, Round, Session
from .sessions import may_change, questions_of

#: The deadline task runs this much after the deadline, when the grace is over.
CLOSE_AFTER = timedelta(milliseconds=700)
#: What one press of "+10 s" gives.
EXTENSION_SECONDS = 10

State = Session.State


def hold(session_id: int) -> Session:
    """The session as it is, held until the transaction ends."""
    return Session.objects.select_for_update().defer("snapshot").get(pk=session_id)


def askings(session: Session, index: int) -> QuerySet[Round]:
    """Every asking of one question, the newest first."""
    return Round.objects.filter(session=session, index=index).order_by("-attempt")


def open_round(session: Session, index: int, attempt: int = 1) -> None:
    now = timezone.now()
    seconds = int(questions_of(session)[index]["seconds"])
    round_ = Round.objects.create(
        session=session,
        index=index,
        attempt=attempt,
        opened_at=now,
        closes_at=now + timedelta(seconds=seconds),
        seconds=seconds,
    )
    session.state, session.index = State.QUESTION, index
    session.started_at = session.started_at or now
    bump(session)
    _schedule_close(round_)


def bump(session: Session) -> None:
    session.version += 1
    session.host_seen_at = timezone.now()
    session.save(
        update_fields=["state", "index", "started_at", "version", "host_seen_at"],
    )
    pk = session.pk
    transaction.on_commit(lambda: screens.state_changed(pk))


def _schedule_close(round_: Round) -> None:
    _close_at(round_, round_.closes_at)


def _close_at(round_: Round, deadline: datetime) -> None:
    from .tasks import close_round

    pk, eta = round_.pk, deadline + CLOSE_AFTER
    transaction.on_commit(lambda: screens.enqueue(close_round, pk, False, eta=eta))


def current(session: Session) -> Round:
    round_ = Round.objects.filter(session=session, index=session.index, closed_at=None).first()
    if session.state != State.QUESTION or round_ is None:
        raise NotNow
    return round_


# --- the clock -----------------------------------------------------------------------------------


def pause(session: Session) -> None:
    """Stop the clock of the open question; answers still count."""
    round_, now = current(session), timezone.now()
    left = (round_.closes_at - now) // timedelta(milliseconds=1)
    if round_.paused_left_ms is not None or (left <= 0 and not tally.still_in_time(round_, now)):
        raise NotNow
    round_.paused_left_ms = left
    round_.save(update_fields=["paused_left_ms"])
    _clock_changed(session)


def resume(session: Session) -> None:
    """Let the clock run on from where it stood."""
    round_ = current(session)
    if round_.paused_left_ms is None:
        raise NotNow
    now = timezone.now()
    planned = round_.closes_at
    round_.closes_at = now + timedelta(milliseconds=round_.paused_left_ms)
    round_.paused_ms += (round_.closes_at - planned) // timedelta(milliseconds=1)
    round_.paused_left_ms = None
    round_.save(update_fields=["closes_at", "paused_ms", "paused_left_ms"])
    _schedule_close(round_)
    _clock_changed(session)


def extend(session: Session) -> None:
    """Ten more seconds for everybody, more for those with extra time; speed is then measured
    against the longer clock."""
    round_ = current(session)
    round_.seconds += EXTENSION_SECONDS
    # While paused `closes_at` moves as well: `resume` counts as pause only what was paused.
    round_.closes_at += timedelta(seconds=EXTENSION_SECONDS)
    if round_.paused_left_ms is not None:
        round_.paused_left_ms += EXTENSION_SECONDS * 1000
    waited, round_.waiting_for = round_.waiting_for, None
    round_.save(update_fields=["seconds", "closes_at", "paused_left_ms", "waiting_for"])
    _schedule_close(round_)
    if waited is None:
        _clock_changed(session)
    else:
        bump(session)  # who was out of time gets the question back


def _clock_changed(session: Session) -> None:
    Session.objects.filter(pk=session.pk).update(
        version=F("version") + 1, host_seen_at=timezone.now()
    )
    pk = session.pk
    transaction.on_commit(lambda: screens.clock_changed(pk))


# --- closing -------------------------------------------------------------------------------------


def close_now(session: Session, round_: Round) -> None:
    round_.closed_at = timezone.now()
    round_.paused_left_ms = round_.waiting_for = None
    round_.save(update_fields=["closed_at", "paused_left_ms", "waiting_for"])
    session.state = State.REVEAL
    bump(session)


def close_if_due(round_id: int, *, all_answered: bool = False) -> bool:
    """Close a round whose time has come, or which everybody present has answered for good; False
    when there was nothing to do. Safe to call at any time, any number of times.

    Where the deck lets answers be changed, only time or the host closes.
    """
    with transaction.atomic():
        session_id = (
            Round.objects.filter(pk=round_id, closed_at=None)
            .values_list("session_id", flat=True)
            .first()
        )
        if session_id is None:
            return False
        session = hold(session_id)
        round_ = Round.objects.filter(pk=round_id, closed_at=None).first()
        if round_ is None or session.state != State.QUESTION or session.index != round_.index:
            return False
        now = timezone.now()
        if round_.paused_left_ms is None and now >= round_.closes_at + GRACE:
            slow = tally.still_in_time(round_, now)
            if slow:
                _wait_for(session, round_, slow, now)
                return False
        elif not (all_answered and not may_change(session) and tally.everybody_answered(round_)):
            return False
        close_now(session, round_)
        return True


def _wait_for(session: Session, round_: Round, slow: list[Participant], now: datetime) -> None:
    """Everybody's time is over but theirs: tell the screens, and come back when the next of them
    is out of time."""
    if round_.waiting_for == len(slow):
        return
    round_.waiting_for = len(slow)
    round_.save(update_fields=["waiting_for"])
    bump(session)
    left = [ms for ms in (round_.left_ms(person.pace, now) for person in slow) if ms is not None]
    if left:
        _close_at(round_, now + timedelta(milliseconds=min(left)))


def settle(session: Session) -> None:
    """Close the session's question if its time is over and nobody has: while the worker is away or
    busy, whoever asks for a screen keeps the lesson going. The session is read again then."""
    if session.state != State.QUESTION:
        return
    overdue = Round.objects.filter(
        session=session,
        closed_at=None,
        paused_left_ms=None,
        closes_at__lt=timezone.now() - CLOSE_AFTER - CLOSE_AFTER,
    )
    round_ = overdue.first()
    if round_ is None:
        return
    slow = tally.still_in_time(round_, timezone.now())
    if slow and round_.waiting_for == len(slow):
        return  # nothing to do, and no lock for it
    close_if_due(round_.pk)
    session.refresh_from_db(fields=["state", "version"])


def sweep(session: Session | None = None) -> int:
    """Close every open round (of one session) past its deadline, or that everybody has answered:
    the net under the tasks that should have, and were lost with a worker or with Redis."""
    late = timezone.now() - CLOSE_AFTER
    still_open = Round.objects.filter(closed_at=None)
    if session is not None:
        still_open = still_open.filter(session=session)
    due = [
        round_.pk
        for round_ in still_open
        if (round_.paused_left_ms is None and round_.closes_at <= late)
        or tally.everybody_answered(round_)
    ]
    return sum(close_if_due(pk, all_answered=True) for pk in due)
