"""What was learnt: each student's own page, and the teacher's log of the whole table."""

from __future__ import annotations

import csv
import io
import re
from datetime import timedelta

import pytest
from django.utils import timezone
from openpyxl import load_workbook

from games import tables
from games.models import Seat, Table

from .conftest import Person, have, put, state_of, table_at
from .test_table import _bot_answers, letter_of

pytestmark = pytest.mark.django_db


def ask(an: Person, ben: Person, address: str, mine: str, other: str) -> None:
    """An drives to Hà Nam; An and Ben answer with the choice that begins so, Ben is slower."""
    an.answer(address, do="go", trip="car:ha-nam:")
    page = an.page(address)
    an.answer(address, do=f"lock:{letter_of(mine, page)}")
    ben.answer(address, do=f"answer:{letter_of(other, page)}")
    ben.answer(address, do=f"lock:{letter_of(other, page)}")
    _bot_answers(address)


def rows_of(teacher: Person, address: str) -> list[dict[str, str]]:
    body = teacher.client.get(f"{address}learning.csv?separator=comma").content
    assert body.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(body.decode("utf-8-sig"))))


def test_nothing_is_shown_before_the_end(an, ben, teacher, led):
    ask(an, ben, led, "the truth", "a mistake")
    for person in (an, ben, teacher, Person()):
        for part in ("learning/", "learning/0/", "learning.csv", "learning.xlsx"):
            assert person.client.get(led + part).status_code == 409
    assert "learning/" not in an.page(led)


def test_a_student_reads_what_was_right_and_what_to_read(an, ben, teacher, led):
    ask(an, ben, led, "the truth", "a mistake")
    teacher.post(f"{led}stop/")
    mine = an.page(f"{led}learning/")
    assert "You knew 1 of 1" in mine and "own journey" in mine
    assert "Worth reading" not in mine
    told = ben.page(f"{led}learning/")  # in Vietnamese
    assert "sai" in told and "/heritage/groups/dao/" in told
    assert "Because of" not in told and "Vì thế" in told


def test_students_see_their_own_page_only_and_who_watches_none(an, ben, teacher, led):
    ask(an, ben, led, "the truth", "a mistake")
    teacher.post(f"{led}stop/")
    assert an.client.get(f"{led}learning/0/").status_code == 200
    for person, part in (
        (an, "learning/1/"),
        (an, "learning.csv"),
        (an, "learning.xlsx"),
        (ben, "learning/0/"),
        (Person(), "learning/"),
        (Person(), "learning/0/"),
        (Person(), "learning.csv"),
    ):
        assert person.client.get(led + part).status_code == 403
    assert "Ben" not in an.page(f"{led}learning/")
    assert 'class="grid matrix"' in teacher.page(f"{led}learning/")
    assert "a mistake" in teacher.page(f"{led}learning/1/")
    assert teacher.client.get(f"{led}learning/9/").status_code == 404


def test_a_host_who_plays_sees_no_classmate(an, ben, sat):
    address = sat()
    ask(an, ben, address, "the truth", "a mistake")
    an.post(f"{address}stop/")
    assert "a mistake" not in an.page(f"{address}learning/")
    assert an.client.get(f"{address}learning/1/").status_code == 403
    assert an.client.get(f"{address}learning.csv").status_code == 403


def test_the_log_says_who_answered_what_and_when(an, ben, teacher, led):
    ask(an, ben, led, "the truth", "a mistake")
    teacher.post(f"{led}stop/")
    found = {row["Name"]: row for row in rows_of(teacher, led)}
    assert set(found) == {"An", "Ben"}  # no row for a computer player
    assert found["An"]["Result"] == "answered right"
    assert found["An"]["Part played"] == "own journey"
    assert float(found["An"]["Time (s)"]) >= 0
    assert found["Ben"]["Result"] == "answered wrong"
    assert found["Ben"]["Part played"] == "another’s journey"
    assert float(found["Ben"]["Time (s)"]) >= 0
    assert found["Ben"]["Answer"].startswith("a mistake")
    assert found["Ben"]["The right answer"].startswith("the truth")
    assert found["Ben"]["Card"].startswith("red-river-delta.")
    page = teacher.page(f"{led}learning/")
    assert "50%" in page and "Question" in page and 'id="report-map"' in page


def test_a_voided_question_counts_for_nobody_and_stays_in_the_log(an, ben, teacher, led):
    an.answer(led, do="go", trip="car:ha-nam:")
    page = ben.page(led)
    ben.answer(led, do=f"answer:{letter_of('lạc', page)}")
    version = table_at(led).version
    assert teacher.post(f"{led}do/", action="void", version=version).status_code == 302
    teacher.post(f"{led}stop/")
    (row,) = rows_of(teacher, led)
    assert row["Name"] == "Ben" and row["Result"] == "does not count"
    assert row["Answer"].startswith("a digression")
    told = teacher.page(f"{led}learning/")
    assert "No question was answered here that counts." in told
    assert "does not count" in told
    assert "No question was answered here that counts." in an.page(f"{led}learning/")


def test_answers_of_the_computer_for_who_is_away_say_nothing_about_the_student(
    an, ben, teacher, led
):
    tables.step_out(table_at(led).pk, 1)
    an.answer(led, do="go", trip="car:ha-nam:")
    an.answer(led, do=f"lock:{letter_of('the truth', an.page(led))}")
    table = table_at(led)
    for seat in (1, 2):
        tables.bot_move(table.pk, seat, table.decision)
    teacher.post(f"{led}stop/")
    found = {row["Name"]: row for row in rows_of(teacher, led)}
    assert found["Ben"]["Result"] == "away, the computer answered"
    # The end of the game says the same of both: An knew one of one, Ben was asked nothing.
    for person in (an, teacher, Person()):
        shown = dict(re.findall(r'<b>(An|Ben)</b>.*?(\d+/\d+)<span class="vh">', person.page(led)))
        assert shown == {"An": "1/1", "Ben": "0/0"}
    assert "100%" in teacher.page(f"{led}learning/")


def test_names_cannot_be_formulas_and_go_when_their_time_is_over(an, ben, teacher, led, settings):
    Seat.objects.filter(table=table_at(led), index=0).update(name="=1+1")
    ask(an, ben, led, "the truth", "a mistake")
    teacher.post(f"{led}stop/")
    assert "'=1+1" in {row["Name"] for row in rows_of(teacher, led)}
    book = load_workbook(
        io.BytesIO(teacher.client.get(f"{led}learning.xlsx").content), data_only=False
    )
    assert len(book.sheetnames) == 5
    names = [cell for row in book.worksheets[1].iter_rows() for cell in row if cell.value == "=1+1"]
    assert names and all(cell.data_type == "s" for cell in names)
    long_ago = timezone.now() - timedelta(days=settings.NICKNAME_DAYS + 1)
    Table.objects.filter(pk=table_at(led).pk).update(ended_at=long_ago)
    tables.forget_names()
    page = teacher.page(f"{led}learning/")
    assert ">Ben<" not in page and "=1+1" not in page
    assert re.search(r'learning/0/">\w', page)  # what the game calls the seat


def test_the_excel_says_what_the_page_says(an, ben, teacher, led):
    ask(an, ben, led, "the truth", "a mistake")
    teacher.post(f"{led}stop/")
    book = load_workbook(io.BytesIO(teacher.client.get(f"{led}learning.xlsx").content))
    students = list(book.worksheets[1].iter_rows(values_only=True))
    assert students[1][:5] == (1, "An", 1, 1, 100)
    assert students[2][:5] == (2, "Ben", 0, 1, 0)
    questions = list(book.worksheets[2].iter_rows(values_only=True))
    assert questions[1][6:9] == (2, 1, 50)


def test_the_book_and_cards_stand_in_the_log(an, ben, teacher, led):
    state = have(state_of(led), 1, hand=("FIFTY",))
    put(led, state)
    an.answer(led, do="go", trip="car:ha-nam:")
    ben.answer(led, do="pass")  # the window after a move
    assert ben.answer(led, do="card:FIFTY").status_code == 302
    page = an.page(led)
    an.answer(led, do=f"lock:{letter_of('the truth', page)}")
    ben.answer(led, do=f"lock:{letter_of('the truth', page)}")
    _bot_answers(led)
    teacher.post(f"{led}stop/")
    found = {row["Name"]: row for row in rows_of(teacher, led)}
    assert found["Ben"]["Function cards"] and not found["An"]["Function cards"]
