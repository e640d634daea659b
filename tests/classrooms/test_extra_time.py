"""Private extra time (R54): an own clock, points by it, and nobody else who learns of it."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from classrooms import audiences, classes, results, rounds, sessions
from classrooms.models import Answer, Pace, Participant, Round, Session
from live import names
from live.publish import connection

from .conftest import Phone


@pytest.fixture
def an(phone) -> Phone:
    return phone("Ánh")


@pytest.fixture
def binh(phone) -> Phone:
    return phone("Bình")


@pytest.fixture
def give(host, session):
    """The teacher gives somebody a pace on the page of that person."""

    def act(name: str, pace: int | str):
        person = Participant.objects.get(nickname=name)
        address = f"/classrooms/sessions/{session.pk}/people/{person.pk}/"
        return host.post(address, {"pace": pace}, follow=True)

    return act


@pytest.fixture
def pushed(session, django_capture_on_commit_callbacks):
    """What went out to phones in Vietnamese while something ran: [(event, data)]."""

    def run(act) -> list[tuple[str, str]]:
        key = names.stream(audiences.players_channel(session.pk, "vi"))
        before = connection().xlen(key)
        with django_capture_on_commit_callbacks(execute=True):
            act()
        return [(row["event"], row["data"]) for _, row in connection().xrange(key)][before:]

    return run


def pass_time(seconds: float) -> None:
    """As if the open question had been open for so much longer."""
    gone = timedelta(seconds=seconds)
    for each in Round.objects.filter(closed_at=None):
        each.opened_at, each.closes_at = each.opened_at - gone, each.closes_at - gone
        each.save()


def state(session: Session) -> str:
    return Session.objects.get(pk=session.pk).state


def clock_of(page: str) -> dict[str, str]:
    timer = re.search(r"<span class=\"timer.*?>", page)[0]
    return dict(re.findall(r'data-(\w+)="([^"]*)"', timer)) | {"untimed": "data-untimed" in timer}


def wall(host, session: Session) -> str:
    return host.get(f"/classrooms/sessions/{session.pk}/").content.decode()


def same_whenever(page: str) -> str:
    """A page without what differs at each fetch."""
    page = re.sub(r'(csrf[^>]*?value|data-(?:slip|csrf|now|left|last|closes))="[^"]*"', "", page)
    page = re.sub(r'(name="csrfmiddlewaretoken" value)="[^"]*"', "", page)
    return re.sub(r"\d+ giây|<b>\d+</b>| late", "", page)


@pytest.mark.parametrize(("pace", "seconds"), [(125, 25), (150, 30), (200, 40)])
def test_req_r54_one_phone_has_a_longer_clock_and_no_other_screen_knows(
    session, host, an, binh, do, give, pace, seconds
):
    do("next")
    seen = [same_whenever(page) for page in (binh.page(), wall(host, session))]
    assert "Đã lưu" in give("Ánh", pace).content.decode()
    mine, theirs = clock_of(an.page()), clock_of(binh.page())
    assert (mine["total"], theirs["total"]) == (str(seconds), "20")
    gained = int(mine["closes"]) - int(theirs["closes"])
    assert abs(gained - 1000 * (seconds - 20)) <= 50  # two reads of one clock
    assert [same_whenever(page) for page in (binh.page(), wall(host, session))] == seen


def test_req_r54_without_a_clock(session, host, an, binh, do, give):
    give("Ánh", Pace.UNTIMED)
    do("next")
    assert clock_of(an.page())["untimed"] and "Không giới hạn thời gian" in an.page()
    assert not clock_of(binh.page())["untimed"]
    pass_time(3600)
    assert rounds.sweep() == 0
    assert an.answer(2).status_code == 200
    assert rounds.sweep() == 1
    Answer.objects.update(elapsed_ms=1_000_000)
    assert results.compute(Session.objects.get(pk=session.pk)).lines[0].total == 750


def test_req_r54_pushes_bring_each_phone_its_own_clock(session, an, binh, do, give, pushed):
    me = Participant.objects.get(nickname="Ánh")
    give("Ánh", 150)
    ((event, data),) = pushed(lambda: do("next"))
    _swap, parts, others = json.loads(data)
    assert event == "@each" and list(parts) == [str(me.pk)]
    assert clock_of(parts[str(me.pk)])["total"] == "30" and clock_of(others)["total"] == "20"
    assert len(parts[str(me.pk)].encode()) <= 4096
    ((event, data),) = pushed(lambda: do("pause"))
    name, parts, others = json.loads(data)
    assert name == "clock" and list(parts) == [str(me.pk)]
    left, theirs = (json.loads(each)["left_ms"] for each in (parts[str(me.pk)], others))
    assert left == theirs + 10_000
    do("resume")
    ((_event, data),) = pushed(lambda: give("Ánh", 200))
    _swap, parts, others = json.loads(data)
    assert (list(parts), others) == ([str(me.pk)], "")


def test_req_r26_ten_more_seconds_reach_every_phone_with_the_press(
    session, an, binh, do, give, pushed
):
    """In the same request, and as the same share of everybody's clock."""
    me = Participant.objects.get(nickname="Ánh")
    give("Ánh", 200)
    do("next")
    before = {each: int(clock_of(each.page())["closes"]) for each in (an, binh)}
    ((_event, data),) = pushed(lambda: do("extend"))
    name, parts, others = json.loads(data)
    mine, theirs = json.loads(parts[str(me.pk)]), json.loads(others)
    assert name == "clock" and (mine["total"], theirs["total"]) == (60, 30)
    assert abs(mine["closes"] - before[an] - 20_000) <= 50
    assert abs(theirs["closes"] - before[binh] - 10_000) <= 50
    assert theirs["v"] == Session.objects.get(pk=session.pk).version


def test_req_r54_the_question_stays_open_for_who_has_extra_time(
    session, host, an, binh, do, give, phone, pushed
):
    chi = phone("Chi")
    give("Ánh", 200)
    do("next")
    chi.answer(1)
    pass_time(21)
    sent = pushed(lambda: rounds.sweep())
    assert state(session) == "question"
    by_name = {p.nickname: str(p.pk) for p in session.participants.all()}
    _swap, parts, others = json.loads(sent[-1][1])
    assert set(parts) == {by_name["Ánh"], by_name["Chi"]}
    assert 'data-phase="question"' in parts[by_name["Ánh"]]
    assert 'data-phase="sent"' in parts[by_name["Chi"]] and "Chờ các bạn" in parts[by_name["Chi"]]
    assert 'data-phase="over"' in others and "Chờ các bạn" in others
    assert "Hết giờ" in binh.page() and binh.answer(2).status_code == 409
    shown = wall(host, session)
    assert "Đang chờ 1 em được thêm giờ" in shown
    assert "Đang chờ" not in re.sub(r"Đang chờ 1 em được thêm giờ", "", shown)
    version = Session.objects.get(pk=session.pk).version
    rounds.sweep()
    assert Session.objects.get(pk=session.pk).version == version  # told once
    assert an.answer(2).status_code == 200
    assert rounds.close_if_due(Round.objects.get().pk)
    answer = Answer.objects.get(participant__nickname="Ánh")
    assert answer.elapsed_ms >= 21_000 and not answer.late


def test_req_r54_the_server_keeps_the_own_deadline_through_a_restart(session, an, binh, do, give):
    """Nothing but rows: whoever looks first after both deadlines closes the question."""
    give("Ánh", 150)
    do("next")
    pass_time(22)
    assert rounds.sweep() == 0
    assert 'data-phase="over"' in binh.page() and 'data-phase="question"' in an.page()
    pass_time(10)
    assert an.answer(2).status_code == 409
    assert rounds.sweep() == 1
    assert state(session) == "reveal"


def test_req_r54_the_host_need_not_wait(session, an, binh, do, give):
    give("Ánh", Pace.UNTIMED)
    do("next")
    pass_time(30)
    rounds.sweep()
    assert do("reveal").status_code == 200
    assert state(session) == "reveal"


def test_nobody_waits_for_who_has_answered_left_or_came_too_late(session, host, an, binh, do, give):
    give("Ánh", 200)
    do("next")
    person = Participant.objects.get(nickname="Ánh")
    host.post(f"/classrooms/sessions/{session.pk}/people/", {"remove": person.pk})
    pass_time(21)
    assert rounds.sweep() == 1


@pytest.mark.parametrize(
    ("pace", "elapsed", "total"),
    [(100, 10_000, 750), (125, 12_500, 750), (150, 30_000, 500), (200, 10_000, 875), (0, 0, 750)],
)
def test_req_r54_points_are_measured_against_the_own_clock(
    session, an, do, give, pace, elapsed, total
):
    give("Ánh", pace)
    do("next")
    an.answer(2)
    Answer.objects.update(elapsed_ms=elapsed)
    do("reveal")
    assert results.compute(Session.objects.get(pk=session.pk)).lines[0].total == total
    give("Ánh", 100)  # what was answered keeps the clock it was answered by
    assert results.compute(Session.objects.get(pk=session.pk)).lines[0].total == total


def test_req_r54_pause_and_more_time_while_only_one_is_at_work(session, an, binh, do, give):
    give("Ánh", 200)
    do("next")
    pass_time(21)
    rounds.sweep()
    assert do("pause").status_code == 200
    assert binh.answer(2).status_code == 409  # the pause gives nobody time back
    assert int(clock_of(an.page())["left"]) == Round.objects.get().paused_left_ms + 20_000
    assert Round.objects.get().paused_left_ms < 0
    do("resume")
    do("extend")
    do("extend")  # 40 s now: twenty more for everybody, the double for one
    assert 'data-phase="question"' in binh.page()
    gained = int(clock_of(an.page())["closes"]) - int(clock_of(binh.page())["closes"])
    assert abs(gained - 40_000) <= 50


@pytest.mark.parametrize("pace", ["", "abc", "300", "-1", "9" * 30, "²"])
def test_a_nonsense_pace_is_refused_in_words(session, an, give, pace):
    page = give("Ánh", pace)
    assert page.status_code == 200
    assert Participant.objects.get().pace == Pace.USUAL


def test_req_r54_extra_time_is_no_part_of_what_the_wall_shows_about_a_person(session, host, an):
    person = Participant.objects.get()
    address = f"/classrooms/sessions/{session.pk}/people/{person.pk}/"
    over_the_wall = host.get(address, headers={"HX-Request": "true"}).content.decode()
    assert 'name="pace"' not in over_the_wall and "trên máy riêng của thầy cô" in over_the_wall
    assert f"/classrooms/sessions/{session.pk}/people/</p>" in over_the_wall  # beside its QR code
    assert 'name="pace"' in host.get(address).content.decode()


def test_req_r54_the_machine_of_the_wall_shows_it_only_after_a_word_of_warning(
    session, host, teacher, an
):
    from django.test import Client

    host.get(f"/classrooms/sessions/{session.pk}/")  # leads from now on
    own_phone = Client()
    own_phone.force_login(teacher)
    address = f"/classrooms/sessions/{session.pk}/people/{Participant.objects.get().pk}/"
    here, there = (each.get(address).content.decode() for each in (host, own_phone))
    warning = "Cả lớp nhìn thấy màn hình này"
    assert warning in here and "<details" in here.split('name="pace"')[0]
    assert warning not in there and "<details" not in there.split('id="pace"')[1]


def test_req_r54_it_may_be_given_from_another_device_than_the_wall(session, host, teacher, an):
    """The teacher's phone does not lead the lesson, and need not."""
    from django.test import Client

    host.get(f"/classrooms/sessions/{session.pk}/")
    own_phone = Client()
    own_phone.force_login(teacher)
    person = Participant.objects.get()
    own_phone.post(f"/classrooms/sessions/{session.pk}/people/{person.pk}/", {"pace": 150})
    assert Participant.objects.get().pace == Pace.HALF


def test_req_r54_a_class_remembers_it_for_the_same_phone_and_name(teacher, deck):
    group = classes.create(teacher, "7A2")
    first = sessions.open_session(teacher, deck, for_class=group)
    an = Phone(first, "Ánh")
    sessions.set_pace(first, Participant.objects.get().pk, Pace.DOUBLE)
    sessions.close(first.pk)
    second = sessions.open_session(teacher, deck, for_class=group)
    an.client.post("/join/", {"code": second.code, "nickname": "Ánh"})
    assert second.participants.get().pace == Pace.DOUBLE
    sessions.close(second.pk)
    third = sessions.open_session(teacher, deck, for_class=group)
    an.client.post("/join/", {"code": third.code, "nickname": "Bình"})  # a shared computer
    assert third.participants.get().pace == Pace.USUAL
    sessions.close(third.pk)
    single = sessions.open_session(teacher, deck)
    an.client.post("/join/", {"code": single.code, "nickname": "Ánh"})
    assert single.participants.get().pace == Pace.USUAL


def test_extra_time_is_forgotten_with_the_nickname(session, an, give):
    give("Ánh", 200)
    sessions.close(session.pk)
    Session.objects.update(closed_at=timezone.now() - timedelta(days=40))
    sessions.forget_nicknames()
    assert Participant.objects.get().pace == Pace.USUAL
