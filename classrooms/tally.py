"""What the host's screen counts and lists, kept on Redis because it changes by the second. The rows
decide; all of this is made anew from them."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import redis
from django.conf import settings
from django.db.models import Q

from heritage.prepared import Prepared
from live.publish import connection, count_in, signal
from quizzes import kinds

from .models import Answer, Pace, Participant, ParticipantQuerySet, Round, Session

KEPT_SECONDS = 3600
#: Should the task that draws the list of who is in be lost, the next who comes asks for it after
#: so long (seconds).
DRAWN_WITHIN = 10

_present = Prepared(lambda: Participant.objects.present().order_by(), "session_id")
#: The event that carries "12/40" to the host's page.
COUNT = "count"


def _key(round_id: int) -> str:
    return f"{settings.REDIS_PREFIX}:answered:{round_id}"


def _present_key(session_id: int) -> str:
    return f"{settings.REDIS_PREFIX}:present:{session_id}"


def _shown_key(session_id: int) -> str:
    return f"{settings.REDIS_PREFIX}:shown:{session_id}"


def _changed_key(session_id: int) -> str:
    return f"{settings.REDIS_PREFIX}:people-changed:{session_id}"


def add(
    round_id: int, participant_id: int, session_id: int, channels: list[str]
) -> tuple[int, int]:
    """(answered, present) after one more answer, which the channels are told; (0, 0) when Redis is
    away.

    The first one to find the set empty fills it from the rows, so that a Redis that was emptied in
    mid-question counts right again.
    """
    try:
        answered, present = count_in(
            _key(round_id),
            participant_id,
            _present_key(session_id),
            channels,
            COUNT,
            KEPT_SECONDS,
        )
        if answered > 1 and present:
            return answered, present
        if answered == 1:
            stored = Answer.objects.filter(round_id=round_id)
            connection().sadd(_key(round_id), *stored.values_list("participant_id", flat=True))
            answered = int(connection().scard(_key(round_id)))
    except redis.RedisError:
        return 0, 0
    present = present or recount_present(session_id)
    tell(channels, answered, present)
    return answered, present


def tell(channels: list[str], answered: int, present: int) -> None:
    """How many have answered, at most twice a second."""
    if present:
        signal(channels, COUNT, f"{answered}/{present}")


def refill(round_id: int) -> bool:
    """Count the rows in, should Redis have been away when one was stored: whether one was."""
    answers = Answer.objects.filter(round_id=round_id)
    stored = list(answers.values_list("participant_id", flat=True))
    if not stored:
        return False
    try:
        pipe = connection().pipeline()
        pipe.sadd(_key(round_id), *stored)
        pipe.expire(_key(round_id), KEPT_SECONDS)
        return bool(pipe.execute()[0])
    except redis.RedisError:
        return False


def present(session_id: int) -> int:
    """How many are in, from the rows."""
    return _present.count(session_id)


def recount_present(session_id: int) -> int:
    """Who is in the room, from the rows; kept on Redis until somebody comes or goes."""
    present = _present.count(session_id)
    try:
        connection().set(_present_key(session_id), present, ex=KEPT_SECONDS)
    except redis.RedisError:
        pass
    return present


def people_changed(session_id: int) -> tuple[int, bool]:
    """`recount_present`, and whether the list of who is in is yet to be drawn by somebody: True
    for the first until `people_are_drawn`, False for all others and while Redis is away."""
    present = _present.count(session_id)
    try:
        pipe = connection().pipeline(transaction=False)
        pipe.set(_present_key(session_id), present, ex=KEPT_SECONDS)
        pipe.set(_changed_key(session_id), 1, ex=DRAWN_WITHIN, nx=True)
        return present, bool(pipe.execute()[1])
    except redis.RedisError:
        return present, False


def people_are_drawn(session_id: int) -> None:
    """The list is about to be read: who comes from now on has it drawn again."""
    try:
        connection().delete(_changed_key(session_id))
    except redis.RedisError:
        pass


def answered(round_: Round) -> int:
    """How many present participants have answered, from the rows."""
    return Answer.objects.filter(round=round_, participant__removed_at=None).count()


def forget(round_: Round, participant_id: int, channels: list[str]) -> None:
    """An answer was taken back."""
    try:
        connection().srem(_key(round_.pk), participant_id)
    except redis.RedisError:
        return
    tell(channels, answered(round_), recount_present(round_.session_id))


def everybody_answered(round_: Round) -> bool:
    """Whether nobody present is still thinking. Never where cards are keyed in: what was misread
    can be corrected until the teacher closes."""
    present = _asked(round_)
    if present.on_paper().exists():
        return False
    return present.exists() and not present.exclude(answers__round=round_).exists()


def still_in_time(round_: Round, now: datetime) -> list[Participant]:
    """Those with extra time who have not answered and whose own clock has not run out: for them
    the question stays open. Who has answered is not waited for, even if a change is allowed; but
    everybody on paper is, answered or not, until the teacher closes."""
    slow = _asked(round_).exclude(pace=Pace.USUAL)
    slow = slow.filter(Q(paper_number__isnull=False) | ~Q(answers__round=round_))
    return [person for person in slow if round_.takes(now, person.pace)]


def _asked(round_: Round) -> ParticipantQuerySet:
    """Who is present, was there when the question opened and can answer it: who holds up cards
    cannot where there is nothing to choose from."""
    people = Participant.objects.present().filter(
        session_id=round_.session_id, first_index__lte=round_.index
    )
    if people.on_paper().exists() and not _takes_cards(round_):
        return people.with_phone()
    return people


def _takes_cards(round_: Round) -> bool:
    from .sessions import questions_of

    session = Session.objects.defer("snapshot").get(pk=round_.session_id)
    return kinds.kind(questions_of(session)[round_.index]["kind"]).has_choices


def mark_of(people: Iterable[tuple[int, str]], asking: Iterable[int]) -> str:
    """A short mark of who is in, under which names, and which requests wait for the teacher."""
    return f"{zlib.crc32(repr((sorted(people), sorted(asking))).encode()):x}"


def note_shown(session_id: int, mark: str) -> None:
    """Remember which people the host was last shown."""
    try:
        connection().set(_shown_key(session_id), mark, ex=KEPT_SECONDS)
    except redis.RedisError:
        pass


def shown(session_ids: Iterable[int]) -> dict[int, str | None]:
    """The marks of `note_shown`; {} while Redis is away."""
    ids = list(session_ids)
    try:
        marks: list[Any] = connection().mget(map(_shown_key, ids)) if ids else []
    except redis.RedisError:
        return {}
    return dict(zip(ids, marks, strict=True))
