"""What every page request passes: an id for the logs, and the reader's language."""

from __future__ import annotations

import uuid
from collections.abc import Callable

import structlog
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.utils import translation

GetResponse = Callable[[HttpRequest], HttpResponse]


class RequestIdMiddleware:
    """Binds a request id to every log line and returns it, so that a report can be found again."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        request_id = given if given.isalnum() and len(given) <= 64 else uuid.uuid4().hex
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        response = self.get_response(request)
        response["X-Request-ID"] = request_id
        return response


class LanguageMiddleware:
    """Vietnamese unless the reader has switched; the switch stays in a cookie.

    Accept-Language is not asked: most phones in a Vietnamese class are set to English or to
    nothing in particular, and the class would not see the same words.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        wanted = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
        language = wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        with translation.override(language):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        response.setdefault("Content-Language", language)
        return response


class NoNulMiddleware:
    """NUL is no text: PostgreSQL cannot store or compare it, no person types it. An address that
    holds one does not exist; in what is sent it is left out."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info:
            raise Http404("an address with NUL")
        if "%00" in request.META.get("QUERY_STRING", ""):
            request.GET = _without_nul(request.GET)  # type: ignore[assignment]
        if request.method == "POST" and any(
            "\0" in v for _, vs in request.POST.lists() for v in vs
        ):
            request.POST = _without_nul(request.POST)  # type: ignore[assignment]
        return self.get_response(request)


def _without_nul(data: QueryDict) -> QueryDict:
    cleaned = data.copy()
    for name, values in data.lists():
        cleaned.setlist(name, [value.replace("\0", "") for value in values])
    return cleaned
