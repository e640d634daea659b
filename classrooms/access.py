"""The only ways in: each object is fetched by the person who may have it."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from django.utils.crypto import salted_hmac

from heritage.prepared import Prepared
from players.services import player_id_of

from .models import Class, GameLesson, Participant, Session

#: Asked with every answer of a class, all at once.
_place = Prepared(
    lambda: Participant.objects.select_related("session").defer("session__snapshot").order_by(),
    "session_id",
    "player_id",
)


def sessions_of(user: Any) -> QuerySet[Session]:
    """The sessions a teacher leads: those opened by oneself, and all of the classes one teaches."""
    taught = Class.objects.taught_by(user).values("pk")
    return Session.objects.filter(Q(owner_id=user.pk) | Q(for_class__in=taught)).defer("snapshot")


def get_session_for_host(request: HttpRequest, pk: int) -> Session:
    """A session this teacher leads. Raises Http404 for anybody else's: its very existence is
    nobody's business."""
    found = sessions_of(request.user).select_related("owner", "deck", "for_class").filter(pk=pk)
    session = found.first()
    if session is None:
        raise Http404
    return session


def browser_of(request: HttpRequest) -> str:
    """A short name of the browser a teacher is logged in with; it tells two machines apart and
    opens nothing."""
    return salted_hmac("classrooms.browser", request.session.session_key or "").hexdigest()[:16]


def is_led_elsewhere(request: HttpRequest, session: Session) -> bool:
    """Whether another machine took the session over from this one."""
    return session.led_from not in {"", browser_of(request)}


def get_class_for_teacher(request: HttpRequest, pk: int) -> Class:
    """A class this teacher owns or helps to teach. Raises Http404 for any other."""
    group = Class.objects.taught_by(request.user).select_related("owner").filter(pk=pk).first()
    if group is None:
        raise Http404
    return group


def get_game_for_teacher(request: HttpRequest, pk: int) -> GameLesson:
    """A game of a class this teacher teaches. Raises Http404 for any other."""
    taught = Class.objects.taught_by(request.user).values("pk")
    found = GameLesson.objects.filter(pk=pk, for_class__in=taught)
    lesson = found.select_related("for_class", "owner").first()
    if lesson is None:
        raise Http404
    return lesson


def get_participant_for_player(request: HttpRequest, session_pk: int) -> Participant:
    """This browser's place in a session, removed or not. Raises Http404 when it has none."""
    player_id = player_id_of(request)
    participant = None if player_id is None else _place.first(session_pk, player_id)
    if participant is None:
        raise Http404
    return participant


def open_room_of(request: HttpRequest) -> Session | None:
    """The open session this browser is in, the latest first; None when there is none."""
    player_id = player_id_of(request)
    if player_id is None:
        return None
    place = (
        Participant.objects.present()
        .select_related("session")
        .defer("session__snapshot")
        .filter(player_id=player_id, session__closed_at=None)
        .order_by("-joined_at")
        .first()
    )
    return place.session if place is not None else None
