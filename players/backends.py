"""Login by name or e-mail address."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from .models import User


def known_name(typed: str) -> str:
    """The user name that is meant by a name or an e-mail address, typed in whatever case; what is
    typed, in small letters, when nobody is meant."""
    typed = typed.strip()
    if User.objects.filter(username=typed).exists():
        return typed
    column = "email__iexact" if "@" in typed else "username__iexact"
    found = list(User.objects.filter(**{column: typed}).values_list("username", flat=True)[:2])
    # Two names that differ by case only must be typed exactly.
    return found[0] if len(found) == 1 else typed.lower()


class NameOrEmailBackend(ModelBackend):
    """A teacher may type either, in whatever case."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        name = known_name(username) if username else username
        return super().authenticate(request, username=name, password=password, **kwargs)
