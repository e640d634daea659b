"""Who is connected. Each process notes the pages that ask it for the version, and writes them to
Redis together, once every few seconds: never one call for one page.

A room is a set of subjects seen lately; slips say which room a page belongs to and which it
watches. The hub writes (live.hub), pages and screens read.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import Any

import redis

from . import names
from .publish import connection

#: A page asks every four seconds; who was silent for so long is away.
SEEN_SECONDS = 15
#: A page in the background asks once a minute; with its stream open it still watches over a room.
OPEN_SECONDS = 75
#: How often a process writes down whom it has seen.
WRITE_SECONDS = 4.0


def write(
    pipe: Any, seen: Mapping[str, Mapping[str, float]], alive: Iterable[str], now: float
) -> None:
    """Queue on a pipeline: subjects with the time they were seen, by room, and the rooms that
    somebody keeps alive. Works for both kinds of client."""
    for room, subjects in seen.items():
        key = names.seen(room)
        pipe.zadd(key, dict(subjects), gt=True)
        pipe.zremrangebyscore(key, "-inf", now - OPEN_SECONDS)
        pipe.expire(key, OPEN_SECONDS)
    for room in {*alive, *seen}:
        pipe.set(names.alive(room), 1, ex=SEEN_SECONDS)


def note(room: str, subject: str) -> None:
    """A whole page was asked for: its subject is here. Nothing while Redis is away."""
    now = time.time()
    try:
        pipe = connection().pipeline(transaction=False)
        write(pipe, {room: {subject: now}}, (), now)
        pipe.execute()
    except redis.RedisError:
        pass


def present(room: str) -> set[str] | None:
    """The subjects seen lately, None when Redis is away and nobody knows."""
    try:
        found: Any = connection().zrangebyscore(
            names.seen(room), time.time() - SEEN_SECONDS, "+inf"
        )
    except redis.RedisError:
        return None
    return set(found)
