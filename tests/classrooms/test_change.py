"""An answer changed while the question is open (R37): the last one counts, however it travels."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.http import QueryDict
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classrooms import answers, audiences, hosting, results, rounds, screens, sessions
from classrooms.models import Answer, Participant, Round, Session
from live import names
from live.publish import connection
from tests.kinds_samples import make

from .conftest import Phone


@pytest.fixture
def session(teacher, deck) -> Session:
    deck.may_change = True
    deck.save()
    return sessions.open_session(teacher, deck)


def only_answer() -> Answer:
    return Answer.objects.get()


def test_req_r37_a_changed_answer_takes_the_place_of_the_first(session, phone, do):
    an = phone("Ánh")
    do("next")
    an.answer(1, client_id="a")
    sent = an.page()
    assert "Đổi đáp án" in sent and "A. Thái" in sent
    form = an.client.get(f"/play/{session.pk}/?change=1").content.decode()
    assert 'data-phase="question"' in form and 'name="turn" value="1"' in form
    assert "A. Thái" in form  # what was given so far
    Round.objects.update(opened_at=timezone.now() - timedelta(seconds=10))
    changed = an.answer(2, client_id="b", turn=1).content.decode()
    assert "B. Ê-đê" in changed and "A. Thái" not in changed
    answer = only_answer()
    assert answer.response == {"choices": [2]}
    assert answer.elapsed_ms >= 10_000  # the time of the change, not of the first tap
    do("reveal")
    line = results.compute(Session.objects.get(pk=session.pk)).lines[0]
    assert line.right == 1 and line.total <= 750


def test_req_r37_an_old_answer_sent_again_undoes_nothing(session, phone, do):
    an = phone("Ánh")
    do("next")
    an.answer(1, client_id="a", turn=0)
    an.answer(2, client_id="b", turn=1)
    assert an.answer(1, client_id="a", turn=0).status_code == 200
    assert an.answer(3, client_id="c", turn=1).status_code == 200  # a second window, just as late
    assert only_answer().response == {"choices": [2]}


@pytest.mark.parametrize("turn", ["-1", "²", "9" * 9, "b", ""])
def test_a_nonsense_turn_changes_nothing(session, phone, do, turn):
    an = phone("Ánh")
    do("next")
    an.answer(1, client_id="a")
    assert an.answer(2, client_id="b", turn=turn).status_code == 200
    assert only_answer().response == {"choices": [1]}


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=5).flatmap(
        lambda picks: st.tuples(
            st.just(picks),
            st.lists(st.integers(0, len(picks) - 1), min_size=1, max_size=12),
        )
    )
)
def test_req_r37_any_order_of_arrival_leaves_the_last_answer_given(session, phone, do, sent):
    """Taps in order, each with its own id, arriving in any order, lost or doubled: one row, and
    it is the last tap among those that arrived."""
    picks, arrivals = sent
    me = Participant.objects.first()
    if me is None:
        phone("Ánh")
        do("next")
        me = Participant.objects.get()
    Answer.objects.all().delete()
    round_ = Round.objects.get()
    for at in arrivals:
        data = QueryDict(f"choice={picks[at]}&turn={at}")
        when = round_.opened_at + timedelta(seconds=1 + at)
        answers.record_answer(me, round_.pk, f"tap-{at}", data, when)
    last = max(arrivals)
    answer = only_answer()
    assert (answer.client_id, answer.response) == (f"tap-{last}", {"choices": [picks[last]]})
    assert answer.elapsed_ms == 1000 * (1 + last)


def test_req_r37_a_change_made_without_network_counts_late(session, phone, do):
    an = phone("Ánh")
    do("next")
    an.answer(1, client_id="a")
    do("reveal")
    now = timezone.now()
    Round.objects.update(closed_at=now, opened_at=now - timedelta(seconds=9))
    tapped = int((now - timedelta(seconds=2)).timestamp() * 1000)
    an.answer(2, client_id="b", turn=1, at=tapped)
    answer = only_answer()
    assert answer.response == {"choices": [2]} and answer.late


def test_req_r37_a_change_after_the_closing_is_not_taken(session, phone, do):
    an = phone("Ánh")
    do("next")
    an.answer(1, client_id="a")
    do("reveal")
    an.answer(2, client_id="b", turn=1)
    assert only_answer().response == {"choices": [1]}
    assert "Đổi đáp án" not in an.page()


def test_req_r37_the_question_stays_open_though_all_have_answered(session, host, phone, do):
    an = phone("Ánh")
    do("next")
    an.answer(1)
    round_ = Round.objects.get()
    assert not rounds.close_if_due(round_.pk, all_answered=True)
    assert "Được đổi đáp án" in host.get(f"/classrooms/sessions/{session.pk}/").content.decode()
    Round.objects.update(closes_at=timezone.now() - timedelta(seconds=5))
    assert rounds.close_if_due(round_.pk)


def test_req_r37_without_the_switch_the_first_answer_stands(teacher, deck):
    session = sessions.open_session(teacher, deck)
    Session.objects.filter(pk=session.pk).update(snapshot=without_switch(session))
    sessions._snapshot.cache_clear()
    hosting.do(session.pk, "next", session.version)
    an = Phone(session, "Ánh")
    an.answer(1, client_id="a")
    an.answer(2, client_id="b", turn=1)
    assert only_answer().response == {"choices": [1]}
    assert "Đổi đáp án" not in an.page()
    assert 'data-phase="sent"' in an.client.get(f"/play/{session.pk}/?change=1").content.decode()


def without_switch(session: Session) -> dict:
    """As a session was frozen before there was such a switch."""
    snapshot = Session.objects.values_list("snapshot", flat=True).get(pk=session.pk)
    del snapshot["deck"]["may_change"]
    return snapshot


@pytest.mark.parametrize("kind", ["map-pin", "match", "order", "typed"])
def test_req_r37_a_question_that_may_be_changed_costs_at_most_four_kilobytes(teacher, deck, kind):
    deck.questions.all().delete()
    make(kind, deck)
    deck.may_change = True
    deck.save()
    session = sessions.open_session(teacher, deck)
    Phone(session, "Ánh")
    hosting.do(session.pk, "next", session.version)
    screens.state_changed(session.pk)
    (_id, row), *_ = connection().xrevrange(
        names.stream(audiences.players_channel(session.pk, "vi")), count=1
    )
    assert 'name="turn"' in row["data"] and len(row["data"].encode()) <= 4096


def test_a_question_that_is_pushed_again_leaves_sent_phones_as_they_are(session, phone, do):
    """Healing after Redis was away, or a question voided meanwhile, asks nobody a second time."""
    an, _binh = phone("Ánh"), phone("Bình")
    do("next")
    an.answer(2)
    screens.state_changed(session.pk)
    stream = names.stream(audiences.players_channel(session.pk, "vi"))
    (_id, row), *_ = connection().xrevrange(stream, count=1)
    _event, parts, others = json.loads(row["data"])
    me = Participant.objects.get(nickname="Ánh")
    assert list(parts) == [str(me.pk)] and 'data-phase="sent"' in parts[str(me.pk)]
    assert 'data-phase="question"' in others
