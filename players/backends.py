"""Login by name or e-mail address."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from .models import User


class NameOrEmailBackend(ModelBackend):
    """A teacher may type either; an address is compared without case."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        if username and "@" in username:
            found = User.objects.filter(email__iexact=username).first()
            username = found.username if found else username
        return super().authenticate(request, username=username, password=password, **kwargs)
