"""Pupils without a phone: numbers, cards, and what the teacher keys in for them."""

from __future__ import annotations

import io
import json
import re

import openpyxl
import pytest
from django.utils import timezone

from classrooms import exports, paper, report, results, rounds, sessions, tally
from classrooms.models import Answer, Pace, Participant, Session
from quizzes.models import Question
from tests import kinds_samples


@pytest.fixture
def desk(host, session):
    """The teacher's page of who is on paper."""

    class Desk:
        address = f"/classrooms/sessions/{session.pk}/paper/"

        def page(self) -> str:
            return host.get(self.address).content.decode()

        def add(self, count="", names=""):
            return host.post(self.address, {"count": count, "names": names})

        def key(self, quick="", round_id=None, **fields):
            at = session.rounds.order_by("-pk").first()
            data = {"round": round_id or (at.pk if at else 0), "quick": quick, **fields}
            return host.post(self.address, data)

        def held(self) -> dict[int, list[int]]:
            rows = Answer.objects.filter(participant__session=session)
            return {
                row.participant.paper_number: row.response["choices"]
                for row in rows.select_related("participant")
                if row.participant.on_paper
            }

    return Desk()


def numbers(session) -> dict[int, str]:
    return {each.paper_number: each.nickname for each in paper.pupils(session)}


# --- who is on paper -----------------------------------------------------------------------------


def test_pupils_are_added_by_their_number_alone(desk, session):
    assert desk.add(count="3").status_code == 302
    assert numbers(session) == {1: "Số 1", 2: "Số 2", 3: "Số 3"}
    desk.add(count="2")
    assert sorted(numbers(session)) == [1, 2, 3, 4, 5]
    page = desk.page()
    assert "Số 5" in page


def test_names_may_bring_their_numbers(desk, session):
    desk.add(names="Lan\n7. Minh\n\n12\nLan\n 3) Hoa ")
    assert numbers(session) == {1: "Lan", 2: "Lan 2", 3: "Hoa", 7: "Minh", 12: "Số 12"}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"names": "7 Lan\n7 Minh"}, "hai lần"),
        ({"names": "61 Lan"}, "từ 1 đến 60"),
        ({"names": "0 Lan"}, "từ 1 đến 60"),
        ({"names": "x" * 40}, "30"),
        ({"names": "🂠\u0000"}, None),
        ({"count": "0"}, "từ 1 đến 60"),
        ({"count": "-3"}, "từ 1 đến 60"),
        ({"count": "99"}, "từ 1 đến 60"),
        ({"count": "lots"}, "từ 1 đến 60"),
        ({}, "từ 1 đến 60"),
    ],
)
def test_a_list_that_cannot_be_used_is_told_and_kept(desk, session, typed, said):
    answer = desk.add(**typed)
    if said is None:
        assert answer.status_code in (302, 400)
        return
    assert answer.status_code == 400
    page = answer.content.decode()
    assert said in page.split('id="add-error"')[1].split("</p>")[0]
    if first := typed.get("names", "").split("\n")[0]:
        assert first in page.split('name="names"')[1]
    assert numbers(session) == {}


def test_a_number_is_given_once(desk, session):
    desk.add(names="7 Lan")
    answer = desk.add(names="8 Minh\n7 Hoa")
    assert answer.status_code == 400
    assert numbers(session) == {7: "Lan"}


def test_a_locked_room_lets_the_teacher_add(desk, do, session):
    do("lock")
    desk.add(count="1")
    assert sorted(numbers(session)) == [1]


def test_when_all_has_been_played_nobody_more_comes_in(desk, do, session):
    desk.add(count="1")
    do("next")
    do("end")
    assert 'id="count"' not in desk.page()
    assert desk.add(count="1").status_code == 409
    assert numbers(session) == {1: "Số 1"}


def test_who_is_taken_out_gives_the_number_back(desk, host, session):
    desk.add(names="7 Lan")
    person = paper.pupils(session)[0]
    host.post(f"{desk.address}out/", {"person": person.pk})
    assert numbers(session) == {}
    desk.add(names="7 Minh")
    assert numbers(session) == {7: "Minh"}


def test_a_phone_may_not_claim_the_place_of_somebody_on_paper(desk, phone, session):
    desk.add(names="Lan")
    joined = phone("Lan").joined
    assert joined.status_code == 409
    assert joined.context["claim"] is None


def test_who_is_on_paper_is_shown_on_the_wall_and_never_as_away(desk, host, session):
    desk.add(names="7 Lan")
    page = host.get(f"/classrooms/sessions/{session.pk}/?stay=1").content.decode()
    chip = re.search(r'<li data-pk="\d+" class="([^"]*)">.*?Lan', page, re.DOTALL)
    assert chip is not None
    assert "away" not in chip[1]
    assert "</span>7</span>" in chip[0]


# --- keying in -----------------------------------------------------------------------------------


def test_letters_are_keyed_in_quickly(desk, do, session):
    desk.add(count="4")
    do("next")
    assert 'id="keys"' in desk.page()
    assert desk.key("1b 2A, 3:c\n4-").status_code == 302
    assert desk.held() == {1: [2], 2: [1], 3: [3]}
    assert '<b id="keyed">3</b>' in desk.page()


def test_the_grid_does_the_same_without_a_script(desk, do, session):
    desk.add(count="2")
    do("next")
    page = desk.page()
    assert re.search(r'name="p1" value="" checked', page)
    desk.key(p1="B", was1="", p2="", was2="")
    assert desk.held() == {1: [2]}
    assert re.search(r'name="p1" value="B" checked', desk.page())


def test_what_was_misread_is_corrected_until_the_question_closes(desk, do, session):
    desk.add(count="2")
    do("next")
    desk.key("1A 2B")
    desk.key("1B")
    desk.key(p2="", was2="B")
    assert desk.held() == {1: [2]}
    desk.key("1-")
    assert desk.held() == {}
    desk.key("1B")
    do("reveal")
    assert results.compute(session).of(paper.pupils(session)[0].pk).right == 1


def test_an_old_page_takes_no_newer_answer_back(desk, do, session):
    desk.add(count="2")
    do("next")
    desk.key("1B")
    desk.key(p1="", was1="", p2="C", was2="")  # shown before number 1 was keyed in
    assert desk.held() == {1: [2], 2: [3]}


def test_several_letters_where_several_are_right(desk, do, session):
    desk.add(count="2")
    do("next")
    do("reveal")
    do("next")
    do("next")
    desk.key("1AC", p2=["A", "B"], was2="")
    assert desk.held() == {1: [1, 3], 2: [1, 2]}


@pytest.mark.parametrize(
    ("quick", "said"),
    [
        ("1AB", "Số 1: Chỉ chọn một"),
        ("9A", "thẻ số 9"),
        ("1B xyz 2", "xyz 2"),
        ("AB", "AB"),
    ],
)
def test_what_cannot_be_keyed_in_is_told_and_the_rest_is_taken(desk, do, session, quick, said):
    desk.add(count="2")
    do("next")
    answer = desk.key(f"2C {quick}")
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert desk.held()[2] == [3]


def test_a_letter_that_the_question_lacks_is_told(desk, do, session):
    desk.add(count="1")
    for _ in range(7):
        do("next")
    session.refresh_from_db()
    assert session.index == 2
    answer = desk.key("1D")
    assert answer.status_code == 400
    assert "D" in answer.content.decode().split('role="alert"')[1][:400]
    assert desk.held() == {}


def test_after_the_closing_nothing_is_taken_and_nothing_is_lost(desk, do, session):
    desk.add(count="2")
    do("next")
    at = session.rounds.get()
    do("reveal")
    answer = desk.key("1B 2C", round_id=at.pk)
    assert answer.status_code == 409
    assert desk.held() == {}
    assert "đã đóng" in answer.content.decode()
    do("next")
    do("next")
    # The next question is open: an answer to the one before is none to this.
    assert desk.key("1B", round_id=at.pk).status_code == 409
    assert desk.held() == {}
    assert 'value="1B"' in desk.key("1B", round_id=at.pk).content.decode()


def test_a_script_is_told_in_figures(desk, do, host, session):
    desk.add(count="1")
    do("next")
    at = session.rounds.get()
    answer = host.post(
        desk.address,
        {"round": at.pk, "was1": "", "p1": "B"},
        headers={"Accept": "application/json"},
    )
    assert json.loads(answer.content) == {"done": 1, "problems": []}
    told = json.loads(host.get(f"{desk.address}now/").content)
    assert told["held"] == {"1": "B"}


def test_the_right_answer_is_nowhere_before_the_closing(desk, do, host, session):
    desk.add(count="1")
    do("next")
    for page in (desk.page(), host.get(f"{desk.address}now/").content.decode()):
        assert "Lời giải thích" not in page
        assert "right" not in page.replace("i-right", "").replace("#i-right", "")
    desk.key("1B")
    assert "Lời giải thích" not in desk.page()


def test_answers_are_counted_with_those_of_phones(desk, do, host, phone, session):
    desk.add(count="2")
    minh = phone("Minh")
    do("next")
    minh.answer(2)
    desk.key("1B")
    page = host.get(f"/classrooms/sessions/{session.pk}/stage/").content.decode()
    assert re.search(r'id="count"[^>]*>2/3<', page)
    desk.key("1-")
    page = host.get(f"/classrooms/sessions/{session.pk}/stage/").content.decode()
    assert re.search(r'id="count"[^>]*>1/3<', page)


# --- closing -------------------------------------------------------------------------------------


def test_the_last_card_does_not_close_the_question(desk, do, phone, session):
    desk.add(count="1")
    minh = phone("Minh")
    do("next")
    at = session.rounds.get()
    minh.answer(2)
    desk.key("1A")
    assert not rounds.close_if_due(at.pk, all_answered=True)
    assert rounds.sweep(session) == 0
    desk.key("1B")  # misread, and still to be corrected
    assert desk.held() == {1: [2]}


def test_when_time_is_up_phones_are_done_and_cards_are_still_keyed_in(desk, do, phone, session):
    desk.add(count="1")
    minh = phone("Minh")
    do("next")
    at = session.rounds.get()
    past = timezone.now() - timezone.timedelta(seconds=30)
    at.opened_at, at.closes_at = past, past + timezone.timedelta(seconds=20)
    at.save()
    assert not rounds.close_if_due(at.pk)
    assert "Hết giờ" in minh.page()
    assert minh.answer(2).status_code == 409
    desk.key("1B")
    assert desk.held() == {1: [2]}
    do("reveal")
    session.refresh_from_db()
    assert session.state == Session.State.REVEAL


def test_without_anybody_on_paper_all_is_as_before(do, phone, session):
    minh = phone("Minh")
    do("next")
    minh.answer(2)
    assert rounds.close_if_due(session.rounds.get().pk, all_answered=True)


# --- questions without choices -------------------------------------------------------------------


@pytest.fixture
def mixed(teacher, deck):
    """A session whose fourth question has no choices."""
    kinds_samples.make("order", deck, 4)
    return sessions.open_session(teacher, deck)


def test_a_question_without_choices_is_not_asked_on_paper(mixed, host):
    paper.add(mixed, [paper.Wanted(None, "")], "vi")
    person = paper.pupils(mixed)[0]
    mixed.index, mixed.state = 2, Session.State.STANDINGS
    mixed.save()
    rounds.open_round(mixed, 3)
    at = mixed.rounds.get()
    page = host.get(f"/classrooms/sessions/{mixed.pk}/paper/").content.decode()
    assert 'id="keys"' not in page
    assert "không có phương án A–D" in page
    assert tally.still_in_time(at, timezone.now()) == []
    at.closed_at = timezone.now()
    at.save()
    line = results.compute(mixed).of(person.pk)
    assert (line.asked, line.share) == (0, None)
    assert exports.mark_word(line.marks[3]) == "không được hỏi"


def test_nobody_with_a_phone_waits_for_cards_that_are_not_asked(mixed, phone):
    paper.add(mixed, [paper.Wanted(None, "")], "vi")
    from tests.classrooms.conftest import Phone

    minh = Phone(mixed, "Minh")
    mixed.index, mixed.state = 2, Session.State.STANDINGS
    mixed.save()
    rounds.open_round(mixed, 3)
    at = mixed.rounds.get()
    whole = sessions.questions_of(mixed)[3]
    minh.client.post(
        f"/play/{mixed.pk}/answer/",
        {"round": at.pk, "client_id": "one", **kinds_samples.sent(whole)},
        headers={"HX-Request": "true"},
    )
    assert rounds.close_if_due(at.pk, all_answered=True)


def test_in_a_lesson_of_many_kinds_the_page_says_what_is_not_asked(mixed, host):
    assert Question.objects.filter(deck=mixed.deck, kind="order").count() == 1
    page = host.get(f"/classrooms/sessions/{mixed.pk}/paper/").content.decode()
    assert "1 câu của phiên này" in page


# --- points and report ---------------------------------------------------------------------------


@pytest.mark.parametrize(("scoring", "points"), [("speed", 750), ("accuracy", 1000)])
def test_a_card_earns_what_an_answer_without_a_clock_earns(desk, do, session, scoring, points):
    """However late it is keyed in."""
    Session.objects.filter(pk=session.pk).update(scoring=scoring)
    session.refresh_from_db()
    desk.add(count="2")
    do("next")
    desk.key("1B")
    at = session.rounds.get()
    at.opened_at -= timezone.timedelta(seconds=19)
    at.save()
    desk.key("2B")
    do("reveal")
    found = results.compute(session)
    assert [found.of(each.pk).total for each in paper.pupils(session)] == [points, points]


def test_nobodys_extra_time_is_set_on_paper(desk, host, session):
    desk.add(count="1")
    person = paper.pupils(session)[0]
    address = f"/classrooms/sessions/{session.pk}/people/{person.pk}/"
    assert 'name="pace"' not in host.get(address).content.decode()
    host.post(address, {"pace": "100"})
    assert Participant.objects.get(pk=person.pk).pace == Pace.UNTIMED


def test_the_report_marks_who_was_on_paper(desk, do, host, phone, session):
    desk.add(names="7 Lan")
    minh = phone("Minh")
    do("next")
    minh.answer(2)
    desk.key("7B")
    do("reveal")
    do("end")
    page = host.get(f"/classrooms/sessions/{session.pk}/report/").content.decode()
    row = next(row for row in page.split("<tr>") if "Lan" in row)
    assert "thẻ giấy" in row
    assert "thẻ giấy" not in next(row for row in page.split("<tr>") if "Minh" in row)
    book = openpyxl.load_workbook(
        io.BytesIO(host.get(f"/classrooms/sessions/{session.pk}/report.xlsx").content)
    )
    rows = list(book.worksheets[1].values)
    column = rows[0].index("Trả lời bằng")
    assert {row[1]: row[column] for row in rows[1:]} == {"Lan": "thẻ giấy", "Minh": "điện thoại"}


def test_the_teachers_time_is_in_no_figure(desk, do, phone, session):
    desk.add(count="1")
    do("next")
    desk.key("1B")
    do("reveal")
    found = report.of(results.compute(session), "vi")
    assert found.items[0].time is None
    assert found.items[0].item.mean_seconds is None
    assert found.items[0].item.right == 1


def test_a_report_without_paper_says_nothing_of_it(do, host, phone, session):
    minh = phone("Minh")
    do("next")
    minh.answer(2)
    do("reveal")
    page = host.get(f"/classrooms/sessions/{session.pk}/report/").content.decode()
    assert "thẻ giấy" not in page


# --- rights --------------------------------------------------------------------------------------


def test_another_teacher_has_no_business_here(desk, host, session, django_user_model):
    other = django_user_model.objects.create_user("hoa")
    from django.contrib.auth.models import Group

    other.groups.add(Group.objects.get(name="teachers"))
    host.force_login(other)
    for path in ("", "now/", "cards/"):
        assert host.get(f"{desk.address}{path}").status_code == 404
    assert desk.add(count="1").status_code == 404
    assert host.post(f"{desk.address}out/", {"person": "1"}).status_code == 404
