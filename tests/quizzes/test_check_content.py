"""`check_content` is green on our own decks, and finds what is planted."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from heritage.models import Fact
from quizzes.checks import check
from quizzes.models import Choice, Deck, Question, State


def findings() -> list[str]:
    return [str(finding) for finding in check().findings]


def question(key: str = "rrd.ha-noi.1") -> Question:
    return Question.objects.get(key=key)


def test_our_content_is_in_order(db):
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("check_content", stdout=out, stderr=err)
    except CommandError:
        pytest.fail(err.getvalue())
    assert "peoples asked about" in out.getvalue()


def assert_found(*words: str) -> None:
    found = findings()
    assert any(all(word in line for word in words) for line in found), found


def test_a_missing_translation_is_found(db):
    Question.objects.filter(pk=question().pk).update(text_en="")
    assert_found("rrd.ha-noi.1", "text_en")


def test_a_missing_source_is_found(db):
    Question.objects.filter(pk=question().pk).update(source_vi="")
    assert_found("rrd.ha-noi.1", "source_vi")


def test_a_question_without_a_page_to_read_is_found(db):
    Question.objects.filter(pk=question().pk).update(group=None, province=None)
    assert_found("rrd.ha-noi.1", "Link the question")
    assert_found("rrd.ha-noi.1", "no_link")


def test_a_wrong_claim_is_found(db):
    wrong, right = question().choices.get(ref="11"), question().choices.get(ref="8")
    Choice.objects.filter(pk=right.pk).update(is_right=False)
    Choice.objects.filter(pk=wrong.pk).update(is_right=True)
    assert_found("rrd.ha-noi.1", "number of neighbours")


def test_a_question_that_rests_on_nothing_is_found(db):
    Question.objects.filter(pk=question().pk).update(claim=None)
    assert_found("rrd.ha-noi.1", "rests on no claim")


def test_an_unsure_fact_is_found(db):
    unsure = Fact.objects.exclude(pk__in=Fact.objects.for_questions()).first()
    Question.objects.filter(pk=question().pk).update(fact=unsure)
    assert_found("rrd.ha-noi.1", "not sure enough")


def test_stale_counts_are_found(db):
    question().choices.filter(is_right=False).first().delete()
    assert_found("rrd.ha-noi.1", "counts are stale")


def test_unevenly_spread_letters_are_found(db):
    deck = Deck.objects.get(slug="regional-red-river-delta")
    for each in deck.questions.filter(kind="single"):
        choices = sorted(each.choices.all(), key=lambda choice: not choice.is_right)
        for position, choice in enumerate(choices, start=1):
            Choice.objects.filter(pk=choice.pk).update(position=position)
    assert_found("regional-red-river-delta", "A is right in 100 %")


def test_the_same_question_twice_is_found(db):
    first, second = question("rrd.ha-noi.1"), question("rrd.ha-noi.2")
    Question.objects.filter(pk=second.pk).update(text_vi=first.text_vi)
    pairs = zip(first.choices.all(), second.choices.all(), strict=True)
    for mine, theirs in pairs:
        Choice.objects.filter(pk=theirs.pk).update(text_vi=mine.text_vi)
    assert_found("asks the same as rrd.ha-noi.1")


def test_a_province_nobody_asks_about_is_found(db):
    Question.objects.filter(province__slug="ha-noi").update(state=State.DRAFT)
    assert_found("ha-noi", "no regional question")
    assert not check().ok


def test_the_command_fails_and_names_key_and_cure(db):
    Question.objects.filter(pk=question().pk).update(explanation_en="")
    err = io.StringIO()
    with pytest.raises(CommandError):
        call_command("check_content", stdout=io.StringIO(), stderr=err)
    assert "rrd.ha-noi.1" in err.getvalue()
    assert "The explanation in English is missing." in err.getvalue()
