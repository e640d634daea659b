"""The pages after a game that say who knew what: each student's own, and the teacher's log of the
whole table, on screen and as files.

A student is shown their own answers and nobody else's. All of them are for the host who did not
play, and for a teacher who did: classmates who open a table among themselves see each their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from heritage import spreadsheets
from heritage.spreadsheets import CSV_TYPE, XLSX_TYPE, Cell
from players.accounts import is_teacher
from quizzes.shares import band, region_map

from ..errors import NotSeated
from . import face, learning
from .learning import Asked, Given
from .texts import ROLES
from .words import Words

if TYPE_CHECKING:
    from ..models import Seat
    from ..scenes import Scene

_FILLS = {"right": "E0F0E1", "wrong": "F8E6D6", "blank": "F2E8D6"}


def sees_all(request: HttpRequest, scene: Scene) -> bool:
    """Whether the reader may see what everybody answered."""
    return scene.is_host and (not scene.mine or is_teacher(request.user))


class _Log:
    """What the pages and the files of one table are made from."""

    def __init__(self, scene: Scene, seats: Sequence[Seat]) -> None:
        self.scene, self.seats = scene, seats
        scene.tells_names = True
        self.words: Words = face.words_of(scene, face.sitters_of(scene))
        self.asked: list[Asked] = learning.log(scene.rows, scene.position.content, seats)
        self.counted = [one for one in self.asked if one.counted]

    @property
    def percent(self) -> int | None:
        """Right answers of all that count."""
        given = [one for each in self.counted for one in each.counted]
        return round(100 * sum(one.right for one in given) / len(given)) if given else None

    def students(self) -> list[dict[str, Any]]:
        """Each student with a cell for every question, in the order of their seats."""
        lines = []
        known = learning.counts(self.asked, self.seats)
        for seat in self.seats:
            cells = [self._cell(one, one.given.get(seat.index)) for one in self.asked]
            right, of = known[seat.index]
            lines.append(
                {
                    "index": seat.index,
                    "sign": seat.index + 1,
                    "name": self.words.name(seat.index),
                    "right": right,
                    "of": of,
                    "percent": round(100 * right / of) if of else None,
                    "band": band(right / of if of else None),
                    "cells": cells,
                }
            )
        return lines

    def _cell(self, asked: Asked, given: Given | None) -> dict[str, str]:
        status = "none" if given is None else "void" if asked.void else given.status
        word = result_word(asked, given)
        text = given.text if given is not None and not given.away else ""
        return {"status": status, "said": f"{text} ({word})" if text else word}

    def answers(self, asked: Asked) -> list[dict[str, Any]]:
        """Who answered a question how, and when."""
        return [
            {
                "sign": seat.index + 1,
                "name": self.words.name(seat.index),
                "given": given,
                "word": result_word(asked, given),
                "role": str(ROLES.get(given.role, "")),
                "cards": ", ".join(map(self.words.card, given.cards)),
            }
            for seat in self.seats
            if (given := asked.given.get(seat.index)) is not None
        ]


def result_word(asked: Asked, given: Given | None) -> str:
    """A mark in a few words. Never one word for right or wrong: where LibreOffice speaks Vietnamese
    it takes those in a CSV for TRUE and FALSE."""
    if given is None:
        return _("not asked")
    if asked.void:
        return _("does not count")
    return {
        "right": _("answered right"),
        "wrong": _("answered wrong"),
        "blank": _("no answer"),
        "away": _("away, the computer answered"),
    }[given.status]


# --- on screen -----------------------------------------------------------------------------------


def show_learning(request: HttpRequest, scene: Scene, index: int | None = None) -> HttpResponse:
    """The whole log for who may see it; else one's own page. `index` asks for one seat's page."""
    everybody = sees_all(request, scene)
    if index is None and everybody:
        return _show_log(request, scene)
    index = scene.seat if index is None else index
    if index is None or not (everybody or index == scene.seat):
        raise NotSeated(_("What was learnt is shown to each student alone and to the teacher."))
    seat = next((one for one in learning.students(scene.seats) if one.index == index), None)
    if seat is None:
        raise Http404
    return _show_student(request, scene, seat, everybody=everybody)


def _common(scene: Scene, **more: Any) -> dict[str, Any]:
    code = [scene.table.code]
    return {
        "table": scene.table,
        "face": face.FACE,
        "game_name": face.FACE.name(),
        "table_url": reverse("games:table", args=code),
        "log_url": reverse("games:learning", args=code),
        "language": get_language() or "vi",
        **more,
    }


def _show_student(
    request: HttpRequest, scene: Scene, seat: Seat, *, everybody: bool
) -> HttpResponse:
    log = _Log(scene, [seat])
    mine = learning.of_seat(log.asked, seat.index)
    own = [one for one in log.counted if seat.index in one.given]
    answers = [
        {
            "asked": one,
            "given": given,
            "word": result_word(one, given),
            "status": "void" if one.void else given.status,
            "role": str(ROLES.get(given.role, "")),
            "cards": ", ".join(map(log.words.card, given.cards)),
        }
        for one, given in mine
    ]
    context = _common(
        scene,
        name=log.words.name(seat.index),
        sign=seat.index + 1,
        me=not everybody,
        study=learning.study(log.asked, seat.index),
        regions=learning.by_region(own),
        pages=learning.by_page(own),
        heritage=learning.by_heritage(own),
        answers=answers,
    )
    return render(request, "games/rang_ro/learnt.html", context)


def _show_log(request: HttpRequest, scene: Scene) -> HttpResponse:
    log = _Log(scene, learning.students(scene.seats))
    regions = learning.by_region(log.asked)
    on_map = [topic for topic in regions if topic.slug]
    context = _common(
        scene,
        log=log,
        students=log.students(),
        questions=[{"asked": one, "answers": log.answers(one)} for one in log.asked],
        voided=sum(one.void for one in log.asked),
        regions=regions,
        pages=learning.by_page(log.asked),
        heritage=learning.by_heritage(log.asked),
        # Drawn by heritage.maps, which escapes what it is told.
        map=SafeString(region_map(on_map)) if on_map else "",
        csv_url=reverse("games:learning_csv", args=[scene.table.code]),
        xlsx_url=reverse("games:learning_xlsx", args=[scene.table.code]),
    )
    return render(request, "games/rang_ro/log.html", context)


# --- as files ------------------------------------------------------------------------------------


def _need_all(request: HttpRequest, scene: Scene) -> _Log:
    if not sees_all(request, scene):
        raise NotSeated(_("What was learnt is shown to each student alone and to the teacher."))
    return _Log(scene, learning.students(scene.seats))


def _file(scene: Scene, body: bytes, ending: str, kind: str) -> HttpResponse:
    response = HttpResponse(body, content_type=kind)
    day = f"{timezone.localtime(scene.table.created_at):%Y-%m-%d}"
    name = f"rang-ro-{scene.table.code}-{day}.{ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def show_csv(request: HttpRequest, scene: Scene) -> HttpResponse:
    """A row an answer; `?separator=` as in the report of a lesson."""
    log = _need_all(request, scene)
    chosen = spreadsheets.separator(request.GET.get("separator"), get_language() or "vi")
    return _file(scene, spreadsheets.to_csv(_every_answer(log), chosen), "csv", CSV_TYPE)


def show_xlsx(request: HttpRequest, scene: Scene) -> HttpResponse:
    log = _need_all(request, scene)
    tables = [_summary(log), _by_student(log), _by_question(log), _by_topic(log)]
    body = spreadsheets.to_xlsx([*tables, _every_answer(log)])
    return _file(scene, body, "xlsx", XLSX_TYPE)


def _summary(log: _Log) -> spreadsheets.Table:
    table = log.scene.table
    begun = table.started_at or table.created_at
    rows: list[list[Cell]] = [
        [_("Game"), face.FACE.name()],
        [pgettext("in a spreadsheet", "Table"), table.code],
        [_("When"), date_format(timezone.localtime(begun), "DATETIME_FORMAT")],
        [_("Students"), len(log.seats)],
        [_("Questions that count"), len(log.counted)],
        [_("Questions taken away"), sum(one.void for one in log.asked)],
        [_("Right (%)"), log.percent],
    ]
    return spreadsheets.Table(_("Summary"), [_("What"), _("Value")], rows)


def _by_student(log: _Log) -> spreadsheets.Table:
    head = [_("No."), _("Name"), _("Questions right"), _("Questions asked"), _("Right (%)")]
    first = len(head)
    head += [_("Q%(n)s") % {"n": one.number} for one in log.asked]
    rows: list[list[Cell]] = []
    fills = {}
    for number, line in enumerate(log.students(), 1):
        for column, cell in enumerate(line["cells"], start=first):
            if cell["status"] in _FILLS:
                fills[len(rows), column] = _FILLS[cell["status"]]
        told = [cell["said"] for cell in line["cells"]]
        rows.append([number, line["name"], line["right"], line["of"], line["percent"], *told])
    return spreadsheets.Table(_("Students"), head, rows, fills)


def _by_question(log: _Log) -> spreadsheets.Table:
    head = [
        _("No."),
        _("Round"),
        _("Region"),
        _("Province"),
        _("Question"),
        _("The right answer"),
        _("Answers that count"),
        _("Questions right"),
        _("Right (%)"),
    ]
    rows: list[list[Cell]] = [
        [
            one.number,
            one.round,
            one.region,
            one.place,
            one.stem,
            one.key,
            len(one.counted),
            one.right,
            one.percent,
        ]
        for one in log.asked
    ]
    return spreadsheets.Table(_("Questions"), head, rows)


def _by_topic(log: _Log) -> spreadsheets.Table:
    parts = (
        (_("region"), learning.by_region(log.asked)),
        (_("people or province"), learning.by_page(log.asked)),
        (_("heritage"), learning.by_heritage(log.asked)),
    )
    rows: list[list[Cell]] = [
        [about, topic.name, topic.questions, topic.percent]
        for about, topics in parts
        for topic in topics
    ]
    return spreadsheets.Table(
        _("By topic"), [_("About"), _("Name"), _("Questions"), _("Right (%)")], rows
    )


def _every_answer(log: _Log) -> spreadsheets.Table:
    head = [
        _("No."),
        _("Card"),
        _("Round"),
        _("Asked at"),
        _("Region"),
        _("Province"),
        _("Question"),
        _("The right answer"),
        _("Name"),
        _("Answer"),
        _("Result"),
        _("Time (s)"),
        _("Part played"),
        _("Treasure Book"),
        _("Function cards"),
    ]
    rows: list[list[Cell]] = []
    for one in log.asked:
        for line in log.answers(one):
            given: Given = line["given"]
            rows.append(_answer_row(one, given, line))
    return spreadsheets.Table(_("Every answer"), head, rows)


def _answer_row(one: Asked, given: Given, line: Mapping[str, Any]) -> list[Cell]:
    return [
        one.number,
        one.id,
        one.round,
        f"{timezone.localtime(one.at):%Y-%m-%d %H:%M:%S}",
        one.region,
        one.place,
        one.stem,
        one.key,
        line["name"],
        given.text,
        line["word"],
        None if given.seconds is None else round(given.seconds, 1),
        line["role"],
        _("held it") if given.book else "",
        line["cards"],
    ]
