"""Token buckets on Redis: who asks too often waits, everybody else notices nothing.

A bucket holds up to `burst` tokens and gains `rate` a second; each request takes one. One atomic
script, Redis's own clock, so that every process and machine agrees. While Redis is away everything
is allowed (and logged): a lesson matters more than a limit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import redis
import structlog
from django.conf import settings

from live.publish import connection

log = structlog.get_logger(__name__)

# ARGV: rate a second, burst, tokens to take (0 asks whether one could be taken).
# Returns milliseconds to wait, 0 when allowed. A refused request takes nothing.
_BUCKET = """
local rate, burst, take = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local clock = redis.call('TIME')
local now = clock[1] + clock[2] / 1000000
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = tonumber(kept[1]) or burst
tokens = math.min(burst, tokens + math.max(0, now - (tonumber(kept[2]) or now)) * rate)
local needed = math.max(take, 1)
if tokens < needed then
  return math.ceil((needed - tokens) / rate * 1000)
end
if take > 0 then
  redis.call('HSET', KEYS[1], 'tokens', string.format('%.6f', tokens - take),
             'at', string.format('%.6f', now))
  redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate * 1000) + 1000)
end
return 0
"""


@dataclass(frozen=True)
class Verdict:
    """True when allowed; else `retry_after` says how long to wait (whole seconds, at least 1)."""

    retry_after: int = 0

    def __bool__(self) -> bool:
        return self.retry_after == 0


ALLOWED = Verdict()


@lru_cache(maxsize=1)
def _script() -> redis.commands.core.Script:
    return connection().register_script(_BUCKET)


def _ask(key: str, rate: float, burst: int, take: int) -> Verdict:
    if rate <= 0 or burst < 1:
        raise ValueError("a bucket needs a rate above 0 and room for one token")
    try:
        wait_ms = _script()(keys=[f"{settings.REDIS_PREFIX}:limit:{key}"], args=[rate, burst, take])
    except redis.RedisError as error:
        log.warning("limit not asked", limit=key.partition(":")[0], error=str(error))
        return ALLOWED
    return Verdict(math.ceil(wait_ms / 1000)) if wait_ms else ALLOWED


def allow(key: str, rate_per_second: float, burst: int) -> Verdict:
    """Take a token from the bucket `key` ("what:who"), unless it is empty."""
    return _ask(key, rate_per_second, burst, 1)


def peek(key: str, rate_per_second: float, burst: int) -> Verdict:
    """Whether `allow` would say yes now; takes nothing."""
    return _ask(key, rate_per_second, burst, 0)


@dataclass(frozen=True)
class Limit:
    """A named bucket for each of what it counts: `BAD_CODES.take(address)`."""

    name: str
    rate_per_second: float
    burst: int

    def take(self, *who: object) -> Verdict:
        return allow(self._key(who), self.rate_per_second, self.burst)

    def peek(self, *who: object) -> Verdict:
        return peek(self._key(who), self.rate_per_second, self.burst)

    def _key(self, who: tuple[object, ...]) -> str:
        return ":".join([self.name, *map(str, who)])


#: Codes that open no session, by address: `peek` before looking a code up, `take` when it was
#: wrong. A right code costs nothing. A class of 45 may mistype once each and more; who guesses
#: gets one try in two seconds, so that a million codes take three weeks.
BAD_CODES = Limit("bad-code", rate_per_second=0.5, burst=60)

#: New participants by address and session code: a class of 45 behind one address, with some who
#: come back, is in at once; a script that floods one room is held to two a second.
JOINS = Limit("join", rate_per_second=2.0, burst=90)
