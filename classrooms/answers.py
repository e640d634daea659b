"""Answers: taking one from a phone, changing it while that is allowed, and how long it took.

An answer is one INSERT, committed before the reply.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.http import QueryDict
from django.utils import timezone

from heritage.prepared import Prepared, PreparedInsert
from quizzes import kinds

from . import audiences, screens, tally
from .errors import BadAnswer, NotNow, TooLate
from .models import Answer, Pace, Participant, Round, Session
from .rounds import askings
from .sessions import may_change, questions_of

#: What a phone names an answer by.
CLIENT_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")

_round = Prepared(lambda: Round.objects.order_by(), "id", "session_id")
_insert = PreparedInsert(Answer)


@dataclass(frozen=True)
class Receipt:
    """What an answer came to: the stored row, its round, whether it had been stored before."""

    answer: Answer
    round: Round
    repeated: bool


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
    round_ = _round.first(round_id, session.pk)
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
        "turn": _turn(data) if participant.on_paper or may_change(session) else 0,
        "response": response,
        "received_at": arrived,
        "elapsed_ms": elapsed_ms(round_, moment, participant.pace),
        "pace": participant.pace,
        "late": late,
    }
    # No look before the leap: the constraint decides which of two answers was the first.
    answer = Answer(round=round_, participant=participant, **values)
    try:
        _insert(answer)
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
    return not askings(session, round_.index).filter(attempt__gt=round_.attempt).exists()


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
    hosts = audiences.host_channels(round_.session_id)
    answered, present = tally.add(round_.pk, participant.pk, round_.session_id, hosts)
    all_in = bool(present) and answered >= present
    if all_in or timezone.now() > round_.closes_at:  # the last one with extra time, perhaps
        from .tasks import close_round

        screens.enqueue(close_round, round_.pk, all_in)
