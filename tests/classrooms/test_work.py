"""How much the server does for what a whole class asks for at once: statements and trips, never
time. Whoever adds one multiplies it by two hundred phones in the same second."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from redis.connection import AbstractConnection

from classrooms import audiences

from .conftest import Phone


class Work:
    """Statements to the database, savepoints of the test's own left out, and trips to Redis."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.trips = 0


@pytest.fixture
def work(monkeypatch, django_capture_on_commit_callbacks):
    """`with work() as done:` what is done at the end of a transaction is counted too."""

    @contextmanager
    def counted():
        done, send = Work(), AbstractConnection.send_packed_command

        def noted(self, *args, **options):
            done.trips += 1
            return send(self, *args, **options)

        with monkeypatch.context() as patch, CaptureQueriesContext(connection) as captured:
            patch.setattr(AbstractConnection, "send_packed_command", noted)
            with django_capture_on_commit_callbacks(execute=True):
                yield done
        asked = [query["sql"] for query in captured]
        done.statements = [sql for sql in asked if "SAVEPOINT" not in sql]

    return counted


def test_an_answer_is_two_looks_and_one_row_and_one_trip(session, phone, do, work):
    phones = [phone(name) for name in ("Ánh", "Bình", "Chi", "Dân")]
    do("next")
    asked = session.rounds.get().pk
    for each in phones[:2]:
        with work():
            each.answer(1, round_id=asked)  # the first ones make what all others find
    with work() as done:
        assert phones[2].answer(1, round_id=asked).status_code == 200
    assert len(done.statements) == 3, done.statements
    assert done.statements[-1].startswith("INSERT")
    assert done.trips == 1


def test_who_comes_in_is_looked_for_once_a_page(session, phone, work):
    first = phone("Ánh")
    first.page()
    with work():
        second = phone("Bình")
    with work() as code:
        assert second.client.get(f"/join/?code={session.code}").status_code == 302
    assert len(code.statements) == 3, code.statements  # the room, the player, the place
    with work() as name:
        third = Phone(session, "Chi")
    assert third.joined.status_code == 302
    # The room; a player, and their place; how many there are, a row; how many there are now.
    assert len(name.statements) == 6, name.statements
    assert name.trips == 4
    with work() as page:
        third.page()
    assert len(page.statements) == 1, page.statements  # the place with its room
    assert page.trips == 2


def test_the_first_page_of_a_newcomer_costs_one_statement(session, client, work):
    client.get(f"/join/?code={session.code}")
    with work() as done:
        assert client.get(f"/join/?code={session.code}").status_code == 200
    assert len(done.statements) == 1, done.statements
    assert done.trips == 1


def test_a_lesson_asks_for_no_round_where_none_is_open(session, phone, work):
    an = phone("Ánh")
    an.page()
    with work() as page:
        an.page()
    assert not [sql for sql in page.statements if "classrooms_round" in sql]


def test_what_is_drawn_once_for_everybody_is_never_somebody_s_own(session, client, host, phone):
    """The menu of who is not signed in is kept; that of a teacher stands beside it."""
    page = f"/join/?code={session.code}"
    before, teacher, after = (each.get(page).content.decode() for each in (client, host, client))
    assert "/accounts/logout/" not in before and "/accounts/logout/" not in after
    assert "/accounts/logout/" in teacher and "/accounts/login/" not in teacher
    assert before.count("/accounts/login/") == after.count("/accounts/login/") > 0
    tokens = {html.split('name="csrfmiddlewaretoken" value="')[1][:64] for html in (before, after)}
    assert len(tokens) == 2


def test_a_reveal_reads_out_what_each_phone_gave(session, phone, do, pushed):
    phones = {name: phone(name) for name in ("Ánh", "Bình")}
    do("next")
    phones["Ánh"].answer(2)
    phones["Bình"].answer(1)
    channel = audiences.players_channel(session.pk, "vi")
    parts = json.loads(pushed(lambda: do("reveal"), channel)[-1][1])[1]
    said = {
        person.nickname: re.search(r'data-say="([^"]*)"', parts[str(person.pk)])[1].strip()
        for person in session.participants.all()
    }
    assert said == {"Ánh": "Đúng rồi!", "Bình": "Chưa đúng"}
