"""The report of a session: on screen, as xlsx, as CSV; computed from the answers each time."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from heritage.public_address import site_address
from heritage.spreadsheets import CSV_TYPE, XLSX_TYPE, separator
from heritage.text import sort_key
from quizzes import kinds
from quizzes.shares import region_map

from . import analysis, charts, exports, hosting, modes, plays, results, sessions
from . import report as reports
from .access import get_session_for_host
from .errors import NotNow
from .models import Session
from .views_host import teacher_required


@never_cache
@teacher_required
@require_GET
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole report; `?order=name` lists the students by the alphabet instead of by place."""
    session = get_session_for_host(request, pk)
    language = get_language() or "vi"
    found = reports.of(results.compute(session), language)
    by_name = request.GET.get("order") == "name"
    return render(
        request,
        "classrooms/report.html",
        {
            "session": session,
            "results": found.results,
            "report": found,
            "mode": modes.of(session),
            "play": plays.play_of(
                session, lambda: found.results, len(sessions.questions_of(session))
            ),
            "chart": charts.facility(found.results.items),
            "marks_chart": charts.marks(found.marks, exports.mark_bands()),
            "times_chart": charts.times(found.items),
            # Drawn by heritage.maps, which escapes what it is told.
            "map": SafeString(region_map(found.regions)) if found.regions else "",
            "rows": _rows(found, language, by_name),
            "by_name": by_name,
            "on_paper": any(line.participant.on_paper for _n, line in exports.people(found)),
            "items": [_item(each) for each in found.items],
            "void": found.results.void,
            "repeat_address": site_address(request) + found.repeat_url if found.repeat_url else "",
            "least": {"students": analysis.MIN_STUDENTS, "questions": analysis.MIN_OTHERS + 1},
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
        hosting.void_question(session.pk, number - 1, out)
    except NotNow as error:
        messages.error(request, str(error.message))
    else:
        text = _("Question %(n)s is taken out.") if out else _("Question %(n)s counts again.")
        messages.info(request, text % {"n": number})
    return redirect("classrooms:report", pk)


def _rows(found: reports.Report, language: str, by_name: bool) -> list[dict[str, Any]]:
    rows = [
        {
            "line": line,
            "name": exports.name_of(line, number),
            "cells": [
                _cell(item, line.marks[item.index], language) for item in found.results.items
            ],
        }
        for number, line in exports.people(found)
    ]
    return sorted(rows, key=lambda row: sort_key(row["name"])) if by_name else rows


def _cell(item: results.Item, mark: results.Mark, language: str) -> dict[str, Any]:
    kind = kinds.kind(item.question["kind"])
    said = kind.describe(item.question, mark.response, language)
    remark = kind.remark(item.question, mark.response)
    return {
        "status": str(mark.status),
        "word": exports.mark_word(mark) + (f", {_('came late')}" if mark.late else ""),
        "said": f"{said} ({remark})" if remark else said,
    }


@never_cache
@teacher_required
@require_GET
def student(request: HttpRequest, pk: int, participant: int) -> HttpResponse:
    """Every answer of one student, beside the right one. Without a place, so that it can be given
    to a student or to parents."""
    session = get_session_for_host(request, pk)
    language = get_language() or "vi"
    found = reports.of(results.compute(session), language)
    lines = {line.participant.pk: (number, line) for number, line in exports.people(found)}
    if participant not in lines:
        raise Http404
    number, line = lines[participant]
    answers = [
        {"item": item, "mark": line.marks[item.index]}
        | _cell(item, line.marks[item.index], language)
        for item in found.results.items
    ]
    name = exports.name_of(line, number)
    context = {"session": session, "line": line, "name": name, "answers": answers}
    return render(request, "classrooms/report/student.html", context)


def _item(figures: reports.Figures) -> dict[str, Any]:
    """One question with what the template cannot find out by itself."""
    return {
        "figures": figures,
        "item": figures.item,
        "power": exports.power_word(figures.power),
        "odd": figures.power == analysis.Power.NEGATIVE,
        # The wrong answers of the other kinds have a list of their own.
        "bars": [bar for bar in figures.item.bars if bar.right or figures.has_choices],
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
    language = get_language() or "vi"
    body = exports.to_xlsx(session, reports.of(results.compute(session), language), language)
    return _file(session, body, "xlsx", XLSX_TYPE)


@never_cache
@teacher_required
@require_GET
def csv_file(request: HttpRequest, pk: int) -> HttpResponse:
    """`?separator=comma` or `semicolon`; anything else is what the reader's language goes with."""
    session = get_session_for_host(request, pk)
    language = get_language() or "vi"
    chosen = separator(request.GET.get("separator"), language)
    body = exports.to_csv(session, reports.of(results.compute(session), language), language, chosen)
    return _file(session, body, "csv", CSV_TYPE)
