"""What was lost on its way is done again: pushes, counts, lists. Processes die and Redis may have
been away or emptied; the rows know what every screen should show."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta

from django.core.cache import cache
from django.db import connections
from django.db.models import Q
from django.utils import timezone
from redis import RedisError

from live.publish import behind_versions
from live.signals import redis_back

from . import audiences, handover, rounds, screens, tally
from .models import Participant, Round, Session

#: For so long after its end a session's last push is made up for.
ENDED = timedelta(minutes=5)


#: The version of a session that has not moved.
OPENED = 1

#: Of several processes that find Redis again, one heals (seconds).
ONE_A = 1


def connect() -> None:
    """Heal as soon as Redis is back: the workers may need longer to find it again."""
    redis_back.connect(_redis_is_back, dispatch_uid="classrooms.healing")


def _redis_is_back(**_: object) -> None:
    try:
        if cache.add("healing", 1, timeout=ONE_A):
            rounds.sweep()
            heal()
    except RedisError:
        pass  # gone again
    finally:
        connections.close_all()  # the thread is not a page's


def heal() -> int:
    """Push again to sessions whose newest version did not reach Redis, and bring counts and lists
    up to the rows. How many sessions had to be pushed to. Safe to call at any time."""
    recent = Q(closed_at=None) | Q(closed_at__gt=timezone.now() - ENDED)
    sessions = dict(Session.objects.filter(recent).values_list("pk", "version"))
    # A session as it was opened has nothing to push: every page was made from it.
    lost = _behind({pk: version for pk, version in sessions.items() if version > OPENED})
    for pk in lost:
        screens.state_changed(pk)
    _lists([pk for pk in sessions if pk not in lost])
    _counts()
    return len(lost)


def _behind(sessions: dict[int, int]) -> set[int]:
    """Sessions with a channel in use whose newest push is older than their state."""
    channels = {audiences.host_channel(pk, audiences.LANGUAGES[0]): pk for pk in sessions}
    listening = Participant.objects.present().with_phone().filter(session__in=sessions)
    for pk, language in listening.order_by().values_list("session_id", "language").distinct():
        channels[audiences.players_channel(pk, language)] = pk
    behind = behind_versions({channel: sessions[pk] for channel, pk in channels.items()})
    return {channels[channel] for channel in behind}


def _lists(session_ids: list[int]) -> None:
    """Draw the host's list again where it is not of those who are in: the task was lost."""
    open_now = Session.objects.filter(pk__in=session_ids, closed_at=None)
    shown = tally.shown(open_now.values_list("pk", flat=True))
    people: dict[int, list[tuple[int, str]]] = defaultdict(list)
    present = Participant.objects.present().filter(session__in=shown)
    for pk, person, name in present.values_list("session_id", "pk", "nickname"):
        people[pk].append((person, name))
    for pk, mark in shown.items():
        asking = [request.pk for request in handover.waiting(Session(pk=pk))]
        if mark != tally.mark_of(people[pk], asking):
            tally.recount_present(pk)
            screens.show_people(pk)


def _counts() -> None:
    """Answers stored while Redis was away are missing in the host's count."""
    for round_ in Round.objects.filter(closed_at=None):
        if tally.refill(round_.pk):
            screens.answered_changed(
                round_.session_id, tally.answered(round_), tally.recount_present(round_.session_id)
            )
