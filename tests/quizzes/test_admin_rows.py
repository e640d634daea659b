"""Questions as rows of a file: out, looked at, in; what does not fit is told by row and column."""

from __future__ import annotations

import json

import pytest
import tablib
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from quizzes.admin.rows import COLUMNS
from quizzes.models import Choice, Deck, Question, State
from quizzes.services import version


def export(client, number: int, query: str = "") -> bytes:
    response = client.post(f"/admin/quizzes/question/export/{query}", {"format": str(number)})
    assert response.status_code == 200
    return response.content


def row(**changes) -> dict[str, str]:
    cells = dict.fromkeys(COLUMNS, "")
    cells |= {
        "key": "nhap.1",
        "deck": "challenge-mixed",
        "position": "70",
        "kind": "single",
        "level": "2",
        "seconds": "30",
        "text_vi": "Câu nhập?",
        "text_en": "Imported?",
        "choice_1_vi": "có",
        "choice_1_en": "yes",
        "choice_2_vi": "không",
        "choice_2_en": "no",
        "right": "B",
        "group": "tay",
    }
    return cells | changes


def send_rows(client, *rows: dict[str, str], separator: str = ","):
    table = tablib.Dataset(*[list(each.values()) for each in rows], headers=list(rows[0]))
    text = "\ufeff" + table.export("csv", delimiter=separator)
    return client.post(
        "/admin/quizzes/question/import/",
        {
            "format": "1",
            "import_file": SimpleUploadedFile("cau-hoi.csv", text.encode(), "text/csv"),
        },
    )


def confirm(client, response):
    form = response.context["confirm_form"]
    return client.post("/admin/quizzes/question/process_import/", form.initial, follow=True)


def test_a_file_goes_out_with_a_mark_that_excel_reads(editor):
    data = export(editor, 1)
    assert data.startswith(b"\xef\xbb\xbf")
    table = tablib.Dataset().load(data.decode("utf-8-sig"), format="csv")
    assert tuple(table.headers) == COLUMNS
    assert len(table) == Question.objects.count()
    first = next(each for each in table.dict if each["key"] == "rrd.ha-noi.1")
    right = Question.objects.get(key="rrd.ha-noi.1").choices.get(is_right=True)
    assert first["right"] == "ABCD"[right.position - 1]
    assert (first[f"choice_{right.position}_vi"], first["province"]) == (right.text_vi, "ha-noi")


def test_a_deck_that_went_out_comes_in_unchanged(editor):
    deck = Deck.objects.get(slug="challenge-mixed")
    data = export(editor, 1, f"?deck__id__exact={deck.pk}")
    before = Question.history.count()
    response = editor.post(
        "/admin/quizzes/question/import/",
        {"format": "1", "import_file": SimpleUploadedFile("a.csv", data, "text/csv")},
    )
    result = response.context["result"]
    assert not result.has_errors()
    assert not result.has_validation_errors()
    assert result.totals["skip"] == deck.questions.count() > 0
    confirm(editor, response)
    assert Question.history.count() == before


def test_a_sheet_for_excel_goes_out_too(editor):
    table = tablib.Dataset().load(export(editor, 0), format="xlsx")
    assert tuple(table.headers) == COLUMNS


@pytest.mark.parametrize("separator", [",", ";"])
def test_new_rows_come_in_as_drafts_with_their_choices(editor, separator):
    response = send_rows(editor, row(), row(key="nhap.2", right="A"), separator=separator)
    assert not Question.objects.filter(key="nhap.1").exists()
    confirm(editor, response)
    question = Question.objects.get(key="nhap.1")
    assert question.state == State.DRAFT
    assert [choice.is_right for choice in question.choices.all()] == [False, True]
    assert (question.choice_count, question.right_count) == (2, 1)


def test_a_published_question_is_changed_by_its_row(editor):
    data = tablib.Dataset().load(export(editor, 1).decode("utf-8-sig"), format="csv")
    mine = next(each for each in data.dict if each["key"] == "rrd.ha-noi.1")
    other = "B" if mine["right"] == "A" else "A"
    refs = [choice.ref for choice in Question.objects.get(key=mine["key"]).choices.all()]
    confirm(editor, send_rows(editor, mine | {"right": other, "text_en": "How many now?"}))
    question = Question.objects.get(key="rrd.ha-noi.1")
    assert question.text_en == "How many now?"
    assert question.choices.get(is_right=True).position == "ABCD".index(other) + 1
    assert [choice.ref for choice in question.choices.all()] == refs


@pytest.mark.parametrize(
    ("changes", "column", "words"),
    [
        ({"right": "E"}, "right", "Write B, or A;C for several."),
        ({"right": "A;B"}, "right", "this kind of question has only one"),
        ({"right": "C"}, "right", "marked right but empty"),
        ({"deck": "nope"}, "deck", "Write its short name"),
        ({"group": "nobody"}, "group", "Write its short name"),
        ({"seconds": "soon"}, "seconds", "Write digits only."),
        ({"seconds": "4000"}, "seconds", "300"),
        ({"level": "7"}, "level", "7"),
        ({"kind": "essay"}, "kind", "Write one of these: single, multiple"),
        ({"key": "Câu 1"}, "key", "Use small letters"),
        ({"text_vi": "x" * 201}, "text_vi", "201 characters are too many"),
        ({"choice_2_en": "x" * 81}, "choice_2_en", "81 characters are too many"),
        ({"choice_4_vi": "ba", "choice_4_en": "three"}, "choice_3_vi", "Close the gap."),
    ],
)
def test_a_wrong_row_is_told_by_row_column_and_cure(editor, changes, column, words):
    response = send_rows(editor, row(key="nhap.0"), row(**changes))
    result = response.context["result"]
    assert not result.has_errors(), result.row_errors()
    (bad,) = result.invalid_rows
    assert bad.number == 2
    assert any(words in str(message) for message in bad.field_specific_errors[column])
    assert words.split(";")[0] in response.content.decode()
    assert "confirm_form" not in response.context or response.context["confirm_form"] is None
    assert not Question.objects.filter(key="nhap.0").exists()


def test_a_file_with_other_columns_is_told_which(editor):
    response = send_rows(editor, {"question": "a", "answer": "b"})
    text = response.content.decode()
    assert "key, deck, text_vi, right" in text


def test_cells_that_a_spreadsheet_would_run_stay_text(editor):
    confirm(editor, send_rows(editor, row(text_vi="'=1+1 là mấy?")))
    assert Question.objects.get(key="nhap.1").text_vi == "=1+1 là mấy?"
    assert "'=1+1 là mấy?" in export(editor, 1).decode()


def test_who_may_not_publish_imports_no_change_to_what_is_published(writer):
    question = Question.objects.get(key="rrd.ha-noi.1")
    response = send_rows(writer, row(key=question.key))
    assert response.status_code == 200
    (bad,) = response.context["result"].invalid_rows
    assert "only those who may publish" in json.dumps(
        [str(each) for each in bad.field_specific_errors["key"]]
    )


def test_a_sheet_from_excel_comes_in_with_its_numbers(editor):
    cells = row(position=71, level=3, seconds=45)
    table = tablib.Dataset(list(cells.values()), headers=list(cells))
    file = SimpleUploadedFile("cau-hoi.xlsx", table.export("xlsx"))
    url = "/admin/quizzes/question/import/"
    confirm(editor, editor.post(url, {"format": "0", "import_file": file}))
    question = Question.objects.get(key="nhap.1")
    assert (question.position, question.level, question.seconds) == (71, 3, 45)


@pytest.mark.parametrize("data", ["Câu?".encode("utf-16"), b"\xff\xfe\x00", b"PK\x03\x04", b""])
def test_a_file_that_cannot_be_read_is_told_calmly(editor, data):
    for number in ("0", "1"):
        file = SimpleUploadedFile("a.csv", data, "text/csv")
        response = editor.post(
            "/admin/quizzes/question/import/", {"format": number, "import_file": file}
        )
        assert response.status_code == 200
        assert response.context["form"].errors


@pytest.mark.parametrize("number", ["0", "1"])
def test_more_rows_than_a_file_may_hold_are_refused_with_the_cure(editor, number):
    table = tablib.Dataset(*[list(row(key=f"n.{n}").values()) for n in range(301)])
    table.headers = list(row())
    data = table.export("xlsx") if number == "0" else table.export("csv").encode()
    response = editor.post(
        "/admin/quizzes/question/import/",
        {"format": number, "import_file": SimpleUploadedFile("a", data)},
    )
    assert response.status_code == 200
    assert "more than 300 rows. Split it, for example one deck at a time." in (
        response.content.decode()
    )


def test_imported_choices_that_did_not_change_write_no_history(editor):
    question = Question.objects.get(key="rrd.ha-noi.1")
    data = tablib.Dataset().load(export(editor, 1).decode("utf-8-sig"), format="csv")
    mine = next(each for each in data.dict if each["key"] == question.key)
    before = Choice.history.count()
    confirm(editor, send_rows(editor, mine | {"choice_1_en": "Another"}))
    assert Choice.history.count() == before + 1
    newest, oldest = question.history.first(), question.history.last()
    assert newest.history_change_reason
    assert newest.history_user.username == "bien-tap"
    # Each version shows all choices as they were then.
    first = version(question, oldest.history_id)
    assert first.choices[0].text_en == mine["choice_1_en"]
    now = version(question, newest.history_id)
    assert [choice.text_en for choice in now.choices] == [
        choice.text_en for choice in question.choices.all()
    ]
    assert now.choices[0].text_en == "Another"


def test_imported_questions_are_found_by_search_and_take_the_next_places(editor):
    deck = Deck.objects.get(slug="challenge-mixed")
    last = deck.questions.order_by("position").last().position
    confirm(
        editor,
        send_rows(
            editor,
            row(position="", text_vi="Câu thứ nhất?"),
            row(key="nhap.2", position="", kind="multiple", right="A;B"),
        ),
    )
    one, two = (Question.objects.get(key=f"nhap.{n}") for n in (1, 2))
    assert (one.position, two.position) == (last + 1, last + 2)
    assert list(Question.objects.search("cau thu nhat")) == [one]
    assert [choice.exclusive for choice in two.choices.all()] == [False, False]


def test_an_import_costs_few_queries_a_row(editor):
    looked = send_rows(editor, *[row(key=f"nhap.{n}") for n in range(40)])
    with CaptureQueriesContext(connection) as queries:
        confirm(editor, looked)
    assert Question.objects.filter(key__startswith="nhap.").count() == 40
    assert len(queries) < 160
