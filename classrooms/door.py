"""Who may knock how often: guessing codes is slowed, a whole class behind one address is not."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from players import limits
from players.addresses import client_address

from . import sessions
from .errors import LessonError, NoSuchRoom
from .models import Session

#: Wrong codes an address may try at once, and how many a second come back: a class mistypes, a
#: program that walks through a million codes does not get far.
WRONG_BURST, WRONG_RATE = 60, 1.0
#: Attempts to come into one room from one address: 45 phones with two tries each in ten seconds.
JOIN_BURST, JOIN_RATE = 120, 10.0


class TooMany(LessonError):
    code, status = "too_many", 429
    message = _("Too many tries from your network. Wait a few seconds, then try again.")


def find_room(request: HttpRequest, code: str) -> Session:
    """The open room with this code. Raises NoSuchRoom, or TooMany after many wrong codes."""
    key = f"wrong-code:{client_address(request)}"
    try:
        return sessions.find_open(code)
    except NoSuchRoom:
        if not limits.allow(key, rate_per_second=WRONG_RATE, burst=WRONG_BURST):
            raise TooMany from None
        raise


def let_in(request: HttpRequest, code: str) -> None:
    """Raises TooMany when one address floods one room."""
    key = f"join:{client_address(request)}:{code}"
    if not limits.allow(key, rate_per_second=JOIN_RATE, burst=JOIN_BURST):
        raise TooMany
