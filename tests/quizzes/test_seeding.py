"""The site's own decks come in once, whole, and never over an editor's work."""

from __future__ import annotations

import io
import shutil

import pytest
from django.core.management import call_command

from heritage.seeding import SeedError
from quizzes import seeding
from quizzes.models import Choice, Deck, Question, State
from quizzes.services import drafts_of, save_question

KEY = "rrd.ha-noi.1"


@pytest.fixture
def decks(tmp_path, monkeypatch):
    """A copy of the deck files that a test may spoil."""
    shutil.copytree(seeding.FOLDER, tmp_path / "decks")
    monkeypatch.setattr(seeding, "FOLDER", tmp_path / "decks")
    return tmp_path / "decks"


def edit(folder, old: str, new: str) -> None:
    path = folder / "regional-red-river-delta.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def seed() -> str:
    out = io.StringIO()
    call_command("seed", stdout=out)
    return out.getvalue()


def test_what_is_seeded_is_published_and_counted(db):
    question = Question.objects.get(key=KEY)
    assert question.state == State.PUBLISHED
    assert (question.choice_count, question.right_count) == (
        question.choices.count(),
        question.choices.filter(is_right=True).count(),
    )
    assert question.search_text
    assert question.claim == {"kind": "number_of_neighbours", "province": "ha-noi"}


def test_seeding_again_changes_nothing(db):
    before = Question.history.count(), Choice.history.count(), Deck.history.count()
    seed()
    assert (Question.history.count(), Choice.history.count(), Deck.history.count()) == before


def test_an_editors_question_is_left_alone(db, decks):
    question = Question.objects.get(key=KEY)
    question.text_vi = "Câu của biên tập viên?"
    drafts = drafts_of(question)
    drafts[0].is_right, drafts[2].is_right = True, False
    save_question(question, drafts)
    edit(decks, "{vi: 4 tỉnh, en: 4 provinces, ref: 4}", "{vi: 5 tỉnh, en: 5 provinces, ref: 5}")
    assert "left as editors have saved them" in seed()
    question.refresh_from_db()
    assert question.text_vi == "Câu của biên tập viên?"
    assert [choice.is_right for choice in question.choices.all()] == [True, False, False, False]
    assert not question.choices.filter(text_vi="5 tỉnh").exists()


def test_a_correction_in_our_files_arrives(db, decks):
    edit(decks, "{vi: 4 tỉnh, en: 4 provinces, ref: 4}", "{vi: 5 tỉnh, en: 5 provinces, ref: 5}")
    seed()
    assert Question.objects.get(key=KEY).choices.filter(text_vi="5 tỉnh").exists()


def test_the_right_choice_of_our_files_may_move(db, decks):
    edit(decks, "en: 8 provinces, right: true, ref: 8}", "en: 8 provinces, ref: 8}")
    edit(decks, "en: 11 provinces, ref: 11}", "en: 11 provinces, right: true, ref: 11}")
    seed()
    right = Question.objects.get(key=KEY).choices.filter(is_right=True)
    assert [choice.text_vi for choice in right] == ["11 tỉnh"]


def test_a_deleted_question_stays_deleted(db):
    Question.objects.get(key=KEY).delete()
    seed()
    assert not Question.objects.filter(key=KEY).exists()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("province: ha-noi\n", "province: ha-noii\n", "no province is called 'ha-noii'"),
        ("en: 8 provinces, right: true,", "en: 8 provinces,", "No choice is marked right yet."),
        ("key: rrd.ha-noi.2", "key: rrd.ha-noi.1", "also a key in"),
        ("vi: 4 tỉnh, ", "", "vi is missing"),
        ("slug: regional", "slug: [regional", "cannot be read"),
    ],
)
def test_a_fault_in_a_file_is_named_and_nothing_is_written(db, decks, old, new, reason):
    edit(decks, old, new)
    with pytest.raises(SeedError, match=r"regional-red-river-delta\.yaml") as error:
        seeding.read_decks(decks)
    assert reason in str(error.value)
