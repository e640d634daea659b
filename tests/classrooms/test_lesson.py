"""A whole lesson through the pages: what each person sees at each step."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.http import QueryDict
from django.utils import timezone

from classrooms import answers, audiences, hosting, results, rounds, sessions
from classrooms.errors import TooLate
from classrooms.models import Answer, Participant, Round, Session
from live import names
from live.publish import connection

from .conftest import Phone


def now_playing(session: Session) -> Session:
    return Session.objects.get(pk=session.pk)


def test_a_lesson_from_lobby_to_report(host, session, phone, do):
    an, binh = phone("Ánh"), phone("Bình")
    assert an.joined.status_code == 302
    assert "Bạn đã vào phòng" in an.page()
    lobby = host.get(f"/classrooms/sessions/{session.pk}/").content.decode()
    assert "Ánh" in lobby and "Bình" in lobby

    do("next")
    assert "Câu hỏi số 1?" in an.page()
    assert an.answer(2).status_code == 200
    assert "Đã gửi" in an.page()
    assert binh.answer(1).status_code == 200

    do("reveal")
    assert "Đúng rồi" in an.page()
    told = binh.page()
    assert "Chưa đúng" in told and "Lời giải thích 1." in told and "Nguồn thử" in told

    do("next")  # standings
    assert now_playing(session).state == Session.State.STANDINGS
    do("next")  # question 2, several right
    an.answer(1, 3)
    do("reveal")
    do("next")
    do("next")  # question 3: nobody answers
    do("reveal")
    do("next")
    assert now_playing(session).state == Session.State.PODIUM
    do("close")
    assert now_playing(session).state == Session.State.CLOSED

    report = host.get(f"/classrooms/sessions/{session.pk}/report/").content.decode()
    assert "Ánh" in report and "Câu hỏi số 2?" in report
    assert "Phiên đã kết thúc" in an.page()


def test_nothing_about_the_right_answer_reaches_a_phone_before_closing(session, phone, do):
    an = phone("Ánh")
    do("next")
    for page in (
        an.page(),
        an.client.get(f"/play/{session.pk}/stage/").content.decode(),
        an.answer(1).content.decode(),
        an.page(),
    ):
        assert "Lời giải thích 1" not in page
        assert "Nguồn thử" not in page
        assert "is_right" not in page and "data-right" not in page


def test_the_host_screen_hides_the_answer_while_the_question_is_open(host, session, do):
    do("next")
    page = host.get(f"/classrooms/sessions/{session.pk}/").content.decode()
    assert "Lời giải thích 1" not in page and "okmark" not in page


def test_a_second_answer_gets_the_first_ones_receipt(session, phone, do):
    an = phone("Ánh")
    do("next")
    an.answer(2, client_id="a")
    assert an.answer(1, client_id="b").status_code == 200
    assert an.answer(2, client_id="a").status_code == 200
    assert [each.response for each in Answer.objects.all()] == [{"choices": [2]}]


@pytest.mark.parametrize(
    ("choice", "client_id"),
    [("9", "x"), ("", "x"), ("abc", "x"), ("2", ""), ("2", "é"), ("2", "x" * 99)],
)
def test_an_unreadable_answer_is_refused_in_words_and_stores_nothing(
    session, phone, do, choice, client_id
):
    an = phone("Ánh")
    do("next")
    refused = an.answer(choice, client_id=client_id)
    assert refused.status_code == 400
    assert not Answer.objects.exists()


def test_an_answer_after_the_deadline_is_told_so(session, phone, do):
    an = phone("Ánh")
    do("next")
    Round.objects.update(closes_at=timezone.now() - timedelta(seconds=5))
    assert an.answer(2).status_code == 409
    assert not Answer.objects.exists()


@pytest.mark.parametrize("action", ["removed", "participant", "REMOVE"])
def test_an_unknown_action_on_people_changes_nobody(host, session, phone, action):
    phone("Ánh")
    someone = Participant.objects.get()
    host.post(f"/classrooms/sessions/{session.pk}/people/", {action: someone.pk})
    someone.refresh_from_db()
    assert someone.removed_at is None


def test_the_sweeper_closes_what_has_passed_its_deadline_once(session, phone, do):
    phone("Ánh")
    do("next")
    Round.objects.update(closes_at=timezone.now() - timedelta(seconds=5))
    assert rounds.sweep() == 1
    assert rounds.sweep() == 0
    assert now_playing(session).state == Session.State.REVEAL


def test_the_question_closes_when_everybody_present_has_answered(session, phone, do):
    an, binh = phone("Ánh"), phone("Bình")
    do("next")
    an.answer(2)
    round_ = Round.objects.get()
    assert not rounds.close_if_due(round_.pk, all_answered=True)
    binh.answer(2)
    assert rounds.close_if_due(round_.pk, all_answered=True)


def test_somebody_removed_is_not_waited_for_and_sees_why(host, session, phone, do):
    an, binh = phone("Ánh"), phone("Bình")
    do("next")
    an.answer(2)
    gone = Participant.objects.get(nickname="Bình")
    host.post(f"/classrooms/sessions/{session.pk}/people/", {"remove": gone.pk})
    assert binh.client.get(f"/play/{session.pk}/").status_code == 410
    assert binh.answer(2).status_code == 403
    assert rounds.close_if_due(Round.objects.get().pk, all_answered=True)
    host.post(f"/classrooms/sessions/{session.pk}/people/", {"restore": gone.pk})
    assert binh.client.get(f"/play/{session.pk}/").status_code == 200


def test_pausing_stops_the_clock_and_thinking_time(session, phone, do):
    an = phone("Ánh")
    do("next")
    do("pause")
    Round.objects.update(closes_at=timezone.now() - timedelta(seconds=60))
    assert rounds.sweep() == 0
    do("resume")
    round_ = Round.objects.get()
    assert round_.closes_at > timezone.now() + timedelta(seconds=15)
    an.answer(2)
    assert Answer.objects.get().elapsed_ms < 3000


def test_ten_more_seconds_during_a_pause_are_no_free_time(session, phone, do):
    an = phone("Ánh")
    do("next")
    Round.objects.update(
        opened_at=timezone.now() - timedelta(seconds=5),
        closes_at=timezone.now() + timedelta(seconds=15),
    )
    do("pause")
    do("extend")
    do("resume")
    an.answer(2)
    assert 4900 <= Answer.objects.get().elapsed_ms <= 9000
    left = Round.objects.get().closes_at - timezone.now()
    assert timedelta(seconds=20) < left <= timedelta(seconds=25)


def test_an_answer_that_waited_for_the_server_counts_from_its_arrival(session, phone, do):
    phone("Ánh")
    phone("Bình")
    an, binh = Participant.objects.order_by("pk")
    do("next")
    round_ = Round.objects.get()
    closed = round_.closes_at + timedelta(seconds=2)
    Round.objects.update(closed_at=closed)
    data, second = QueryDict("choice=2"), timedelta(seconds=1)
    receipt = answers.record_answer(an, round_.pk, "a", data, round_.closes_at - second)
    assert receipt.answer.elapsed_ms == 19_000
    with pytest.raises(TooLate):
        answers.record_answer(binh, round_.pk, "a", data, round_.closes_at + second)


@pytest.fixture
def given(session, phone, do):
    """An answer tapped `before` seconds before the deadline, arriving once the round is closed."""

    def act(before: float, after: str = "reveal"):
        an = phone("Ánh")
        do("next")
        do("reveal")
        for _ in range({"reveal": 0, "standings": 1, "question": 2}[after]):
            do("next")
        now = timezone.now()
        Round.objects.filter(index=0).update(
            closed_at=now - timedelta(seconds=1),
            closes_at=now - timedelta(seconds=2),
            opened_at=now - timedelta(seconds=22),
        )
        data = {
            "round": Round.objects.earliest("pk").pk,
            "client_id": "a",
            "choice": 2,
            "at": int((now - timedelta(seconds=2 + before)).timestamp() * 1000),
        }
        return an.client.post(f"/play/{session.pk}/answer/", data, headers={"HX-Request": "true"})

    return act


@pytest.mark.parametrize("after", ["reveal", "standings"])
def test_an_answer_given_offline_in_time_counts_without_the_bonus(session, given, after):
    assert given(10, after).status_code == 200
    answer = Answer.objects.get()
    assert answer.late
    assert results.compute(now_playing(session)).lines[0].total == 500


@pytest.mark.parametrize(("before", "after"), [(-5, "reveal"), (40, "reveal"), (10, "question")])
def test_an_answer_given_too_late_or_of_the_last_question_does_not_count(given, before, after):
    assert given(before, after).status_code == 409
    assert not Answer.objects.exists()


def test_a_screen_that_is_asked_for_closes_an_overdue_question(session, phone, do):
    an = phone("Ánh")
    do("next")
    Round.objects.update(closes_at=timezone.now() - timedelta(seconds=5))
    an.page()
    assert now_playing(session).state == Session.State.REVEAL


def test_ten_more_seconds_are_added_to_the_clock(session, phone, do):
    do("next")
    before = Round.objects.get().closes_at
    do("extend")
    assert Round.objects.get().closes_at - before == timedelta(seconds=10)
    assert Round.objects.get().seconds == 30


def test_a_skipped_question_counts_for_nobody(session, phone, do):
    an = phone("Ánh")
    do("next")
    an.answer(1)
    do("skip")
    assert now_playing(session).index == 1
    assert results.compute(now_playing(session)).items == ()


def test_a_double_press_moves_on_once(session, do):
    version = session.version
    assert do("next", version).status_code == 200
    assert do("next", version).status_code == 409
    assert now_playing(session).state == Session.State.QUESTION


def test_a_late_joiner_is_not_yet_there_rather_than_wrong(session, phone, do):
    phone("Ánh").answer(2)
    do("next")
    do("reveal")
    late = phone("Chi")
    assert Participant.objects.get(nickname="Chi").first_index == 1
    page = late.page()
    assert "Bạn vào sau" in page
    do("next")
    do("next")
    assert late.answer(1, 3).status_code == 200


def test_a_locked_room_lets_nobody_new_in_but_everybody_back(session, phone, do):
    an = phone("Ánh")
    do("lock")
    refused = phone("Bình")
    assert refused.joined.status_code == 403
    assert "khoá" in refused.joined.content.decode()
    again = an.client.get(f"/join/?code={session.code}")
    assert again.status_code == 302


def test_a_taken_name_gets_a_free_suggestion(session, phone):
    phone("Ánh")
    twin = phone("ánh ")
    assert twin.joined.status_code == 409
    assert "ánh 2" in twin.joined.content.decode()


def test_names_typed_apart_are_the_same_name(session, phone):
    phone("Ánh")
    assert phone("A\u0301nh").joined.status_code == 409
    assert phone("Anh").joined.status_code == 302


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 31, "\u0000\u0001"])
def test_an_impossible_name_is_refused_in_words(session, phone, name):
    assert phone(name).joined.status_code == 400


def test_a_code_with_leading_zeros_is_kept(teacher, deck, session, monkeypatch, client):
    monkeypatch.setattr("secrets.randbelow", lambda n: 7)
    zeros = sessions.open_session(teacher, deck)
    assert zeros.code == "000007"
    assert client.get("/join/?code=000 007").status_code == 200


def test_two_open_rooms_never_share_a_code(teacher, deck, monkeypatch):
    drawn = iter([482913, 482913, 482914])
    monkeypatch.setattr("secrets.randbelow", lambda n: next(drawn))
    first = sessions.open_session(teacher, deck)
    second = sessions.open_session(teacher, deck)
    assert (first.code, second.code) == ("482913", "482914")


def test_a_wrong_code_says_what_to_do(client, db):
    answer = client.get("/join/?code=123")
    assert answer.status_code == 404
    assert "sáu chữ số" in answer.content.decode()


def test_a_class_of_45_behind_one_address_gets_in(session, phone):
    assert {phone(f"Bạn {n}").joined.status_code for n in range(45)} == {302}


def test_guessing_codes_is_slowed_down(client, db):
    statuses = [client.get(f"/join/?code={n:06}").status_code for n in range(80)]
    assert statuses[0] == 404 and statuses[-1] == 429


def test_guessing_does_not_find_a_room_once_it_was_slowed_down(client, session):
    for number in range(80):
        client.get(f"/join/?code={number:06}")
    assert client.get(f"/join/?code={session.code}").status_code == 429


def test_a_guessing_pupil_does_not_lock_the_class_out(client, session, host, phone):
    host.get(f"/classrooms/sessions/{session.pk}/")  # led from behind the same address
    for number in range(80):
        client.get(f"/join/?code={number:06}")
    assert phone("Ánh").joined.status_code == 302


def test_a_phone_that_switches_language_reads_the_same_question(session, phone, do):
    an = phone("Ánh")
    do("next")
    an.client.cookies["lang"] = "en"
    assert "Question number 1?" in an.page()


def test_req_r28_the_counts_of_two_lessons_at_once_never_mix(
    teacher, host, deck, session, do, django_capture_on_commit_callbacks
):
    """Three students here, two there: each wall counts its own, and closes on its own only."""
    other = sessions.open_session(teacher, deck)
    here = [Phone(session, name) for name in ("Ánh", "Bình", "Chi")]
    there = [Phone(other, name) for name in ("Ánh", "Dũng")]
    for each in (session, other):
        hosting.do(each.pk, "next", now_playing(each).version)
    heard = {each.pk: connection().pubsub() for each in (session, other)}
    for pk, listener in heard.items():
        listener.subscribe(names.push(audiences.host_channel(pk, "vi")))
        listener.get_message(timeout=1)

    def counts(pk: int) -> list[str]:
        found = []
        while message := heard[pk].get_message(timeout=0.5):
            if "count\n" in message["data"]:
                found.append(message["data"].rpartition("\n")[2])
        return found

    with django_capture_on_commit_callbacks(execute=True):
        here[0].answer(2)
        there[0].answer(1)
        here[1].answer(2)
    heard_here, heard_there = counts(session.pk), counts(other.pk)
    assert heard_here[-1] == "2/3" and set(heard_here) <= {"1/3", "2/3"}
    assert heard_there == ["1/2"]
    walls = {
        each.pk: host.get(each.get_absolute_url()).content.decode() for each in (session, other)
    }
    assert ">2/3<" in walls[session.pk] and ">1/2<" in walls[other.pk]

    with django_capture_on_commit_callbacks(execute=True):
        there[1].answer(2)
    for each in (session, other):
        rounds.close_if_due(Round.objects.get(session=each).pk, all_answered=True)
    assert now_playing(other).state == Session.State.REVEAL
    assert now_playing(session).state == Session.State.QUESTION
    assert [item.answered for item in results.compute(other).items] == [2]
    assert results.compute(session).items == ()
