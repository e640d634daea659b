"""Who may knock how often: guessing codes is slowed, a whole class behind one address is not."""

from __future__ import annotations

import redis
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from players import limits
from players.addresses import client_address

from . import class_games, sessions
from .errors import ClassNotOpen, LessonError, NoSuchRoom
from .models import GameLesson, Session

#: Wrong codes an address may try at once, and how many a second come back: a class mistypes, a
#: program that walks through a million codes does not get far.
WRONG_BURST, WRONG_RATE = 60, 1.0
#: For so long a network that has used them up is not even looked up.
SLOWED_SECONDS = 5
#: Attempts to come into one room from one address: 45 phones with two tries each in ten seconds.
JOIN_BURST, JOIN_RATE = 120, 10.0


class TooMany(LessonError):
    code, status = "too_many", 429
    message = _("Too many tries from your network. Wait a few seconds, then try again.")


def _noted(key: str, *, seconds: int = 0) -> bool:
    """Whether a mark stands on Redis; with `seconds`, set it for so long. False while Redis is
    away: a lesson matters more than a limit."""
    try:
        if seconds:
            cache.set(key, 1, timeout=seconds)
        return cache.get(key) is not None
    except redis.RedisError:
        return False


def host_at(request: HttpRequest, session: Session) -> None:
    """Remember from where the room is led: phones behind the same address always find it, so that
    one pupil who guesses codes cannot lock a school out of its own rooms."""
    key = f"host-at:{client_address(request)}:{session.code}"
    _noted(key, seconds=settings.SESSION_MAX_HOURS * 3600)


def digits_of(code: str) -> str:
    """A code as typed, "482 913", without its spaces."""
    return "".join(char for char in code[:20] if char.isascii() and char.isdigit())


def find_room(request: HttpRequest, code: str) -> Session:
    """The open room with this code. Raises NoSuchRoom, ClassNotOpen, and TooMany after many wrong
    codes."""
    address = client_address(request)
    digits = digits_of(code)
    if _noted(f"slowed:{address}") and not _noted(f"host-at:{address}:{digits}"):
        raise TooMany
    try:
        return sessions.find_open(digits)
    except NoSuchRoom:
        if not limits.allow(f"wrong-code:{address}", WRONG_RATE, WRONG_BURST):
            _noted(f"slowed:{address}", seconds=SLOWED_SECONDS)
        raise


def find_tables(request: HttpRequest, code: str) -> GameLesson:
    """The game whose tables stand open under the code of a class. Raises what `find_room` raises;
    ClassNotOpen too where the class has a room open instead."""
    try:
        find_room(request, code)
    except ClassNotOpen:
        found = class_games.open_under(digits_of(code))
        if found is not None:
            return found
        raise
    raise ClassNotOpen


def let_in(request: HttpRequest, session: Session) -> None:
    """Raises TooMany when one address floods one room."""
    _let_in(f"join:{client_address(request)}:{session.pk}")


def let_in_at_tables(request: HttpRequest, lesson: GameLesson) -> None:
    """Raises TooMany when one address floods the tables of a class."""
    _let_in(f"join-game:{client_address(request)}:{lesson.pk}")


def _let_in(key: str) -> None:
    if not limits.allow(key, JOIN_RATE, JOIN_BURST):
        raise TooMany
