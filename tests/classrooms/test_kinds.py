"""A lesson with each kind without choices: phone, wall, push, report, API."""

from __future__ import annotations

import io
import json
import re

import pytest
from openpyxl import load_workbook

from classrooms import audiences, results, sessions
from classrooms.models import Answer, Session
from live import names
from live.publish import connection
from quizzes.models import Deck, Question, State
from tests.kinds_samples import SAMPLES, make, sent

from .conftest import Phone


@pytest.fixture
def deck(db) -> Deck:
    return Deck.objects.create(
        slug="new-kinds", title_vi="Kiểu mới", title_en="New kinds", state=State.PUBLISHED
    )


@pytest.fixture
def slug(request) -> str:
    return request.param


@pytest.fixture
def session(teacher, deck, slug):
    make(slug, deck)
    return sessions.open_session(teacher, deck)


EVERY = pytest.mark.parametrize("slug", SAMPLES, indirect=True)


def right_of(session, fields: str = "right") -> dict:
    return sent(sessions.questions_of(session)[0], fields)


def send(phone, fields: dict, client_id: str = "one"):
    latest = phone.session.rounds.order_by("-index").first()
    return phone.client.post(
        f"/play/{phone.session.pk}/answer/",
        {"round": latest.pk, "client_id": client_id, **fields},
        headers={"HX-Request": "true"},
    )


@EVERY
def test_req_r53_a_lesson_from_question_to_report(slug, session, phone, do, host):
    sample = SAMPLES[slug]
    an, binh, chi = phone("Ánh"), phone("Bình"), phone("Chi")
    do("next")
    for page in (an.page(), host.get(session.get_absolute_url()).content.decode()):
        assert f"Câu hỏi kiểu {slug}" in page
        assert "Lời giải" not in page and "Nguồn thử" not in page
    assert send(an, right_of(session)).status_code == 200
    assert "Đã gửi" in an.page()
    assert send(binh, right_of(session, "wrong")).status_code == 200
    fields, _code = sample.unreadable[0]
    assert send(chi, fields).status_code == 400
    assert not Answer.objects.filter(participant__nickname="Chi").exists()

    do("reveal")
    right, wrong, blank = an.page(), binh.page(), chi.page()
    assert 'data-say="Đúng rồi!' in right and "Lời giải" in right
    assert 'data-say="Chưa đúng' in wrong
    assert "Chưa trả lời" in blank
    for words, page in zip(sample.remarks, (right, wrong), strict=True):
        assert words in page
    wall = host.get(session.get_absolute_url()).content.decode()
    assert "Lời giải" in wall and 'class="dist' in wall
    for page in (right, wrong, wall):
        assert "&amp;lt;" not in page and "<b>&" not in page

    found = results.compute(session)
    assert [line.marks[0].share for line in found.lines] == [1, 0, 0]
    (item,) = found.items
    assert item.asked == 3 and item.answered == 2 and item.facility == pytest.approx(1 / 3)
    assert item.bars and item.mistake

    report = host.get(f"/classrooms/sessions/{session.pk}/report/").content.decode()
    assert sample.told.replace(" / ", " → ").split(" → ")[0] in report
    assert sample.remarks[1] in report
    book = load_workbook(
        io.BytesIO(host.get(f"/classrooms/sessions/{session.pk}/report.xlsx").content)
    )
    assert sample.told in [cell.value for cell in book.worksheets[2][2]]
    body = host.get(f"/api/v1/sessions/{session.pk}/report/").json()
    first = next(each for each in body["students"] if each["nickname"] == "Ánh")
    assert first["marks"][0]["answer"]


@EVERY
def test_a_second_answer_gets_the_first_ones_receipt(slug, session, phone, do):
    an = phone("Ánh")
    do("next")
    send(an, right_of(session))
    send(an, right_of(session, "wrong"), client_id="two")
    assert Answer.objects.count() == 1
    do("reveal")
    assert results.compute(session).lines[0].total > 0


@EVERY
def test_it_costs_a_phone_at_most_four_kilobytes(
    slug, session, phone, do, django_capture_on_commit_callbacks
):
    an = phone("Ánh")
    key = names.stream(audiences.players_channel(session.pk, "vi"))

    def pushed(act):
        before = connection().xlen(key)
        with django_capture_on_commit_callbacks(execute=True):
            act()
        return [row["data"] for _, row in connection().xrange(key)][before:]

    question = pushed(lambda: do("next"))[-1]
    assert len(question.encode()) <= 4096, len(question.encode())
    for secret in (*SAMPLES[slug].secrets, "Lời giải", "Nguồn thử"):
        assert secret not in question, secret
    send(an, right_of(session, "wrong"))
    (_event, parts, _others) = json.loads(pushed(lambda: do("reveal"))[-1])
    assert len(next(iter(parts.values())).encode()) <= 4096


@EVERY
def test_the_form_is_held_while_it_is_filled_in(slug, session, phone, do):
    """What is newer on the screen does not take away what somebody is typing or ordering."""
    an = phone("Ánh")
    do("next")
    round_ = session.rounds.get()
    assert f'data-hold="r{round_.pk}"' in an.page()


@pytest.fixture
def by_region(teacher, deck):
    """A room whose only question asks for a region."""
    deck.questions.all().delete()
    Question.objects.create(
        deck=deck,
        key="region",
        position=1,
        kind="map-pin",
        spec={"right": ["central-highlands"], "partial": "none"},
        text_vi="Ở vùng nào?",
        text_en="In which region?",
        explanation_vi="Vì thế.",
        explanation_en="Because.",
        source_vi="Nguồn thử",
        source_en="Test source",
        state="published",
    )
    return sessions.open_session(teacher, deck)


def test_the_wall_shows_seven_regions_where_a_region_is_asked_for(by_region, host):
    address = f"/classrooms/sessions/{by_region.pk}/"
    an = Phone(by_region, "Ánh")

    def go() -> str:
        version = Session.objects.values_list("version", flat=True).get(pk=by_region.pk)
        host.post(f"{address}do/", {"action": "next", "version": version})
        return host.get(address).content.decode()

    wall = go()
    assert re.findall(r'data-area="(\w+)"', wall) == ["nmm", "rrd", "nc", "scc", "ch", "se", "md"]
    assert 'data-province="son-la"' not in wall and "Đồng bằng sông Cửu Long</li>" in wall
    assert "Hoàng Sa" in wall and "Trường Sa" in wall
    an.client.post(
        f"/play/{by_region.pk}/answer/",
        {"round": by_region.rounds.get().pk, "client_id": "a", "place": "mekong-delta"},
    )
    wall = go()
    assert re.search(r'class="right" data-area="ch"', wall)
    assert re.search(r'class="q5" data-area="md"[^>]*><title>[^<]*: 1<', wall)
    assert "Ranh giới hành chính: geoBoundaries.org" in wall and "courtesy of" not in wall
