"""The kinds without choices: what is asked, read, marked, counted, told; practice; no leaks."""

from __future__ import annotations

import json

import pytest
from django.http import QueryDict
from django.utils import translation
from django.utils.html import strip_tags

from quizzes.kinds import BadResponse, kind
from quizzes.models import Deck, State
from quizzes.snapshot import take, take_question
from tests.kinds_samples import SAMPLES, make, sent

EVERY = pytest.mark.parametrize("slug", SAMPLES)


@pytest.fixture
def deck(db) -> Deck:
    return Deck.objects.create(
        slug="new-kinds", title_vi="Kiểu mới", title_en="New kinds", state=State.PUBLISHED
    )


@pytest.fixture
def frozen(deck):
    return lambda slug: take_question(make(slug, deck))


def posted(fields: dict) -> QueryDict:
    data = QueryDict(mutable=True)
    data.update(fields)
    return data


@EVERY
def test_right_wrong_and_nothing(frozen, slug):
    sample, whole = SAMPLES[slug], frozen(slug)
    found = kind(slug)
    right = found.read_response(found.public(whole), posted(sent(whole)))
    wrong = found.read_response(found.public(whole), posted(sent(whole, "wrong")))
    assert found.share(whole, right) == 1
    assert found.share(whole, wrong) == 0
    assert found.share(whole, None) == 0
    assert found.share(whole, found.answer(whole)) == 1
    assert found.describe(whole, None, "vi") == ""
    assert found.describe(whole, found.answer(whole), "vi") == sample.told
    assert json.loads(json.dumps([right, wrong])) == [right, wrong]


@EVERY
def test_the_share_lies_between_none_and_all(frozen, slug):
    sample, whole = SAMPLES[slug], frozen(slug)
    for fields, share in sample.partly:
        response = kind(slug).read_response(whole, posted(fields))
        assert kind(slug).share(whole, response) == pytest.approx(share, abs=0.005)


@EVERY
def test_what_cannot_be_read_is_refused_in_words(frozen, slug):
    whole = frozen(slug)
    for fields, code in SAMPLES[slug].unreadable:
        with pytest.raises(BadResponse) as refused:
            kind(slug).read_response(whole, posted(fields))
        assert refused.value.code == code, fields
        assert refused.value.message


@EVERY
def test_nothing_of_the_answer_is_public(frozen, slug):
    whole = frozen(slug)
    public = json.dumps(kind(slug).public(whole), ensure_ascii=False)
    for secret in (*SAMPLES[slug].secrets, "Lời giải", "Nguồn thử", '"right"'):
        assert secret not in public, secret


@EVERY
def test_a_room_is_counted_and_its_favourite_mistake_found(frozen, slug):
    whole, found = frozen(slug), kind(slug)
    right, wrong = (
        found.read_response(whole, posted(sent(whole, fields))) for fields in ("right", "wrong")
    )
    responses = [right, wrong, wrong, None]
    lines = found.lines(whole, found.tally(whole, responses))
    assert lines and any(line.right for line in lines)
    assert all(set(line.text) >= {"vi", "en"} and line.count >= 0 for line in lines)
    assert found.mistakes(whole, responses) == [(wrong, 2)]
    assert found.mistakes(whole, [right]) == []
    assert found.lines(whole, found.tally(whole, []))


@EVERY
def test_a_stale_answer_breaks_nothing(frozen, slug):
    """An editor changed the question while somebody practised it."""
    whole = frozen(slug)
    for stale in ({"text": "?"}, {"order": [9, 8, 7]}, {"pairs": [9, 9]}, {"place": "atlantis"}):
        if set(stale) != set(kind(slug).answer(whole)):
            continue
        assert 0 <= kind(slug).share(whole, stale) <= 1
        assert isinstance(kind(slug).describe(whole, stale, "vi"), str)
        assert isinstance(kind(slug).remark(whole, stale), str)
        kind(slug).lines(whole, kind(slug).tally(whole, [stale]))


@EVERY
def test_a_deck_of_many_is_frozen_in_few_queries(deck, slug, django_assert_max_num_queries):
    for position in range(1, 6):
        make(slug, deck, position)
    with django_assert_max_num_queries(5):
        whole = take(deck)
    assert json.loads(json.dumps(whole)) == whole


@EVERY
def test_req_r52_it_is_practised_without_javascript(client, deck, slug):
    question = make(slug, deck)
    address = f"/quizzes/{deck.slug}/practice/"
    client.post(address)
    page = client.get(address, follow=True).content.decode()
    assert question.text_vi in strip_tags(page)
    for secret in ("Lời giải", "Nguồn thử"):
        assert secret not in page
    sample, whole = SAMPLES[slug], take_question(question)
    page = client.post(address, {"question": question.pk, **sent(whole)}, follow=True)
    text = page.content.decode()
    assert "Đúng rồi!" in text and f"Lời giải của {slug}." in text and "Nguồn thử" in text
    client.post(address)
    page = client.post(address, {"question": question.pk, **sent(whole, "wrong")}, follow=True)
    assert "Chưa đúng" in page.content.decode()
    assert "&amp;lt;" not in page.content.decode() and "<b>&" not in page.content.decode()
    end = client.get(address, follow=True).content.decode()
    assert sample.told.split(" → ")[0] in end


@EVERY
def test_an_unreadable_answer_is_asked_again(client, deck, slug):
    question = make(slug, deck)
    address = f"/quizzes/{deck.slug}/practice/"
    client.post(address)
    fields, _code = SAMPLES[slug].unreadable[0]
    response = client.post(address, {"question": question.pk, **fields})
    assert response.status_code == 400
    assert 'role="alert"' in response.content.decode()


# --- typed ---------------------------------------------------------------------------------------


def test_req_r34_missing_marks_are_right_and_said(frozen):
    whole, typed = frozen("typed"), kind("typed")
    response = typed.read_response(whole, posted({"text": "nguoi mong"}))
    assert typed.share(whole, response) == 1
    with translation.override("vi"):
        assert typed.remark(whole, response) == "Đúng, thiếu dấu"
        assert typed.remark(whole, {"text": "Mông"}) == ""


def test_a_reader_of_english_lacks_no_marks(frozen):
    whole = frozen("typed")
    with translation.override("en"):
        assert kind("typed").remark(whole, {"text": "Hmong"}) == ""
    with translation.override("vi"):
        assert kind("typed").remark(whole, {"text": "Hmong"}) == "Đúng, thiếu dấu"


def test_a_single_wrong_word_does_not_reach_the_wall(frozen):
    whole, typed = frozen("typed"), kind("typed")
    responses = [{"text": text} for text in ("Tày", "tày", "đồ ngốc", "Mông", "mong")]
    lines = typed.lines(whole, typed.tally(whole, responses))
    told = {line.text["vi"]: line.count for line in lines}
    assert told == {"Mông": 1, "Mông (thiếu dấu)": 1, "Tày": 2, "Câu trả lời khác": 1}


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"accepted": {"vi": [], "en": ["x"]}}, "missing", "accepted_vi"),
        ({"accepted": {"vi": ["a"], "en": [" "]}}, "missing", "accepted_en"),
        ({"accepted": {"vi": ["a" * 81], "en": ["x"]}}, "too_long", "accepted_vi"),
        ({"accepted": {"vi": ["…"], "en": ["x"]}}, "no_letters", "accepted_vi"),
        (
            {"accepted": {"vi": [f"a{n}" for n in range(13)], "en": ["x"]}},
            "too_many",
            "accepted_vi",
        ),
        (
            {"accepted": {"vi": ["Tày"], "en": ["Tay"]}, "people": True},
            "other_people",
            "accepted_vi",
        ),
        ({"accepted": "nonsense"}, "missing", "accepted_vi"),
        ({}, "missing", "accepted_vi"),
    ],
)
def test_what_a_typed_question_lacks_is_said_at_its_field(deck, changes, code, field):
    question = make("typed", deck, state=State.DRAFT, spec=changes)
    found = [(each.code, each.field) for each in kind("typed").problems(question, [])]
    assert (code, field) in found


def test_names_need_the_people_they_are_of(deck):
    question = make("typed", deck, state=State.DRAFT, group=None)
    assert [each.code for each in kind("typed").problems(question, [])] == ["no_people"]
