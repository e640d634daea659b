"""How many have answered: a set on Redis for the host's screen, the rows for every decision."""

from __future__ import annotations

from datetime import datetime

import redis
from django.conf import settings

from live.publish import connection

from .models import Answer, Pace, Participant, ParticipantQuerySet, Round

KEPT_SECONDS = 3600


def _key(round_id: int) -> str:
    return f"{settings.REDIS_PREFIX}:answered:{round_id}"


def _present_key(session_id: int) -> str:
    return f"{settings.REDIS_PREFIX}:present:{session_id}"


def add(round_id: int, participant_id: int, session_id: int) -> tuple[int, int]:
    """(answered, present) after one more answer, (0, 0) when Redis is away.

    The first one to find the set empty fills it from the rows, so that a Redis that was emptied in
    mid-question counts right again.
    """
    try:
        pipe = connection().pipeline()
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
