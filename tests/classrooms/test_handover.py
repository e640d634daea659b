"""A student with another device: code, name, one tap of the teacher (R3)."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from classrooms import audiences, handover, results
from classrooms.models import Handover, Participant, Session
from live import names
from live.publish import connection
from players.services import COOKIE

from .conftest import Phone


@pytest.fixture
def silent(session):
    """Every phone of the room falls silent."""

    def act() -> None:
        connection().delete(names.seen(audiences.phones_room(session.pk)))

    return act


@pytest.fixture
def tap(host, session):
    """The teacher's tap on what a device asks: tap("accept")."""

    def act(action: str):
        asked = Handover.objects.filter(decided_at=None).last()
        return host.post(
            f"/classrooms/sessions/{session.pk}/people/",
            {action: asked.pk if asked else 0},
            headers={"HX-Request": "true"},
        )

    return act


def ask(session: Session, name: str, client: Client | None = None) -> tuple[Client, object]:
    client = client or Client()
    data = {"code": session.code, "nickname": name}
    return client, client.post("/join/ask/", data)


def test_req_r3_the_same_device_resumes_by_the_code_alone(session, phone):
    an = phone("Ánh")
    back = an.client.get(f"/join/?code={session.code}")
    assert (back.status_code, back["Location"]) == (302, f"/play/{session.pk}/")


def test_req_r3_a_new_device_is_asked_whether_it_is_the_person_while_the_old_one_is_silent(
    session, phone, silent
):
    phone("Ánh")
    assert "Bạn là Ánh?" not in Phone(session, "ánh").joined.content.decode()
    silent()
    page = Phone(session, "ánh").joined
    assert page.status_code == 409
    assert "Bạn là Ánh?" in page.content.decode()
    assert "ánh 2" in page.content.decode()


def test_req_r3_after_the_tap_the_new_device_has_place_and_score_and_types_nothing(
    host, session, phone, do, silent, tap
):
    old = phone("Ánh")
    do("next")
    old.answer(2)
    do("reveal")
    silent()
    new, asked = ask(session, "Ánh")
    assert asked["Location"] == f"/join/{session.pk}/waiting/"
    waiting = new.get(asked["Location"]).content.decode()
    assert "Nhờ thầy cô xác nhận" in waiting and "wait.js" in waiting
    poll = f"{asked['Location']}state/"
    assert new.get(poll).json() == {"go": ""}
    screen = host.get(f"/classrooms/sessions/{session.pk}/").content.decode()
    assert "Ánh muốn chơi tiếp bằng máy khác" in screen
    assert tap("accept").status_code == 200
    assert new.get(poll).json() == {"go": f"/play/{session.pk}/"}
    assert "Đúng rồi" in new.get(f"/play/{session.pk}/").content.decode()
    person = Participant.objects.get()
    assert person.generation == 1
    assert results.compute(Session.objects.get(pk=session.pk)).lines[0].right == 1


def test_req_r3_the_old_device_is_cut_and_says_where_the_play_goes_on(
    session, phone, silent, tap, django_capture_on_commit_callbacks
):
    old = phone("Ánh")
    silent()
    ask(session, "Ánh")
    with django_capture_on_commit_callbacks(execute=True):
        tap("accept")
    person = Participant.objects.get()
    for language in ("vi", "en"):
        key = names.generation(audiences.players_channel(session.pk, language), str(person.pk))
        assert int(connection().get(key)) == person.generation
    page = old.client.get(f"/play/{session.pk}/")
    assert page.status_code == 410
    assert "Đang chơi ở máy khác" in page.content.decode()
    assert old.answer(2).status_code == 404


def test_req_r3_the_place_can_go_back_to_the_first_device_by_another_tap(
    session, phone, silent, tap
):
    old = phone("Ánh")
    silent()
    new, _ = ask(session, "Ánh")
    tap("accept")
    new.get(f"/play/{session.pk}/")  # the new device is connected
    _, asked = ask(session, "Ánh", old.client)
    assert asked.status_code == 302
    tap("accept")
    assert old.client.get(f"/play/{session.pk}/").status_code == 200
    assert new.get(f"/play/{session.pk}/").status_code == 410


def test_req_r3_a_refused_device_is_told_and_changes_nothing(session, phone, silent, tap):
    old = phone("Ánh")
    silent()
    new, asked = ask(session, "Ánh")
    tap("refuse")
    assert "Thầy cô chưa đồng ý" in new.get(asked["Location"]).content.decode()
    assert new.get(f"/play/{session.pk}/").status_code == 404
    assert old.client.get(f"/play/{session.pk}/").status_code == 200
    silent()
    assert ask(session, "Ánh", new)[1].status_code == 302  # it may ask again


def test_req_r3_nobody_takes_the_place_of_a_connected_device(session, phone, host):
    phone("Ánh").page()
    _, asked = ask(session, "Ánh")
    assert asked.status_code == 409
    assert "đang chơi" in asked.content.decode()
    assert not Handover.objects.exists()


@pytest.mark.parametrize("name", ["Nobody", "", "x" * 200, "\u0000"])
def test_req_r3_asking_for_nobody_is_refused_in_words(session, phone, name):
    assert ask(session, name)[1].status_code == 409


def test_req_r3_asking_twice_is_asking_once(session, phone, silent):
    phone("Ánh")
    silent()
    new, _ = ask(session, "Ánh")
    ask(session, "Ánh", new)
    assert Handover.objects.count() == 1


def test_req_r3_deciding_twice_is_deciding_once(session, phone, silent, tap, host):
    phone("Ánh")
    silent()
    ask(session, "Ánh")
    pk = Handover.objects.get().pk
    tap("accept")
    again = host.post(
        f"/classrooms/sessions/{session.pk}/people/",
        {"refuse": pk},
        headers={"HX-Request": "true"},
    )
    assert again.status_code == 409
    assert Handover.objects.get().accepted


def test_req_r3_who_came_in_under_another_name_asks_for_nothing_any_more(
    session, phone, silent, tap
):
    phone("Ánh")
    silent()
    new, _ = ask(session, "Ánh")
    new.post("/join/", {"code": session.code, "nickname": "Bình"})
    assert handover.waiting(session) == []
    assert tap("accept").status_code == 409
    assert Participant.objects.get(nickname="Bình").player_id is not None


def test_req_r3_a_blocked_phone_cannot_come_back_as_somebody_else(session, phone, silent, host):
    phone("Ánh")
    bad = phone("Bình")
    person = Participant.objects.get(nickname="Bình")
    host.post(f"/classrooms/sessions/{session.pk}/people/", {"block": person.pk})
    silent()
    assert ask(session, "Ánh", bad.client)[1].status_code == 403


def test_a_waiting_page_is_for_its_own_device(session, phone, silent):
    phone("Ánh")
    silent()
    ask(session, "Ánh")
    for address in ("waiting/", "waiting/state/"):
        assert Client().get(f"/join/{session.pk}/{address}").status_code == 404


def test_a_device_that_never_played_sees_no_page_of_another(session, phone, silent, tap):
    phone("Ánh")
    silent()
    ask(session, "Ánh")
    tap("accept")
    stranger = Client()
    stranger.cookies[COOKIE] = "forged"
    assert stranger.get(f"/play/{session.pk}/").status_code == 404


def test_a_request_on_a_removed_person_is_not_shown(session, phone, silent, host):
    phone("Ánh")
    silent()
    ask(session, "Ánh")
    person = Participant.objects.get()
    host.post(f"/classrooms/sessions/{session.pk}/people/", {"remove": person.pk})
    assert handover.waiting(session) == []
    screen = host.get(f"/classrooms/sessions/{session.pk}/").content.decode()
    assert not re.search(r'name="accept"', screen)
