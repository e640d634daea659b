"""The teacher's desk, opening a room, and the host screen with its actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from heritage.models import Region
from heritage.public_address import site_address
from live import presence
from live.publish import last_id
from live.tokens import issue
from quizzes.models import Deck, State

from . import audiences, charts, door, hosting, modes, plays, results, rounds, sessions
from .access import (
    browser_of,
    get_class_for_teacher,
    get_session_for_host,
    is_led_elsewhere,
    sessions_of,
)
from .errors import BadMode, LedElsewhere, LessonError, NotNow
from .models import Class, Session
from .scene import Scene, host_context

View = Callable[..., HttpResponse]


def teacher_required(view: View) -> View:
    """Who is not signed in is asked to; who is signed in but no teacher is told so (403)."""
    checked = permission_required("classrooms.add_session", raise_exception=True)(view)
    return login_required(checked)


#: How many questions a lesson may take from a deck ("" for all), and what is chosen beforehand.
SIZES = (5, 10, 15, 20)
USUAL_SIZE = 10
#: In the place of a topic: the teacher's own decks.
MINE = "mine"
#: Ended sessions listed on the desk.
RECENT = 20


@never_cache
@teacher_required
@require_GET
def desk(request: HttpRequest) -> HttpResponse:
    """Running sessions to go on with, the last ones with their reports, one button to open."""
    mine = (
        sessions_of(request.user)
        .select_related("for_class")
        .annotate(people=Count("participants", filter=Q(participants__removed_at=None)))
    )
    ended = list(mine.exclude(closed_at=None).order_by("-closed_at")[:RECENT])
    latest = results.compute(ended[0]) if ended else None
    return render(
        request,
        "classrooms/desk.html",
        {
            "running": mine.filter(closed_at=None),
            "classes": Class.objects.taught_by(request.user).filter(archived_at=None),
            "ended": ended,
            "latest": latest,
            "chart": charts.facility(latest.items) if latest else None,
            "hard": _hardest(latest),
        },
    )


def _hardest(latest: results.Results | None) -> list[results.Item]:
    """Questions worth teaching again: under 70 %, the hardest first."""
    if latest is None:
        return []
    weak = [item for item in latest.items if item.facility is not None and item.facility < 0.7]
    return sorted(weak, key=lambda item: item.facility or 0)[:5]


@never_cache
@teacher_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Choose a deck; POST opens the room, for a class when one is named."""
    given = request.POST if request.method == "POST" else request.GET
    group = _class_of(request, given.get("class", ""))
    if request.method == "POST":
        deck = get_object_or_404(
            Deck.objects.playable_by(request.user), slug=request.POST.get("deck", "")
        )
        try:
            mode = modes.read(request.POST)
            session = sessions.open_session(
                request.user,  # type: ignore[arg-type]
                deck,
                _size_of(request.POST),
                group,
                mode,
            )
        except LessonError as error:
            messages.error(request, str(error.message))
            return redirect(group or "classrooms:new")
        return redirect("classrooms:host", session.pk)
    words, topic = request.GET.get("q", "")[:80], request.GET.get("topic", "")
    decks = Deck.objects.playable_by(request.user).annotate(
        n=Count("questions", filter=Q(questions__state=State.PUBLISHED), distinct=True)
    )
    chosen = decks.filter(slug=request.GET.get("deck", "")).first()
    topics_there = set(Deck.objects.playable().values_list("topic", flat=True))
    own = decks.filter(owner=request.user.pk)
    if topic in Deck.Topic.values:
        decks = decks.filter(topic=topic)
    elif topic == MINE:
        decks = own
    topics: list[tuple[str, Any]] = [
        (value, label) for value, label in Deck.Topic.choices if value in topics_there
    ]
    if own:
        topics.insert(0, (MINE, _("My decks")))
    mode = _mode_before(request, group)
    return render(
        request,
        "classrooms/new.html",
        {
            "decks": decks.search(words) if words else decks,
            "words": words,
            "topic": topic,
            "topics": topics,
            "regions": dict(Region.choices),
            "chosen": chosen,
            "sizes": SIZES,
            "usual_size": _size_of(request.GET) if "size" in request.GET else USUAL_SIZE,
            "mode": mode,
            "plays": plays.PLAYS,
            "scorings": plays.SCORINGS,
            "team_counts": modes.TEAM_COUNTS,
            "usual_teams": mode.team_count or modes.USUAL_TEAMS,
            "class": group,
            "classes": Class.objects.taught_by(request.user).filter(archived_at=None),
        },
    )


def _size_of(data: QueryDict) -> int | None:
    """How many questions to draw; None for the whole deck."""
    size = data.get("size", "")
    return int(size) if size in map(str, SIZES) else None


def _mode_before(request: HttpRequest, group: Class | None) -> modes.Mode:
    """What is chosen beforehand: as it stood before a search, else as in the last lesson."""
    if "play" in request.GET:
        try:
            return modes.read(request.GET)
        except BadMode:
            pass  # an address typed by hand
    return modes.last_of(request.user, group)


def _class_of(request: HttpRequest, raw: str) -> Class | None:
    """The class a room is opened for. Raises Http404 for one that is not this teacher's."""
    if not (raw.isascii() and raw.isdigit() and len(raw) < 18):
        return None
    group = get_class_for_teacher(request, int(raw))
    if group.archived_at is not None:
        raise Http404
    return group


def host_page(request: HttpRequest, session: Session, **extra: Any) -> dict[str, Any]:
    """The host's screen for a request: what everybody is pushed, and addresses."""
    address = site_address(request)
    return {
        **host_context(Scene(session)),
        "join_url": address + reverse("classrooms:join_link", args=[session.code]),
        "address": address.split("://")[-1],
        "page_url": f"{session.get_absolute_url()}?stay=1",
        "browser": browser_of(request),
        "led": {"elsewhere": is_led_elsewhere(request, session)},
        "stage_url": reverse("classrooms:host_stage", args=[session.pk]),
        "here_url": reverse("classrooms:here", args=[session.pk]),
        "present_url": reverse("classrooms:present", args=[session.pk]),
        **extra,
    }


@never_cache
@teacher_required
@require_GET
def screen(request: HttpRequest, pk: int) -> HttpResponse:
    """The projector's page; it may be opened twice, reloaded, or opened on another machine."""
    channel = audiences.host_channel(pk, get_language() or "vi")
    newest = last_id(channel)
    session = get_session_for_host(request, pk)
    if not session.is_open:
        return redirect("classrooms:report", pk)
    if "stay" not in request.GET:  # a page without scripts, which reloads itself
        sessions.take_over(session, browser_of(request))
    sessions.host_is_here(session)
    presence.note(audiences.host_room(pk), browser_of(request))
    rounds.settle(session)
    door.host_at(request, session)
    slip = issue(channel, browser_of(request), room=audiences.host_room(pk))
    context = host_page(request, session, slip=slip, last_id=newest)
    return render(request, "classrooms/host/page.html", context)


@never_cache
@teacher_required
@require_GET
def stage(request: HttpRequest, pk: int) -> HttpResponse:
    session = get_session_for_host(request, pk)
    sessions.host_is_here(session)
    rounds.settle(session)
    return render(request, "classrooms/host/_stage.html", host_page(request, session))


@never_cache
@teacher_required
@require_POST
def do(request: HttpRequest, pk: int) -> HttpResponse:
    """One host action. An action that answers an older state changes nothing."""
    session = get_session_for_host(request, pk)
    raw = request.POST.get("version", "")
    version = int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 10 else -1
    status = 200
    try:
        if is_led_elsewhere(request, session):
            raise LedElsewhere
        hosting.do(session.pk, request.POST.get("action", ""), version)
    except NotNow as error:
        status = error.status
    return _after(request, pk, status)


def _after(request: HttpRequest, pk: int, status: int = 200) -> HttpResponse:
    if "HX-Request" not in request.headers:
        return redirect(f"{reverse('classrooms:host', args=[pk])}?stay=1")
    session = get_session_for_host(request, pk)
    context = host_page(request, session, undo=True)
    return render(request, "classrooms/host/_stage.html", context, status=status)


@never_cache
@teacher_required
@require_POST
def here(request: HttpRequest, pk: int) -> HttpResponse:
    """The host page's sign of life, once a minute."""
    sessions.host_is_here(get_session_for_host(request, pk))
    return HttpResponse(status=204)


@never_cache
@teacher_required
@require_GET
def present(request: HttpRequest, pk: int) -> HttpResponse:
    """The participants who are not connected just now. Asked every few seconds, it also closes a
    question that is over while no worker does."""
    session = get_session_for_host(request, pk)
    rounds.sweep(session)
    return JsonResponse({"away": sorted(Scene(session).away)})


@never_cache
@teacher_required
@require_GET
def confirm_end(request: HttpRequest, pk: int) -> HttpResponse:
    """Ending cannot be taken back, so it asks."""
    session = get_session_for_host(request, pk)
    if not session.is_open:
        return redirect("classrooms:report", pk)
    return render(request, "classrooms/host/end.html", {"session": session})
