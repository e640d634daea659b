"""Filters of the question list."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from ..kinds import labels
from ..models import Choice, Deck, Question

#: The columns that a reader sees, whatever the language.
_TEXTS = ("text", "explanation", "source")


class DeckFilter(admin.RelatedFieldListFilter):
    """The decks that editors work on."""

    def field_choices(
        self, field: Any, request: HttpRequest, model_admin: Any
    ) -> list[tuple[str, Any]]:
        return [(str(deck.pk), str(deck)) for deck in Deck.objects.for_editors()]


class KindFilter(admin.SimpleListFilter):
    title = _("kind")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return labels()

    def queryset(self, request: HttpRequest, queryset: QuerySet[Question]) -> QuerySet[Question]:
        return queryset.filter(kind=self.value()) if self.value() else queryset


def missing_text(language: str) -> Q:
    """Whether a question or one of its choices lacks a text in "vi" or "en"."""
    gap = Q(Exists(Choice.objects.filter(question=OuterRef("pk"), **{f"text_{language}": ""})))
    for name in _TEXTS:
        gap |= Q(**{f"{name}_{language}": ""})
    return gap


class MissingTextFilter(admin.SimpleListFilter):
    """Questions of which one language lacks a text, in the question or in a choice."""

    title = _("missing text")
    parameter_name = "missing"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("vi", _("Vietnamese")), ("en", _("English"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Question]) -> QuerySet[Question]:
        language = self.value()
        if language not in ("vi", "en"):
            return queryset
        return queryset.filter(missing_text(language))
