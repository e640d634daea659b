"""The report as files a school opens: `tables` says what is in them; `to_xlsx` writes all of it, a
sheet a table, `to_csv` the table of the students.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from heritage import spreadsheets
from heritage.spreadsheets import Cell, Separator, Table
from quizzes import kinds

from . import analysis, modes, teams
from .analysis import Power
from .models import Session
from .report import Figures, Report, seconds_of
from .results import Line, Mark, Status

_FILLS = {
    Status.RIGHT: "E0F0E1",
    Status.PARTLY: "FCEFCB",
    Status.WRONG: "F8E6D6",
    Status.BLANK: "F2E8D6",
}
_WARNING = "F8E6D6"

# --- words ---------------------------------------------------------------------------------------


def status_word(status: Status) -> str:
    """A mark in one word, for cells and screen readers."""
    return {
        Status.RIGHT: _("right"),
        Status.PARTLY: _("partly right"),
        Status.WRONG: _("wrong"),
        Status.BLANK: _("blank"),
        Status.ABSENT: _("not yet there"),
    }[status]


def mark_word(mark: Mark) -> str:
    """As `status_word`, told more closely: who holds up cards is there, and still not asked."""
    if mark.on_paper and mark.status == Status.ABSENT:
        return _("not asked")
    return status_word(mark.status)


def power_word(power: Power) -> str:
    """What a discrimination index says, in a few words."""
    return {
        Power.VERY_GOOD: _("tells apart very well"),
        Power.GOOD: _("tells apart well"),
        Power.FAIR: _("tells apart fairly"),
        Power.WEAK: _("hardly tells apart"),
        Power.NEGATIVE: _("check the key"),
        Power.EASY: _("nearly everybody knew it"),
        Power.HARD: _("hardly anybody knew it"),
        Power.UNKNOWN: _("too few students or questions"),
    }[power]


def mark_bands() -> list[str]:
    """The bands of marks on 10, as they are written under the chart."""
    lows = analysis.MARK_BANDS
    ends = [*(low - 0.1 for low in lows[1:]), 10]
    return [
        f"{number_format(low, 1 if low % 1 else 0)}–{number_format(end, 1 if end % 1 else 0)}"
        for low, end in zip(lows, ends, strict=True)
    ]


def name_of(line: Line, number: int) -> str:
    """The nickname, or a number once nicknames have been erased."""
    return line.participant.nickname or _("Student %(n)s") % {"n": number}


# --- the tables ----------------------------------------------------------------------------------


def tables(session: Session, report: Report, language: str) -> list[Table]:
    """Everything the report says, as sheets, in one language."""
    return [
        _summary(session, report),
        students(session, report, language),
        _questions(report),
        _wrong_answers(report),
        _topics(report),
        *([_teams(session, report)] if session.team_count else []),
        _every_answer(report, language),
    ]


def _summary(session: Session, report: Report) -> Table:
    found = report.results
    rows: list[list[Cell]] = [
        [_("Deck"), session.title],
        [_("Class"), session.for_class.name if session.for_class else ""],
        [_("When"), date_format(timezone.localtime(session.created_at), "DATETIME_FORMAT")],
        [_("Room"), session.code],
        [_("How the class played"), modes.of(session).words],
        [_("Students"), len(found.lines)],
        [_("Questions"), len(found.items)],
        [_("Right (%)"), found.percent],
        [_("Mean mark out of 10"), report.mark],
    ]
    for band, count in zip(mark_bands(), report.marks, strict=True):
        rows.append([_("Marks %(band)s") % {"band": band}, count])
    for each in report.weakest:
        rows.append([_("To repeat"), f"{each.item.number}. {each.text} ({each.item.percent}%)"])
    return Table(_("Summary"), [_("Item"), _("Value")], rows)


def students(session: Session, report: Report, language: str) -> Table:
    """One row a student, one column a question.

    No head is one word for right or wrong: where LibreOffice speaks Vietnamese it takes "Đúng" and
    "Sai" in a CSV for TRUE and FALSE.
    """
    head = [
        _("No."),
        _("Name"),
        _("Place"),
        _("Points"),
        _("Out of 10"),
        _("Questions right"),
        _("Partly right"),
        _("Questions wrong"),
        _("Left blank"),
        _("Asked"),
        _("Median time (s)"),
    ]
    if session.team_count:
        head.append(_("Team"))
    some_on_paper = any(line.participant.on_paper for _number, line in people(report))
    if some_on_paper:
        head.append(_("Answered by"))
    first = len(head)
    head += [_("Q%(n)s") % {"n": each.item.number} for each in report.items]
    head.append(_("How the class played"))
    rows: list[list[Cell]] = []
    fills = {}
    for number, line in people(report):
        time = seconds_of(line)
        row: list[Cell] = [
            number,
            name_of(line, number),
            line.place or _("left"),
            line.total,
            line.out_of_ten,
            line.right,
            line.count(Status.PARTLY),
            line.count(Status.WRONG),
            line.count(Status.BLANK),
            line.asked,
            _tenths(time.median if time else None),
        ]
        if session.team_count:
            row.append(line.participant.get_team_display())
        if some_on_paper:
            row.append(_("cards on paper") if line.participant.on_paper else _("phone"))
        for column, each in enumerate(report.items, start=first):
            mark = line.marks[each.item.index]
            row.append(_told(mark, each, language))
            if mark.status in _FILLS:
                fills[len(rows), column] = _FILLS[mark.status]
        rows.append([*row, modes.of(session).words])
    return Table(_("Students"), head, rows, fills)


def people(report: Report) -> Iterator[tuple[int, Line]]:
    """Everybody with a number, by place; those who left come last."""
    yield from enumerate((*report.results.lines, *report.results.removed), start=1)


def _tenths(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)


def _told(mark: Mark, each: Figures, language: str) -> str:
    """What was answered and how it was marked: "B. Ê-đê (right)"."""
    if mark.response is None:
        return mark_word(mark)
    question = each.item.question
    kind = kinds.kind(question["kind"])
    words = [
        status_word(mark.status),
        kind.remark(question, mark.response),
        _("came late") if mark.late else "",
    ]
    answer = kind.describe(question, mark.response, language)
    return f"{answer} ({', '.join(filter(None, words))})"


def _questions(report: Report) -> Table:
    head = [
        _("No."),
        _("Question"),
        _("Right answer"),
        _("Asked"),
        _("Answered"),
        _("Right"),
        _("Facility (%)"),
        _("Discrimination D"),
        _("What D says"),
        _("Median time (s)"),
        _("Lower quartile (s)"),
        _("Upper quartile (s)"),
        _("Most chosen wrong answer"),
    ]
    rows: list[list[Cell]] = []
    fills = {}
    for each in report.items:
        if each.power == Power.NEGATIVE:
            fills[len(rows), 8] = _WARNING
        time = each.time
        rows.append(
            [
                each.item.number,
                each.text,
                each.right,
                each.item.asked,
                each.item.answered,
                each.item.right,
                each.item.percent,
                each.discrimination,
                power_word(each.power),
                _tenths(time.median if time else None),
                _tenths(time.lower if time else None),
                _tenths(time.upper if time else None),
                each.wrong[0].text if each.wrong else "",
            ]
        )
    return Table(_("Questions"), head, rows, fills)


def _wrong_answers(report: Report) -> Table:
    head = [
        _("No."),
        _("Question"),
        _("Wrong answer"),
        _("Students"),
        _("Of those who answered (%)"),
    ]
    rows: list[list[Cell]] = [
        [each.item.number, each.text, wrong.text, wrong.count, round(wrong.percent)]
        for each in report.items
        for wrong in each.wrong
    ]
    return Table(_("Wrong answers"), head, rows)


def _topics(report: Report) -> Table:
    head = [_("About"), _("Name"), _("Questions"), _("Right (%)")]
    rows: list[list[Cell]] = [
        [about, topic.name, topic.questions, topic.percent]
        for about, topics in ((_("people"), report.peoples), (_("region"), report.regions))
        for topic in topics
    ]
    return Table(_("Peoples and regions"), head, rows)


def _teams(session: Session, report: Report) -> Table:
    rows: list[list[Cell]] = [
        [line.place, line.name, line.size, line.total]
        for line in teams.standings(report.results, session.team_count)
    ]
    return Table(_("Teams"), [_("Place"), _("Team"), _("Students"), _("Points")], rows)


def _every_answer(report: Report, language: str) -> Table:
    """A row an answer, for who counts on in a spreadsheet."""
    head = [
        _("No."),
        _("Name"),
        _("Question No."),
        _("Result"),
        _("Answer"),
        _("Share (%)"),
        _("Points"),
        _("Time (s)"),
    ]
    rows: list[list[Cell]] = []
    for number, line in people(report):
        for each in report.items:
            mark = line.marks[each.item.index]
            kind = kinds.kind(each.item.question["kind"])
            rows.append(
                [
                    number,
                    name_of(line, number),
                    each.item.number,
                    mark_word(mark),
                    kind.describe(each.item.question, mark.response, language),
                    None if mark.status == Status.ABSENT else round(100 * mark.share),
                    None if mark.status == Status.ABSENT else mark.points,
                    _tenths(mark.seconds),
                ]
            )
    return Table(_("Every answer"), head, rows)


# --- the files -----------------------------------------------------------------------------------


def to_csv(session: Session, report: Report, language: str, separator: Separator) -> bytes:
    """The students, one row each."""
    return spreadsheets.to_csv(students(session, report, language), separator)


def to_xlsx(session: Session, report: Report, language: str) -> bytes:
    """A workbook, a sheet a table."""
    return spreadsheets.to_xlsx(tables(session, report, language))
