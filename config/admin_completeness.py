"""The page that says, people by people and province by province, which sections are still empty."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from heritage import completeness
from heritage.models import Fact, Region
from heritage.selectors import ICONS


def table(site: AdminSite, request: HttpRequest) -> TemplateResponse:
    """Raises PermissionDenied for who may not look at facts. Six queries besides the frame's."""
    facts = site.get_model_admin(Fact)
    if not facts.has_view_or_change_permission(request):
        raise PermissionDenied
    peoples = completeness.of_peoples()
    may_add = facts.has_add_permission(request)
    context = {
        **site.each_context(request),
        "title": _("How complete the pages are"),
        "sections": [(each.label, ICONS[each]) for each in completeness.SECTIONS],
        "peoples": [_line("group", row, may_add) for row in peoples],
        "there": sum(row.there for row in peoples),
        "needed": len(peoples) * len(completeness.SECTIONS),
        "regions": _regions(may_add),
    }
    return TemplateResponse(request, "admin/completeness.html", context)


def _regions(may_add: bool) -> list[tuple[str, list[dict[str, Any]]]]:
    by_region: dict[str, list[dict[str, Any]]] = {}
    for row in completeness.of_provinces():
        by_region.setdefault(row.subject.region, []).append(_line("province", row, may_add))
    return [
        (str(region.label), by_region[region.value])
        for region in Region
        if region.value in by_region
    ]


def _line(field: str, row: completeness.Completeness, may_add: bool) -> dict[str, Any]:
    """A row of the table: each section with the list of its facts, or where to write the first."""
    listed, add = reverse("admin:heritage_fact_changelist"), reverse("admin:heritage_fact_add")
    cells = []
    for category, there in row.sections:
        ask = {f"{field}__id__exact": row.subject.pk, "category__exact": category.value}
        if there:
            url = f"{listed}?{urlencode(ask)}"
        elif may_add:
            url = f"{add}?{urlencode({field: row.subject.pk, 'category': category.value})}"
        else:
            url = ""
        cells.append({"label": category.label, "there": there, "url": url})
    return {"row": row, "cells": cells}
