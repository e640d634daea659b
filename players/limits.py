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

# ARGV: rate a second, burst. Returns milliseconds to wait, 0 when allowed. A refused request takes
# nothing, so that asking again and again does not lengthen the wait.
_BUCKET = """
local rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local clock = redis.call('TIME')
local now = clock[1] + clock[2] / 1000000
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = tonumber(kept[1]) or burst
tokens = math.min(burst, tokens + math.max(0, now - (tonumber(kept[2]) or now)) * rate)
if tokens < 1 then
  return math.ceil((1 - tokens) / rate * 1000)
end
redis.call('HSET', KEYS[1], 'tokens', string.format('%.6f', tokens - 1),
           'at', string.format('%.6f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate * 1000) + 1000)
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


def allow(key: str, rate_per_second: float, burst: int) -> Verdict:
    """Take a token from the bucket `key` ("what:who"), unless it is empty."""
    if rate_per_second <= 0 or burst < 1:
        raise ValueError("a bucket needs a rate above 0 and room for one token")
    try:
        wait_ms = _script()(
            keys=[f"{settings.REDIS_PREFIX}:limit:{key}"], args=[rate_per_second, burst]
        )
    except redis.RedisError as error:
        log.warning("limit not asked", limit=key.partition(":")[0], error=str(error))
        return ALLOWED
    return Verdict(math.ceil(wait_ms / 1000)) if wait_ms else ALLOWED
