"""Telling pages what changed. Every call is one atomic script on Redis; none of them ever raises
into a request: a page that missed a push heals by its version poll."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache

import redis
import structlog
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from . import names

log = structlog.get_logger(__name__)

#: Events kept for pages that return, and for how long (seconds).
KEPT_EVENTS = 256
KEPT_SECONDS = 6 * 3600

#: Event names with a meaning of their own on the wire between publisher and hub.
EACH = "@each"
SIGNAL = "@signal"
CUT = "@cut"

_PUBLISH = """
local id = redis.call(
  'XADD', KEYS[1], 'MAXLEN', '~', ARGV[4], '*', 'event', ARGV[1], 'data', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('SET', KEYS[4], id, 'EX', ARGV[5])
if tonumber(ARGV[3]) > tonumber(redis.call('GET', KEYS[3]) or '0') then
  redis.call('SET', KEYS[3], ARGV[3], 'EX', ARGV[5])
end
redis.call('PUBLISH', KEYS[2], id .. '\\n' .. ARGV[1] .. '\\n' .. ARGV[2])
return id
"""


_COUNT_IN = """
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
local count, of = redis.call('SCARD', KEYS[1]), redis.call('GET', KEYS[2])
if of and count > 1 then
  for at = 3, #KEYS do
    redis.call('PUBLISH', KEYS[at], ARGV[3] .. count .. '/' .. of)
  end
end
return {count, of}
"""


@lru_cache(maxsize=1)
def connection() -> redis.Redis:
    """This process's client of Redis, with short patience: a page waits for it.

    Single commands share one connection; to take one from the pool, look whether it is still good
    and give it back costs twice as much as the command. Pipelines and subscriptions take their own.
    """
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=2,
        socket_connect_timeout=1,
        single_connection_client=True,
        # By default redis-py tries again for seconds, and the process has one page thread. Once, at
        # once: the connection may be of before Redis was restarted.
        retry=Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
        decode_responses=True,
    )


@lru_cache(maxsize=1)
def _script() -> redis.commands.core.Script:
    return connection().register_script(_PUBLISH)


@lru_cache(maxsize=1)
def _count_in() -> redis.commands.core.Script:
    return connection().register_script(_COUNT_IN)


def _send(channel: str, event: str, data: str, version: int) -> bool:
    try:
        _script()(
            keys=[
                name(channel) for name in (names.stream, names.push, names.version, names.newest)
            ],
            args=[event, data, version, KEPT_EVENTS, KEPT_SECONDS],
        )
    except redis.RedisError as error:
        log.warning("publish failed", channel=channel, live_event=event, error=str(error))
        return False
    return True


def publish(channel: str, html: str, *, version: int, event: str = "swap") -> bool:
    """Bring a fragment to everybody on the channel; False when Redis was away.

    The fragment's elements replace those of the same id; each carries `data-version`.
    """
    return _send(channel, event, html, version)


def publish_each(
    channel: str, parts: Mapping[str, str], *, version: int, others: str = "", event: str = "swap"
) -> bool:
    """Bring each subject its own fragment and nobody else's; `others` goes to the rest."""
    data = json.dumps([event, parts, others], ensure_ascii=False, separators=(",", ":"))
    return _send(channel, EACH, data, version)


def ask_again(channel: str, *, version: int) -> bool:
    """Have everybody on the channel fetch themselves: a fragment would be drawn for nobody."""
    return _send(channel, "refresh", "", version)


def listened_to(channels: Iterable[str]) -> set[str]:
    """Those of the channels that a web process has pages for; all while Redis is away."""
    wanted = {names.push(channel): channel for channel in channels}
    try:
        counts: list[tuple[str, int]] = connection().pubsub_numsub(*wanted)  # type: ignore[assignment]
    except redis.RedisError:
        return set(wanted.values())
    return {wanted[name] for name, count in counts if count}


def count_in(
    key: str, member: int, of_key: str, channels: Iterable[str], event: str, seconds: int
) -> tuple[int, int | None]:
    """Add a member to a set that is kept for so long, and `signal` its size out of the number that
    stands under another key, all in one trip: a whole class is counted in at once.

    Both figures; (1, …) and (…, None) were signalled to nobody: the set may be incomplete, or what
    it is out of is not known. Raises RedisError.
    """
    found: list[int | str | None] = _count_in()(
        keys=[key, of_key, *map(names.push, channels)],
        args=[member, seconds, _signal(event, "")],
    )
    size, of = found
    return int(size or 0), None if of is None else int(of)


def _signal(event: str, data: str) -> str:
    return f"\n{SIGNAL}\n{event}\n{data}"


def signal(channels: Iterable[str], event: str, data: str) -> None:
    """A passing figure (an answered-count): the hub gives each page the latest, at most two a
    second; nothing is kept for pages that return, they read it in the page itself."""
    try:
        pipe = connection().pipeline(transaction=False)
        for channel in channels:
            pipe.publish(names.push(channel), _signal(event, data))
        pipe.execute()
    except redis.RedisError as error:
        log.warning("signal failed", live_event=event, error=str(error))


def cut(channel: str, subject: str, generation: int) -> None:
    """End every stream of a subject whose slip is older than `generation`."""
    try:
        pipe = connection().pipeline()
        pipe.set(names.generation(channel, subject), generation, ex=KEPT_SECONDS * 2)
        pipe.publish(names.push(channel), f"\n{CUT}\n{generation}\n{subject}")
        pipe.execute()
    except redis.RedisError as error:
        log.warning("cut failed", channel=channel, subject=subject, error=str(error))


def forget(channel: str, seconds: int = 600) -> None:
    """Let a channel's events go soon: nobody comes back to a lesson that has ended."""
    try:
        connection().expire(names.stream(channel), seconds)
    except redis.RedisError as error:
        log.warning("forget failed", channel=channel, error=str(error))


def forget_log() -> None:
    """Have Redis write its log anew from what it holds now: names that were deleted or expired
    stay readable in an append-only file until then."""
    try:
        connection().bgrewriteaof()
    except redis.RedisError as error:
        log.warning("log not rewritten", error=str(error))


def last_id(channel: str) -> str:
    """The id to resume from: read it before the database, and nothing in between is missed."""
    try:
        return str(connection().get(names.newest(channel)) or "0-0")
    except redis.RedisError:
        return ""


def behind_versions(versions: Mapping[str, int]) -> set[str]:
    """The channels whose newest published version is older than the one given; none while Redis
    is away, for then nothing could be published."""
    if not versions:
        return set()
    try:
        known = connection().mget([names.version(channel) for channel in versions])
    except redis.RedisError:
        return set()
    pairs = zip(versions.items(), known, strict=True)
    return {channel for (channel, version), last in pairs if int(last or 0) < version}
