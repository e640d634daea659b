"""Editors write questions of the kinds without choices: form, check, preview, history, sheet."""

from __future__ import annotations

import io

import pytest
import tablib

from heritage.models import EthnicGroup
from quizzes.admin.rows import COLUMNS
from quizzes.models import Deck, Question, State
from tests.kinds_samples import SAMPLES, make
from tests.quizzes.test_admin import ADD, change_url, history_url, newest, typed

EVERY = pytest.mark.parametrize("slug", SAMPLES)


def filled(slug: str, question: Question | None = None, **changes) -> dict:
    """The form with the sample in it; the rows of choices hold what another kind left there."""
    sample = SAMPLES[slug]
    group = EthnicGroup.objects.get(slug=sample.group).pk if sample.group else None
    values = {"kind": slug, "group": group, **sample.form, **changes}
    return typed(question, **values)


@EVERY
def test_it_is_written_and_published(editor, slug):
    editor.post(ADD, filled(slug, _publish="1"))
    question = newest()
    assert (question.state, question.kind) == (State.PUBLISHED, slug)
    assert question.spec == SAMPLES[slug].spec
    assert not question.choices.exists()
    page = editor.get(change_url(question)).content.decode()
    for name, value in SAMPLES[slug].form.items():
        assert f'name="{name}"' in page, name
        assert value == "on" or value.strip() in page


@EVERY
def test_an_empty_one_is_a_draft_with_its_problems_told_while_typing(editor, slug):
    empty = dict.fromkeys(SAMPLES[slug].form)
    told = editor.post("/admin/quizzes/question/validate/", filled(slug, **empty)).json()
    assert any(problem["id"].startswith("id_") for problem in told["problems"])
    editor.post(ADD, filled(slug, **empty, _publish="1"))
    assert not Question.objects.filter(kind=slug, position=99).exists()
    editor.post(ADD, filled(slug, **empty, _save="1"))
    assert newest().kind == slug and newest().state == State.DRAFT
    assert editor.get(change_url(newest())).status_code == 200


@EVERY
def test_the_preview_shows_it_before_it_is_saved(editor, slug):
    count = Question.objects.count()
    response = editor.post("/admin/quizzes/question/preview/", filled(slug))
    assert response.status_code == 200
    assert response.content.decode().count('class="phone"') == 2
    assert Question.objects.count() == count
    empty = dict.fromkeys(SAMPLES[slug].form)
    again = editor.post("/admin/quizzes/question/preview/", filled(slug, **empty))
    assert again.status_code == 200


@EVERY
def test_going_back_restores_the_details(editor, slug):
    question = make(slug, Deck.objects.get(slug="challenge-mixed"), position=99)
    first = question.history.latest()
    editor.post(change_url(question), typed(kind="single", key=question.key, _save="1"))
    question.refresh_from_db()
    assert question.kind == "single" and question.spec == {}
    assert question.choices.count() == 4
    page = editor.get(history_url(question, first.history_id)).content.decode()
    assert SAMPLES[slug].cells.get("answers_en", "son-la") in page
    editor.post(history_url(question, first.history_id))
    question.refresh_from_db()
    assert (question.kind, question.spec) == (slug, SAMPLES[slug].spec)
    assert not question.choices.exists()


def sheet(rows: list[dict]) -> io.BytesIO:
    data = tablib.Dataset(headers=list(rows[0]))
    for row in rows:
        data.append(list(row.values()))
    file = io.BytesIO(data.export("csv").encode())
    file.name = "rows.csv"
    return file


def import_rows(editor, rows: list[dict]):
    response = editor.post(
        "/admin/quizzes/question/import/", {"format": "1", "import_file": sheet(rows)}
    )
    form = response.context.get("confirm_form")
    if form is None:
        return response
    return editor.post("/admin/quizzes/question/process_import/", form.initial, follow=True)


@EVERY
def test_it_comes_in_from_a_sheet_and_goes_out_the_same(editor, slug):
    row = {
        "key": f"sheet.{slug}",
        "deck": "challenge-mixed",
        "kind": slug,
        "text_vi": "Câu hỏi?",
        "text_en": "Question?",
        "right": "",
        "group": SAMPLES[slug].group or "",
        **SAMPLES[slug].cells,
    }
    import_rows(editor, [row])
    question = Question.objects.get(key=row["key"])
    assert question.state == State.DRAFT
    assert question.spec == SAMPLES[slug].spec
    response = editor.post(
        "/admin/quizzes/question/export/",
        {"format": "1", "questionresource_key": "on", "resource": ""},
    )
    out = tablib.Dataset().load(response.content.decode("utf-8-sig"), format="csv")
    assert list(out.headers) == list(COLUMNS)
    exported = next(each for each in out.dict if each["key"] == row["key"])
    for column, value in row.items():
        assert exported[column] == value, column
    # a row that leaves the columns out changes nothing
    import_rows(editor, [{name: row[name] for name in ("key", "deck", "text_vi", "right")}])
    question.refresh_from_db()
    assert question.spec == SAMPLES[slug].spec


@EVERY
def test_who_may_only_look_sees_it_in_words(client, db, slug, django_user_model):
    from django.contrib.auth.models import Permission

    user = django_user_model.objects.create_user("xem", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_question"))
    client.force_login(user)
    question = make(slug, Deck.objects.get(slug="challenge-mixed"), position=99)
    page = client.get(change_url(question)).content.decode()
    assert f'name="{next(iter(SAMPLES[slug].form))}"' not in page
    assert question.text_vi in page
