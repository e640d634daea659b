"""The pages the dice shoot-out brings itself: rules, characters, a first turn, watching again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from players.accounts import is_teacher

from .. import selectors, watching
from ..courses import Course
from ..faces import Refused
from ..game import IllegalMove, InvalidMove
from . import asking, board, ending, face, lessons, ring, story, texts, words
from .characters import CHARACTERS
from .game import GAME
from .lesson_words import SAID
from .ring import Sitter
from .story import Told
from .values import FACES, ROLES, Seat, State, View
from .words import SIGNS, Words

if TYPE_CHECKING:
    from ..scenes import Scene

COURSE = Course(
    face.SLUG, "bang_lessons", [(SAID[one.key].title, [one.key]) for one in lessons.LESSONS]
)


def _common(**more: Any) -> dict[str, Any]:
    signs = {f"{name}_sign": board.sign(name) for name in ("arrow", "life", "hidden")}
    return face.FACE.on_pages(**signs, **more)


# --- rules, characters ----------------------------------------------------------------------------


def show_rules(request: HttpRequest) -> HttpResponse:
    said = Words({})
    counts = [
        {
            "n": n,
            "roles": [
                {
                    "sign": board.role_sign(role),
                    "name": words.so_many(role, dealt.count(role)),
                    "n": dealt.count(role),
                }
                for role in words.EVERY_ROLE
                if role in dealt
            ],
        }
        for n, dealt in ROLES.items()
    ]
    roles = [
        {
            "code": role,
            "sign": board.role_sign(role),
            "name": words.role(role),
            "goal": texts.ROLES[role].text,
        }
        for role in words.EVERY_ROLE
    ]
    context = _common(legend=face.legend(said), counts=counts, roles=roles, faces=FACES)
    return render(request, "games/bang_dice/rules.html", context)


def show_characters(request: HttpRequest) -> HttpResponse:
    said = Words({})
    people = [
        {
            "code": code,
            "name": texts.CHARACTERS[code].name,
            "life": one.life,
            "power": said.power(code),
        }
        for code, one in CHARACTERS.items()
    ]
    return render(request, "games/bang_dice/characters.html", _common(people=people))


# --- a first turn ---------------------------------------------------------------------------------


def show_lesson(request: HttpRequest, number: int) -> HttpResponse:
    """One step of the scripted turn; a POST tries a move."""
    if not 1 <= number <= len(lessons.LESSONS):
        raise Http404
    lesson = lessons.LESSONS[number - 1]
    # As at the table that the reader is offered first.
    family = is_teacher(request.user)
    said = SAID[lesson.key].worded(str(texts.face_name("beer", family)).lower())
    state, told = lessons.before(number, family=family)
    right, wrong, error, status = False, "", "", 200
    moves = [Told(n, seat, events) for n, (seat, events) in enumerate(told)]
    if request.method == "POST":
        try:
            move = GAME.decode_move(face.FACE.move(request.POST))
            GAME.check(state, lesson.seat, move, {})
            right = lesson.right(move)
        except (Refused, InvalidMove, IllegalMove) as refusal:
            error, status = _refusal(refusal), 400
        if right:
            state, events = lessons.play(state, lesson)
            moves.append(Told(len(moves), lesson.seat, events))
            COURSE.note(request, lesson.key)
        elif not error:
            wrong = str(said.wrong)
    context = _lesson(state, moves, lesson.seat, asks=not right)
    context |= COURSE.around(request, number) | {
        "said": said,
        "right": right,
        "wrong": wrong,
        "error": error,
        "happened": context["words"].tell(moves[-1].events) if right else [],
        "play": right,
    }
    return render(request, "games/bang_dice/lesson.html", context, status=status)


def _refusal(refusal: Exception) -> str:
    if isinstance(refusal, InvalidMove | IllegalMove):
        return str(texts.REFUSALS.get(refusal.code, _("That could not be read. Choose once more.")))
    return str(refusal)


def _lesson(state: State, moves: list[Told], seat: Seat, *, asks: bool) -> dict[str, Any]:
    """The table of a step; the learner moves for `seat`."""
    view = GAME.view(state, lessons.ME, {})
    sitters = {
        n: Sitter(str(SIGNS[n]), bot=n != lessons.ME, me=n == lessons.ME)
        for n in range(lessons.SEATS)
    }
    context = _moment(view, sitters, moves, may_roll=asks and view.phase == "roll")
    if asks:
        tray = context["tray"]
        context["ask"] = asking.asked(view, context["all"], context["words"], tray["kept"])
        if seat != lessons.ME:
            context["ask"] |= {
                "title": asking.waiting(view, context["words"]),
                "help": "",
                "watch": _("Watch %(name)s roll") % {"name": sitters[seat].name},
            }
        context |= {"acting": SimpleNamespace(index=seat), "table": SimpleNamespace(decision="")}
    return context


def _moment(
    view: View, sitters: Mapping[Seat, Sitter], moves: list[Told], *, may_roll: bool = False
) -> dict[str, Any]:
    """One moment away from any table: ring, dice, what happened last."""
    said = face.words_of(view, sitters)
    cards = ring.cards(view, sitters, said)
    own = next((card for card in cards if card.spot == 0), None)
    return _common(
        view=view,
        phase="playing",
        words=said,
        all=cards,
        cards=[card for card in cards if card.spot],
        others=len(cards) - (own is not None),
        own=own,
        own_goal=face.goal(view),
        tray=face.dice(view, said, moves, may_roll=may_roll),
        legend=face.legend(said),
        drink=said.face("beer"),
        composition=ring.composition(view),
        unknown=ring.unknown(view),
        pile=view.pile,
        pile_arrows=range(view.pile),
        show=json.dumps(story.pictures(moves[-1] if moves else None), separators=(",", ":")),
        newest=moves[-1].number if moves else 0,
    )


# --- watching again -------------------------------------------------------------------------------


def show_replay(request: HttpRequest, scene: Scene) -> HttpResponse:
    """A finished game move by move, with all roles open: it is over."""
    final: View = scene.view
    moves = face.told(scene.rows, None)
    at = watching.step_asked_for(request, len(moves) - 1)
    state = selectors.states(scene.table)[moves[at].number]
    seen = GAME.view(state, None, {})
    view = replace(
        seen,
        players=tuple(
            replace(player, role=final.players[player.seat].role) for player in seen.players
        ),
        hidden={},
    )
    sitters = face.sitters_of(scene)
    context = _moment(view, sitters, moves[: at + 1])
    said: Words = context["words"]
    entry = story.entry(moves[at], said)
    context |= watching.slider(at, len(moves) - 1, _turns(moves))
    context["said"] = entry["full"] or _("The start of the game.")
    if view.result is not None:
        context |= ending.shown(final, context["all"], moves, said)
    return watching.page(request, scene, context)


def _turns(moves: list[Told]) -> list[dict[str, Any]]:
    """Where each turn begins, to jump there."""
    return [
        {"n": event.facts["number"], "ply": ply, "sign": event.facts["seat"] + 1}
        for ply, told in enumerate(moves)
        for event in told.events
        if event.kind == "turn"
    ]


PAGES: dict[str, Callable[..., HttpResponse]] = {
    "rules": show_rules,
    "characters": show_characters,
    "lesson": show_lesson,
    "replay": show_replay,
}
