"""The pages Rafter Five brings itself: rules, the raft of the day, watching again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from .. import selectors, watching
from ..courses import Course
from ..errors import NotNow
from . import board, daily, ending, face, forces, isometric, lessons, notation, story, texts, words
from .game import GAME
from .lesson_words import SAID
from .pieces import RAFTERS, Pose, chest, plank, rafter
from .placing import Marks
from .rules import COLOURS_EACH, State
from .words import Words

if TYPE_CHECKING:
    from ..scenes import Scene


COURSE = Course(
    face.SLUG, "rafter_lessons", [(SAID[one.key].title, [one.key]) for one in lessons.LESSONS]
)
#: From where a board of the lesson is seen first: along the edge.
LESSON_YAW = 15


_common = face.FACE.on_pages


# --- rules ----------------------------------------------------------------------------------------


def show_rules(request: HttpRequest) -> HttpResponse:
    dealt = [
        {
            "seats": seats,
            "colours": each,
            "chests": each * 7,
            "boards": 0 if seats == 1 else each,
        }
        for seats, each in COLOURS_EACH.items()
    ]
    people = [
        {"picture": board.picture("r", n, 28), "name": words.rafter(n), "mass": f"{look.mass:g}"}
        for n, look in RAFTERS.items()
    ]
    gems = [
        {"gem": board.gem(n), "name": name, "letter": words.LETTERS[n]}
        for n, name in enumerate(words.CHESTS)
    ]
    context = _common(
        dealt=dealt,
        people=people,
        gems=gems,
        presets=[{"name": name, "text": text} for name, text in texts.PRESETS.values()],
        picture=isometric.draw(_EXAMPLE, 20, name="example"),
        standard=isometric.draw(face.standard(), 0, name="standard"),
    )
    return render(request, "games/rafter_five/rules.html", context)


#: A plank reaching far out, held down by a rafter at its other end.
_EXAMPLE = (
    *(piece for piece in face.standard() if piece.id != "r5"),
    plank(4, Pose(40.0, 0.0, 0.0)),
    rafter(5, Pose(8.0, 0.0, 90.0))._replace(z=2.0),
    chest(15, Pose(78.0, 0.0, 0.0))._replace(z=2.0),
)


# --- the lesson -----------------------------------------------------------------------------------


def show_lesson(request: HttpRequest, number: int) -> HttpResponse:
    """A board with one piece to slide; `let` shows what happens when the hand lets go."""
    if not 1 <= number <= len(lessons.LESSONS):
        raise Http404
    lesson = lessons.LESSONS[number - 1]
    said = SAID[lesson.key]
    wanted = _whole(request.GET.get("at", ""), lesson.at)
    at = min(lesson.places, key=lambda place: abs(place - wanted))
    let = request.GET.get("let") == "1"
    found = lessons.shown(number, at)
    right = let and lessons.right(number, at)
    if right:
        COURSE.note(request, lesson.key)
    raft = found.raft if let else found.held
    moved = next(piece for piece in found.held if piece.id == lesson.moved.id)
    frame = board.frame(board.raft_outlines(found.held))
    marks = [forces.mark(each, css="on") for each in found.readings] if let else []
    ghost = "" if let else board.held(moved, css="still on", handle=False)
    under = [piece for piece in raft if let or piece.id != moved.id]
    context = _common(
        **COURSE.around(request, number),
        text=said,
        at=at,
        low=lesson.low,
        high=lesson.high,
        step=lesson.step,
        less=max(lesson.low, at - lesson.step),
        more=min(lesson.high, at + lesson.step),
        let=let,
        right=right,
        stands=found.stands,
        yaw=_whole(request.GET.get("yaw", ""), LESSON_YAW) % 360,
        frame=frame,
        top=board.inside(under, Marks(), above=SafeString("".join([*marks, ghost]))),
        top_label=board.described(raft),
        piece_name=words.piece(moved.id, moved.design),
        pieces_json=json.dumps([face.row(piece) for piece in raft]),
        before_json=json.dumps([face.row(piece) for piece in found.held]),
        show=json.dumps(found.moving if let else {}, separators=(",", ":")),
        why=_why(found) if let else [],
    )
    context["iso"] = isometric.draw(raft, context["yaw"])
    part = "_" if "HX-Request" in request.headers else ""
    return render(request, f"games/rafter_five/{part}lesson.html", context)


def _why(found: lessons.Shown) -> list[str]:
    """The readings in words: margins of what stands, or why the first wave fell."""
    if not found.stands:
        return forces.why(found.readings)
    return [
        _("%(piece)s: its load of %(load)s g acts %(mm)s mm inside the rim.")
        % {
            "piece": capfirst(words.piece_of(each["id"])),
            "load": words.millimetres(each["load"]),
            "mm": words.millimetres(each["margin"]),
        }
        for each in found.readings
    ]


# --- watching again -------------------------------------------------------------------------------


def show_replay(request: HttpRequest, scene: Scene) -> HttpResponse:
    """A finished game move by move, from any side."""
    moves = face.told(scene.rows)
    at = watching.step_asked_for(request, len(moves) - 1)
    yaw = _whole(request.GET.get("yaw", ""), 0) % 360
    states = selectors.states(scene.table)
    state: State = states[moves[at].number]
    earlier: State | None = states[moves[at - 1].number] if at else None
    names = face.names_of(scene)
    entry = story.entry(moves[at], Words(names))
    before = [face.row(piece) for piece in earlier.raft] if earlier else []
    held = face.held(earlier) if earlier and earlier.held_plank else None
    context = {
        **face.views(state, None, moves[: at + 1], yaw=yaw),
        **watching.slider(at, len(moves) - 1, story.turns(moves)),
        "state": state,
        "pens": face.pens(state, scene.lines(), names),
        "standing_chests": state.chests_on_raft(),
        "yaw": yaw,
        "left": (yaw - 45) % 360,
        "right": (yaw + 45) % 360,
        "before_json": json.dumps(before, separators=(",", ":")),
        "before_held": json.dumps([face.row(held)] if held else [], separators=(",", ":")),
        "newest": at,
        "show": json.dumps(story.moving(moves[at], state.raft), separators=(",", ":")),
        "said": entry["full"] or _("The start of the game."),
    }
    if daily.goes_on(state.day):
        context["note"] = _(
            "Others still play today’s raft: they can open this link from tomorrow on, and the "
            "record can be had then."
        )
    else:
        record = scene.links(request)["record_url"]
        context["files"] = [watching.File(record, "download", _("Record as text"))]
    if state.over:
        ended = ending.shown(state, names, set())
        context |= {"result": ended["headline"], **ended}
    return watching.page(request, scene, context)


def send_record(request: HttpRequest, scene: Scene) -> HttpResponse:
    """The game written down, for `manage.py replay`. It tells the order of the pile: that of a raft
    of the day not before the day is over."""
    start, *made = scene.rows
    state = GAME.decode(start.first_state)
    if daily.goes_on(state.day):
        raise NotNow(_("Others still play today’s raft: its record can be had tomorrow."))
    game = notation.record(
        state, (notation.Made(row.seat, GAME.decode_move(row.move), row.record) for row in made)
    )
    response = HttpResponse(game.text(), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="rafter-five-{scene.table.code}.txt"'
    return response


def _whole(raw: str, otherwise: int) -> int:
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 6 else otherwise


PAGES: dict[str, Callable[..., HttpResponse]] = {
    "rules": show_rules,
    "lesson": show_lesson,
    "replay": show_replay,
    "record_of": send_record,
}
