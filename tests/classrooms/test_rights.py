"""Nobody but the owner leads a session, and nobody but its people look in."""

from __future__ import annotations

import pytest
from django.test import Client

from classrooms import hosting
from classrooms.models import Session
from classrooms.views_people import PEOPLE_ACTIONS
from players.models import User

from .conftest import PASSWORD

ADDRESSES = ["", "stage/", "end/", "people/", "present/", "report/", "report.xlsx", "report.csv"]


@pytest.fixture
def strangers(session, phone) -> list[Client]:
    """A student in the room, somebody who never came, and another teacher."""
    from django.contrib.auth.models import Group

    other = User.objects.create_user("minh", "minh@truong.example", PASSWORD)
    other.groups.add(Group.objects.get(name="teachers"))
    colleague = Client()
    colleague.force_login(other)
    return [phone("Ánh").client, Client(), colleague]


@pytest.mark.parametrize("action", [*hosting.ACTIONS, "", "drop table", "NEXT"])
def test_no_host_action_works_for_anybody_else(session, strangers, action):
    before = Session.objects.values().get(pk=session.pk)
    for client in strangers:
        answer = client.post(
            f"/classrooms/sessions/{session.pk}/do/",
            {"action": action, "version": session.version},
        )
        assert answer.status_code in {302, 404}
        if answer.status_code == 302:
            assert "/login" in answer["Location"]
    assert Session.objects.values().get(pk=session.pk) == before


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_host_page_opens_for_anybody_else(session, strangers, address):
    for client in strangers:
        answer = client.get(f"/classrooms/sessions/{session.pk}/{address}")
        assert answer.status_code in {302, 404}


@pytest.mark.parametrize("action", [*PEOPLE_ACTIONS, "drop table"])
def test_no_host_action_on_a_student_works_for_anybody_else(session, strangers, action):
    before = session.participants.values().get()
    for client in strangers:
        answer = client.post(
            f"/classrooms/sessions/{session.pk}/people/", {action: before["id"], "nickname": "Bò"}
        )
        assert answer.status_code in {302, 404}
    assert session.participants.values().get() == before


def test_req_r54_nobody_else_gives_or_sees_extra_time(session, strangers):
    me = session.participants.get()
    address = f"/classrooms/sessions/{session.pk}/people/{me.pk}/"
    for client in strangers:
        for answer in (client.post(address, {"pace": 200}), client.get(address)):
            assert answer.status_code in {302, 404}
    me.refresh_from_db()
    assert me.pace == 100


@pytest.mark.parametrize("action", ["void", "count"])
def test_req_r37_nobody_else_takes_a_question_out(session, strangers, do, action):
    do("next")
    do("reveal")
    session.rounds.update(void=action == "count")
    before = session.rounds.values().get()
    for client in strangers:
        answer = client.post(f"/classrooms/sessions/{session.pk}/void/", {action: 1})
        assert answer.status_code in {302, 404}
    assert session.rounds.values().get() == before


def test_a_phone_page_opens_only_for_its_own_browser(session, phone):
    phone("Ánh")
    assert Client().get(f"/play/{session.pk}/").status_code == 404
    assert Client().post(f"/play/{session.pk}/answer/", {"round": 1}).status_code == 404


@pytest.mark.parametrize("round_id", ["", "abc", "-1", "9" * 40, "²"])
def test_a_nonsense_round_is_refused_without_a_crash(session, phone, do, round_id):
    an = phone("Ánh")
    do("next")
    assert an.answer(1, round_id=round_id).status_code == 409


def test_a_forged_form_without_its_token_is_refused(session, teacher):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(teacher)
    answer = strict.post(f"/classrooms/sessions/{session.pk}/do/", {"action": "next"})
    assert answer.status_code == 403
