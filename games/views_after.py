"""A table that is over, played to its end or closed before: watching it again, its record, its
analysis, what was learnt. What is shown is each game's own (`Face.pages`); here is who may see
it."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from .errors import NotEnded
from .models import Table
from .views_table import at_table, scene_for


def _page(request: HttpRequest, table: Table, name: str, **found: Any) -> HttpResponse:
    scene = scene_for(request, table)
    view = scene.face.pages.get(name)
    if view is None or table.state is None:
        raise Http404
    if not table.is_over:
        raise NotEnded
    return view(request, scene=scene, **found)


@never_cache
@require_safe
@at_table
def replay(request: HttpRequest, table: Table) -> HttpResponse:
    """Turn by turn, by slider or links; its address is the one to share."""
    return _page(request, table, "replay")


@never_cache
@require_safe
@at_table
def record_of(request: HttpRequest, table: Table) -> HttpResponse:
    """The game written down, as a file."""
    return _page(request, table, "record_of")


@never_cache
@require_safe
@at_table
def analysis(request: HttpRequest, table: Table) -> HttpResponse:
    """The best move of each turn, and who was ahead when."""
    return _page(request, table, "analysis")


@never_cache
@require_safe
@at_table
def learning(request: HttpRequest, table: Table, index: int | None = None) -> HttpResponse:
    """What was asked and who knew it: to each their own, to the teacher everybody's."""
    return _page(request, table, "learning", index=index)


@never_cache
@require_safe
@at_table
def learning_csv(request: HttpRequest, table: Table) -> HttpResponse:
    """The same as a file, a row an answer: the teacher's."""
    return _page(request, table, "learning_csv")


@never_cache
@require_safe
@at_table
def learning_xlsx(request: HttpRequest, table: Table) -> HttpResponse:
    """As a workbook."""
    return _page(request, table, "learning_xlsx")
