"""The pages Ô ăn quan brings itself: rules, lessons, records, watching again, analysis."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from .. import watching
from ..courses import Course
from ..faces import Refused
from ..game import IllegalMove, InvalidMove
from . import analysis, face, notation, rules, texts, words
from .game import Word
from .lessons import LESSONS, Task
from .rules import BLUE, Move, State
from .story import Turn, tell

if TYPE_CHECKING:
    from ..scenes import Scene

COURSE = Course(
    face.SLUG,
    "oaq_lessons",
    [(texts.LESSONS[one.key], [task.key for task in one.tasks]) for one in LESSONS],
)
#: Bytes of a file that may hold a record.
LARGEST_FILE = 200_000


_common = face.FACE.on_pages


# --- rules ----------------------------------------------------------------------------------------


def show_rules(request: HttpRequest) -> HttpResponse:
    opening = rules.start()
    (winning,) = tell(opening, [Move.parse("B2c")])
    boards = {"start": face.picture(opening), "win": face.picture(winning.after, winning)}
    context = _common(boards=boards, presets=face.FACE.presets())
    return render(request, "games/o_an_quan/rules.html", context)


# --- lessons --------------------------------------------------------------------------------------


def show_lesson(request: HttpRequest, number: int) -> HttpResponse:
    """One board of the six; each task has one right answer, a POST tries one."""
    if not 1 <= number <= len(LESSONS):
        raise Http404
    lesson = LESSONS[number - 1]
    raw = (request.POST if request.method == "POST" else request.GET).get("task", "1")
    at = int(raw) if raw in map(str, range(1, len(lesson.tasks) + 1)) else 1
    task = lesson.tasks[at - 1]
    context = _lesson_context(number, at, task)
    status = 200
    if request.method == "POST":
        try:
            context |= _tried(task, request)
        except (Refused, InvalidMove, IllegalMove) as refusal:
            context["error"] = _refusal(refusal)
            status = 400
        if context.get("right"):
            COURSE.note(request, task.key)
    context = COURSE.around(request, number) | context
    return render(request, "games/o_an_quan/lesson.html", context, status=status)


def _lesson_context(number: int, at: int, task: Task) -> dict[str, Any]:
    lesson = LESSONS[number - 1]
    state = task.state
    here, more = COURSE.address(number), at < len(lesson.tasks)
    return _common(
        lesson_title=texts.LESSONS[lesson.key],
        at=at,
        tasks=len(lesson.tasks),
        ask=texts.TASKS[task.key][0],
        board=face.frame(state, None, own=BLUE),
        far=face.side(state, 1),
        near=face.side(state, 0),
        squares=face.choices(state, BLUE, turned=False),
        ways=face.ways(BLUE, turned=False),
        following=f"{here}?task={at + 1}" if more else COURSE.address(number + 1),
        here=f"{here}?task={at}",
    )


def _tried(task: Task, request: HttpRequest) -> dict[str, Any]:
    """What the learner's move did. Raises InvalidMove, IllegalMove, Refused."""
    move = Move.parse(face.FACE.move(request.POST))
    right, _after, _events = task.try_move(move)
    (turn,) = tell(task.state, [move])
    said = words.turn(BLUE, move, turn.events, score=rules.score(turn.after))
    return {
        "right": right,
        "wrong": not right,
        "said": texts.TASKS[task.key][1] if right else "",
        "happened": said,
        "board": face.frame(turn.after, turn),
        "far": face.side(turn.after, 1),
        "near": face.side(turn.after, 0),
    }


# --- watching again -------------------------------------------------------------------------------


def _steps(
    start: State, turns: Sequence[Turn], raw: str, *, turned: bool = False
) -> dict[str, Any]:
    """One moment of a game: the position after so many turns, all turns to choose from."""
    last = len(turns)
    at = int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 5 else last
    at = min(at, last)
    turn = turns[at - 1] if at else None
    state = turn.after if turn else start
    moves = []
    for n, each in enumerate(turns, 1):
        entry = face.entry(each)
        if isinstance(each.move, Word):
            entry["notation"] = words.reasons(each.end)[0] if each.end else ""
        moves.append({**entry, "n": n, "round": _round(n, each)})
    return {
        "board": face.frame(state, turn, turned=turned),
        "far": face.side(state, 0 if turned else 1),
        "near": face.side(state, 1 if turned else 0),
        "moves": moves,
        "at": at,
        "last": last,
        "earlier": at - 1,
        "later": at + 1,
        "said": moves[at - 1]["full"] if at else _("The start of the game."),
    }


def _round(n: int, turn: Turn) -> int:
    """The number written before every pair of moves, 0 for none."""
    return (n + 1) // 2 if n % 2 and not isinstance(turn.move, Word) else 0


def show_replay(request: HttpRequest, scene: Scene) -> HttpResponse:
    turns = face.turns_of(scene.rows)
    turned = [seat.index for seat in scene.mine] == [rules.YELLOW]
    start = turns[0].before if turns else scene.view.state
    steps = _steps(start, turns, request.GET.get("ply", ""), turned=turned)
    lines = scene.lines()
    for key in ("far", "near"):
        steps[key] |= {"name": lines[steps[key]["index"]]["name"]}
    links = scene.links(request)
    return watching.page(
        request,
        scene,
        {
            **steps,
            "files": [
                watching.File(links["record_url"], "download", _("Record as text")),
                watching.File(f"{links['record_url']}?format=json", "download", "JSON"),
                watching.File(links["analysis_url"], "chart", _("Analysis")),
            ],
        },
    )


# --- records --------------------------------------------------------------------------------------


def show_record(request: HttpRequest) -> HttpResponse:
    """A game from text or JSON: read, replayed by the rules, shown turn by turn."""
    context = _common(text="", example=_example())
    status = 200
    if request.method == "POST":
        try:
            text = _given(request)
            context["text"] = text
            game = read(text)
            turns = _turns_of_record(game)
            context |= _steps(game.start, turns, request.POST.get("ply", ""))
            context |= {"record": game, "tags": _tags(game)}
        except (notation.InvalidText, InvalidMove, IllegalMove, Refused) as refusal:
            context["error"] = _refusal(refusal)
            status = 400
    page = "record"
    if "HX-Request" in request.headers and "record" in context:
        page = "_record"
    return render(request, f"games/o_an_quan/{page}.html", context, status=status)


def _given(request: HttpRequest) -> str:
    file = request.FILES.get("file")
    if file is None:
        text = request.POST.get("record", "").replace("\r\n", "\n")
    elif file.size is None or file.size > LARGEST_FILE:
        raise notation.InvalidText("long")
    else:
        try:
            text = file.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise Refused(_("This file is no text. Choose a game record.")) from error
    if not text.strip():
        raise Refused(_("Paste a record or choose a file first."))
    return text


def read(text: str) -> notation.Record:
    """The game of a text record or of one in JSON. Raises InvalidText, InvalidMove, IllegalMove."""
    if not text.lstrip().startswith("{"):
        return notation.replay(text)
    if len(text) > notation.LONGEST:
        raise notation.InvalidText("long")
    try:
        return notation.replay_json(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise notation.InvalidText("json") from error


def _turns_of_record(game: notation.Record) -> list[Turn]:
    moves: list[Move | Word] = list(game.moves)
    result = game.result
    if result is not None and result.reason in rules.SPOKEN_REASONS:
        moves.append(Word(str(result.reason), result.winner))
    return tell(game.start, moves)


def _tags(game: notation.Record) -> dict[str, str]:
    return {name: game.tags[name] for name in ("Date", "Blue", "Yellow") if name in game.tags}


def _refusal(refusal: Exception) -> str:
    """What is wrong, in a sentence, with the place where it is known."""
    if isinstance(refusal, notation.InvalidText):
        said = str(texts.UNREADABLE.get(refusal.facts["what"], texts.UNREADABLE["form"]))
        if "line" in refusal.facts:
            said += " " + _("It is line %(n)s.") % {"n": refusal.facts["line"]}
        return said
    if isinstance(refusal, InvalidMove | IllegalMove):
        said = str(texts.REFUSALS.get(refusal.code, texts.REFUSALS["malformed"]))
        if "ply" in refusal.facts:
            place = _("Turn %(n)s, %(move)s:") % {
                "n": refusal.facts["ply"],
                "move": refusal.facts["move"],
            }
            return f"{place} {said}"
        return said
    return str(refusal)


def _example() -> str:
    moves = "B2c Y3a B1c Y4a B5c Y1c B3a Y1a B1a Y5c"
    game = notation.record(
        rules.start(),
        [Move.parse(move) for move in moves.split()],
        tags={"Date": "2026.02.17", "Blue": "An", "Yellow": "Bình"},
    )
    return game.text()


def record_of_table(scene: Scene) -> notation.Record:
    """The game of a table, with who played it."""
    turns = face.turns_of(scene.rows)
    start = turns[0].before if turns else scene.view.state
    played = [turn.move for turn in turns if isinstance(turn.move, Move)]
    word = next((turn.move for turn in turns if isinstance(turn.move, Word)), None)
    tags = {}
    if scene.table.started_at is not None:
        tags["Date"] = scene.table.started_at.strftime("%Y.%m.%d")
    names = [scene.name(seat) for seat in scene.seats]
    tags |= dict(zip(("Blue", "Yellow"), names, strict=False))
    return notation.record(
        start, played, word=(word.reason, word.winner) if word else None, tags=tags
    )


def send_record(request: HttpRequest, scene: Scene) -> HttpResponse:
    game = record_of_table(scene)
    name = f"o-an-quan-{scene.table.code}"
    if request.GET.get("format") == "json":
        response: HttpResponse = JsonResponse(
            game.as_json(), json_dumps_params={"ensure_ascii": False, "indent": 1}
        )
        name += ".json"
    else:
        response = HttpResponse(game.text(), content_type="text/plain; charset=utf-8")
        name += ".txt"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


# --- analysis -------------------------------------------------------------------------------------


def show_analysis(request: HttpRequest, scene: Scene) -> HttpResponse:
    """Asks for the work when it has not been done, and shows as much as there is."""
    turns = face.turns_of(scene.rows)
    done = analysis.of_table(scene.table.pk, turns)
    context = _common(
        **scene.links(request),
        table=scene.table,
        progress=done,
        curve=analysis.curve(done.reviews, len(done.moves)),
        rows=analysis.rows(done, turns),
        result=scene.result_words,
    )
    part = "_" if "HX-Request" in request.headers else ""
    return render(request, f"games/o_an_quan/{part}analysis.html", context)


PAGES: dict[str, Callable[..., HttpResponse]] = {
    "rules": show_rules,
    "lesson": show_lesson,
    "record": show_record,
    "replay": show_replay,
    "record_of": send_record,
    "analysis": show_analysis,
}
