"""The report as files a school opens: xlsx first, CSV with a BOM, no cell that is a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter

from quizzes import kinds
from quizzes.kinds.base import said

from . import modes, teams
from .models import Session
from .results import Line, Mark, Results, Status

#: What a spreadsheet would read as a formula when it opens a text file.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_FILLS = {
    Status.RIGHT: "E0F0E1",
    Status.PARTLY: "FCEFCB",
    Status.WRONG: "F8E6D6",
    Status.BLANK: "F2E8D6",
}


def _text(value: str) -> str:
    """Text that stays text in a CSV: an apostrophe in front of what looks like a formula."""
    return f"'{value}" if value.startswith(_FORMULA_STARTS) else value


def status_word(status: Status) -> str:
    """A mark in one word, for cells and screen readers."""
    return {
        Status.RIGHT: _("right"),
        Status.PARTLY: _("partly right"),
        Status.WRONG: _("wrong"),
        Status.BLANK: _("blank"),
        Status.ABSENT: _("not yet there"),
    }[status]


def name_of(line: Line, number: int) -> str:
    """The nickname, or a number once nicknames have been erased."""
    return line.participant.nickname or _("Student %(n)s") % {"n": number}


def mark_out_of_ten(line: Line) -> float:
    """The mean share on the school's scale of 10, one decimal."""
    return round(line.percent / 10, 1)


def _people(results: Results) -> Iterator[tuple[int, Line]]:
    yield from enumerate((*results.lines, *results.removed), start=1)


def _student_head(session: Session, results: Results) -> list[str]:
    head = [_("No."), _("Name"), _("Place"), _("Points"), _("Right"), _("Asked"), _("Out of 10")]
    if session.team_count:
        head.append(_("Team"))
    head += [_("Q%(n)s") % {"n": item.number} for item in results.items]
    return [*head, _("How the class played")]


def _student_row(
    number: int, line: Line, session: Session, results: Results, language: str
) -> list[Any]:
    row: list[Any] = [
        number,
        name_of(line, number),
        line.place or _("left"),
        line.total,
        line.right,
        line.asked,
        mark_out_of_ten(line),
    ]
    if session.team_count:
        row.append(line.participant.get_team_display())
    for item in results.items:
        mark = line.marks[item.index]
        row.append(_cell(mark, item.question, language))
    return [*row, modes.of(session).words]


def _cell(mark: Mark, question: dict[str, Any], language: str) -> str:
    if mark.response is None:
        return status_word(mark.status)
    kind = kinds.kind(question["kind"])
    words = [
        status_word(mark.status),
        kind.remark(question, mark.response),
        _("came late") if mark.late else "",
    ]
    said_answer = kind.describe(question, mark.response, language)
    return f"{said_answer} ({', '.join(filter(None, words))})"


def to_csv(session: Session, results: Results, language: str) -> bytes:
    """One row a student, UTF-8 with a BOM, commas; opens right in Excel and LibreOffice."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([_text(cell) for cell in _student_head(session, results)])
    for number, line in _people(results):
        row = _student_row(number, line, session, results, language)
        writer.writerow([_text(cell) if isinstance(cell, str) else cell for cell in row])
    return ("\ufeff" + out.getvalue()).encode()


def to_xlsx(session: Session, results: Results, language: str) -> bytes:
    """Two sheets: students × questions, and the questions with their figures; a third for teams."""
    book = Workbook()
    students = book.active
    students.title = _("Students")
    head = _student_head(session, results)
    _append(students, head)
    first = len(head) - len(results.items)
    for number, line in _people(results):
        _append(students, _student_row(number, line, session, results, language))
        for offset, item in enumerate(results.items, start=first):
            colour = _FILLS.get(line.marks[item.index].status)
            if colour:
                cell = students.cell(row=students.max_row, column=offset)
                cell.fill = PatternFill("solid", fgColor=colour)
    questions = book.create_sheet(_("Questions"))
    _append(
        questions,
        [
            _("No."),
            _("Question"),
            _("Right answer"),
            _("Asked"),
            _("Answered"),
            _("Right"),
            _("Facility (%)"),
            _("Mean time (s)"),
            _("Most chosen wrong answer"),
        ],
    )
    for item in results.items:
        kind = kinds.kind(item.question["kind"])
        _append(
            questions,
            [
                item.number,
                said(item.question["text"], language),
                kind.describe(item.question, kind.answer(item.question), language),
                item.asked,
                item.answered,
                item.right,
                item.percent,
                None if item.mean_seconds is None else round(item.mean_seconds, 1),
                kind.describe(item.question, item.mistake, language),
            ],
        )
    if session.team_count:
        _append_teams(book, session, results)
    for sheet in book.worksheets:
        _dress(sheet)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _append_teams(book: Workbook, session: Session, results: Results) -> None:
    sheet = book.create_sheet(_("Teams"))
    _append(sheet, [_("Place"), _("Team"), _("Students"), _("Points")])
    for line in teams.standings(results, session.team_count):
        _append(sheet, [line.place, line.name, line.size, line.total])


def _append(sheet: Any, row: list[Any]) -> None:
    """Append a row whose text cells are text, whatever they begin with."""
    sheet.append(row)
    for cell in sheet[sheet.max_row]:
        if isinstance(cell.value, str):
            cell.data_type = "s"


def _dress(sheet: Any) -> None:
    sheet.freeze_panes = "C2"
    for cell in sheet[1]:
        cell.font = Font(bold=True)
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    for column in range(1, sheet.max_column + 1):
        longest = max(
            len(str(sheet.cell(row=row, column=column).value or ""))
            for row in range(1, sheet.max_row + 1)
        )
        sheet.column_dimensions[get_column_letter(column)].width = min(max(longest + 2, 6), 48)
