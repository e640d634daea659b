"""`check_content` is green on our own decks, and finds what is planted."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from heritage.models import Fact
from quizzes import wording
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
    assert_found("ha-noi", "only 0 of 4 regional questions")
    assert not check().ok


def test_a_people_with_too_few_questions_is_found(db):
    mine = Question.objects.filter(group__slug="tay", deck__topic__in=["groups", "themes"])
    Question.objects.filter(pk__in=[each.pk for each in mine[4:]]).update(state=State.DRAFT)
    assert_found("tay", "only 4 of 5 questions", "write 1 more")


def test_themes_count_to_the_peoples_and_other_decks_do_not(db):
    before = dict(check().tables)["questions by people"]["tay"]
    Question.objects.filter(group__slug="tay", deck__topic="themes").update(state=State.DRAFT)
    after = dict(check().tables)["questions by people"]["tay"]
    assert after < before
    Question.objects.filter(group__slug="tay", deck__topic="challenge").update(state=State.DRAFT)
    assert dict(check().tables)["questions by people"]["tay"] == after


def test_the_command_prints_how_many_of_each(db):
    out = io.StringIO()
    call_command("check_content", stdout=out)
    said = " ".join(out.getvalue().split())
    for line in ("regional questions 252 of", "map-pin questions", "questions of level 3"):
        assert line in said
    assert "bac-lieu 4" in said and "pu-peo 5" in said


# --- wording -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [
        ("Ai ở Huế?", "ai o hue", 1),
        ("một hai ba bốn", "một hai ba năm", 3 / 5),
        ("một hai", "ba bốn", 0),
        ("một một hai", "hai một", 1),
        ("", "", 1),
    ],
)
def test_the_overlap_is_of_folded_words(one, other, share):
    assert wording.overlap(wording.words(one), wording.words(other)) == pytest.approx(share)


@pytest.mark.parametrize("code", ["vi", "en"])
def test_stems_that_differ_in_one_word_are_found(db, code):
    first, second = question("rrd.ha-noi.1"), question("fest.1")
    text = getattr(first, f"text_{code}") + " 2019"
    Question.objects.filter(pk=second.pk).update(**{f"text_{code}": text})
    assert_found("% of the words of", f"(text_{code})", "rrd.ha-noi.1", "fest.1")


def test_a_stem_of_26_words_is_found(db):
    Question.objects.filter(pk=question().pk).update(text_en=" ".join(f"w{n}" for n in range(25)))
    assert not any("has 25 words" in line for line in findings())
    Question.objects.filter(pk=question().pk).update(text_en=" ".join(f"w{n}" for n in range(26)))
    assert_found("rrd.ha-noi.1", "text_en has 26 words", "at most 25")


def test_a_right_choice_that_is_the_longest_too_often_is_found(db):
    Choice.objects.filter(is_right=True, question__kind="single").update(text_vi="đ" * 80)
    assert_found("all decks", "the longest in 100 %", "(text_vi)")


def test_a_stem_that_counts_the_choices_of_a_card_is_found(db):
    text = "Trong bốn tỉnh sau, tỉnh nào giáp nhiều tỉnh nhất?"
    Question.objects.filter(key__in=["rrd.ha-noi.1", "life.1"]).update(text_vi=text)
    found = [line for line in findings() if "how many choices" in line]
    assert [line.partition(":")[0] for line in found] == ["rrd.ha-noi.1"]


def test_the_command_fails_and_names_key_and_cure(db):
    Question.objects.filter(pk=question().pk).update(explanation_en="")
    err = io.StringIO()
    with pytest.raises(CommandError):
        call_command("check_content", stdout=io.StringIO(), stderr=err)
    assert "rrd.ha-noi.1" in err.getvalue()
    assert "The explanation in English is missing." in err.getvalue()
