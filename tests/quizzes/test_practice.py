"""Practising alone: order, reload, back button, double answers, no key before the answer."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from players.models import User
from quizzes.models import Deck, Question
from quizzes.snapshot import take_question

DECK = "regional-red-river-delta"
URL = f"/quizzes/{DECK}/practice/"


@pytest.fixture
def begun(client, db):
    """A client with a round of ten questions begun, each with choices to send."""
    others = Question.objects.filter(deck__slug=DECK, choice_count=0)
    others.update(state="draft")
    assert client.post(URL).status_code == 302
    return client


def run(client) -> dict:
    return client.session["practice"][f"deck:{DECK}"]


def right_positions(pk: int) -> list[int]:
    return take_question(Question.objects.get(pk=pk))["right"]


def wrong_positions(pk: int) -> list[int]:
    frozen = take_question(Question.objects.get(pk=pk))
    return [c["position"] for c in frozen["choices"] if c["position"] not in frozen["right"]][:1]


def send(client, pk: int, positions: list[int]):
    return client.post(URL, {"question": pk, "choice": positions}, follow=True)


def answer_all(client, wrong: int = 0) -> None:
    for at, pk in enumerate(run(client)["ids"]):
        send(client, pk, wrong_positions(pk) if at < wrong else right_positions(pk))


# --- decks ---------------------------------------------------------------------------------------


def test_the_list_shows_every_published_deck_by_topic(client, db):
    page = client.get("/quizzes/")
    text = re.sub(r'<span class="nb">(.*?)</span>', r"\1", page.content.decode())
    for deck in Deck.objects.all():
        assert deck.title_vi in text
    assert text.count("<h1") == 1
    assert {topic for topic, _label in page.context["all_topics"]} == {
        *Deck.objects.values_list("topic", flat=True)
    }


def test_teachers_look_through_a_deck_and_open_a_session_with_it(client, db):
    deck = Deck.objects.first()
    address, right = deck.get_absolute_url(), deck.questions.first().choices.get(is_right=True)
    opens = f"{reverse('classrooms:new')}?deck={deck.slug}"
    for permitted in (False, True):
        user = User.objects.create_user(f"looks-{permitted}")
        if permitted:
            user.groups.add(Group.objects.get(name="teachers"))
        client.force_login(user)
        page = client.get(address)
        text = re.sub(r'<span class="nb">(.*?)</span>', r"\1", page.content.decode())
        assert (opens in text) is permitted
        assert (right.text_vi in text) is permitted
        assert (page.context["for_teachers"] is not None) is permitted


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("q=dong+bang+song+hong", ["regional-red-river-delta"]),
        ("q=Đồng bằng sông Hồng", ["regional-red-river-delta"]),
        ("topic=challenge", ["challenge-mixed"]),
        ("region=southeast", ["regional-southeast"]),
        ("q=zzzz", []),
    ],
)
def test_decks_are_found_by_words_and_filters(client, db, query, expected):
    text = client.get(f"/quizzes/?{query}").content.decode()
    found = [slug for slug in Deck.objects.values_list("slug", flat=True) if f"/{slug}/" in text]
    assert found == expected


@pytest.mark.parametrize(
    "query", ["level=9", "topic=<b>", "region=%00", "q=" + "x" * 500, "level="]
)
def test_a_filter_that_makes_no_sense_is_left_out(client, db, query):
    assert client.get(f"/quizzes/?{query}").status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/quizzes/groups/tay/", "/quizzes/provinces/ha-noi/", f"/quizzes/{DECK}/"],
)
def test_a_subject_has_a_page_that_starts_practice(client, db, path):
    assert f'action="{path}practice/"' in client.get(path).content.decode()


@pytest.mark.parametrize(
    "path", ["/quizzes/nope/", "/quizzes/groups/nope/", "/quizzes/provinces/nope/practice/"]
)
def test_what_is_not_there_is_not_found(client, db, path):
    assert client.get(path).status_code == 404


def test_a_subject_without_questions_says_so(client, db):
    Question.objects.filter(group__slug="tay").update(state="draft")
    text = client.get("/quizzes/groups/tay/").content.decode()
    assert 'class="empty"' in text
    response = client.post("/quizzes/groups/tay/practice/", follow=True)
    assert response.redirect_chain[-1][0] == "/quizzes/groups/tay/"


def test_a_draft_deck_is_not_practised(client, db):
    Deck.objects.filter(slug=DECK).update(state="draft")
    assert client.get(f"/quizzes/{DECK}/").status_code == 404
    assert client.post(URL).status_code == 404


# --- a round -------------------------------------------------------------------------------------


def test_a_round_asks_ten_different_questions(begun):
    ids = run(begun)["ids"]
    assert len(set(ids)) == 10


def test_all_questions_may_be_asked(client, db):
    client.post(URL, {"count": "all"})
    total = Deck.objects.get(slug=DECK).questions.published().count()
    assert len(run(client)["ids"]) == total


def test_a_level_may_be_chosen(client, db):
    client.post(URL, {"count": "all", "level": "3"})
    levels = Question.objects.filter(pk__in=run(client)["ids"]).values_list("level", flat=True)
    assert set(levels) == {3}


def test_without_a_round_there_is_nothing_to_practise(client, db):
    assert client.get(URL).headers["Location"] == f"/quizzes/{DECK}/"
    assert client.post(URL, {"question": "1", "choice": "1"}).headers["Location"] == (
        f"/quizzes/{DECK}/"
    )


def test_the_answer_is_not_in_the_page_before_answering(begun):
    for number, pk in enumerate(run(begun)["ids"], start=1):
        page = begun.get(f"{URL}?n={number}").content.decode()
        frozen = take_question(Question.objects.get(pk=pk))
        assert frozen["text"]["vi"].split("?")[0].split('"')[0][:20] in page.replace("&#x27;", "'")
        for language in ("vi", "en"):
            assert frozen["explanation"][language][:40] not in page
            assert frozen["source"][language][:40] not in page
        for link in frozen["links"]:
            assert link["path"] not in page
        assert not re.search(r"is_right|data-right|class=\"[^\"]*\bright\b", page)
        send(begun, pk, right_positions(pk))


def test_a_reload_keeps_question_and_order(begun):
    first = begun.get(f"{URL}?n=1").content
    order = run(begun)["ids"]
    again = begun.get(f"{URL}?n=1")
    strip = re.compile(rb'csrfmiddlewaretoken" value="[^"]+"|nonce="[^"]+"')
    assert strip.sub(b"", again.content) == strip.sub(b"", first)
    assert run(begun)["ids"] == order
    assert "no-store" in again.headers["Cache-Control"]


def test_an_answer_brings_verdict_explanation_source_and_link(begun):
    pk = run(begun)["ids"][0]
    frozen = take_question(Question.objects.get(pk=pk))
    text = send(begun, pk, frozen["right"]).content.decode()
    assert "Đúng rồi!" in text
    assert frozen["links"][0]["path"] in text
    assert "Nguồn:" in text
    assert f"{URL}?n=2" in text


def test_a_wrong_answer_shows_the_right_one(begun):
    pk = run(begun)["ids"][0]
    text = send(begun, pk, wrong_positions(pk)).content.decode()
    assert "Chưa đúng" in text
    assert "Đáp án" in text


def test_answering_twice_shows_the_first_result(begun):
    pk = run(begun)["ids"][0]
    send(begun, pk, wrong_positions(pk))
    text = send(begun, pk, right_positions(pk)).content.decode()
    assert "Chưa đúng" in text
    assert run(begun)["answers"][str(pk)]["share"] < 1
    assert len(run(begun)["answers"]) == 1


def test_the_back_button_finds_the_result(begun):
    pk = run(begun)["ids"][0]
    send(begun, pk, right_positions(pk))
    assert "Đúng rồi!" in begun.get(f"{URL}?n=1").content.decode()


def test_nobody_skips_ahead(begun):
    assert begun.get(f"{URL}?n=7").headers["Location"] == f"{URL}?n=1"


@pytest.mark.parametrize("n", ["0", "99", "x", "-1", "9" * 40, "١"])
def test_a_number_that_makes_no_sense_leads_to_the_question(begun, n):
    assert begun.get(URL, {"n": n}).headers["Location"] == f"{URL}?n=1"


@pytest.mark.parametrize("data", [{}, {"choice": "9"}, {"choice": ""}, {"choice": "x"}])
def test_an_answer_that_cannot_be_read_is_told_and_asked_again(begun, data):
    pk = run(begun)["ids"][0]
    response = begun.post(URL, {"question": pk, **data})
    assert response.status_code == 400
    assert 'role="alert"' in response.content.decode()
    assert run(begun)["answers"] == {}


@pytest.mark.parametrize("pk", ["0", "x", "999999999", "", "9" * 60])
def test_a_question_of_another_round_changes_nothing(begun, pk):
    response = begun.post(URL, {"question": pk, "choice": "1"})
    assert response.status_code == 302
    assert run(begun)["answers"] == {}


def test_the_end_counts_and_lists_what_went_wrong(begun):
    answer_all(begun, wrong=3)
    text = begun.get(URL).content.decode()
    assert "7/10" in text
    wrong = [Question.objects.get(pk=pk) for pk in run(begun)["ids"][:3]]
    assert text.count('<li class="card">') == 3
    assert all(question.text_vi[:15] in text for question in wrong)
    assert wrong[0].heritage_url in text


def test_wrong_ones_can_be_practised_again(begun):
    answer_all(begun, wrong=2)
    wrong = set(run(begun)["ids"][:2])
    begun.post(URL, {"again": "1"})
    assert set(run(begun)["ids"]) == wrong


def test_progress_is_shown_with_the_decks(begun):
    answer_all(begun, wrong=4)
    text = begun.get("/quizzes/").content.decode()
    total = Deck.objects.get(slug=DECK).questions.published().count()
    assert f"đúng 6/{total}" in text.lower()


def test_a_new_round_asks_first_what_is_not_mastered(begun):
    answer_all(begun)
    known = set(run(begun)["ids"])
    begun.post(URL)
    assert not known & set(run(begun)["ids"])


def test_a_question_taken_back_meanwhile_leaves_the_round(begun):
    first, *rest = run(begun)["ids"]
    Question.objects.filter(pk=first).update(state="draft")
    assert begun.get(f"{URL}?n=1").status_code == 200
    assert run(begun)["ids"] == rest


def test_two_subjects_are_practised_side_by_side(begun):
    begun.post("/quizzes/groups/tay/practice/")
    assert begun.get(f"{URL}?n=1").status_code == 200
    assert begun.get("/quizzes/groups/tay/practice/?n=1").status_code == 200


def test_several_right_answers_are_boxes_to_tick(client, db):
    question = Question.objects.published().filter(kind="multiple", province__isnull=False).first()
    url = reverse("quizzes:province_practice", args=[question.province.slug])
    Question.objects.filter(province=question.province).exclude(pk=question.pk).update(
        state="draft"
    )
    client.post(url)
    page = client.get(url, {"n": 1}).content.decode()
    assert page.count('type="checkbox"') == question.choice_count
    right = right_positions(question.pk)
    part = client.post(url, {"question": question.pk, "choice": right[:1]}, follow=True)
    assert ("Đúng một phần" in part.content.decode()) == (len(right) > 1)


def test_practice_speaks_english_too(begun):
    begun.cookies["lang"] = "en"
    pk = run(begun)["ids"][0]
    assert "Right!" in send(begun, pk, right_positions(pk)).content.decode()
