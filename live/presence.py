"""Who is connected. Each process notes the pages that ask it for the version, and writes them to
Redis together, once every few seconds: never one call for one page.

A room is a set of subjects seen lately; slips say which room a page belongs to and which it
watches. The hub writes (live.hub), pages and screens read. A page in the background may ask
to be there as long as its stream is open (`hidden=kept`).
"""

from __future__ import annotations

import time
from collections.abc import Container, Iterable, Mapping
from typing import Any

import redis

from . import names
from .publish import connection

#: A page asks every four seconds; who was silent for so long is away.
SEEN_SECONDS = 15
#: A room is led for so long after a page of it was last written down: a page asks every 4.8 s at
#: most, and is written WRITE_SECONDS later at most.
LED_SECONDS = 9
#: As long after a page that said it is in the background, where a browser lets it ask once a
#: minute only.
HIDDEN_SECONDS = 75
#: So long it is known when a subject was last seen.
KEPT_SECONDS = 75
#: How often a process writes down whom it has seen.
WRITE_SECONDS = 2.0


def write(
    pipe: Any, seen: Mapping[str, Mapping[str, float]], hidden: Container[str], now: float
) -> None:
    """Queue on a pipeline: subjects with the time they were seen, by room, and how long their room
    is led by that; `hidden` rooms have only pages in the background. Works for both kinds of
    client."""
    for room, subjects in seen.items():
        key = names.seen(room)
        pipe.zadd(key, dict(subjects), gt=True)
        pipe.zremrangebyscore(key, "-inf", now - KEPT_SECONDS)
        pipe.expire(key, KEPT_SECONDS)
        pipe.set(names.alive(room), 1, ex=HIDDEN_SECONDS if room in hidden else LED_SECONDS)


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


def last_seen(rooms: Iterable[str]) -> dict[str, dict[str, float]] | None:
    """How many seconds ago each subject was last seen, by room; who was silent for more than
    `KEPT_SECONDS` is forgotten. None when Redis is away and nobody knows."""
    wanted = list(rooms)
    try:
        pipe = connection().pipeline(transaction=False)
        for room in wanted:
            pipe.zrange(names.seen(room), 0, -1, withscores=True)
        rows: Any = pipe.execute()
    except redis.RedisError:
        return None
    now = time.time()
    return {
        room: {subject: now - at for subject, at in found if now - at <= KEPT_SECONDS}
        for room, found in zip(wanted, rows, strict=True)
    }
