"""A class with a fixed code and colleagues who may lead its lessons (R16, R18, R45, R46)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from classrooms import classes, sessions
from classrooms.errors import ClassBusy
from classrooms.models import Class, Session
from classrooms.views_classes import CLASS_ACTIONS
from players.models import User

from .conftest import PASSWORD, Phone


def teacher_named(name: str) -> User:
    user = User.objects.create_user(name, f"{name}@truong.example", PASSWORD)
    user.groups.add(Group.objects.get(name="teachers"))
    return user


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def group(teacher) -> Class:
    return classes.create(teacher, "7A2")


@pytest.fixture
def colleague(group) -> Client:
    minh = teacher_named("minh")
    group.co_teachers.add(minh)
    return browser_of(minh)


@pytest.fixture
def stranger(db) -> Client:
    return browser_of(teacher_named("hoa"))


@pytest.fixture
def lesson(group, teacher, deck) -> Session:
    return sessions.open_session(teacher, deck, for_class=group)


def test_a_class_is_made_named_and_put_away(host, teacher):
    host.post("/classrooms/classes/", {"name": "  Lớp   7A2 "})
    made = Class.objects.get()
    assert (made.name, made.owner) == ("Lớp 7A2", teacher)
    assert made.code.isdigit() and len(made.code) == 6
    address = f"/classrooms/classes/{made.pk}/"
    assert "Lớp 7A2" in host.get(address).content.decode()
    host.post(f"{address}change/", {"action": "rename", "name": "8A2"})
    host.post(f"{address}change/", {"action": "archive"})
    made.refresh_from_db()
    assert made.name == "8A2" and made.archived_at is not None
    assert "8A2" in host.get("/classrooms/classes/").content.decode()
    host.post(f"{address}change/", {"action": "unarchive"})
    made.refresh_from_db()
    assert made.archived_at is None


@pytest.mark.parametrize("name", ["", "   ", "x" * 61])
def test_a_class_needs_a_name_that_fits(host, name):
    answer = host.post("/classrooms/classes/", {"name": name})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert not Class.objects.exists()


@pytest.mark.parametrize("login", ["minh", "MINH@truong.example"])
def test_a_colleague_is_added_by_user_name_or_address_and_may_leave(host, group, login):
    minh = teacher_named("minh")
    address = f"/classrooms/classes/{group.pk}/change/"
    host.post(address, {"action": "add-teacher", "login": login})
    assert list(group.co_teachers.all()) == [minh]
    browser_of(minh).post(address, {"action": "leave"})
    assert not group.co_teachers.exists()


@pytest.mark.parametrize("login", ["nobody", "", "lan", "pupil"])
def test_who_cannot_be_added_is_told_so(host, group, login):
    User.objects.create_user("pupil", "pupil@truong.example", PASSWORD)
    address = f"/classrooms/classes/{group.pk}/change/"
    page = host.post(address, {"action": "add-teacher", "login": login}, follow=True)
    assert page.status_code == 200
    assert not group.co_teachers.exists()


@pytest.mark.parametrize("action", [*CLASS_ACTIONS, "drop table"])
def test_nobody_but_the_owner_changes_a_class(group, colleague, stranger, lesson, action):
    before = Class.objects.values().get()
    teachers = list(group.co_teachers.values_list("pk", flat=True))
    data = {"action": action, "name": "x", "login": "hoa", "teacher": teachers[0]}
    for client in (colleague, stranger, Phone(lesson, "Ánh").client, Client()):
        assert client.post(f"/classrooms/classes/{group.pk}/change/", data).status_code in {
            302,
            404,
        }
    assert Class.objects.values().get() == before
    assert list(group.co_teachers.values_list("pk", flat=True)) == teachers


def test_no_class_page_opens_for_anybody_else(group, stranger, lesson):
    for client in (stranger, Phone(lesson, "Ánh").client, Client()):
        assert client.get(f"/classrooms/classes/{group.pk}/").status_code in {302, 404}
    assert stranger.get(f"/classrooms/sessions/new/?class={group.pk}").status_code == 404


def test_req_r18_a_co_teacher_takes_over_and_reads_the_report(colleague, lesson):
    phone = Phone(lesson, "Ánh")
    page = colleague.get(f"/classrooms/sessions/{lesson.pk}/")
    assert page.status_code == 200
    for action in ("next", "reveal"):
        lesson.refresh_from_db()
        answer = colleague.post(
            f"/classrooms/sessions/{lesson.pk}/do/",
            {"action": action, "version": lesson.version},
            headers={"HX-Request": "true"},
        )
        assert answer.status_code == 200
        if action == "next":
            phone.answer(2)
    report = colleague.get(f"/classrooms/sessions/{lesson.pk}/report/").content.decode()
    assert "Ánh" in report and "1/1" in report
    listed = colleague.get("/api/v1/sessions/").json()
    assert [row["id"] for row in listed["results"]] == [lesson.pk]


def test_req_r18_a_colleague_of_another_class_takes_over_nothing(stranger, lesson):
    assert stranger.get(f"/classrooms/sessions/{lesson.pk}/").status_code == 404
    assert stranger.get("/api/v1/sessions/").json()["results"] == []


def test_req_r18_an_unattended_session_is_closed_and_saved_after_half_an_hour(lesson):
    later = timezone.now() + timedelta(minutes=31)
    assert sessions.close_unattended(later) == 1
    assert not Session.objects.get(pk=lesson.pk).is_open


def test_req_r16_the_desk_offers_the_running_session_to_both_teachers(host, colleague, lesson):
    for client in (host, colleague):
        desk = client.get("/classrooms/").content.decode()
        assert "Phiên đang chạy" in desk
        assert f"/classrooms/sessions/{lesson.pk}/" in desk
        group_page = client.get(f"/classrooms/classes/{lesson.for_class_id}/").content.decode()
        assert f"/classrooms/sessions/{lesson.pk}/" in group_page


def test_from_the_desk_a_teacher_goes_back_to_podium_and_report(host, lesson):
    Session.objects.filter(pk=lesson.pk).update(state=Session.State.PODIUM)
    desk = host.get("/classrooms/").content.decode()
    for address in (
        f"/classrooms/sessions/{lesson.pk}/",
        f"/classrooms/sessions/{lesson.pk}/report/",
    ):
        assert f'href="{address}"' in desk


def test_a_deck_that_was_chosen_elsewhere_stands_first_and_once(host, deck):
    shown = host.get(f"/classrooms/sessions/new/?deck={deck.slug}").content.decode()
    assert shown.count(f'value="{deck.slug}"') == 1
    assert shown.index(f'value="{deck.slug}"') == shown.index('name="deck" value=') + len(
        'name="deck" '
    )
    nothing = host.get("/classrooms/sessions/new/?deck=none").content.decode()
    assert nothing.count(f'value="{deck.slug}"') == 1


def test_req_r45_a_class_comes_in_by_the_same_code_every_time(host, group, deck):
    codes = set()
    for _ in range(2):
        host.post("/classrooms/sessions/new/", {"deck": deck.slug, "class": group.pk})
        lesson = Session.objects.filter(closed_at=None).get()
        codes.add(lesson.code)
        assert Phone(lesson, "Ánh").joined.status_code == 302
        sessions.close(lesson.pk)
    assert codes == {group.code}


def test_req_r45_a_class_code_before_the_lesson_waits_and_goes_on_by_itself(
    client, group, teacher, deck
):
    door = client.get(f"/join/?code={group.code[:3]} {group.code[3:]}")
    assert door.status_code == 200
    page = door.content.decode()
    assert "Lớp bạn chưa mở phòng" in page and "wait.js" in page and "http-equiv" in page
    poll = f"/join/open/?code={group.code}"
    assert poll in page
    assert client.get(poll).json() == {"go": ""}
    sessions.open_session(teacher, deck, for_class=group)
    assert client.get(poll).json() == {"go": f"/join/?code={group.code}"}
    assert 'name="nickname"' in client.get(f"/join/?code={group.code}").content.decode()


def test_req_r45_the_code_of_a_class_put_away_opens_nothing(client, group):
    classes.set_archived(group, True)
    assert client.get(f"/join/?code={group.code}").status_code == 404
    assert client.get(f"/join/open/?code={group.code}").json() == {"go": ""}


def test_req_r45_a_single_session_keeps_its_six_drawn_digits(teacher, deck):
    code = sessions.open_session(teacher, deck).code
    assert len(code) == 6 and code.isdigit() and code < "900000"


def test_req_r46_a_class_has_one_open_room(lesson, group, teacher, deck, host):
    with pytest.raises(ClassBusy):
        sessions.open_session(teacher, deck, for_class=group)
    again = host.post(
        "/classrooms/sessions/new/", {"deck": deck.slug, "class": group.pk}, follow=True
    )
    assert "đang có phòng mở" in again.content.decode()
    assert group.sessions.count() == 1


def test_req_r46_the_database_keeps_session_codes_and_class_codes_apart(group, teacher):
    row = {"owner": teacher, "title_vi": "x", "title_en": "x", "snapshot": {}}
    with pytest.raises(IntegrityError), transaction.atomic():
        Session.objects.create(code="912345", host_seen_at=timezone.now(), **row)
    with pytest.raises(IntegrityError), transaction.atomic():
        Class.objects.create(owner=teacher, name="x", code="123456")
    with pytest.raises(IntegrityError), transaction.atomic():
        Class.objects.create(owner=teacher, name="x", code=group.code)


def test_req_r46_a_drawn_class_code_that_is_taken_is_drawn_again(teacher, monkeypatch):
    drawn = iter([7, 7, 8])
    monkeypatch.setattr("secrets.randbelow", lambda n: next(drawn))
    assert [classes.create(teacher, name).code for name in "ab"] == ["900007", "900008"]


def test_guessing_at_the_door_of_classes_is_slowed_as_well(client, db):
    answers = [client.get(f"/join/open/?code={n:06}").status_code for n in range(80)]
    assert answers[-1] == 429


def test_a_deleted_class_closes_its_room_and_keeps_the_report(colleague, deck, group):
    minh = User.objects.get(username="minh")
    lesson = sessions.open_session(minh, deck, for_class=group)
    group.delete()
    lesson.refresh_from_db()
    assert not lesson.is_open and lesson.for_class is None
    assert colleague.get(f"/classrooms/sessions/{lesson.pk}/report/").status_code == 200
