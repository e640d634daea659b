"""Who hears of a session: a channel is one audience in one language, a room those present."""

from __future__ import annotations

from django.conf import settings

LANGUAGES = list(dict(settings.LANGUAGES))


def players_channel(session_id: int, language: str) -> str:
    return f"session:{session_id}:players:{language}"


def gone_channel(session_id: int) -> str:
    """Those who were asked to leave: nothing is published there, and they are cut from it when
    they are let in again."""
    return f"session:{session_id}:gone"


def phone_channels(session_id: int) -> list[str]:
    """Every channel that a phone of this session may listen to."""
    return [*(players_channel(session_id, code) for code in LANGUAGES), gone_channel(session_id)]


def host_channel(session_id: int, language: str) -> str:
    return f"session:{session_id}:host:{language}"


def host_channels(session_id: int) -> list[str]:
    """The host's channel in every language."""
    return [host_channel(session_id, code) for code in LANGUAGES]


def phones_room(session_id: int) -> str:
    """Where the phones of a session count as present; the subjects are participants."""
    return f"session:{session_id}:phones"


def host_room(session_id: int) -> str:
    return f"session:{session_id}:host"


def channels(session_id: int) -> list[str]:
    """Every channel of a session."""
    return [*phone_channels(session_id), *host_channels(session_id)]
