"""What every page request passes: an id for the logs, and the reader's language."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import structlog
from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.multipartparser import MultiPartParserError
from django.http.request import UnreadablePostError
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import translation

from .pages import TOO_LARGE

log = structlog.get_logger(__name__)

GetResponse = Callable[[HttpRequest], HttpResponse]


class RequestIdMiddleware:
    """Binds a request id to every log line and returns it, so that a report can be found again."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        request_id = given if given.isalnum() and len(given) <= 64 else secrets.token_hex(16)
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        response = self.get_response(request)
        response["X-Request-ID"] = request_id
        return response


class PolicyMiddleware(CSPMiddleware):
    """The library words the policy anew for each response, twice. Ours is the same on all of them
    but those whose view asked for something of its own, or for a nonce."""

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        self.usual = build_policy()

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> Any:
        asked = getattr(request, "_csp_nonce", None) or settings.DEBUG
        if asked or any(name.startswith("_csp") for name in vars(response)):
            return super().process_response(request, response)
        response.setdefault(HEADER, self.usual)
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


class ReadableMiddleware:
    """What is sent is read here, once and in one place: a body that is too large or has too many
    fields is answered in words, not by a traceback in the log."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        status = _unreadable(request)
        if not status:
            return self.get_response(request)
        # Nobody below reads the body again.
        request.POST = QueryDict()
        log.warning("body refused", path=request.path, status=status)
        return render(request, "400.html", {"too_large": status == 413}, status=status)


def _unreadable(request: HttpRequest) -> int:
    """The status that answers a body nobody reads, 0 for one that can be read."""
    if request.META.get(TOO_LARGE):
        return 413
    if request.method != "POST":
        return 0
    is_form = request.content_type in ("multipart/form-data", "application/x-www-form-urlencoded")
    if not is_form:
        size = str(request.META.get("CONTENT_LENGTH") or "")
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        return 413 if size.isdigit() and int(size) > most else 0
    try:
        request.POST  # noqa: B018  read for what it raises
    except RequestDataTooBig:
        return 413
    except (TooManyFieldsSent, TooManyFilesSent, MultiPartParserError, UnreadablePostError):
        return 400
    return 0


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
