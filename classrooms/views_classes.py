"""The pages of a teacher's classes."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from heritage.public_address import site_address

from . import class_games, classes
from .access import get_class_for_teacher, sessions_of
from .errors import LessonError
from .models import Class
from .views_host import teacher_required

#: Games in class that its page lists.
RECENT_GAMES = 12


@never_cache
@teacher_required
@require_http_methods(["GET", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """The classes one teaches; POST makes a new one."""
    context: dict[str, object] = {}
    if request.method == "POST":
        try:
            made = classes.create(request.user, request.POST.get("name", ""))  # type: ignore[arg-type]
            return redirect("classrooms:class", made.pk)
        except LessonError as error:
            context = {"error": error.message, "name": request.POST.get("name", "")[:120]}
    taught = (
        Class.objects.taught_by(request.user)
        .select_related("owner")
        .annotate(lessons=Count("sessions", distinct=True))
    )
    context |= {
        "classes": [group for group in taught if group.archived_at is None],
        "archived": [group for group in taught if group.archived_at is not None],
    }
    status = 400 if "error" in context else 200
    return render(request, "classrooms/classes.html", context, status=status)


@never_cache
@teacher_required
@require_http_methods(["GET"])
def show(request: HttpRequest, pk: int) -> HttpResponse:
    """One class: its code, its teachers, its lessons."""
    group = get_class_for_teacher(request, pk)
    lessons = (
        sessions_of(request.user)
        .filter(for_class=group)
        .annotate(people=Count("participants", filter=Q(participants__removed_at=None)))
    )
    return render(
        request,
        "classrooms/class.html",
        {
            "class": group,
            "join_url": site_address(request) + reverse("classrooms:join_link", args=[group.code]),
            "is_owner": group.owner_id == request.user.pk,
            "teachers": group.co_teachers.order_by("username"),
            "running": lessons.filter(closed_at=None).first(),
            "playing": class_games.open_under(group.code),
            "games": [
                {"lesson": lesson, "name": class_games.name_of(lesson.game)}
                for lesson in group.game_lessons.all()[:RECENT_GAMES]
            ],
            "ended": lessons.exclude(closed_at=None).order_by("-closed_at"),
        },
    )


def _rename(request: HttpRequest, group: Class) -> str:
    classes.rename(group, request.POST.get("name", ""))
    return _("The class has its new name.")


def _add(request: HttpRequest, group: Class) -> str:
    teacher = classes.add_teacher(group, request.POST.get("login", "")[:254])
    return _("%(name)s teaches this class too.") % {"name": teacher.display_name}


def _take_out(request: HttpRequest, group: Class) -> str:
    raw = request.POST.get("teacher", "")
    pk = int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 18 else 0
    group.co_teachers.remove(*group.co_teachers.filter(pk=pk))
    return _("Done.")


def _archive(request: HttpRequest, group: Class) -> str:
    classes.set_archived(group, True)
    return _("The class is put away. Its reports stay, its code opens nothing.")


def _unarchive(request: HttpRequest, group: Class) -> str:
    classes.set_archived(group, False)
    return _("The class is taken up again.")


#: What the owner of a class may do, by the name in the form.
CLASS_ACTIONS: dict[str, Callable[[HttpRequest, Class], str]] = {
    "rename": _rename,
    "add-teacher": _add,
    "remove-teacher": _take_out,
    "archive": _archive,
    "unarchive": _unarchive,
}


@never_cache
@teacher_required
@require_POST
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """One change of a class. Only its owner may; a co-teacher may only leave."""
    group = get_class_for_teacher(request, pk)
    action = request.POST.get("action", "")
    if action == "leave":
        group.co_teachers.remove(request.user)  # type: ignore[arg-type]
        return redirect("classrooms:classes")
    if group.owner_id != request.user.pk or action not in CLASS_ACTIONS:
        raise Http404
    try:
        messages.success(request, CLASS_ACTIONS[action](request, group))
    except LessonError as error:
        messages.error(request, str(error.message))
    return redirect("classrooms:class", pk)
