"""The API's common ground: pages, the limit, and what an error says."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from rest_framework.exceptions import NotFound, ParseError, Throttled
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from players.addresses import client_address
from players.limits import ALLOWED, Verdict, allow


class Pages(PageNumberPagination):
    """20 rows a page, up to 100 with ?page_size=."""

    page_size = 20
    page_size_query_param = "page_size"
    max_page_size = 100
    page_query_description: Any = _("Which page, from 1.")
    page_size_query_description: Any = _("Rows a page, at most 100.")


class Throttle(BaseThrottle):
    """One bucket a user, or an address for who is not logged in. A school behind one address reads
    together; this stops scrapers, not classes."""

    rate_per_second, burst = 10.0, 600

    def __init__(self) -> None:
        self.verdict: Verdict = ALLOWED

    def allow_request(self, request: Request, view: Any) -> bool:
        user = request.user
        who = f"user-{user.pk}" if user.is_authenticated else client_address(request._request)
        self.verdict = allow(f"api:{who}", self.rate_per_second, self.burst)
        return bool(self.verdict)

    def wait(self) -> float:
        return self.verdict.retry_after


def on_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """As the framework answers, with our words where its own stay English."""
    # Its views read our throttle while they are imported, so this module cannot import them first.
    from rest_framework.views import exception_handler

    if isinstance(error, RecursionError):
        error = ParseError(_("The JSON is nested too deeply."))
    if isinstance(error, Http404):
        error = NotFound(_("There is nothing at this address."))
    response = exception_handler(error, context)
    if response is not None and isinstance(error, Throttled):
        wait = int(response.headers.get("Retry-After", 1))
        response.data = {
            "detail": ngettext(
                "Too many requests. Try again in %(wait)d second.",
                "Too many requests. Try again in %(wait)d seconds.",
                wait,
            )
            % {"wait": wait}
        }
    return response
