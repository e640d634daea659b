"""Kinds of question: what they show, what they accept, how they mark."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from django.http import QueryDict
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from quizzes.kinds import BadResponse, UnknownKind, kind
from quizzes.models import Deck, Question
from quizzes.snapshot import take, take_question


def snapshot(slug: str, right: list[int], n: int = 4) -> dict:
    """A frozen question without a database."""
    return {
        "kind": slug,
        "several": slug == "multiple",
        "choices": [
            {"position": at, "letter": "ABCD"[at - 1], "text": {"vi": f"v{at}", "en": f"e{at}"}}
            for at in range(1, n + 1)
        ],
        "right": right,
    }


def draft(texts, right=(), **fields):
    question = SimpleNamespace(
        **{"kind": "single", "text_vi": "Câu?", "text_en": "Question?", **fields}
    )
    choices = [
        SimpleNamespace(text_vi=vi, text_en=en, is_right=at in right)
        for at, (vi, en) in enumerate(texts, start=1)
    ]
    return question, choices


TWO = [("một", "one"), ("hai", "two")]


def codes(question, choices) -> list[tuple[str, str]]:
    with translation.override("en"):
        return [(each.code, each.where) for each in kind(question.kind).problems(question, choices)]


def test_there_is_no_kind_of_that_name():
    with pytest.raises(UnknownKind):
        kind("essay")


# --- what an editor is told ----------------------------------------------------------------------


def test_a_sound_question_has_no_problems():
    assert codes(*draft(TWO, right=[2])) == []


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (draft(TWO, right=[1], text_en=" "), ("missing", "text_en")),
        (draft([("một", "one"), ("hai", "")], right=[1]), ("missing", "choice_2_en")),
        (draft(TWO), ("none_right", "choices")),
        (draft(TWO, right=[1, 2]), ("too_many_right", "choices")),
        (draft(TWO, right=[1, 2], kind="multiple"), ("all_right", "choices")),
        (draft(TWO[:1], right=[1]), ("too_few_choices", "choices")),
        (
            draft([*TWO, ("ba", "three"), ("bốn", "four"), ("năm", "five")], right=[1]),
            ("too_many_choices", "choices"),
        ),
        (
            draft([*TWO, ("ba", "three")], right=[1], kind="truefalse"),
            ("too_many_choices", "choices"),
        ),
        (draft([*TWO, (" MỘT", "three")], right=[1]), ("same_text", "choice_3_vi")),
        (draft(TWO, right=[1], text_vi="a" * 201), ("too_long", "text_vi")),
        (draft([("một", "x" * 81), TWO[1]], right=[1]), ("too_long", "choice_1_en")),
        (draft(TWO, right=[1], text_vi="Ca\u0302u?"), ("not_nfc", "text_vi")),
    ],
)
def test_what_is_wrong_is_named_with_its_place(question, expected):
    assert expected in codes(*question)


def test_messages_speak_the_readers_language():
    question, choices = draft(TWO)
    with translation.override("vi"):
        (problem,) = kind("single").problems(question, choices)
    assert problem.message == "Chưa có phương án nào được đánh dấu đúng."


# --- what a participant sends --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "sent", "code"),
    [
        ("single", "", "empty"),
        ("single", "other=1", "empty"),
        ("single", "choice=", "unknown_choice"),
        ("single", "choice=0", "unknown_choice"),
        ("single", "choice=5", "unknown_choice"),
        ("single", "choice=-1", "unknown_choice"),
        ("single", "choice=01", "unknown_choice"),
        ("single", "choice=1.0", "unknown_choice"),
        ("single", "choice=%D9%A1", "unknown_choice"),
        ("single", "choice=B", "unknown_choice"),
        ("single", "choice=99999999999999999999999", "unknown_choice"),
        ("single", "choice=1%00", "unknown_choice"),
        ("single", "choice=1&choice=2", "too_many"),
        ("truefalse", "choice=3", "unknown_choice"),
        ("multiple", "", "empty"),
        ("multiple", "choice=1&choice=9", "unknown_choice"),
    ],
)
def test_a_malformed_answer_is_refused(slug, sent, code):
    question = snapshot(slug, [1], n=2 if slug == "truefalse" else 4)
    with pytest.raises(BadResponse) as refused:
        kind(slug).read_response(question, QueryDict(sent))
    assert refused.value.code == code
    assert refused.value.message


def test_an_answer_is_read_by_position():
    assert kind("single").read_response(snapshot("single", [1]), QueryDict("choice=3")) == {
        "choices": [3]
    }
    several = kind("multiple").read_response(
        snapshot("multiple", [1]), QueryDict("choice=4&choice=1&choice=4")
    )
    assert several == {"choices": [1, 4]}


@pytest.mark.parametrize(
    ("slug", "right", "picked", "share"),
    [
        ("single", [2], [2], 1),
        ("single", [2], [1], 0),
        ("truefalse", [1], [1], 1),
        ("multiple", [1, 2], [1, 2], 1),
        ("multiple", [1, 2], [1], 0.5),
        ("multiple", [1, 2], [1, 2, 3], 0.5),
        ("multiple", [1, 2], [1, 2, 3, 4], 0),
    ],
)
def test_the_share_says_how_much_is_right(slug, right, picked, share):
    assert kind(slug).share(snapshot(slug, right), {"choices": picked}) == share


def test_no_answer_is_nothing_right():
    assert kind("single").share(snapshot("single", [1]), None) == 0


@given(
    slug=st.sampled_from(["single", "multiple"]),
    right=st.sets(st.integers(1, 4), min_size=1),
    picked=st.sets(st.integers(1, 4)),
)
def test_a_share_lies_between_none_and_all(slug, right, picked):
    question = snapshot(slug, sorted(right))
    share = kind(slug).share(question, {"choices": sorted(picked)})
    assert 0 <= share <= 1
    assert kind(slug).share(question, kind(slug).answer(question)) == 1
    assert (share == 1) == (picked == right)


def test_the_tally_counts_every_choice_once_a_person():
    question = snapshot("multiple", [1])
    responses = [{"choices": [1, 2]}, {"choices": [2]}, None]
    assert kind("multiple").tally(question, responses) == {1: 1, 2: 2, 3: 0, 4: 0}


def test_an_answer_reads_as_letter_and_words():
    question = snapshot("multiple", [1, 3])
    assert kind("multiple").describe(question, {"choices": [1, 3]}, "vi") == "A. v1; C. v3"
    assert kind("multiple").describe(question, {"choices": [2]}, "en") == "B. e2"
    assert kind("multiple").describe(question, None, "en") == ""


# --- what goes out -------------------------------------------------------------------------------


def test_the_public_part_says_nothing_of_the_answer(db):
    question = Question.objects.get(key="rrd.ha-noi.2")
    whole = take_question(question)
    public = kind("single").public(whole)
    assert whole["right"] and whole["explanation"]["vi"] and whole["source"]["vi"]
    assert whole["links"][0]["path"] == question.group.get_absolute_url()
    assert set(public) == {
        "id",
        "key",
        "kind",
        "level",
        "seconds",
        "text",
        "image",
        "several",
        "choices",
    }
    text = json.dumps(public, ensure_ascii=False)
    assert whole["explanation"]["vi"] not in text
    assert "right" not in text
    assert all(set(choice) == {"position", "letter", "text"} for choice in public["choices"])


def test_a_deck_is_frozen_in_few_queries(db, django_assert_max_num_queries):
    deck = Deck.objects.get(slug="regional-red-river-delta")
    with django_assert_max_num_queries(3):
        frozen = take(deck)
    assert len(frozen["questions"]) == deck.questions.published().count()
    assert json.loads(json.dumps(frozen)) == frozen
    first = deck.questions.published().first()
    assert [choice["text"]["vi"] for choice in frozen["questions"][0]["choices"]] == [
        choice.text_vi for choice in first.choices.all()
    ]


def test_drafts_stay_out_of_a_frozen_deck(db):
    deck = Deck.objects.get(slug="regional-red-river-delta")
    before = len(take(deck)["questions"])
    deck.questions.filter(pk=deck.questions.first().pk).update(state="draft")
    assert len(take(deck)["questions"]) == before - 1
