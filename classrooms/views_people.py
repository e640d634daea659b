"""The host's rights over who is in: another name, asked to leave, blocked, let in again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from heritage.public_address import site_address

from . import handover, sessions, teams
from .access import browser_of, get_session_for_host, is_led_elsewhere
from .errors import LedElsewhere, LessonError, NicknameTaken, NotNow
from .models import Pace, Participant, Session
from .scene import Scene
from .views_host import host_page, teacher_required


@dataclass(frozen=True)
class Toast:
    """What the host is told for a moment, and what takes it back."""

    text: str
    undo: str = ""
    participant: int = 0
    nickname: str = ""
    team: int = 0
    failed: bool = False


def _rename(session: Session, pk: int, request: HttpRequest) -> Toast:
    before = session.participants.filter(pk=pk).values_list("nickname", flat=True).first()
    person = sessions.rename(session, pk, request.POST.get("nickname", ""))
    text = _("%(before)s is now %(name)s.") % {"before": before, "name": person.nickname}
    return Toast(text, "rename", pk, str(before))


def _remove(session: Session, pk: int, request: HttpRequest) -> Toast:
    person = sessions.remove(session, pk)
    text = _("%(name)s has left the room and may come back.") % {"name": person.nickname}
    return Toast(text, "restore", pk)


def _block(session: Session, pk: int, request: HttpRequest) -> Toast:
    person = sessions.block(session, pk)
    text = _("%(name)s is blocked in this session.") % {"name": person.nickname}
    return Toast(text, "restore", pk)


def _restore(session: Session, pk: int, request: HttpRequest) -> Toast:
    person = sessions.restore(session, pk)
    return Toast(_("%(name)s is in again.") % {"name": person.nickname})


def _move(session: Session, pk: int, request: HttpRequest) -> Toast:
    before = session.participants.filter(pk=pk).values_list("team", flat=True).first()
    raw = request.POST.get("team", "")
    team = int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 4 else 0
    person = sessions.move_to_team(session, pk, team)
    text = _("%(name)s is now in %(team)s.") % {
        "name": person.nickname,
        "team": teams.name(person.team),
    }
    return Toast(text, "move", pk, team=before or 0)


def _accept(session: Session, pk: int, request: HttpRequest) -> Toast:
    asked = handover.decide(session, pk, accept=True)
    text = _("%(name)s goes on with the new device.") % {"name": asked.participant.nickname}
    return Toast(text)


def _refuse(session: Session, pk: int, request: HttpRequest) -> Toast:
    handover.decide(session, pk, accept=False)
    return Toast(_("The new device was not let in."))


#: Every host action on one person, or (accept, refuse) on one device that asks: the name of the
#: button, its value says whom.
PEOPLE_ACTIONS: dict[str, Callable[[Session, int, HttpRequest], Toast]] = {
    "rename": _rename,
    "remove": _remove,
    "block": _block,
    "restore": _restore,
    "move": _move,
    "accept": _accept,
    "refuse": _refuse,
}


def _pressed(request: HttpRequest) -> tuple[str, int]:
    """(action, participant): ("", 0) when the form names none of ours."""
    for action in PEOPLE_ACTIONS:
        raw = request.POST.get(action, "")
        if raw.isascii() and raw.isdigit() and len(raw) < 18:
            return action, int(raw)
    return "", 0


def _act(request: HttpRequest, session: Session) -> Toast:
    action, participant = _pressed(request)
    try:
        if not action:
            raise NotNow
        if is_led_elsewhere(request, session):
            raise LedElsewhere
        return PEOPLE_ACTIONS[action](session, participant, request)
    except NicknameTaken as error:
        return Toast(f"{error.message} {error.suggestion}", failed=True)
    except LessonError as error:
        return Toast(str(error.message), failed=True)


@never_cache
@teacher_required
@require_http_methods(["GET", "POST"])
def people(request: HttpRequest, pk: int) -> HttpResponse:
    """Everybody in the room and who had to leave. A script gets the host's screen back."""
    session = get_session_for_host(request, pk)
    if request.method == "POST":
        toast = _act(request, session)
        if "HX-Request" in request.headers:
            status = 409 if toast.failed else 200
            context = host_page(request, session, toast=toast, undo=True)
            return render(request, "classrooms/host/_stage.html", context, status=status)
        (messages.error if toast.failed else messages.info)(request, toast.text)
        return redirect("classrooms:people", pk)
    return render(request, "classrooms/host/people.html", Scene(session).common())


@never_cache
@teacher_required
@require_http_methods(["GET", "POST"])
def person(request: HttpRequest, pk: int, participant: int) -> HttpResponse:
    """What can be done about one person; a script shows it over the host's screen. Extra time is
    for the page only, and on the machine that leads, whose screen the class sees, behind a word
    of warning."""
    session = get_session_for_host(request, pk)
    who = Participant.objects.filter(session=session, pk=participant).first()
    if who is None:
        raise Http404
    context: dict[str, Any] = {"session": session, "person": who}
    in_lobby = session.state == Session.State.LOBBY and who.removed_at is None
    context["teams"] = teams.of([], session.team_count if in_lobby else 0)
    if request.method == "POST":
        raw = request.POST.get("pace", "")
        try:
            sessions.set_pace(session, who.pk, int(raw) if raw in map(str, Pace.values) else -1)
        except NotNow as error:
            messages.error(request, str(error.message))
            return redirect("classrooms:person", pk, who.pk)
        return redirect(f"{reverse('classrooms:person', args=[pk, who.pk])}?saved=1")
    people_address = site_address(request) + reverse("classrooms:people", args=[pk])
    context["people_address"] = people_address
    if "HX-Request" in request.headers:
        return render(request, "classrooms/host/_person.html", context)
    leads = session.is_open and session.led_from == browser_of(request)
    context |= {"paces": Pace.choices, "saved": "saved" in request.GET, "on_the_wall": leads}
    return render(request, "classrooms/host/person.html", context)
