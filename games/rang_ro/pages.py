"""The pages Rạng Rỡ Việt Nam brings itself: rules, the peoples with their quests."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from ..courses import Course
from ..faces import Refused
from ..game import Event, IllegalMove, InvalidMove
from . import asking, board, characters, content, decks, face, lessons, standard, story, texts
from .core.options import PRESETS
from .core.state import State
from .lesson_words import SAID
from .pages_learning import show_csv, show_learning, show_xlsx
from .printing import show_print, show_printed, show_printing
from .replay import show_replay
from .seats import Sitter
from .words import SIGNS, Words

COURSE = Course(
    face.SLUG, "rang_ro_lessons", [(SAID[one.key].title, [one.key]) for one in lessons.LESSONS]
)


_common = face.FACE.on_pages


def show_rules(request: HttpRequest) -> HttpResponse:
    found = content.function_cards()
    words = Words({}, found)
    cards = [
        {"name": words.card(code), "text": words.card_text(code), "count": row["count"]}
        for code, row in found.items()
        if row["count"]
    ]
    presets = [
        {"name": name, "text": text, "line": face.FACE.options_line(PRESETS[key])}
        for key, (name, text) in texts.PRESETS.items()
        if key in PRESETS
    ]
    context = _common(
        cards=cards,
        presets=presets,
        bets=asking.bets(),
        icons={by: board.icon(by) for by in asking.VEHICLE_NAMES},
    )
    return render(request, "games/rang_ro/rules.html", context)


def show_characters(request: HttpRequest) -> HttpResponse:
    people = characters.all_of_them()
    return render(request, "games/rang_ro/characters.html", _common(people=people))


def show_decks(request: HttpRequest) -> HttpResponse:
    """Which decks a new table may be given, and what of each the game can use."""
    chosen = face.FACE.material(request.GET, request.user)
    context = _common(
        decks=decks.on_offer(request.user),
        journeys=chosen.get(decks.JOURNEYS, ()),
        duels=chosen.get(decks.DUELS, ()),
        back="games:print" if request.GET.get("for") == "print" else "games:game",
    )
    return render(request, "games/rang_ro/decks.html", context)


# --- a first turn ---------------------------------------------------------------------------------


def show_lesson(request: HttpRequest, number: int) -> HttpResponse:
    """One step of the first turn; a POST tries a move."""
    if not 1 <= number <= len(lessons.LESSONS):
        raise Http404
    lesson, said = lessons.LESSONS[number - 1], SAID[lessons.LESSONS[number - 1].key]
    state = lessons.prepared(number)
    happened: tuple[Event, ...] = ()
    right, wrong, error, status = False, "", "", 200
    if request.method == "POST":
        try:
            move = lessons.GAME.decode_move(face.FACE.move(request.POST))
            lessons.GAME.check(state, lessons.ME, move, lessons.content())
            right = lesson.right(state, move)
        except (Refused, InvalidMove, IllegalMove) as refusal:
            error, status = _refusal(refusal), 400
        if right:
            state, happened = lessons.play(state, move)
            COURSE.note(request, lesson.key)
        elif not error:
            wrong = str(said.wrong)
    around = COURSE.around(request, number)
    context = _lesson(state, happened, around["here"], asks=not right) | around
    context |= {
        "said": said,
        "right": right,
        "wrong": wrong,
        "error": error,
    }
    return render(request, "games/rang_ro/lesson.html", context, status=status)


def _refusal(refusal: Exception) -> str:
    if not isinstance(refusal, InvalidMove | IllegalMove):
        return str(refusal)
    found = texts.REFUSALS.get(refusal.code)
    if found is None:
        return _("That could not be read. Choose once more.")
    return str(found) % refusal.facts if refusal.facts else str(found)


def _lesson(state: State, happened: tuple[Event, ...], here: str, *, asks: bool) -> dict[str, Any]:
    """The table of a step as the learner sees it."""
    view = lessons.GAME.view(state, lessons.ME, lessons.content())
    sitters = {
        seat: Sitter(str(SIGNS[seat]), bot=seat != lessons.ME, me=seat == lessons.ME)
        for seat in range(lessons.SEATS)
    }
    words = Words({seat: one.name for seat, one in sitters.items()}, standard.function_cards())
    may = asking.read(view) if asks else {}
    moves = [story.Told(1, lessons.ME, tuple(happened))]
    seat = SimpleNamespace(index=lessons.ME)
    return _common(
        **face.stage(view, sitters, words, may, moves),
        happened=words.tell(happened),
        acting=seat if asks else None,
        scene=SimpleNamespace(acting=seat),
        table=SimpleNamespace(decision="", paused_at=None),
        move_url=here,
        client_id="",
        phase="playing",
    )


PAGES: dict[str, Callable[..., HttpResponse]] = {
    "rules": show_rules,
    "lesson": show_lesson,
    "replay": show_replay,
    "characters": show_characters,
    "decks": show_decks,
    "print": show_print,
    "printing": show_printing,
    "printed": show_printed,
    "learning": show_learning,
    "learning_csv": show_csv,
    "learning_xlsx": show_xlsx,
}
