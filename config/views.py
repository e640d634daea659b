"""Pages that belong to no app: the front door, the language switch, health, errors, media."""

from __future__ import annotations

import time

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import SuspiciousFileOperation
from django.core.files.storage import default_storage
from django.db import connection
from django.db.models import Count
from django.http import (
    FileResponse,
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    JsonResponse,
)
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe
from redis import RedisError

from classrooms.access import open_room_of
from games import faces
from heritage.models import LanguageBranch
from live.tasks import HEARTBEAT_KEY

#: Beat ticks every 15 s; two missed ticks mean that it is gone.
BEAT_PATIENCE_SECONDS = 45


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The join box first, then the ways in; a seed for each people in its branch's colour."""
    counted = LanguageBranch.objects.annotate(people=Count("groups"))
    branches = list(counted.order_by("order"))  # grouping drops the order of Meta
    seeds = [branch.style for branch in branches for _ in range(branch.people)]
    room = open_room_of(request)
    games = [faces.face(slug).name() for slug in faces.shown()]
    context = {"branches": branches, "seeds": seeds, "room": room, "games": games}
    return render(request, "home.html", context)


@require_POST
def switch_language(request: HttpRequest) -> HttpResponse:
    """Set the language cookie and go back to where the reader was."""
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}):
        back = "/"
    response = HttpResponseRedirect(back)
    language = request.POST.get("language")
    if language in dict(settings.LANGUAGES):
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            samesite="Lax",
            httponly=True,
            secure=settings.HTTPS,
        )
    return response


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """This process answers."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Database, Redis and beat answer; 503 names what does not."""
    parts = {"database": True, "redis": True, "beat": True}
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Exception:
        parts["database"] = False
    try:
        beat = cache.get(HEARTBEAT_KEY)
        parts["beat"] = beat is not None and time.time() - beat < BEAT_PATIENCE_SECONDS
    except RedisError:
        parts["redis"] = parts["beat"] = False
    return JsonResponse(parts, status=200 if all(parts.values()) else 503)


@require_safe
def media(request: HttpRequest, name: str) -> FileResponse:
    """Uploaded pictures, which were re-encoded at upload; nothing else lies there."""
    try:
        file = default_storage.open(name)
    except (OSError, ValueError, SuspiciousFileOperation) as error:
        raise Http404 from error
    response = FileResponse(file)
    response["Cache-Control"] = "public, max-age=86400"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form older than its cookie, mostly: says so, and asks nothing of database or session."""
    return HttpResponse(render_to_string("403_csrf.html"), status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    return render(request, "500.html", status=500)
