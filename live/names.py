"""How a channel's things are called on Redis, in one place for publisher and hub."""

from __future__ import annotations

from django.conf import settings


def stream(channel: str) -> str:
    """The capped stream that a returning page resumes from."""
    return f"{settings.REDIS_PREFIX}:live:stream:{channel}"


def newest(channel: str) -> str:
    """The id of the stream's newest event; the event itself may be as large as a whole class."""
    return f"{settings.REDIS_PREFIX}:live:newest:{channel}"


def push(channel: str) -> str:
    """The pub/sub channel."""
    return f"{settings.REDIS_PREFIX}:live:push:{channel}"


def version(channel: str) -> str:
    """The newest state version published, read by the polling twin."""
    return f"{settings.REDIS_PREFIX}:live:version:{channel}"


def generation(channel: str, subject: str) -> str:
    """The lowest generation of slips still good for a subject."""
    return f"{settings.REDIS_PREFIX}:live:generation:{channel}:{subject}"


def seen(room: str) -> str:
    """The subjects of a room by the time they were last seen."""
    return f"{settings.REDIS_PREFIX}:live:seen:{room}"


def alive(room: str) -> str:
    """Stands while somebody of a room is connected."""
    return f"{settings.REDIS_PREFIX}:live:alive:{room}"
