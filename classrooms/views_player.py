"""Coming in by code and name, and the phone's page in every phase."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from live import presence
from live.arrival import arrived_at
from live.publish import last_id
from live.tokens import issue
from players.services import player_for, player_of

from . import (
    answers,
    audiences,
    class_games,
    door,
    handover,
    name_ideas,
    replies,
    rounds,
    sessions,
)
from .access import get_participant_for_player
from .errors import ClassNotOpen, DeniedNickname, LessonError, NicknameTaken, Removed
from .models import Participant, Session
from .scene import Scene, earned_so_far, player_context
from .views_handover import elsewhere


@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Two steps: the code (GET ?code=), then the name (POST). Who is in already just goes on."""
    given = request.POST if request.method == "POST" else request.GET
    code = given.get("code", "").strip()
    context: dict[str, Any] = {"code": code[:12], "nickname": given.get("nickname", "")[:120]}
    if not code:
        return render(request, "classrooms/join.html", context)
    try:
        session = door.find_room(request, code)
        if request.method == "GET":
            here = sessions.may_enter(session, player_of(request))
            if here is not None and here.removed_at is None:
                return redirect("classrooms:play", session.pk)
            if here is not None:
                context["nickname"] = here.nickname  # asked to leave, and welcome again
            return render(request, "classrooms/join.html", {**context, "session": session})
        context["session"] = session
        if "idea" in given:
            taken = sessions.taken_names(session)
            context["suggestion"] = name_ideas.fresh(taken, get_language() or "vi")
            return render(request, "classrooms/join.html", context)
        door.let_in(request, session)
        me = sessions.join(
            session, player_for(request), given.get("nickname", ""), get_language() or "vi"
        )
        presence.note(audiences.phones_room(session.pk), str(me.pk))
    except NicknameTaken as error:
        context |= {"error": error.message, "suggestion": error.suggestion}
        context["claim"] = handover.holder_away(session, context["nickname"])
        return render(request, "classrooms/join.html", context, status=error.status)
    except ClassNotOpen:
        digits = door.digits_of(code)
        if class_games.open_under(digits) is not None:
            return redirect(f"{reverse('classrooms:game_join')}?code={digits}")
        return render(request, "classrooms/not_open.html", {"code": digits})
    except DeniedNickname as error:
        idea = name_ideas.fresh(sessions.taken_names(session), get_language() or "vi")
        context |= {"error": error.message, "suggestion": idea}
        return render(request, "classrooms/join.html", context, status=error.status)
    except LessonError as error:
        return render(
            request,
            "classrooms/join.html",
            {**context, "error": error.message},
            status=error.status,
        )
    return redirect("classrooms:play", session.pk)


@never_cache
@require_GET
def is_open(request: HttpRequest) -> HttpResponse:
    """Asked by who waits at the door of a class: where to go on, once there is a room."""
    code = door.digits_of(request.GET.get("code", ""))
    try:
        door.find_room(request, code)
    except ClassNotOpen:
        if class_games.open_under(code) is None:
            return JsonResponse({"go": ""})
    except LessonError as error:
        return JsonResponse({"go": ""}, status=429 if error.status == 429 else 200)
    return JsonResponse({"go": f"{reverse('classrooms:join')}?code={code}"})


@require_GET
def join_by_link(request: HttpRequest, code: str) -> HttpResponse:
    """What the QR code opens."""
    return redirect(f"{reverse('classrooms:join')}?code={code[:12]}")


def _phone(request: HttpRequest, pk: int) -> tuple[Participant, dict[str, Any]]:
    me = get_participant_for_player(request, pk)
    rounds.settle(me.session)
    language = get_language() or "vi"
    if me.language != language:
        # The switch was used: from now on this phone is pushed the other language.
        me.language = language
        Participant.objects.filter(pk=me.pk).update(language=language)
    scene = Scene(me.session)
    context = player_context(scene, me)
    page_url = reverse("classrooms:play", args=[pk])
    if me.session.state == Session.State.QUESTION:
        context["earned"] = earned_so_far(scene, me)
    changeable = context["phase"] == "sent" and context["in_time"] and scene.may_change
    if changeable and "change" in request.GET:
        context["phase"], page_url = "question", f"{page_url}?change=1"
    return me, context | {"page_url": page_url}


@never_cache
@require_GET
def play(request: HttpRequest, pk: int) -> HttpResponse:
    """The whole page, right at any moment; what is pushed later replaces parts of it."""
    channel = audiences.players_channel(pk, get_language() or "vi")
    newest = last_id(channel)  # before the database: nothing in between is missed
    try:
        me, context = _phone(request, pk)
    except Http404:
        # An old link must lead on; whether such a session exists is nobody's business.
        gone = elsewhere(request, pk)
        return gone or render(request, "classrooms/no_place.html", status=404)
    if me.removed_at is not None:
        channel = audiences.gone_channel(pk)
    context |= {
        "slip": issue(channel, str(me.pk), me.generation, **_rooms(me)),
        "last_id": newest,
        "stage_url": reverse("classrooms:play_stage", args=[pk]),
    }
    status = 410 if context["phase"] == "removed" else 200
    return render(request, "classrooms/player/page.html", context, status=status)


def _rooms(me: Participant) -> dict[str, str]:
    """Where this phone is counted as present, and whose presence it is told."""
    if me.removed_at is not None:
        return {}
    presence.note(audiences.phones_room(me.session_id), str(me.pk))
    return {
        "room": audiences.phones_room(me.session_id),
        "watch": audiences.host_room(me.session_id),
    }


@never_cache
@require_GET
def stage(request: HttpRequest, pk: int) -> HttpResponse:
    """Only the changing part: what the version poll asks for when a push was missed."""
    _, context = _phone(request, pk)
    return render(request, "classrooms/player/_stage.html", context)


def _given(raw: str) -> datetime | None:
    """When a phone says it was tapped (epoch milliseconds of our clock); None for no time."""
    if not (raw.isascii() and raw.isdigit() and len(raw) <= 14):
        return None
    return datetime.fromtimestamp(int(raw) / 1000, UTC)


@never_cache
@require_POST
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one answer. A script gets the new stage; a plain form goes back to the page."""
    me = get_participant_for_player(request, pk)
    scene, receipt = Scene(me.session), None
    try:
        if me.removed_at is not None:
            raise Removed
        raw = request.POST.get("round", "")
        receipt = answers.record_answer(
            me,
            int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 18 else 0,
            request.POST.get("client_id", ""),
            request.POST,
            arrived_at(request),
            _given(request.POST.get("at", "")),
        )
        status, error = 200, None
    except LessonError as refused:
        status, error = refused.status, refused.message
    if "HX-Request" not in request.headers and error is None:
        return redirect("classrooms:play", pk)
    if receipt is not None and receipt.round.index == me.session.index:
        scene.round = receipt.round  # at hand already: this request is the one that must be quick
    answered = receipt.answer if receipt is not None else None
    context = player_context(scene, me, answered)
    # Nothing above the answer has changed by it.
    context |= {"error": error, "bare": context["phase"] == "sent"}
    if context["bare"] and "HX-Request" in request.headers and error is None:
        return HttpResponse(replies.sent(context))
    context["page_url"] = reverse("classrooms:play", args=[pk])
    template = "_stage.html" if "HX-Request" in request.headers else "page.html"
    return render(request, f"classrooms/player/{template}", context, status=status)
