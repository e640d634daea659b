"""An editor writes, is told what is wrong, mends, previews, publishes, goes back; no one else."""

from __future__ import annotations

import io

import pytest
from django.contrib.auth.models import Group
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from heritage.models import EthnicGroup
from players.models import User
from quizzes.models import Deck, Question, State

ADD = "/admin/quizzes/question/add/"


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
