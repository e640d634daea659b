"""Login by name or e-mail address."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from .addresses import client_address
from .limits import allow
from .models import User

#: Hashes a second that an address may cost with names that nobody has, and at once.
UNKNOWN_RATE, UNKNOWN_BURST = 1, 10
#: Characters of an e-mail address; names of accounts are shorter.
LONGEST_NAME = 254


def find(name: str) -> User | None:
    """Whom a typed name or e-mail address means, in whatever case; names that differ by case only
    must be typed exactly. Nobody is called by more than LONGEST_NAME characters."""
    if len(name) > LONGEST_NAME:
        return None
    if "@" in name and (found := User.objects.filter(email__iexact=name).first()):
        return found
    if exact := User.objects.filter(username=name).first():
        return exact
    alike = list(User.objects.filter(username__iexact=name)[:2])
    return alike[0] if len(alike) == 1 else None


def counted_name(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> str | None:
    """The name under which failed logins are counted (django-axes): one for each account, however
    its name or address was typed."""
    typed = (credentials or {}).get("username")
    if typed is None:
        typed = getattr(request, "data", request.POST).get("username")
    if typed is None:
        return None
    # As the login form reads it.
    name = unicodedata.normalize("NFKC", str(typed)).replace("\x00", "").strip()
    found = find(name) if "@" in name else None
    return (found.username if found else name).casefold()


class NameOrEmailBackend(ModelBackend):
    """A teacher may type either."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        if username is None or password is None:
            return None
        user = find(username)
        if user is None:
            self._pretend(request, password)
            return None
        # Known names are slowed by django-axes, for each name and address: whoever guesses names
        # cannot keep a teacher behind the same address from signing in.
        return super().authenticate(request, username=user.username, password=password, **kwargs)

    @staticmethod
    def _pretend(request: HttpRequest | None, password: str) -> None:
        """Take as long as for a known name, so that the time does not tell which names there are;
        but a hash costs the page thread a tenth of a second, so not for ever new guesses."""
        if request is None or allow(
            f"unknown-login:{client_address(request)}", UNKNOWN_RATE, UNKNOWN_BURST
        ):
            User().set_password(password)
