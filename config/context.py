"""What every template may ask of the site."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """`other_language` for the switch in the header, `theme` as the reader has set it."""
    current = getattr(request, "LANGUAGE_CODE", settings.LANGUAGE_CODE)
    theme = request.COOKIES.get("theme", "")
    return {
        "language": current,
        "other_language": "en" if current == "vi" else "vi",
        "theme": theme if theme in {"light", "dark"} else "",
    }
