"""What the clock does to sessions: closed when nobody leads, nicknames forgotten."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from classrooms import results, sessions
from classrooms.models import Participant, Session

NOW = timezone.now()


@pytest.mark.parametrize(
    ("away_minutes", "age_hours", "closed"),
    [(29, 1, False), (31, 1, True), (0, 11, False), (0, 13, True)],
)
def test_a_session_without_its_host_or_past_its_day_is_closed(
    session, away_minutes, age_hours, closed
):
    Session.objects.filter(pk=session.pk).update(
        host_seen_at=NOW - timedelta(minutes=away_minutes),
        created_at=NOW - timedelta(hours=age_hours),
    )
    assert sessions.close_unattended(NOW) == int(closed)
    assert sessions.close_unattended(NOW) == 0
    assert Session.objects.get(pk=session.pk).is_open is not closed


def test_a_session_closed_by_the_clock_keeps_its_answers(session, phone, do):
    an = phone("Ánh")
    do("next")
    an.answer(2)
    do("reveal")
    Session.objects.update(host_seen_at=NOW - timedelta(minutes=31))
    sessions.close_unattended(NOW)
    assert results.compute(Session.objects.get(pk=session.pk)).lines[0].right == 1


def test_the_code_of_a_closed_room_is_free_again(session, teacher, deck, monkeypatch):
    sessions.close(session.pk)
    monkeypatch.setattr("secrets.randbelow", lambda n: int(session.code))
    assert sessions.open_session(teacher, deck).code == session.code


def test_nicknames_are_erased_after_thirty_days_and_the_figures_stay(session, phone, do, host):
    an = phone("Ánh")
    do("next")
    an.answer(2)
    do("reveal")
    sessions.close(session.pk)
    Session.objects.update(closed_at=NOW - timedelta(days=31))
    assert sessions.forget_nicknames(NOW) == 1
    assert sessions.forget_nicknames(NOW) == 0
    assert Participant.objects.get().nickname == ""
    page = host.get(f"/classrooms/sessions/{session.pk}/report/").content.decode()
    assert "Ánh" not in page and "Học sinh 1" in page and "1/1" in page


def test_nicknames_of_a_recent_session_stay(session, phone):
    phone("Ánh")
    sessions.close(session.pk)
    assert sessions.forget_nicknames(NOW) == 0
    assert Participant.objects.get().nickname == "Ánh"
