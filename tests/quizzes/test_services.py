"""Questions and choices are stored together, or not at all; the database refuses the rest."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from heritage.models import EthnicGroup
from players.models import User
from quizzes.models import Choice, Deck, Question, State
from quizzes.services import (
    ChoiceDraft,
    Refused,
    drafts_of,
    revert,
    save_question,
    set_state,
    version,
)


@pytest.fixture
def deck(db) -> Deck:
    return Deck.objects.create(slug="tu-lam", title_vi="Tự làm", title_en="Own")


@pytest.fixture
def question(deck) -> Question:
    question = Question(
        deck=deck,
        key="tu-lam.1",
        text_vi="Câu nào đúng?",
        text_en="Which is right?",
        explanation_vi="Vì thế.",
        explanation_en="That is why.",
        source_vi="Sách",
        source_en="A book",
        group=EthnicGroup.objects.get(slug="tay"),
    )
    save_question(question, choices("B"))
    return question


def choices(right: str, n: int = 4) -> list[ChoiceDraft]:
    return [
        ChoiceDraft(f"phương án {letter}", f"choice {letter}", letter in right)
        for letter in "ABCD"[:n]
    ]


def letters_right(question: Question) -> str:
    return "".join(
        "ABCD"[choice.position - 1] for choice in question.choices.all() if choice.is_right
    )


# --- the database itself -------------------------------------------------------------------------


def test_the_database_holds_one_right_choice(question):
    other = question.choices.get(position=1)
    other.is_right = True
    with pytest.raises(IntegrityError), transaction.atomic():
        other.save()


def test_the_database_refuses_a_fifth_position(question):
    with pytest.raises(IntegrityError), transaction.atomic():
        Choice.objects.create(question=question, position=5, text_vi="năm", text_en="five")


@pytest.mark.parametrize(
    "fields",
    [
        {"right_count": 0},
        {"right_count": 2},
        {"choice_count": 1},
        {"choice_count": 5},
        {"kind": "truefalse"},
        {"kind": "multiple", "right_count": 0},
    ],
)
def test_the_database_publishes_nothing_that_cannot_be_answered(question, fields):
    with pytest.raises(IntegrityError), transaction.atomic():
        Question.objects.filter(pk=question.pk).update(state=State.PUBLISHED, **fields)


def test_removing_the_right_choice_of_a_published_question_is_refused(question):
    set_state(question, State.PUBLISHED)
    question.choices.filter(is_right=True).delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        question.recount()


# --- storing -------------------------------------------------------------------------------------


def test_counts_follow_the_choices(question):
    question.refresh_from_db()
    assert (question.choice_count, question.right_count) == (4, 1)
    save_question(question, choices("A", n=2))
    question.refresh_from_db()
    assert (question.choice_count, question.right_count) == (2, 1)


@pytest.mark.parametrize("target", "ACD")
def test_the_right_choice_may_move(question, target):
    set_state(question, State.PUBLISHED)
    drafts = drafts_of(question)
    for draft, letter in zip(drafts, "ABCD", strict=True):
        draft.is_right = letter == target
    save_question(question, drafts)
    assert letters_right(question) == target


def test_choices_may_change_places(question):
    save_question(question, list(reversed(drafts_of(question))))
    assert letters_right(question) == "C"
    assert [choice.position for choice in question.choices.all()] == [1, 2, 3, 4]


def test_another_kind_may_have_several_right_and_come_back(question):
    question.kind = "multiple"
    save_question(question, choices("AB"))
    assert letters_right(question) == "AB"
    question.kind = "single"
    save_question(question, choices("D"))
    assert letters_right(question) == "D"


def test_text_is_stored_composed_and_without_spaces_around(question):
    question.text_vi = "  Tie\u0302\u0301ng  "
    save_question(question, [ChoiceDraft(" a\u0300 ", "a", True), ChoiceDraft("b", "b")])
    question.refresh_from_db()
    assert question.text_vi == "Tiếng"
    assert question.choices.first().text_vi == "à"


def test_a_question_without_a_place_goes_to_the_end_of_its_deck(question):
    question.position = 7
    save_question(question, drafts_of(question))
    second = Question(deck=question.deck, key="tu-lam.2", text_vi="Còn câu này?", text_en="")
    for _time in ("first", "again"):
        save_question(second, choices("B"))
        assert second.position == 8


def test_a_draft_may_lack_things_and_says_which(question):
    question.text_en = ""
    found = save_question(question, choices("", n=3))
    assert {(each.code, each.where) for each in found} == {
        ("missing", "text_en"),
        ("none_right", "choices"),
    }


def test_what_no_draft_can_hold_is_refused_and_nothing_is_stored(question):
    question.text_vi = "Đã đổi"
    with pytest.raises(Refused) as refused:
        save_question(question, choices("AB"))
    assert [each.code for each in refused.value.problems] == ["too_many_right"]
    question.refresh_from_db()
    assert question.text_vi == "Câu nào đúng?"
    assert letters_right(question) == "B"


def test_publishing_with_problems_is_refused(question):
    question.source_en = ""
    save_question(question, drafts_of(question))
    with pytest.raises(Refused) as refused:
        set_state(question, State.PUBLISHED)
    assert [each.where for each in refused.value.problems] == ["source_en"]
    question.refresh_from_db()
    assert question.state == State.DRAFT


def test_a_teachers_own_deck_needs_no_source_to_be_played(question):
    question.deck.owner = User.objects.create_user("co-lan")
    question.deck.save()
    question.source_vi = question.source_en = ""
    question.group = None
    question.state = State.PUBLISHED
    assert save_question(question, drafts_of(question)) == []


def test_a_name_that_hurts_is_not_published(question):
    question.text_vi = "Người Mèo ở đâu?"
    save_question(question, drafts_of(question))
    with pytest.raises(Refused) as refused:
        set_state(question, State.PUBLISHED)
    assert [each.code for each in refused.value.problems] == ["avoided_name"]


@pytest.mark.parametrize(
    "text", ["Mọi người đều vui.", "Phố xá ở đâu?", "Nhóm Xá Phó ở đâu?", "Con mèo của người Mông"]
)
def test_everyday_words_are_not_mistaken_for_such_names(question, text):
    question.text_vi = text
    assert save_question(question, drafts_of(question)) == []


# --- history -------------------------------------------------------------------------------------


def test_going_back_restores_the_choices_too(question):
    first = question.history.latest().history_id
    drafts = drafts_of(question)
    drafts[0].text_vi, drafts[0].is_right, drafts[1].is_right = "đổi", True, False
    question.text_vi = "Câu khác?"
    save_question(question, drafts[:3])
    assert letters_right(question) == "A"
    revert(question, version(question, first))
    question.refresh_from_db()
    assert question.text_vi == "Câu nào đúng?"
    assert letters_right(question) == "B"
    assert [choice.text_vi for choice in question.choices.all()] == [
        f"phương án {letter}" for letter in "ABCD"
    ]
    assert question.choice_count == 4


def test_each_version_shows_the_choices_of_its_time(question):
    for right in "ACD":
        save_question(question, choices(right))
    shown = [
        "".join(
            "ABCD"[at]
            for at, draft in enumerate(version(question, h.history_id).choices)
            if draft.is_right
        )
        for h in question.history.order_by("history_date")
    ]
    assert shown == ["B", "A", "C", "D"]


def test_a_seeded_question_has_its_choices_in_its_first_version(db):
    question = Question.objects.get(key="rrd.ha-noi.1")
    first = version(question, question.history.earliest().history_id)
    assert len(first.choices) == question.choice_count
