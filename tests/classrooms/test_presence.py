"""Who is connected and who leads, as host and phones are told (R8, R15)."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from classrooms import audiences
from classrooms.models import Participant, Round, Session
from live import names, tokens
from live.publish import connection

LONG = timedelta(minutes=1)


def slip_of(page: str) -> tokens.Slip:
    return tokens.read(re.search(r'data-slip="([^"]+)"', page)[1])


def forget(session: Session) -> None:
    """Everybody falls silent."""
    connection().delete(names.seen(audiences.phones_room(session.pk)))


def test_req_r8_the_host_sees_a_grey_dot_for_a_silent_phone(host, session, phone):
    an, _binh = phone("Ánh"), phone("Bình")
    lobby = f"/classrooms/sessions/{session.pk}/"
    assert 'class="new away"' not in host.get(lobby).content.decode()
    forget(session)
    an.page()
    page = host.get(lobby).content.decode()
    silent = Participant.objects.get(nickname="Bình")
    assert len(re.findall(r'class="[^"]*\baway"', page)) == 1
    assert host.get(f"{lobby}present/").json() == {"away": [silent.pk]}


def test_req_r8_nobody_is_grey_when_nobody_can_know(host, session, phone, monkeypatch):
    phone("Ánh")
    monkeypatch.setattr("live.presence.present", lambda room: None)
    assert host.get(f"/classrooms/sessions/{session.pk}/present/").json() == {"away": []}


def test_req_r8_a_phone_watches_its_host_and_tells_both_troubles_apart(host, session, phone):
    an = phone("Ánh")
    page = an.page()
    slip = slip_of(page)
    assert slip.watch == audiences.host_room(session.pk)
    assert slip.room == audiences.phones_room(session.pk)
    assert "Mạng của bạn đang yếu" in page and "Thầy cô đang mất kết nối" in page
    led = slip_of(host.get(f"/classrooms/sessions/{session.pk}/").content.decode())
    assert led.room == slip.watch
    assert connection().exists(names.alive(slip.watch))


def test_req_r8_who_was_asked_to_leave_is_in_no_room(host, session, phone):
    an = phone("Ánh")
    person = Participant.objects.get()
    host.post(f"/classrooms/sessions/{session.pk}/people/", {"remove": person.pk})
    slip = slip_of(an.page())
    assert (slip.room, slip.watch) == ("", "")


@pytest.fixture
def second(teacher) -> Client:
    """The same teacher on another machine."""
    client = Client()
    client.force_login(teacher)
    return client


def test_req_r15_the_host_may_reload_at_any_time_in_every_phase(host, session, phone, do):
    phone("Ánh")
    address = f"/classrooms/sessions/{session.pk}/"
    for _ in range(4):
        for _ in range(3):
            page = host.get(address)
            assert page.status_code == 200
            assert re.search(r'id="led"[^>]*hidden', page.content.decode())
        assert do("next").status_code == 200


def test_req_r15_the_newest_screen_leads_and_the_older_says_so(host, second, session):
    address = f"/classrooms/sessions/{session.pk}/"
    host.get(address)
    assert re.search(r'id="led"[^>]*hidden', second.get(address).content.decode())
    older = host.get(f"{address}stage/").content.decode()
    assert "Đang điều khiển ở máy khác" in older
    assert not re.search(r'id="led"[^>]*hidden', older)


def test_req_r15_the_older_screen_is_told_at_once(
    host, second, session, django_capture_on_commit_callbacks
):
    address = f"/classrooms/sessions/{session.pk}/"
    host.get(address)
    listener = connection().pubsub()
    listener.subscribe(names.push(audiences.host_channel(session.pk, "vi")))
    listener.get_message(timeout=1)
    with django_capture_on_commit_callbacks(execute=True):
        page = second.get(address).content.decode()
    browser = re.search(r'data-browser="(\w+)"', page)[1]
    assert listener.get_message(timeout=2)["data"].endswith(f"led\n{browser}")


def test_req_r15_only_the_screen_in_charge_acts_until_the_other_takes_over(
    host, second, session, phone
):
    phone("Ánh")
    person = Participant.objects.get()
    address = f"/classrooms/sessions/{session.pk}/"
    host.get(address)
    second.get(address)

    def press(client: Client) -> int:
        session.refresh_from_db()
        return client.post(
            f"{address}do/",
            {"action": "next", "version": session.version},
            headers={"HX-Request": "true"},
        ).status_code

    assert press(host) == 409
    host.post(f"{address}people/", {"remove": person.pk})
    person.refresh_from_db()
    assert person.removed_at is None
    assert press(second) == 200
    host.get(address)
    assert (press(host), press(second)) == (200, 409)


def test_req_r15_a_page_that_reloads_itself_does_not_take_over(host, second, session):
    address = f"/classrooms/sessions/{session.pk}/"
    host.get(address)
    second.get(address)
    page = host.get(f"{address}?stay=1").content.decode()
    assert "Đang điều khiển ở máy khác" in page
    assert f"url={address}?stay=1" in page
    session.refresh_from_db()
    leads = session.led_from
    second.get(address)
    session.refresh_from_db()
    assert session.led_from == leads


def host_loses_the_network(session: Session) -> None:
    connection().delete(names.seen(audiences.host_room(session.pk)))
    connection().delete(names.alive(audiences.host_room(session.pk)))


@pytest.mark.parametrize("moves", range(4), ids=["lobby", "question", "reveal", "standings"])
def test_req_r17_the_room_lives_without_its_host_in_every_phase(host, session, phone, do, moves):
    an = phone("Ánh")
    host.get(session.get_absolute_url())
    for _ in range(moves):
        do("next")
    state = Session.objects.get().state
    host_loses_the_network(session)
    assert not connection().exists(names.alive(slip_of(an.page()).watch))
    # Who is in goes on, who comes late gets in, and nothing moves on by itself.
    assert an.answer(2, round_id=None).status_code == (200 if moves == 1 else 409)
    assert phone("Bình").joined.status_code == 302
    assert f'data-phase="{"sent" if moves == 1 else state}"' in an.page()
    assert Session.objects.get().state == state
    host.get(session.get_absolute_url())
    assert do("next").status_code == 200


def test_req_r17_a_question_ends_at_its_time_without_its_host(host, session, phone, do):
    an = phone("Ánh")
    do("next")
    host_loses_the_network(session)
    Round.objects.update(opened_at=timezone.now() - LONG, closes_at=timezone.now() - LONG / 2)
    assert 'data-phase="reveal"' in an.page()
    assert Session.objects.get().is_open
