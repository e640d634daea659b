"""The report of a session: on screen, as xlsx, as CSV; computed from the answers each time."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from quizzes import kinds

from . import charts, exports, modes, plays, results, rounds, sessions
from .access import get_session_for_host
from .errors import NotNow
from .models import Session
from .views_host import teacher_required


@never_cache
@teacher_required
@require_GET
def report(request: HttpRequest, pk: int) -> HttpResponse:
    session = get_session_for_host(request, pk)
    found = results.compute(session)
    language = get_language() or "vi"
    return render(
        request,
        "classrooms/report.html",
        {
            "session": session,
            "results": found,
            "mode": modes.of(session),
            "play": plays.play_of(session, lambda: found, len(sessions.questions_of(session))),
            "chart": charts.facility(found.items),
            "rows": _rows(found, language),
            "items": [_item(item, language) for item in found.items],
            "void": [_item(item, language) for item in found.void],
        },
    )


@never_cache
@teacher_required
@require_POST
def void(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a question out, or let it count again: `void` or `count` names its number."""
    session = get_session_for_host(request, pk)
    out = "void" in request.POST
    raw = request.POST.get("void" if out else "count", "")
    number = int(raw) if raw.isascii() and raw.isdigit() and len(raw) <= 3 else 0
    try:
        rounds.void_question(session.pk, number - 1, out)
    except NotNow as error:
        messages.error(request, str(error.message))
    else:
        text = _("Question %(n)s is taken out.") if out else _("Question %(n)s counts again.")
        messages.info(request, text % {"n": number})
    return redirect("classrooms:report", pk)


def _rows(found: results.Results, language: str) -> list[dict[str, Any]]:
    return [
        {
            "line": line,
            "name": exports.name_of(line, number),
            "out_of_ten": exports.mark_out_of_ten(line),
            "cells": [_cell(item, line.marks[item.index], language) for item in found.items],
        }
        for number, line in enumerate((*found.lines, *found.removed), start=1)
    ]


def _cell(item: results.Item, mark: results.Mark, language: str) -> dict[str, Any]:
    kind = kinds.kind(item.question["kind"])
    said = kind.describe(item.question, mark.response, language)
    remark = kind.remark(item.question, mark.response)
    return {
        "status": str(mark.status),
        "word": exports.status_word(mark.status) + (f", {_('came late')}" if mark.late else ""),
        "number": item.number,
        "said": f"{said} ({remark})" if remark else said,
        "mark": mark,
    }


def _item(item: results.Item, language: str) -> dict[str, Any]:
    kind = kinds.kind(item.question["kind"])
    return {
        "item": item,
        "right": kind.describe(item.question, kind.answer(item.question), language),
        "wrong": kind.describe(item.question, item.mistake, language),
    }


def _file(session: Session, body: bytes, ending: str, kind: str) -> HttpResponse:
    response = HttpResponse(body, content_type=kind)
    day = f"{session.created_at:%Y-%m-%d}"
    response["Content-Disposition"] = (
        f'attachment; filename="rang-ro-{session.code}-{day}.{ending}"'
    )
    return response


@never_cache
@teacher_required
@require_GET
def xlsx(request: HttpRequest, pk: int) -> HttpResponse:
    session = get_session_for_host(request, pk)
    body = exports.to_xlsx(session, results.compute(session), get_language() or "vi")
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return _file(session, body, "xlsx", kind)


@never_cache
@teacher_required
@require_GET
def csv_file(request: HttpRequest, pk: int) -> HttpResponse:
    session = get_session_for_host(request, pk)
    body = exports.to_csv(session, results.compute(session), get_language() or "vi")
    return _file(session, body, "csv", "text/csv; charset=utf-8")
