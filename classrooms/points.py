"""What lessons give to the leaderboards: each participant's total of each session, computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from players.leaderboards import Points, register, register_sessions

from . import results
from .models import Participant, Session


def member_points() -> Iterator[Points]:
    """Totals of members (guests stand on their session's board only), dated by the start."""
    with_members = Participant.objects.filter(player__user__isnull=False).values("session_id")
    for session in Session.objects.filter(pk__in=with_members, started_at__isnull=False).defer(
        "snapshot"
    ):
        found = results.compute(session)
        people = Participant.objects.filter(session=session).select_related("player")
        for person in people:
            line = found.of(person.pk)
            if line is None or not line.total or person.removed_at or not session.started_at:
                continue
            yield Points(
                person.player_id,
                person.player.user_id,
                line.total,
                session.started_at,
                f"session:{session.pk}",
            )


def session_scores(session_id: int) -> Mapping[str, int]:
    """Everybody present in one session, by participant."""
    session = Session.objects.defer("snapshot").filter(pk=session_id).first()
    if session is None:
        return {}
    return {str(line.participant.pk): line.total for line in results.compute(session).lines}


def connect() -> None:
    """Called once when the app is ready."""
    register("lessons", member_points)
    register_sessions(session_scores)
