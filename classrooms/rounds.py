"""Rounds: opening a question, taking answers, closing it by hand, by deadline or when all are in.

An answer is one INSERT, committed before the reply; closing is idempotent; deadlines are columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.http import QueryDict
from django.utils import timezone

from quizzes import kinds

from . import screens, tally
from .errors import BadAnswer, NotNow, TooLate
from .models import GRACE, Answer, Pace, Participant, Round, Session
from .sessions import close, may_change, questions_of, set_locked

#: The deadline task runs this much after the deadline, when the grace is over.
CLOSE_AFTER = timedelta(milliseconds=700)
#: What one press of "+10 s" gives.
EXTENSION_SECONDS = 10
#: What a phone names an answer by.
CLIENT_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")

State = Session.State


@dataclass(frozen=True)
class Receipt:
    """What an answer came to: the stored row, its round, whether it had been stored before."""

    answer: Answer
    round: Round
    repeated: bool


# --- answers -------------------------------------------------------------------------------------


def record_answer(
    participant: Participant,
    round_id: int,
    client_id: str,
    data: QueryDict,
    arrived: datetime,
    given: datetime | None = None,
) -> Receipt:
    """Store one answer and only then say so.

    `arrived` is when it reached the server: waiting for a busy page thread costs nobody an answer
    or points. `given` is when it was tapped, by the phone's measure of our clock: an answer that
    came after the closing but was given before it counts as late, until the next question opens.
    The same client id, or a second answer to the same round, gets the first's receipt; where the
    deck lets answers be changed, one of a later `turn` (the phone's count) replaces the row.
    Raises TooLate, BadAnswer, NotNow.
    """
    if not CLIENT_ID.fullmatch(client_id):
        raise BadAnswer
    session = participant.session
    round_ = Round.objects.filter(pk=round_id, session_id=session.pk).first()
    if round_ is None or round_.index < participant.first_index:
        raise NotNow
    question = questions_of(session)[round_.index]
    try:
        response = kinds.kind(question["kind"]).read_response(question, data)
    except kinds.BadResponse as error:
        raise BadAnswer(error.message) from error
    moment, late = arrived, False
    if not round_.takes(arrived, participant.pace):
        if given is None or not _counts_late(session, round_, given, participant.pace):
            kept = _stored(round_, participant)
            if kept is not None:
                return Receipt(kept, round_, repeated=True)
            raise TooLate
        moment, late = given, True
    values = {
        "client_id": client_id,
        "turn": _turn(data) if may_change(session) else 0,
        "response": response,
        "received_at": arrived,
        "elapsed_ms": elapsed_ms(round_, moment, participant.pace),
        "pace": participant.pace,
        "late": late,
    }
    # No look before the leap: the constraint decides which of two answers was the first.
    try:
        with transaction.atomic():
            answer = Answer.objects.create(round=round_, participant=participant, **values)
    except IntegrityError:
        return Receipt(_change(round_, participant, values), round_, repeated=True)
    transaction.on_commit(lambda: _count(round_, participant))
    return Receipt(answer, round_, repeated=False)


def _turn(data: QueryDict) -> int:
    """Which of its answers to this question a phone says this is; 0 for the first."""
    raw = data.get("turn", "")
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) <= 3 else 0


def _change(round_: Round, participant: Participant, values: dict[str, Any]) -> Answer:
    """Put an answer in the place of the one that is stored, if it was given later by the phone's
    own count; the row as it is then. One statement decides, so the order of arrival does not."""
    stored = Answer.objects.filter(round=round_, participant=participant)
    try:
        with transaction.atomic():
            stored.filter(turn__lt=values["turn"]).update(**values)
    except IntegrityError:
        raise BadAnswer from None  # the client id was used for another round
    kept = stored.first()
    if kept is None:
        raise BadAnswer  # likewise
    return kept


def _counts_late(session: Session, round_: Round, given: datetime, pace: int) -> bool:
    """Whether an answer given then may still come in: the next question has not opened, nor this
    one again, and the phone's time lies within the round."""
    still_here = session.is_open and session.index == round_.index and not round_.skipped
    if not still_here or given < round_.opened_at or not round_.takes(given, pace):
        return False
    return not _rounds(session, round_.index).filter(attempt__gt=round_.attempt).exists()


def _stored(round_: Round, participant: Participant) -> Answer | None:
    return Answer.objects.filter(round=round_, participant=participant).first()


def elapsed_ms(round_: Round, now: datetime, pace: int = Pace.USUAL) -> int:
    """Thinking time so far in milliseconds: pauses left out, never more than the own clock."""
    if round_.paused_left_ms is not None:
        spent = round_.seconds * 1000 - round_.paused_left_ms
    else:
        spent = (now - round_.opened_at) // timedelta(milliseconds=1) - round_.paused_ms
    clock = round_.clock_ms(pace)
    return max(0, spent if clock is None else min(spent, clock))


def _count(round_: Round, participant: Participant) -> None:
    answered, present = tally.add(round_.pk, participant.pk, round_.session_id)
    screens.answered_changed(round_.session_id, answered, present)
    all_in = bool(present) and answered >= present
    if all_in or timezone.now() > round_.closes_at:  # the last one with extra time, perhaps
        from .tasks import close_round

        screens.enqueue(close_round, round_.pk, all_in)


# --- what the host does --------------------------------------------------------------------------


def _locked(session_id: int) -> Session:
    """The session as it is, held until the transaction ends."""
    return Session.objects.select_for_update().defer("snapshot").get(pk=session_id)


def _rounds(session: Session, index: int) -> QuerySet[Round]:
    """Every asking of one question, the newest first."""
    return Round.objects.filter(session=session, index=index).order_by("-attempt")


def _open_round(session: Session, index: int, attempt: int = 1) -> None:
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
    _bump(session)
    _schedule_close(round_)


def _bump(session: Session) -> None:
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


def _current(session: Session) -> Round:
    round_ = Round.objects.filter(session=session, index=session.index, closed_at=None).first()
    if session.state != State.QUESTION or round_ is None:
        raise NotNow
    return round_


def start(session: Session) -> None:
    """lobby → first question."""
    if session.state != State.LOBBY:
        raise NotNow
    _open_round(session, 0)


def go_on(session: Session) -> None:
    """The one key: lobby → question → reveal → standings → next question … → podium → closed."""
    last = session.index + 1 >= len(questions_of(session))
    match session.state:
        case State.LOBBY:
            start(session)
        case State.QUESTION:
            reveal(session)
        case State.REVEAL if last:
            session.state = State.PODIUM
            _bump(session)
        case State.REVEAL:
            session.state = State.STANDINGS
            _bump(session)
        case State.STANDINGS:
            _open_round(session, session.index + 1)
        case State.PODIUM:
            close(session.pk)
        case _:
            raise NotNow


def reveal(session: Session) -> None:
    """Close the question now and show the answer."""
    _close(session, _current(session))


def skip(session: Session) -> None:
    """Leave the question out: nobody gains or loses by it, the next one opens."""
    round_ = _current(session)
    round_.skipped = True
    round_.closed_at = timezone.now()
    round_.paused_left_ms = None
    round_.save(update_fields=["skipped", "closed_at", "paused_left_ms"])
    if session.index + 1 < len(questions_of(session)):
        _open_round(session, session.index + 1)
    else:
        session.state = State.PODIUM
        _bump(session)


def ask_again(session: Session) -> None:
    """The question just revealed, once more: its answers so far count no longer, all others do.
    Who came in since it was first asked takes part."""
    if session.state != State.REVEAL:
        raise NotNow
    newest = _rounds(session, session.index)[0]
    late = Participant.objects.filter(session=session, first_index=session.index + 1)
    late.update(first_index=session.index)
    _open_round(session, session.index, newest.attempt + 1)


def set_void(session: Session, index: int, void: bool) -> None:
    """Let a closed question count for nobody, or count again. Every figure is computed from the
    rows, so all of them follow. Raises NotNow for a question that is not closed, was skipped, or
    is as it should be already."""
    round_ = _rounds(session, index).first()
    if round_ is None or round_.closed_at is None or round_.skipped or round_.void == void:
        raise NotNow
    round_.void = void
    round_.save(update_fields=["void"])
    if session.is_open:
        _bump(session)


def void_question(session_id: int, index: int, void: bool) -> None:
    """`set_void` for any question played so far, in an open session or one that has ended."""
    with transaction.atomic():
        set_void(_locked(session_id), index, void)


def _void_current(session: Session, void: bool) -> None:
    if session.state not in {State.REVEAL, State.STANDINGS, State.PODIUM}:
        raise NotNow
    set_void(session, session.index, void)


def _set_buttons_only(session: Session, on: bool) -> None:
    """Phones show only buttons and the words are on the wall, or both show both."""
    session.buttons_only = on
    session.save(update_fields=["buttons_only"])
    _bump(session)


def pause(session: Session) -> None:
    """Stop the clock of the open question; answers still count."""
    round_, now = _current(session), timezone.now()
    left = (round_.closes_at - now) // timedelta(milliseconds=1)
    if round_.paused_left_ms is not None or (left <= 0 and not tally.still_in_time(round_, now)):
        raise NotNow
    round_.paused_left_ms = left
    round_.save(update_fields=["paused_left_ms"])
    _clock_changed(session)


def resume(session: Session) -> None:
    """Let the clock run on from where it stood."""
    round_ = _current(session)
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
    round_ = _current(session)
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
        _bump(session)  # who was out of time gets the question back


def _clock_changed(session: Session) -> None:
    Session.objects.filter(pk=session.pk).update(
        version=F("version") + 1, host_seen_at=timezone.now()
    )
    pk = session.pk
    transaction.on_commit(lambda: screens.clock_changed(pk))


def end(session: Session) -> None:
    """Stop here: the podium when anything was played, else the session is closed. A question that
    is still open is taken out, for not everybody has had the time; the report can count it."""
    if session.state in {State.PODIUM, State.LOBBY}:
        close(session.pk)
        return
    Round.objects.filter(session=session, closed_at=None).update(
        closed_at=timezone.now(), paused_left_ms=None, void=True
    )
    session.state = State.PODIUM
    _bump(session)


#: Between the lobby and the podium.
UNDER_WAY = {State.QUESTION, State.REVEAL, State.STANDINGS}

#: Every host action by its name in the form; `do` is the only way in.
ACTIONS: dict[str, Callable[[Session], None]] = {
    "next": go_on,
    "reveal": reveal,
    "skip": skip,
    "again": ask_again,
    "void": lambda session: _void_current(session, True),
    "count": lambda session: _void_current(session, False),
    "pause": pause,
    "resume": resume,
    "extend": extend,
    "buttons": lambda session: _set_buttons_only(session, True),
    "words": lambda session: _set_buttons_only(session, False),
    "lock": lambda session: set_locked(session, True),
    "unlock": lambda session: set_locked(session, False),
    "end": end,
    "close": lambda session: _close_for_good(session),
}


def _close_for_good(session: Session) -> None:
    close(session.pk)


def do(session_id: int, action: str, version: int) -> None:
    """One host action, answering the state the host saw. Raises NotNow for an unknown action and
    for one that names an older state: a double press moves on once."""
    act = ACTIONS.get(action)
    if act is None:
        raise NotNow
    with transaction.atomic():
        session = _locked(session_id)
        # To end was asked and confirmed: it stands, whatever question was closed meanwhile.
        meant = session.version == version or (action == "end" and session.state in UNDER_WAY)
        if not meant or not session.is_open:
            raise NotNow
        act(session)


# --- closing -------------------------------------------------------------------------------------


def _close(session: Session, round_: Round) -> None:
    round_.closed_at = timezone.now()
    round_.paused_left_ms = round_.waiting_for = None
    round_.save(update_fields=["closed_at", "paused_left_ms", "waiting_for"])
    session.state = State.REVEAL
    _bump(session)


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
        session = _locked(session_id)
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
        _close(session, round_)
        return True


def _wait_for(session: Session, round_: Round, slow: list[Participant], now: datetime) -> None:
    """Everybody's time is over but theirs: tell the screens, and come back when the next of them
    is out of time."""
    if round_.waiting_for == len(slow):
        return
    round_.waiting_for = len(slow)
    round_.save(update_fields=["waiting_for"])
    _bump(session)
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
