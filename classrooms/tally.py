"""What the host's screen counts and lists, kept on Redis because it changes by the second. The rows
decide; all of this is made anew from them."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from datetime import datetime
from typing import Any

import redis
from django.conf import settings

from live.publish import connection

from .models import Answer, Pace, Participant, ParticipantQuerySet, Round

KEPT_SECONDS = 3600


def _key(round_id: int) -> str:
    return f"{settings.REDIS_PREFIX}:answered:{round_id}"


def _present_key(session_id: int) -> str:
    return f"{settings.REDIS_PREFIX}:present:{session_id}"


def _shown_key(session_id: int) -> str:
    return f"{settings.REDIS_PREFIX}:shown:{session_id}"


def add(round_id: int, participant_id: int, session_id: int) -> tuple[int, int]:
    """(answered, present) after one more answer, (0, 0) when Redis is away.

    The first one to find the set empty fills it from the rows, so that a Redis that was emptied in
    mid-question counts right again.
    """
    try:
        pipe = connection().pipeline(transaction=False)
        pipe.sadd(_key(round_id), participant_id)
        pipe.scard(_key(round_id))
        pipe.expire(_key(round_id), KEPT_SECONDS)
        pipe.get(_present_key(session_id))
        _, answered, _, present = pipe.execute()
        if answered == 1:
            stored = Answer.objects.filter(round_id=round_id)
            connection().sadd(_key(round_id), *stored.values_list("participant_id", flat=True))
            answered = connection().scard(_key(round_id))
        return int(answered), int(present) if present else recount_present(session_id)
    except redis.RedisError:
        return 0, 0


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


def recount_present(session_id: int) -> int:
    """Who is in the room, from the rows; kept on Redis until somebody comes or goes."""
    present = Participant.objects.present().filter(session_id=session_id).count()
    try:
        connection().set(_present_key(session_id), present, ex=KEPT_SECONDS)
    except redis.RedisError:
        pass
    return present


def answered(round_: Round) -> int:
    """How many present participants have answered, from the rows."""
    return Answer.objects.filter(round=round_, participant__removed_at=None).count()


def everybody_answered(round_: Round) -> bool:
    """Whether nobody present is still thinking."""
    present = _asked(round_)
    return present.exists() and not present.exclude(answers__round=round_).exists()


def still_in_time(round_: Round, now: datetime) -> list[Participant]:
    """Those with extra time who have not answered and whose own clock has not run out: for them
    the question stays open. Who has answered is not waited for, even if a change is allowed."""
    slow = _asked(round_).exclude(pace=Pace.USUAL).exclude(answers__round=round_)
    return [person for person in slow if round_.takes(now, person.pace)]


def _asked(round_: Round) -> ParticipantQuerySet:
    """Who is present and was there when the question opened."""
    return Participant.objects.present().filter(
        session_id=round_.session_id, first_index__lte=round_.index
    )


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
