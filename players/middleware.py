"""Hands a new player its cookie; keeps pages of signed-in people out of shared caches."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from .services import COOKIE, COOKIE_AGE, cookie_value


class PrivatePagesMiddleware:
    """No cache between the site and a reader keeps a page that knew who was signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # Set once somebody has asked `request.user` who it is.
        user = getattr(request, "_cached_user", None)
        if user is not None and user.is_authenticated:
            patch_cache_control(response, private=True)
        return response


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
