"""A question taken out afterwards, and one asked again (R14, R37)."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import timedelta

import pytest

from classrooms import audiences, points, results
from classrooms.models import Answer, Participant, Round, Session


def now_playing(session: Session) -> Session:
    return Session.objects.get(pk=session.pk)


def totals(session: Session) -> dict[str, int]:
    found = results.compute(now_playing(session))
    return {line.participant.nickname: line.total for line in found.lines}


@pytest.fixture
def played(session, phone, do):
    """Ánh has the first question right, Bình the second; the second has just been revealed."""
    an, binh = phone("Ánh"), phone("Bình")
    do("next")
    an.answer(2, client_id="a1")
    binh.answer(1, client_id="b1")
    do("reveal")
    do("next")
    do("next")
    an.answer(2, client_id="a2")
    binh.answer(1, 3, client_id="b2")
    do("reveal")
    Answer.objects.update(elapsed_ms=0)
    return an, binh


def void(host, session, action: str, number: int):
    return host.post(f"/classrooms/sessions/{session.pk}/void/", {action: number}, follow=True)


def test_req_r37_a_void_question_counts_for_nobody_and_comes_back(session, host, played, do):
    an, binh = played
    assert totals(session) == {"Ánh": 1000, "Bình": 1000}
    do("void")
    assert totals(session) == {"Ánh": 1000, "Bình": 0}
    assert points.session_scores(session.pk) == {
        str(Participant.objects.get(nickname="Ánh").pk): 1000,
        str(Participant.objects.get(nickname="Bình").pk): 0,
    }
    assert "Câu này không tính" in an.page() and "Câu này không tính" in binh.page()
    wall = host.get(f"/classrooms/sessions/{session.pk}/").content.decode()
    assert "Đã bỏ câu 2" in wall and "Lời giải thích 2." in wall and "Sơn La" in wall
    assert do("void").status_code == 409  # a double press
    do("count")
    assert totals(session) == {"Ánh": 1000, "Bình": 1000}
    assert "Câu này không tính" not in an.page()


def test_req_r37_a_question_is_voided_from_the_report_after_the_end(session, host, played, do):
    do("end")
    do("close")
    page = void(host, session, "void", 1).content.decode()
    assert "Đã bỏ câu 1" in page and "Câu hỏi số 1?" in page
    assert totals(session) == {"Ánh": 0, "Bình": 1000}
    raw = host.get(f"/classrooms/sessions/{session.pk}/report.csv").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(raw), delimiter=";"))
    assert [cell for cell in rows[0] if re.fullmatch(r"Câu \d+", cell)] == ["Câu 2"]
    assert host.get(f"/api/v1/sessions/{session.pk}/report/").json()["percent"] == 50
    void(host, session, "void", 2)
    assert totals(session) == {"Ánh": 0, "Bình": 0}
    assert (
        "Tính lại câu 2" in host.get(f"/classrooms/sessions/{session.pk}/report/").content.decode()
    )
    void(host, session, "count", 1)
    assert totals(session) == {"Ánh": 1000, "Bình": 0}
    assert now_playing(session).state == Session.State.CLOSED


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_req_r37_void_at_reveal_standings_and_podium(session, played, do, steps):
    if steps == 1:
        do("next")
    elif steps == 2:
        do("end")
    assert do("void").status_code == 200
    assert totals(session)["Bình"] == 0
    assert do("count").status_code == 200
    assert totals(session)["Bình"] == 1000


@pytest.mark.parametrize("number", ["0", "3", "9", "-1", "abc", "²", "9" * 30, ""])
def test_a_question_that_was_not_played_cannot_be_voided(session, host, played, number):
    page = void(host, session, "void", number)
    assert page.status_code == 200
    assert not Round.objects.filter(void=True).exists()


def test_a_skipped_question_cannot_be_counted_again(session, host, phone, do):
    phone("Ánh").answer(2)
    do("next")
    do("skip")
    void(host, session, "count", 1)
    void(host, session, "void", 1)
    assert not Round.objects.filter(void=True).exists()
    assert results.compute(now_playing(session)).items == ()


def test_an_earlier_question_voided_in_mid_question_leaves_the_open_one_open(
    session, host, played, do
):
    an, binh = played
    do("next")
    do("next")
    an.answer(1, client_id="a3")
    void(host, session, "void", 1)
    assert now_playing(session).state == Session.State.QUESTION
    assert 'data-phase="sent"' in an.page() and 'data-phase="question"' in binh.page()


def test_req_r14_a_question_asked_again_keeps_all_other_scores(session, played, do):
    an, _binh = played
    do("again")
    assert now_playing(session).state == Session.State.QUESTION
    assert "Câu hỏi số 2?" in an.page()
    # While it is open again the first asking counts no longer.
    assert totals(session) == {"Ánh": 1000, "Bình": 0}
    an.answer(1, 3, client_id="a2-again")
    do("reveal")
    Answer.objects.update(elapsed_ms=0)
    assert totals(session) == {"Ánh": 2000, "Bình": 0}
    found = results.compute(now_playing(session))
    assert [(item.number, item.asked) for item in found.items] == [(1, 2), (2, 2)]
    assert list(Round.objects.filter(index=1).values_list("attempt", flat=True)) == [1, 2]
    assert Answer.objects.count() == 5  # nothing is erased


def test_req_r14_an_answer_to_the_first_asking_does_not_slip_into_the_second(session, played, do):
    an, _binh = played
    first = Round.objects.get(index=1)
    Answer.objects.filter(round=first, participant__nickname="Ánh").delete()
    do("again")
    tapped = int((first.closed_at - timedelta(milliseconds=1)).timestamp() * 1000)  # in time then
    refused = an.answer(1, 3, client_id="old", round_id=first.pk, at=tapped)
    assert refused.status_code == 409
    assert 'data-phase="question"' in refused.content.decode()
    assert not Answer.objects.filter(client_id="old").exists()


def test_req_r14_who_came_after_the_first_asking_takes_part_in_the_second(
    session, phone, played, do
):
    chi = phone("Chi")
    do("again")
    assert chi.answer(1, 3).status_code == 200
    do("reveal")
    assert totals(session)["Chi"] > 900


@pytest.mark.parametrize("steps", ["lobby", "question", "standings", "podium"])
def test_a_question_is_asked_again_from_its_reveal_only(session, do, steps):
    if steps != "lobby":
        do("next")
    if steps in {"standings", "podium"}:
        do("reveal")
        do("next" if steps == "standings" else "end")
    rounds_before = Round.objects.count()
    assert do("again").status_code == 409
    assert Round.objects.count() == rounds_before


def test_ending_in_mid_question_takes_that_question_out(session, host, played, do):
    """Not everybody has had the time; who answered may be given the points afterwards."""
    an, _ = played
    do("next")
    do("next")
    an.answer(1, client_id="a3")
    do("end")
    assert now_playing(session).state == Session.State.PODIUM
    assert totals(session) == {"Ánh": 1000, "Bình": 1000}
    void(host, session, "count", 3)
    assert totals(session)["Ánh"] > 1000


def test_an_end_that_was_confirmed_stands_though_the_question_closed_meanwhile(
    session, host, phone, do
):
    phone("Ánh").answer(2)
    do("next")
    asked = now_playing(session).version
    do("reveal")
    address = f"/classrooms/sessions/{session.pk}/do/"
    host.post(address, {"action": "end", "version": asked})
    assert now_playing(session).state == Session.State.PODIUM
    # A second press of the same button does not close the room as well.
    host.post(address, {"action": "end", "version": asked})
    assert now_playing(session).state == Session.State.PODIUM


def score(html: str) -> str | None:
    """What the strip of a phone says that it has earned; None where the push leaves it alone."""
    found = re.search(r'id="pts"[^>]*>([^<]*)<', html)
    return found[1] if found else None


def own_parts(sent: list[tuple[str, str]], name: str) -> list[str]:
    """What one phone was brought, push by push."""
    pk = str(Participant.objects.get(nickname=name).pk)
    each = [json.loads(data)[1:] for event, data in sent if event == "@each"]
    return [parts.get(pk, others) for parts, others in each]


@pytest.mark.parametrize("meanwhile", ["again", "void an earlier one"])
def test_a_score_that_changes_while_a_question_is_open_is_right_on_the_phones_at_once(
    session, host, played, do, pushed, meanwhile
):
    _, binh = played
    channel = audiences.players_channel(session.pk, "vi")
    assert score(binh.page()) == "1.000 điểm"
    if meanwhile == "again":
        sent = pushed(lambda: do("again"), channel)
    else:
        do("next")
        do("next")
        sent = pushed(lambda: void(host, session, "void", 2), channel)
    last = [found for part in own_parts(sent, "Bình") if (found := score(part)) is not None][-1]
    assert last == score(binh.page()) == "0 điểm"
    if meanwhile == "again":
        do("skip")
        assert score(binh.page()) == "0 điểm"


def test_the_score_stays_on_the_phone_after_answering(session, played, do):
    an, _ = played
    do("next")
    do("next")
    reply = an.answer(1, client_id="a3").content.decode()
    assert 'data-phase="sent"' in reply
    assert score(reply) in {None, "1.000 điểm"} and score(an.page()) == "1.000 điểm"


def test_one_row_alone_adds_up_as_in_the_whole_class(session, played):
    found = results.compute(now_playing(session))
    for line in found.lines:
        alone = results.own(now_playing(session), line.participant)
        assert (alone.total, alone.right, alone.marks) == (line.total, line.right, line.marks)
