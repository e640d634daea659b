"""What is drawn once for a class is still everybody's own: the reply to an answer, the reveal, the
list of the first five; and the host's count."""

from __future__ import annotations

import json
import re
from datetime import timedelta

from django.utils import timezone

from classrooms import audiences
from classrooms.models import Participant, Round
from live import names
from live.publish import connection


def said(reply) -> str:
    assert reply.status_code == 200
    return reply.content.decode()


def seconds_left(html: str) -> int:
    return int(re.search(r"<b>(\d+)</b></span>", html).group(1))


def test_each_phone_is_told_its_own_answer_in_its_own_language(session, phone, do):
    an, binh, chi, dan = (phone(name) for name in ("Ánh", "Bình", "Chi", "Dân"))
    dan.client.cookies["lang"] = "en"
    do("next")
    same = said(an.answer(1)), said(binh.answer(1))
    assert all("A. Thái" in html and "Đã gửi" in html for html in same)
    other = said(chi.answer(2))
    assert "B. Ê-đê" in other and "A. Thái" not in other
    english = said(dan.answer(1))
    assert "Answer sent" in english and "Đã gửi" not in english


def test_a_reply_shows_the_clock_as_it_is_by_now(session, phone, do):
    an, binh, chi = (phone(name) for name in ("Ánh", "Bình", "Chi"))
    do("next")
    Round.objects.update(closes_at=timezone.now() + timedelta(seconds=60), seconds=60)
    before = [seconds_left(said(each.answer(1))) for each in (an, binh)]
    Round.objects.update(closes_at=timezone.now() + timedelta(seconds=10))
    assert seconds_left(said(chi.answer(1))) <= 10 < min(before)


def test_a_reply_keeps_to_the_clock_of_its_phone(session, phone, do):
    an, binh = phone("Ánh"), phone("Bình")
    Participant.objects.filter(nickname="Bình").update(pace=200)
    do("next")
    assert 'data-total="20"' in said(an.answer(1))
    assert 'data-total="40"' in said(binh.answer(1))


def test_a_reply_with_buttons_only_names_no_answer(session, phone, do):
    an, binh = phone("Ánh"), phone("Bình")
    do("next")
    assert "A. Thái" in said(an.answer(1))
    do("buttons")
    assert "Thái" not in said(binh.answer(1))


def test_a_reveal_tells_everybody_what_they_gave_and_got(session, phone, do, pushed):
    given = {"Ánh": 2, "Bình": 1, "Chi": 1, "Dân": None}
    phones = {name: phone(name) for name in given}
    do("next")
    for name, choice in given.items():
        if choice:
            phones[name].answer(choice)
    channel = audiences.players_channel(session.pk, "vi")
    parts = json.loads(pushed(lambda: do("reveal"), channel)[-1][1])[1]
    seen = {p.nickname: parts[str(p.pk)] for p in session.participants.all()}
    assert "B. Ê-đê</b>" in seen["Ánh"] and "Chưa đúng" not in seen["Ánh"]
    for name in ("Bình", "Chi"):
        assert "A. Thái</b>" in seen[name] and "Chưa đúng" in seen[name]
    assert "Bạn đã chọn" not in seen["Dân"] and "Đúng rồi" not in seen["Dân"]
    assert all("Lời giải thích 1" in html for html in seen.values())


def test_the_first_five_are_marked_on_their_own_phones_only(session, phone, do, pushed):
    phones = [phone(f"HS {number}") for number in range(1, 8)]
    do("next")
    for each in phones:
        each.answer(2)
    do("reveal")
    channel = audiences.players_channel(session.pk, "vi")
    parts = json.loads(pushed(lambda: do("next"), channel)[-1][1])[1]
    marked = {
        person.nickname: parts[str(person.pk)].split('<li class="me">')[1:]
        for person in session.participants.all()
    }
    assert sum(map(len, marked.values())) == 5
    for name, rows in marked.items():
        assert all(f'<span class="who">{name}</span>' in row.split("</li>")[0] for row in rows)


def test_the_host_hears_the_count_with_every_answer(
    session, phone, do, django_capture_on_commit_callbacks
):
    phones = [phone(name) for name in ("Ánh", "Bình", "Chi")]
    do("next")
    listener = connection().pubsub(ignore_subscribe_messages=True)
    listener.subscribe(names.push(audiences.host_channel(session.pk, "vi")))
    listener.get_message(timeout=1)
    for each in phones[:2]:
        with django_capture_on_commit_callbacks(execute=True):
            each.answer(1)
    heard = [listener.get_message(timeout=2)["data"].split("\n")[-1] for _ in range(2)]
    assert heard == ["1/3", "2/3"]
    # Redis was emptied in mid-question: the rows are counted in again.
    connection().delete(*connection().keys("*:answered:*"), *connection().keys("*:present:*"))
    with django_capture_on_commit_callbacks(execute=True):
        phones[2].answer(1)
    assert listener.get_message(timeout=2)["data"].endswith("\n3/3")
