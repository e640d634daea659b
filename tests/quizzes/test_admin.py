"""An editor writes, is told what is wrong, mends, previews, publishes, goes back; no one else."""

from __future__ import annotations

import io
import json

import pytest
import tablib
from django.contrib.auth.models import Group, Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from heritage.models import EthnicGroup
from players.models import User
from quizzes.admin.rows import COLUMNS
from quizzes.models import Choice, Deck, Question, State
from quizzes.services import version

ADD = "/admin/quizzes/question/add/"


@pytest.fixture
def editor(client, db):
    """A client signed in as an editor, reading English."""
    user = User.objects.create_user("bien-tap", is_staff=True)
    user.groups.add(Group.objects.get(name="editors"))
    client.force_login(user)
    client.cookies["lang"] = "en"
    return client


@pytest.fixture
def writer(client, db):
    """Signed in as somebody who may write but not publish."""
    user = User.objects.create_user("cong-tac", is_staff=True)
    names = ("add_question", "change_question", "view_question", "import_question", "add_choice")
    user.user_permissions.set(
        Permission.objects.filter(
            codename__in=[*names, "change_choice", "delete_choice", "view_choice"]
        )
    )
    client.force_login(user)
    client.cookies["lang"] = "en"
    return client


def typed(question: Question | None = None, **changes) -> dict:
    """The form as a browser would post it."""
    rows = [("Tày", "Tay"), ("Nùng", "Nung"), ("Thái", "Thai"), ("Mường", "Muong")]
    data = {
        "deck": Deck.objects.get(slug="challenge-mixed").pk,
        "key": "",
        "position": 99,
        "kind": "single",
        "level": 1,
        "seconds": 20,
        "text_vi": "Hát then là của dân tộc nào?",
        "text_en": "Whose is then singing?",
        "explanation_vi": "Then của người Tày.",
        "explanation_en": "Then of the Tay.",
        "source_vi": "Sách",
        "source_en": "A book",
        "group": EthnicGroup.objects.get(slug="tay").pk,
        "choices-TOTAL_FORMS": 4,
        "choices-INITIAL_FORMS": 0,
        "choices-MIN_NUM_FORMS": 0,
        "choices-MAX_NUM_FORMS": 4,
    }
    stored = list(question.choices.all()) if question else []
    if stored:
        data["choices-INITIAL_FORMS"] = len(stored)
        data["key"] = question.key
    for at, (vi, en) in enumerate(rows):
        data |= {
            f"choices-{at}-position": at + 1,
            f"choices-{at}-text_vi": vi,
            f"choices-{at}-text_en": en,
        }
        if at < len(stored):
            data |= {f"choices-{at}-id": stored[at].pk, f"choices-{at}-question": question.pk}
    data["choices-0-is_right"] = "on"
    data |= changes
    return {name: value for name, value in data.items() if value is not None}


def newest() -> Question:
    return Question.objects.latest("pk")


def change_url(question: Question) -> str:
    return reverse("admin:quizzes_question_change", args=[question.pk])


def history_url(question: Question, history_id: int) -> str:
    return reverse("admin:quizzes_question_revert", args=[question.pk, history_id])


# --- the way of one question ---------------------------------------------------------------------


def test_a_draft_with_problems_is_saved_and_the_problems_are_told(editor):
    response = editor.post(
        ADD,
        typed(**{"text_en": "", "choices-0-is_right": None, "_save": "1"}),
        follow=True,
    )
    question = newest()
    assert question.state == State.DRAFT
    assert question.key == f"challenge-mixed.{question.key.rpartition('.')[2]}"
    text = response.content.decode()
    assert "Saved. 2 things are still to be mended" in text
    assert "The text in English is missing." in text
    assert "No choice is marked right yet." in text


def test_publishing_with_problems_is_refused_at_the_fields(editor):
    count = Question.objects.count()
    response = editor.post(
        ADD, typed(**{"text_en": "", "choices-2-text_en": "Nung", "_publish": "1"})
    )
    assert response.status_code == 200
    assert Question.objects.count() == count
    form = response.context["adminform"].form
    formset = response.context["inline_admin_formsets"][0].formset
    assert form.errors["text_en"] == ["The text in English is missing."]
    assert "reads the same as B" in formset.forms[2].errors["text_en"][0]
    assert "Not published." in response.content.decode()


def test_two_right_answers_are_refused_even_in_a_draft(editor):
    response = editor.post(ADD, typed(**{"choices-1-is_right": "on", "_save": "1"}))
    assert response.status_code == 200
    assert "A, B are marked right" in response.content.decode()


def test_mended_it_is_published(editor):
    editor.post(ADD, typed(text_en="", _save="1"))
    question = newest()
    response = editor.post(change_url(question), typed(question, _publish="1"), follow=True)
    question.refresh_from_db()
    assert question.state == State.PUBLISHED
    assert question.text_en == "Whose is then singing?"
    assert response.redirect_chain[-1][0] == change_url(question)
    assert "Published: it is played from now on." in response.content.decode()
    assert "Published, and nothing is left to mend." in response.content.decode()


def test_the_right_choice_moves_by_one_save(editor):
    editor.post(ADD, typed(_publish="1"))
    question = newest()
    editor.post(
        change_url(question),
        typed(question, **{"choices-0-is_right": None, "choices-3-is_right": "on", "_save": "1"}),
    )
    assert [choice.is_right for choice in question.choices.all()] == [False, False, False, True]
    question.refresh_from_db()
    assert (question.state, question.right_count) == (State.PUBLISHED, 1)


def test_letters_say_the_order_and_a_choice_may_be_deleted(editor):
    editor.post(ADD, typed(_save="1"))
    question = newest()
    editor.post(
        change_url(question),
        typed(
            question,
            **{
                "choices-0-position": 4,
                "choices-3-position": 1,
                "choices-2-DELETE": "on",
                "_save": "1",
            },
        ),
    )
    assert [choice.text_en for choice in question.choices.all()] == ["Muong", "Nung", "Tay"]


def test_a_blank_row_is_no_choice(editor):
    editor.post(ADD, typed(**{"choices-3-text_vi": "", "choices-3-text_en": "", "_publish": "1"}))
    assert newest().choice_count == 3


def test_while_typing_the_problems_come_as_json_and_nothing_is_stored(editor):
    count = Question.objects.count()
    response = editor.post(
        "/admin/quizzes/question/validate/",
        typed(**{"text_en": "", "choices-1-text_vi": "Tày", "question_id": "", "group": None}),
    )
    found = {(each["id"], each["code"]) for each in response.json()["problems"]}
    assert found == {
        ("id_text_en", "missing"),
        ("id_choices-1-text_vi", "same_text"),
        ("id_group", "no_link"),
    }
    assert Question.objects.count() == count


def test_checking_a_stored_question_does_not_change_it(editor):
    question = Question.objects.get(key="rrd.ha-noi.1")
    response = editor.post(
        "/admin/quizzes/question/validate/",
        typed(question, question_id=question.pk, text_vi="", _publish="1"),
    )
    assert [each["id"] for each in response.json()["problems"]] == ["id_text_vi"]
    question.refresh_from_db()
    assert question.text_vi


@pytest.mark.parametrize("data", [{}, {"choices-TOTAL_FORMS": "x"}, {"question_id": "999999"}])
def test_a_broken_check_is_answered_calmly(editor, data):
    assert editor.post("/admin/quizzes/question/validate/", data).status_code < 500


def test_the_preview_shows_both_languages(editor):
    question = Question.objects.get(key="rrd.ha-noi.1")
    text = editor.get(
        reverse("admin:quizzes_question_preview", args=[question.pk])
    ).content.decode()
    for part in (question.text_vi, question.explanation_vi, question.choices.first().text_en):
        assert part in text


def test_the_preview_shows_what_is_typed_before_it_is_saved(editor):
    count = Question.objects.count()
    text = editor.post("/admin/quizzes/question/preview/", typed()).content.decode()
    assert "Whose is then singing?" in text
    assert "Mường" in text
    assert Question.objects.count() == count


def test_going_back_restores_question_and_choices_after_a_look(editor):
    question = Question.objects.get(key="rrd.ha-noi.1")
    was = [choice.text_vi for choice in question.choices.all()], question.text_vi
    first = question.history.earliest().history_id
    editor.post(change_url(question), typed(question, _save="1"))
    question.refresh_from_db()
    assert question.text_vi == "Hát then là của dân tộc nào?"

    listed = editor.get(reverse("admin:quizzes_question_history", args=[question.pk]))
    assert history_url(question, first) in listed.content.decode()
    look = editor.get(history_url(question, first)).content.decode()
    assert was[1] in look
    assert "Hát then là của dân tộc nào?" in look
    assert was[0][0] in look

    editor.post(history_url(question, first))
    assert editor.get(reverse("admin:index")).context["changes"][0].is_going_back
    question.refresh_from_db()
    assert ([choice.text_vi for choice in question.choices.all()], question.text_vi) == was
    assert question.state == State.PUBLISHED


def test_publishing_can_be_taken_back_by_history(editor):
    editor.post(ADD, typed(_save="1"))
    question = newest()
    draft = question.history.latest().history_id
    editor.post(change_url(question), typed(question, _publish="1"))
    editor.post(history_url(question, draft))
    question.refresh_from_db()
    assert question.state == State.DRAFT


def test_going_back_to_what_would_not_pass_today_is_refused(editor):
    question = Question.objects.get(key="rrd.ha-noi.2")
    first = question.history.earliest().history_id
    question.history.filter(history_id=first).update(source_vi="")
    response = editor.post(history_url(question, first))
    assert response.status_code == 409
    assert "The source in Vietnamese is missing." in response.content.decode()


# --- pictures ------------------------------------------------------------------------------------


def picture(mark: bytes = b"") -> SimpleUploadedFile:
    out = io.BytesIO()
    Image.new("RGB", (900, 600), "teal").save(out, "JPEG", comment=mark)
    return SimpleUploadedFile("anh.jpg", out.getvalue(), "image/jpeg")


def test_an_uploaded_picture_is_made_anew(editor):
    editor.post(ADD, typed(image=picture(b"secret place"), _save="1"))
    question = newest()
    assert question.image.name.endswith(".webp")
    with question.image.open() as file:
        data = file.read()
    assert b"secret place" not in data
    assert Image.open(io.BytesIO(data)).size == (900, 600)


def test_a_published_picture_needs_words(editor):
    response = editor.post(ADD, typed(image=picture(), _publish="1"))
    assert set(response.context["adminform"].form.errors) == {"image_alt_vi", "image_alt_en"}


def test_what_is_no_picture_is_refused(editor):
    fake = SimpleUploadedFile("anh.jpg", b"<script>alert(1)</script>", "image/jpeg")
    response = editor.post(ADD, typed(image=fake, _save="1"))
    assert "image" in response.context["adminform"].form.errors


# --- list, states --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "some"),
    [
        ("q=ha+noi+giap", True),
        ("q=H%C3%A0+N%E1%BB%99i+gi%C3%A1p", True),
        ("q=rrd.ha", True),
        ("q=zzzz", False),
        ("kind=truefalse", True),
        ("missing=en", False),
        ("province__region=southeast", True),
        ("state__exact=draft", False),
        ("level__exact=3", True),
    ],
)
def test_questions_are_found_and_filtered(editor, query, some):
    response = editor.get(f"/admin/quizzes/question/?{query}", follow=True)
    assert bool(response.context["cl"].result_count) == some


def test_missing_texts_are_found(editor):
    question = Question.objects.get(key="rrd.ha-noi.1")
    question.choices.filter(position=1).update(text_en="")
    response = editor.get("/admin/quizzes/question/?missing=en")
    assert [each.key for each in response.context["cl"].result_list] == ["rrd.ha-noi.1"]


def act(client, action: str, *questions: Question):
    return client.post(
        "/admin/quizzes/question/",
        {"action": action, "_selected_action": [question.pk for question in questions]},
        follow=True,
    )


def test_states_change_in_bulk_and_refusals_name_the_question(editor):
    editor.post(ADD, typed(_save="1"))
    good = newest()
    editor.post(ADD, typed(text_en="", text_vi="Câu khác?", _save="1"))
    bad = newest()
    text = act(editor, "publish", good, bad).content.decode()
    good.refresh_from_db()
    bad.refresh_from_db()
    assert (good.state, bad.state) == (State.PUBLISHED, State.DRAFT)
    assert f"{bad.key}: The text in English is missing." in text
    act(editor, "back_to_draft", good)
    act(editor, "send_to_review", bad)
    good.refresh_from_db()
    bad.refresh_from_db()
    assert (good.state, bad.state) == (State.DRAFT, State.REVIEW)


def test_a_deck_lists_its_questions_and_changes_state(editor):
    deck = Deck.objects.get(slug="challenge-mixed")
    page = editor.get(reverse("admin:quizzes_deck_change", args=[deck.pk])).content.decode()
    assert deck.questions.first().text_en in page.replace("&#x27;", "'").replace("&quot;", '"')
    editor.post("/admin/quizzes/deck/", {"action": "back_to_draft", "_selected_action": [deck.pk]})
    deck.refresh_from_db()
    assert deck.state == State.DRAFT


# --- who may what --------------------------------------------------------------------------------


def test_who_may_not_publish_writes_drafts_only(writer):
    assert writer.post(ADD, typed(_publish="1")).status_code == 403
    writer.post(ADD, typed(_review="1"))
    question = newest()
    assert question.state == State.REVIEW
    act(writer, "publish", question)
    question.refresh_from_db()
    assert question.state == State.REVIEW


def test_who_may_not_publish_cannot_change_what_is_published(writer):
    question = Question.objects.get(key="rrd.ha-noi.1")
    assert writer.get(change_url(question)).status_code == 200
    assert writer.post(change_url(question), typed(question, _save="1")).status_code == 403
    act(writer, "back_to_draft", question)
    first = question.history.earliest().history_id
    assert writer.post(history_url(question, first)).status_code == 403
    question.refresh_from_db()
    assert question.state == State.PUBLISHED


@pytest.mark.parametrize(
    "path",
    [
        ADD,
        "/admin/quizzes/question/validate/",
        "/admin/quizzes/question/preview/",
        "/admin/quizzes/question/import/",
        "/admin/quizzes/question/export/",
    ],
)
def test_others_see_nothing_of_it(client, db, path):
    user = User.objects.create_user("co-giao")
    user.groups.add(Group.objects.get(name="teachers"))
    client.force_login(user)
    assert client.post(path, {}).status_code in (302, 403)
    assert "/login/" in client.get(path).headers.get("Location", "/login/")


# --- rows ----------------------------------------------------------------------------------------


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
