"""The new device: asking to go on as somebody, waiting for the teacher's tap."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from players.services import player_for, player_id_of

from . import door, handover
from .errors import LessonError
from .models import Handover


@never_cache
@require_POST
def ask(request: HttpRequest) -> HttpResponse:
    """A device says whose it is: the host is asked."""
    code, nickname = request.POST.get("code", "")[:12], request.POST.get("nickname", "")[:120]
    context: dict[str, object] = {"code": code, "nickname": nickname}
    try:
        session = door.find_room(request, code)
        context["session"] = session
        door.let_in(request, session)
        handover.ask(session, nickname, player_for(request))
    except LessonError as error:
        context["error"] = error.message
        return render(request, "classrooms/join.html", context, status=error.status)
    return redirect("classrooms:handover", session.pk)


def _mine(request: HttpRequest, pk: int) -> Handover:
    asked = handover.asked_by(pk, player_id_of(request))
    if asked is None:
        raise Http404
    return asked


@never_cache
@require_GET
def wait(request: HttpRequest, pk: int) -> HttpResponse:
    """Until the teacher has decided; then the phone goes on by itself."""
    asked = _mine(request, pk)
    if asked.accepted:
        return redirect("classrooms:play", pk)
    return render(
        request,
        "classrooms/handover.html",
        {"asked": asked, "person": asked.participant, "session": asked.participant.session},
    )


@never_cache
@require_GET
def state(request: HttpRequest, pk: int) -> HttpResponse:
    """Asked by the waiting page: where to go on, once that is known."""
    asked = _mine(request, pk)
    if asked.accepted:
        return JsonResponse({"go": reverse("classrooms:play", args=[pk])})
    if asked.decided_at is not None or not asked.participant.session.is_open:
        return JsonResponse({"go": reverse("classrooms:handover", args=[pk])})
    return JsonResponse({"go": ""})


def elsewhere(request: HttpRequest, pk: int) -> HttpResponse | None:
    """The page of a device whose place went over to another one; None for any other device."""
    person = handover.gone_from(pk, player_id_of(request))
    if person is None:
        return None
    context = {"person": person, "session": person.session, "language": get_language() or "vi"}
    return render(request, "classrooms/elsewhere.html", context, status=410)
