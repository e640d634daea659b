"""The only ways in: each object is fetched by the person who may have it."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from players.services import player_id_of

from .models import Participant, Session


def get_session_for_host(request: HttpRequest, pk: int) -> Session:
    """A session of this teacher's own. Raises Http404 for anybody else's: its very existence is
    nobody's business."""
    session = (
        Session.objects.select_related("owner", "deck").defer("snapshot").filter(pk=pk).first()
    )
    if session is None or session.owner_id != request.user.pk:
        raise Http404
    return session


def get_participant_for_player(request: HttpRequest, session_pk: int) -> Participant:
    """This browser's place in a session, removed or not. Raises Http404 when it has none."""
    player_id = player_id_of(request)
    participant = (
        Participant.objects.select_related("session", "session__deck")
        .defer("session__snapshot")
        .filter(session_id=session_pk, player_id=player_id)
        .first()
        if player_id is not None
        else None
    )
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
