"""Whose address a request comes from, proxies considered."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The client's address; X-Forwarded-For counts only as far as our own proxies wrote it."""
    hops = int(settings.TRUSTED_PROXIES)
    if hops:
        forwarded = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",")]
        if len(forwarded) >= hops and forwarded[-hops]:
            return forwarded[-hops]
    return str(request.META.get("REMOTE_ADDR") or "unknown")
