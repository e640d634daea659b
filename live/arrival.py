"""When a request reached this process, before it waited for the page thread."""

from __future__ import annotations

from datetime import UTC, datetime

from django.http import HttpRequest
from django.utils import timezone

#: Key of the request's environment; the page lane writes it, no client can.
ARRIVED = "rangro.arrived"


def arrived_at(request: HttpRequest) -> datetime:
    """The moment the whole request was here; now, where no page lane stands in front (tests)."""
    stamp = request.META.get(ARRIVED)
    return timezone.now() if stamp is None else datetime.fromtimestamp(stamp, UTC)
