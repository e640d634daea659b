"""What a browser may load stands on every page, worded once; a view may still ask for its own."""

from __future__ import annotations

from csp.decorators import csp_update
from csp.utils import build_policy
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from config.middleware import PolicyMiddleware

NAME = "Content-Security-Policy"


def parts(policy: str) -> set[str]:
    return set(policy.split("; "))


def answered(view) -> str:
    return PolicyMiddleware(view)(RequestFactory().get("/"))[NAME]


def test_every_page_carries_the_policy_of_the_settings(client, db):
    page = client.get("/join/")
    assert parts(page[NAME]) == parts(build_policy())
    assert "script-src 'self'" in parts(page[NAME])


def test_a_view_with_a_policy_or_a_nonce_of_its_own_gets_it():
    @csp_update({"img-src": ["blob:"]})
    def pictures(request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    assert "blob:" in answered(pictures)

    def script(request: HttpRequest) -> HttpResponse:
        return HttpResponse(str(request.csp_nonce))  # type: ignore[attr-defined]

    assert "'nonce-" in answered(script)
    assert "'nonce-" not in answered(lambda request: HttpResponse())
