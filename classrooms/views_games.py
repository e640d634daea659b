"""A game with the class: opening its tables, the overview of them, and the students' way in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import faces, registry, selectors, tables
from games.access import is_host
from games.errors import NameTaken
from games.faces import Refused
from games.names import clean_name
from games.scenes import Scene
from heritage.public_address import site_address
from players.services import player_for, player_of

from . import class_games, door
from .access import get_class_for_teacher, get_game_for_teacher
from .errors import ClassNotOpen, LessonError
from .models import GameLesson
from .views_host import teacher_required

#: Tables offered first: a class of thirty at tables of five.
USUAL_TABLES = 6


# --- the teacher ---------------------------------------------------------------------------------


@never_cache
@teacher_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose a game and how many tables; POST opens them."""
    group = get_class_for_teacher(request, pk)
    if request.method == "POST":
        raw = request.POST.get("tables", "")
        count = int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 4 else 0
        try:
            lesson = class_games.open_tables(
                request.user,  # type: ignore[arg-type]
                player_for(request),
                group,
                request.POST.get("game", ""),
                count,
            )
        except LessonError as error:
            messages.error(request, str(error.message))
            return redirect("classrooms:game_new", pk)
        return redirect(lesson)
    context = {
        "class": group,
        "games": [
            {
                "slug": slug,
                "face": faces.face(slug),
                "least": registry.game(slug).seats[0],
                "most": registry.game(slug).seats[-1],
                "rules": _rules(slug),
            }
            for slug in reversed(faces.shown())
        ],
        "counts": range(1, class_games.MOST_TABLES + 1),
        "usual": USUAL_TABLES,
    }
    return render(request, "classrooms/games/new.html", context)


def _rules(slug: str) -> str:
    """The ready-made rules a class plays this game by."""
    found = faces.face(slug)
    wanted = getattr(found, "in_class", "")
    return next((one["name"] for one in found.presets() if one["key"] == wanted), "")


@never_cache
@teacher_required
@require_GET
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """All tables with what they are at, for the desk and the wall."""
    lesson = get_game_for_teacher(request, pk)
    join = f"{reverse('classrooms:join_link', args=[lesson.for_class.code])}"
    context = _now(request, lesson) | {
        "join_url": site_address(request) + join,
        "definitions": faces.face(lesson.game).definitions(),
        "sheets": faces.face(lesson.game).css,
    }
    return render(request, "classrooms/games/show.html", context)


@never_cache
@teacher_required
@require_GET
def tables_now(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the overview that changes; its page asks every few seconds."""
    lesson = get_game_for_teacher(request, pk)
    return render(request, "classrooms/games/_tables.html", _now(request, lesson))


def _now(request: HttpRequest, lesson: GameLesson) -> dict[str, Any]:
    cards = [_card(request, table) for table in class_games.tables_of(lesson)]
    return {
        "lesson": lesson,
        "class": lesson.for_class,
        "name": class_games.name_of(lesson.game),
        "cards": cards,
        "people": sum(card["people"] for card in cards),
        "may_start": any(card["phase"] == "waiting" and card["people"] for card in cards),
        "may_pause": any(card["phase"] == "playing" and not card["paused"] for card in cards),
        "may_last": any(card["may_last"] for card in cards),
        "may_resume": any(card["paused"] for card in cards),
    }


def _card(request: HttpRequest, table: Any) -> dict[str, Any]:
    """One table in short: who sits there, what it is at, whether somebody is missing."""
    table = selectors.with_seats(table.pk)
    hosts = is_host(request, table)
    scene = Scene(table, is_host=hosts)
    people = [seat for seat in scene.seats if seat.is_person]
    missing = [seat for seat in people if table.is_playing and scene.is_silent(seat)]
    learnt = table.is_over and hosts and "learning" in scene.face.pages and table.state
    return {
        "number": table.in_lesson.number,
        "code": table.code,
        "phase": str(table.status),
        "paused": table.paused_at is not None,
        "may_last": table.is_playing and tables.knows(table, "last_round"),
        "words": _words(scene, len(people)),
        "missing": ngettext(
            "%(n)s student has no connection", "%(n)s students have no connection", len(missing)
        )
        % {"n": len(missing)}
        if missing
        else "",
        "seats": [
            {
                "sign": scene.face.sign(seat.index),
                "name": scene.name(seat),
                "bot": seat.is_bot,
                "away": seat in missing or seat.away,
            }
            for seat in scene.seats
        ],
        "people": len(people),
        "picture": _picture(scene),
        "url": reverse("games:table", args=[table.code]),
        "learning_url": reverse("games:learning", args=[table.code]) if learnt else "",
    }


def _words(scene: Scene, people: int) -> str:
    """What a table is at."""
    table = scene.table
    if table.is_waiting:
        return _("waiting to start") if people else _("nobody here yet")
    if table.is_over:
        return scene.result_words or _("ended, nobody has won")
    if table.paused_at is not None:
        return _("paused")
    face = faces.shows(scene.face)
    return face.progress(scene) if face is not None else _("playing")


def _picture(scene: Scene) -> SafeString:
    """The board small, where the game can draw it so; else its emblem."""
    face = faces.shows(scene.face)
    if face is None or scene.table.state is None:
        return scene.face.emblem()
    return face.small(scene)


def _said(action: str, done: int) -> str:
    words: Mapping[str, str] = {
        "start": ngettext("%(n)s table begins.", "%(n)s tables begin.", done),
        "pause": ngettext("%(n)s table is paused.", "%(n)s tables are paused.", done),
        "resume": ngettext("%(n)s table goes on.", "%(n)s tables go on.", done),
        "last_round": ngettext(
            "At %(n)s table this round is the last.",
            "At %(n)s tables this round is the last.",
            done,
        ),
        "end": ngettext("%(n)s table is ended.", "%(n)s tables are ended.", done),
    }
    return words[action] % {"n": done}


@never_cache
@teacher_required
@require_POST
def do(request: HttpRequest, pk: int) -> HttpResponse:
    """One action at all tables."""
    lesson = get_game_for_teacher(request, pk)
    action = request.POST.get("action", "")
    try:
        done = class_games.do(lesson, action)
    except LessonError as error:
        messages.error(request, str(error.message))
    else:
        messages.info(request, _said(action, done))
    return redirect(lesson)


@never_cache
@teacher_required
@require_GET
def confirm_end(request: HttpRequest, pk: int) -> HttpResponse:
    """Asks first."""
    lesson = get_game_for_teacher(request, pk)
    context = {"lesson": lesson, "name": class_games.name_of(lesson.game)}
    return render(request, "classrooms/games/end.html", context)


# --- the students --------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """From the code of a class to a seat: a name, and the table is found."""
    given = request.POST if request.method == "POST" else request.GET
    code = given.get("code", "")[:20]
    context: dict[str, Any] = {"code": code, "nickname": given.get("nickname", "")[:120]}
    status = 200
    try:
        lesson = door.find_tables(request, code)
        mine = class_games.table_of(lesson, player_of(request))
        if mine is not None:
            return redirect("games:table", mine.code)
        context |= {"lesson": lesson, "name": class_games.name_of(lesson.game)}
        if request.method == "POST":
            door.let_in_at_tables(request, lesson)
            name = clean_name(given.get("nickname", ""), needed=True)
            player, language = player_for(request), get_language() or "vi"
            found = class_games.seat(lesson, player, name, language)
            return redirect("games:table", found.code)
    except NameTaken as error:
        context |= {"error": error.message, "nickname": error.suggestion}
        status = error.status
    except Refused as error:
        context["error"], status = str(error), 400
    except ClassNotOpen:
        return redirect(f"{reverse('classrooms:join')}?code={door.digits_of(code)}")
    except LessonError as error:
        context["error"], status = error.message, error.status
    return render(request, "classrooms/games/join.html", context, status=status)
