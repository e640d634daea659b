"""Coming in, being asked to leave, codes and floods (R41–R47)."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from classrooms import door, results, sessions
from classrooms.models import Participant, Round, Session


@pytest.fixture
def press(host, session):
    """A host's tap on a person: press("remove", "Ánh")."""

    def act(action: str, name: str, **more: str):
        person = Participant.objects.get(session=session, nickname=name)
        return host.post(
            f"/classrooms/sessions/{session.pk}/people/",
            {action: person.pk, **more},
            headers={"HX-Request": "true"},
        )

    return act


def test_req_r41_who_was_asked_to_leave_may_come_back_by_the_code(session, phone, press, do):
    an = phone("Ánh")
    do("next")
    an.answer(2)
    press("remove", "Ánh")
    left = an.client.get(f"/play/{session.pk}/")
    assert left.status_code == 410
    assert f"/join/?code={session.code}" in left.content.decode()
    # Not by itself: neither page nor stage brings it back.
    an.client.get(f"/play/{session.pk}/stage/")
    assert Participant.objects.get().removed_at is not None
    form = an.client.get(f"/join/?code={session.code}")
    assert 'value="Ánh"' in form.content.decode()
    an.client.post("/join/", {"code": session.code, "nickname": "Ánh"})
    assert Participant.objects.get().removed_at is None
    do("reveal")
    assert results.compute(Session.objects.get(pk=session.pk)).lines[0].right == 1


def test_req_r41_who_comes_back_needs_a_name_that_is_free(session, phone, press):
    an = phone("Ánh")
    press("remove", "Ánh")
    phone("Ánh")
    again = an.client.post("/join/", {"code": session.code, "nickname": "Ánh"})
    assert again.status_code == 409
    assert an.client.post("/join/", {"code": session.code, "nickname": "Ánh 2"}).status_code == 302
    assert {p.nickname for p in session.participants.present()} == {"Ánh", "Ánh 2"}


def test_req_r41_a_locked_room_stays_locked_for_who_was_asked_to_leave(session, phone, press, do):
    an = phone("Ánh")
    press("remove", "Ánh")
    do("lock")
    assert an.client.post("/join/", {"code": session.code, "nickname": "Ánh"}).status_code == 403


def test_req_r41_who_is_blocked_may_not_come_back_and_reads_why(session, phone, press):
    an = phone("Ánh")
    press("block", "Ánh")
    page = an.client.get(f"/play/{session.pk}/")
    assert page.status_code == 410
    assert "/join/?code=" not in page.content.decode()
    refused = an.client.post("/join/", {"code": session.code, "nickname": "Bình"})
    assert refused.status_code == 403
    assert "không cho máy này" in refused.content.decode()
    assert an.answer(2).status_code == 403


def test_req_r41_a_block_holds_for_this_session_only(session, phone, press, teacher, deck):
    an = phone("Ánh")
    press("block", "Ánh")
    other = sessions.open_session(teacher, deck)
    assert an.client.post("/join/", {"code": other.code, "nickname": "Ánh"}).status_code == 302


@pytest.mark.parametrize("action", ["remove", "block"])
def test_req_r41_both_can_be_taken_back(session, phone, press, action):
    an = phone("Ánh")
    toast = press(action, "Ánh").content.decode()
    assert 'name="restore"' in toast
    press("restore", "Ánh")
    person = Participant.objects.get()
    assert (person.removed_at, person.blocked) == (None, False)
    assert an.client.get(f"/play/{session.pk}/").status_code == 200


def test_req_r41_a_blocked_person_is_a_removed_one_by_the_database(session, phone):
    phone("Ánh")
    with pytest.raises(IntegrityError), transaction.atomic():
        Participant.objects.update(blocked=True)


@pytest.mark.parametrize("moves", [0, 1, 2, 3])
@pytest.mark.parametrize("action", ["remove", "block", "rename"])
def test_req_r42_it_works_in_every_phase_and_the_score_is_kept(
    session, phone, press, do, moves, action
):
    an, _binh = phone("Ánh"), phone("Bình")
    for move in range(moves):
        do("next")
        if move == 0:
            an.answer(2)
    assert press(action, "Ánh").status_code == 200
    if action != "rename":
        press("restore", "Ánh")
    assert an.client.get(f"/play/{session.pk}/").status_code == 200
    if moves:
        assert Participant.objects.get(player__isnull=False, answers__isnull=False)


def test_req_r42_a_question_no_longer_waits_for_who_left(session, phone, press, do):
    from classrooms import rounds

    an, _binh = phone("Ánh"), phone("Bình")
    do("next")
    an.answer(2)
    assert not rounds.close_if_due(Round.objects.get().pk, all_answered=True)
    press("block", "Bình")
    assert rounds.close_if_due(Round.objects.get().pk, all_answered=True)


def test_req_r43_late_joining_is_open_until_the_room_is_locked(session, phone, do):
    do("next")
    assert phone("Ánh").joined.status_code == 302
    do("lock")
    assert phone("Bình").joined.status_code == 403
    do("unlock")
    assert phone("Chi").joined.status_code == 302


def test_req_r44_the_lobby_shows_address_grouped_code_and_qr(host, session):
    page = host.get(f"/classrooms/sessions/{session.pk}/").content.decode()
    code = f"{session.code[:3]}\u00a0{session.code[3:]}"
    assert re.search(rf'class="code">{code}<', page)
    assert 'data-address="testserver' in page or "testserver" in page
    assert 'id="join-qr"' in page and "<svg" in page


def test_req_r46_the_database_keeps_one_open_room_a_code(session, teacher, deck):
    with pytest.raises(IntegrityError), transaction.atomic():
        Session.objects.create(
            code=session.code,
            owner=teacher,
            title_vi="x",
            title_en="x",
            snapshot={},
            host_seen_at=timezone.now(),
        )


def test_req_r46_a_forced_collision_draws_again_and_zeros_are_kept(teacher, deck, monkeypatch):
    drawn = iter([7, 7, 7, 8])
    monkeypatch.setattr("secrets.randbelow", lambda n: next(drawn))
    codes = [sessions.open_session(teacher, deck).code for _ in range(2)]
    assert codes == ["000007", "000008"]


def test_req_r46_guessing_codes_is_limited_by_address(session):
    client = Client()
    answers = [client.get(f"/join/?code={number:06}").status_code for number in range(80)]
    assert answers[-1] == 429
    other = Client(REMOTE_ADDR="10.1.2.3")
    assert other.get(f"/join/?code={session.code}").status_code == 200


def test_req_r47_a_class_behind_one_address_gets_in_and_a_flood_does_not(session, monkeypatch):
    cache.clear()
    monkeypatch.setattr(door, "JOIN_RATE", 0.01)  # however slow this machine is
    answers = []
    for number in range(160):
        answer = Client().post("/join/", {"code": session.code, "nickname": f"Bạn {number}"})
        answers.append(answer.status_code)
    assert answers[:45] == [302] * 45
    assert 429 in answers
    assert (
        Client(REMOTE_ADDR="10.1.2.3")
        .post("/join/", {"code": session.code, "nickname": "Ánh"})
        .status_code
        == 302
    )
