"""Filters of the editors' lists: what waits, what is shown, what lacks something."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from . import completeness
from .models import EthnicGroup, Fact, Province, Region
from .selectors import SECTIONS

#: Facts that readers do not see yet, and that nobody has decided on.
WAITING = Q(review=Fact.Review.WAITING) & (
    Q(sensitive=True)
    | ~Q(
        confidence=Fact.Confidence.HIGH,
        basis__in=[Fact.Basis.PAGE, Fact.Basis.STATISTICS, Fact.Basis.DIGEST],
    )
)


class VisibleFilter(admin.SimpleListFilter):
    """What readers see, what waits for an editor."""

    title = _("shown to readers")
    parameter_name = "visible"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("waiting", _("Waits for review")), ("yes", _("Shown")), ("no", _("Not shown"))]

    def queryset(self, request: HttpRequest, queryset: Any) -> QuerySet[Any]:
        if self.value() == "waiting":
            return queryset.filter(WAITING)
        if self.value() == "yes":
            return queryset.public()
        if self.value() == "no":
            return queryset.exclude(pk__in=Fact.objects.public().values("pk"))
        return queryset


class RegionFilter(admin.SimpleListFilter):
    """By the region a fact's province or a people's provinces lie in."""

    title = _("region")
    parameter_name = "region"
    path = "presences__province__region"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(Region.choices)

    def queryset(self, request: HttpRequest, queryset: Any) -> QuerySet[Any]:
        if self.value() not in Region.values:
            return queryset
        # A handful of people in a province does not make it a place where a people lives.
        return queryset.filter(
            **{self.path: self.value(), "presences__population_2019__gte": 1000}
        ).distinct()


class LacksFilter(admin.SimpleListFilter):
    """Rows that lack something a reader looks for. The admin says what in `lacks`: the value in
    the address, what it is called, and the rows."""

    title = _("lacks")
    parameter_name = "lacks"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        self._lacks: Mapping[str, tuple[Any, Callable[[QuerySet[Any]], QuerySet[Any]]]]
        self._lacks = model_admin.lacks
        return [(name, label) for name, (label, _rows) in self._lacks.items()]

    def queryset(self, request: HttpRequest, queryset: Any) -> QuerySet[Any]:
        wanted = self._lacks.get(str(self.value()))
        return wanted[1](queryset) if wanted else queryset


class SectionFilter(admin.SimpleListFilter):
    """Peoples whose page leaves a section out, for want of a public fact."""

    title = _("no public fact in")
    parameter_name = "without"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(each.value, each.label) for each in SECTIONS]

    def queryset(self, request: HttpRequest, queryset: Any) -> QuerySet[Any]:
        if self.value() not in {each.value for each in SECTIONS}:
            return queryset
        return queryset.filter(pk__in=completeness.without_section(str(self.value())).values("pk"))


def rule(condition: Q) -> Callable[[QuerySet[Any]], QuerySet[Any]]:
    """For `lacks`: the rows that meet a condition."""
    return lambda rows: rows.filter(condition)


def no_photo(model: type[EthnicGroup] | type[Province]) -> Callable[[QuerySet[Any]], QuerySet[Any]]:
    """For `lacks`: the rows without a picture."""
    return lambda rows: rows.filter(pk__in=completeness.without_photo(model).values("pk"))
