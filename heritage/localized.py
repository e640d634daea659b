"""One reader for the `_vi` / `_en` column pairs."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language


class Localized:
    """`name = Localized()` reads `name_vi` or `name_en` by the active language.

    An empty translation falls back to the other language: a page with one foreign sentence helps
    a reader more than a page with a hole.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type | None = None) -> str:
        if instance is None:
            return self  # type: ignore[return-value]
        language = (get_language() or "vi")[:2]
        first, second = ("en", "vi") if language == "en" else ("vi", "en")
        return getattr(instance, f"{self.name}_{first}") or getattr(
            instance, f"{self.name}_{second}"
        )
