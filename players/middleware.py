"""Hands a new player its cookie."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from .services import COOKIE, COOKIE_AGE, cookie_value


class PlayerMiddleware:
    """Sets the player cookie on the response of the request that made the player."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if getattr(request, "_new_player", False):
            response.set_cookie(
                COOKIE,
                cookie_value(request._player),  # type: ignore[attr-defined]
                max_age=COOKIE_AGE,
                httponly=True,
                samesite="Lax",
                secure=settings.HTTPS,
            )
        return response
