"""R10, R19: what was lost with a worker or with Redis is done again, from the rows."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from classrooms import audiences, healing, rounds, tally
from classrooms.models import Round, Session
from live import names
from live.publish import connection


@pytest.fixture
def go(do, django_capture_on_commit_callbacks):
    """A press of the host with everything that follows."""

    def act(action: str) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            do(action)

    return act


def state(session: Session) -> str:
    return Session.objects.values_list("state", flat=True).get(pk=session.pk)


def newest(channel: str) -> str:
    ((_, row),) = connection().xrevrange(names.stream(channel), count=1)
    return row["data"]


def test_req_r19_a_question_all_have_answered_closes_though_its_task_was_lost(session, phone, go):
    an, binh = phone("Ánh"), phone("Bình")
    go("next")
    an.answer(2)
    assert rounds.sweep() == 0
    binh.answer(2)  # in tests no worker hears of it
    assert rounds.sweep() == 1
    assert state(session) == Session.State.REVEAL


def test_req_r19_the_hosts_page_closes_an_overdue_question_while_no_worker_does(
    host, session, phone, go
):
    phone("Ánh")
    go("next")
    Round.objects.update(closes_at=timezone.now() - timedelta(seconds=5))
    host.get(f"/classrooms/sessions/{session.pk}/present/")
    assert state(session) == Session.State.REVEAL


@pytest.mark.parametrize("audience", ["players", "host"])
def test_req_r10_a_push_lost_on_one_channel_is_sent_again(session, phone, go, audience):
    phone("Ánh")
    go("next")
    assert healing.heal() == 0
    connection().delete(names.version(f"session:{session.pk}:{audience}:vi"))
    assert healing.heal() == 1
    assert healing.heal() == 0


def test_req_r10_the_last_push_of_a_session_is_made_up_for_too(session, phone, go):
    phone("Ánh")
    go("next")
    go("end")
    go("close")
    channel = audiences.players_channel(session.pk, "vi")
    connection().delete(names.version(channel), names.stream(channel))
    assert healing.heal() == 1
    assert "closed" in newest(channel)
    Session.objects.update(closed_at=timezone.now() - timedelta(hours=1))
    connection().delete(names.version(channel))
    assert healing.heal() == 0


def test_req_r19_a_name_that_came_in_unseen_is_drawn_once(session, phone, go):
    go("lock")
    go("unlock")
    healing.heal()
    channel = audiences.host_channel(session.pk, "vi")
    before = connection().xlen(names.stream(channel))
    healing.heal()
    assert connection().xlen(names.stream(channel)) == before
    phone("Ánh")  # in tests no worker draws the list
    healing.heal()
    assert "Ánh" in newest(channel)
    drawn = connection().xlen(names.stream(channel))
    healing.heal()
    assert connection().xlen(names.stream(channel)) == drawn


def test_req_r19_answers_stored_while_redis_was_away_are_counted(
    session, phone, go, django_capture_on_commit_callbacks
):
    an, binh = phone("Ánh"), phone("Bình")
    go("next")
    an.answer(2)  # no callback runs: as if Redis had been away
    healing.heal()
    with django_capture_on_commit_callbacks(execute=True):
        binh.answer(2)
    round_ = Round.objects.get()
    assert connection().scard(tally._key(round_.pk)) == 2
    assert not tally.refill(round_.pk)
