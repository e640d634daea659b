"""A teacher's own decks: written, copied, shared, proposed; and nobody else's business."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from players.models import User
from quizzes.models import Choice, Deck, Question, State
from quizzes.own import decks as own
from quizzes.services import ChoiceDraft

FORMSET = {"choices-TOTAL_FORMS": "4", "choices-INITIAL_FORMS": "0"}
GOOD = {
    "kind": "single",
    "text_vi": "Hồ nào ở Ba Bể?",
    "choices-0-text_vi": "Hồ Ba Bể",
    "choices-0-is_right": "on",
    "choices-1-text_vi": "Hồ Lắk",
    "level": "1",
    "seconds": "20",
    "partial": "none",
    **FORMSET,
}


def teacher_client(name: str) -> Client:
    user = User.objects.create_user(name, first_name=name.title())
    user.groups.add(Group.objects.get(name="teachers"))
    client = Client()
    client.force_login(user)
    client.cookies["lang"] = "en"
    client.user = user  # type: ignore[attr-defined]
    return client


@pytest.fixture
def lan(db) -> Client:
    return teacher_client("lan")


@pytest.fixture
def minh(db) -> Client:
    return teacher_client("minh")


@pytest.fixture
def deck(lan) -> Deck:
    return own.create(lan.user, "Ôn tập 7A2")


def question_of(deck: Deck, text: str = "Sông nào chảy qua Huế?") -> Question:
    question = own.blank_question(deck)
    question.text_vi = text
    own.save(question, [ChoiceDraft("Sông Hương", "", True), ChoiceDraft("Sông Hồng", "")])
    return question


def page(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.status_code
    return answer.content.decode()


def do(client: Client, deck: Deck, action: str, **data: object):
    return client.post(reverse("quizzes:own_do", args=[deck.pk]), {"action": action, **data})


def test_a_deck_is_made_from_a_title_and_goes_on_to_its_first_question(lan):
    answer = lan.post(reverse("quizzes:own"), {"title": "  Sông   núi "})
    deck = Deck.objects.get(owner=lan.user)
    assert answer["Location"] == reverse("quizzes:own_question_new", args=[deck.pk])
    assert deck.title == "Sông núi" and deck.slug.startswith("song-nui-")
    assert "Sông núi" in page(lan, reverse("quizzes:own"))


@pytest.mark.parametrize("title", ["", "   ", "x" * 121])
def test_a_deck_without_a_right_title_is_not_made(lan, title):
    answer = lan.post(reverse("quizzes:own"), {"title": title})
    assert answer.status_code == 400 and 'role="alert"' in answer.content.decode()
    assert not Deck.objects.filter(owner=lan.user).exists()


def test_one_language_is_enough_to_play(lan, deck):
    answer = lan.post(reverse("quizzes:own_question_new", args=[deck.pk]), GOOD)
    question = Question.objects.get(deck=deck)
    assert answer["Location"] == reverse("quizzes:own_question", args=[deck.pk, question.pk])
    assert question.state == State.PUBLISHED
    assert question.text == "Hồ nào ở Ba Bể?"  # also for a reader of English
    room = page(lan, reverse("classrooms:new") + "?topic=mine")
    assert "Ôn tập 7A2" in room and "1 question" in room


def test_a_language_that_was_begun_is_asked_for_whole(lan, deck):
    begun = GOOD | {"text_en": "Which lake is at Ba Bể?"}
    answer = lan.post(reverse("quizzes:own_question_new", args=[deck.pk]), begun, follow=True)
    shown = answer.content.decode()
    assert "2 things are still to be mended" in shown
    assert "The text in English is missing." in shown
    assert Question.objects.get(deck=deck).state == State.DRAFT
    assert reverse("classrooms:new") not in page(lan, reverse("quizzes:own_deck", args=[deck.pk]))


def test_what_is_wrong_is_told_and_kept_as_typed(lan, deck):
    wrong = GOOD | {"seconds": "2", "text_vi": "Câu dài " * 40}
    answer = lan.post(reverse("quizzes:own_question_new", args=[deck.pk]), wrong)
    shown = answer.content.decode()
    assert answer.status_code == 400
    assert "characters are too many" in shown or "at most 200" in shown
    assert "Hồ Ba Bể" in shown and "Câu dài Câu dài" in shown
    assert not Question.objects.filter(deck=deck).exists()


def test_the_form_is_checked_while_it_is_typed_and_nothing_is_stored(lan, deck):
    address = reverse("quizzes:own_check", args=[deck.pk])
    found = lan.post(address, GOOD | {"choices-0-is_right": ""}).json()
    assert [each["message"] for each in found["problems"]] == ["No choice is marked right yet."]
    assert "Hồ Ba Bể" in found["preview"] and "Hồ nào ở Ba Bể?" in found["preview"]
    assert lan.post(address, GOOD).json()["problems"] == []
    assert not Question.objects.filter(deck=deck).exists()


def test_a_second_window_does_not_overwrite_unseen(lan, deck):
    question = question_of(deck)
    address = reverse("quizzes:own_question", args=[deck.pk, question.pk])
    read_at = re.search(r'name="read_at" value="([^"]+)"', page(lan, address))[1]
    choices = list(question.choices.order_by("position"))
    stored = {
        "choices-INITIAL_FORMS": "2",
        "choices-0-id": choices[0].pk,
        "choices-1-id": choices[1].pk,
        "read_at": read_at,
    }
    assert lan.post(address, GOOD | stored | {"text_vi": "Cửa sổ một?"}).status_code == 302
    second = lan.post(address, GOOD | stored | {"text_vi": "Cửa sổ hai?"})
    assert second.status_code == 409
    assert "saved in another window" in second.content.decode()
    question.refresh_from_db()
    assert question.text_vi == "Cửa sổ một?"
    over = GOOD | stored | {"text_vi": "Cửa sổ hai?", "overwrite": "yes"}
    assert lan.post(address, over).status_code == 302
    question.refresh_from_db()
    assert question.text_vi == "Cửa sổ hai?" and question.choices.count() == 2


def test_questions_are_moved_put_aside_and_brought_back(lan, deck):
    first, second = question_of(deck, "Câu một?"), question_of(deck, "Câu hai?")

    def order() -> list[str]:
        shown = page(lan, reverse("quizzes:own_deck", args=[deck.pk]))
        return re.findall(r"<span>(Câu[^<]+)\?</span></a>", shown.replace("\xa0", " "))

    do(lan, deck, "down", question=first.pk)
    assert order() == ["Câu hai", "Câu một"]
    do(lan, deck, "up", question=first.pk)
    do(lan, deck, "up", question=first.pk)  # it is the first already
    assert order() == ["Câu một", "Câu hai"]
    do(lan, deck, "remove", question=first.pk)
    assert order() == ["Câu hai"]
    assert deck.questions.published().count() == 1
    do(lan, deck, "restore", question=first.pk)
    assert order() == ["Câu hai", "Câu một"]
    assert (
        "Put the question aside first"
        in do(lan, deck, "erase", question=second.pk, follow=True)
        .wsgi_request._messages._queued_messages[0]
        .message
    )
    do(lan, deck, "remove", question=second.pk)
    do(lan, deck, "erase", question=second.pk)
    assert not Question.objects.filter(pk=second.pk).exists()


def test_a_copy_of_the_library_is_ones_own(lan):
    original = Deck.objects.playable().filter(owner=None).first()
    lan.post(reverse("quizzes:copy"), {"deck": original.slug})
    made = Deck.objects.get(owner=lan.user)
    assert made.copied_from == original
    texts = list(original.questions.published().values_list("text_vi", flat=True))
    assert list(made.questions.published().values_list("text_vi", flat=True)) == texts
    changed = made.questions.first()
    changed.text_vi = "Câu của tôi?"
    own.save(changed, [ChoiceDraft("Có", "Yes", True), ChoiceDraft("Không", "No")])
    assert list(original.questions.published().values_list("text_vi", flat=True)) == texts
    count = Choice.objects.filter(question__deck=original).count()
    assert count == sum(q.choices.count() for q in original.questions.all())


def test_nobody_elses_deck_is_seen_played_or_changed(lan, minh, deck, client):
    question = question_of(deck)
    for name, args in (
        ("own_deck", [deck.pk]),
        ("own_practice", [deck.pk]),
        ("own_delete", [deck.pk]),
        ("own_question_new", [deck.pk]),
        ("own_question", [deck.pk, question.pk]),
        ("deck", [deck.slug]),
        ("practice", [deck.slug]),
    ):
        address = reverse(f"quizzes:{name}", args=args)
        assert minh.get(address).status_code == 404, name
        assert minh.post(address, GOOD).status_code in (404, 405), name
        assert client.get(address).status_code in (302, 404), name
    for action in ("share", "describe", "remove", "propose"):
        assert do(minh, deck, action, question=question.pk).status_code == 404
    assert minh.post(reverse("quizzes:copy"), {"deck": deck.slug}).status_code == 404
    assert minh.post(reverse("classrooms:new"), {"deck": deck.slug}).status_code == 404
    assert deck.title not in page(minh, reverse("classrooms:new"))
    assert deck.title not in page(client, reverse("quizzes:index"))
    assert deck.slug not in page(client, "/api/v1/decks/?page_size=100")
    deck.refresh_from_db()
    assert deck.share_code is None and deck.state == State.DRAFT


def test_a_question_of_another_deck_is_out_of_reach(lan, deck):
    other = question_of(own.create(lan.user, "Bộ khác"))
    assert do(lan, deck, "remove", question=other.pk).status_code == 404
    for number in ("", "x", "9" * 30, "-1"):
        assert do(lan, deck, "remove", question=number).status_code == 404
    assert lan.get(reverse("quizzes:own_question", args=[deck.pk, other.pk])).status_code == 404


def test_a_shared_address_is_practised_by_anybody_and_copied_by_teachers(lan, minh, deck, client):
    question_of(deck)
    client.cookies["lang"] = "en"
    do(lan, deck, "share")
    deck.refresh_from_db()
    address = reverse("quizzes:shared", args=[deck.share_code])
    assert address in page(lan, reverse("quizzes:own_deck", args=[deck.pk]))
    shown = page(client, address)
    assert "Ôn tập 7A2" in shown and "Shared by Lan" in shown
    assert "Sông Hương" not in shown and "Copy to my decks" not in shown
    started = client.post(reverse("quizzes:shared_practice", args=[deck.share_code]), follow=True)
    assert "Sông nào chảy qua Huế?" in started.content.decode().replace("\xa0", " ")
    assert "Copy to my decks" in page(minh, address)
    minh.post(reverse("quizzes:copy"), {"code": deck.share_code})
    assert Deck.objects.get(owner=minh.user).questions.published().count() == 1
    do(lan, deck, "stop-sharing")
    assert client.get(address).status_code == 404
    assert client.get(reverse("quizzes:shared", args=["nothing"])).status_code == 404


def test_a_proposed_deck_is_copied_for_the_editors_and_stays_the_teachers(lan, deck, editor):
    assert "at least one question" in str(
        do(lan, deck, "propose").wsgi_request._messages._queued_messages[0].message
    )
    question_of(deck)
    do(lan, deck, "propose")
    shelf = reverse("admin:quizzes_deck_changelist")
    taken = editor.post(
        shelf, {"action": "take_into_library", "_selected_action": [deck.pk]}, follow=True
    )
    assert "1 deck taken into the library" in taken.content.decode()
    copy = Deck.objects.get(copied_from=deck)
    assert copy.owner is None and copy.state == State.DRAFT
    assert [each.state for each in copy.questions.all()] == [State.REVIEW]
    deck.refresh_from_db()
    assert deck.owner == lan.user and deck.state == State.DRAFT
    assert deck.questions.published().count() == 1
    again = editor.post(
        shelf, {"action": "take_into_library", "_selected_action": [deck.pk]}, follow=True
    )
    assert again.status_code == 200
    assert Deck.objects.filter(copied_from=deck).count() == 1


def test_a_teachers_deck_is_never_published_itself(editor, lan, deck):
    question_of(deck)
    do(lan, deck, "propose")
    answer = editor.post(
        reverse("admin:quizzes_deck_changelist"),
        {"action": "publish", "_selected_action": [deck.pk]},
        follow=True,
    )
    assert "take it into the library instead" in answer.content.decode()
    deck.refresh_from_db()
    assert deck.state == State.REVIEW


def test_a_deck_is_deleted_after_a_question_and_lessons_keep_theirs(lan, deck):
    question_of(deck)
    lan.post(reverse("classrooms:new"), {"deck": deck.slug})
    address = reverse("quizzes:own_delete", args=[deck.pk])
    assert "Ôn tập 7A2" in page(lan, address)
    assert Deck.objects.filter(pk=deck.pk).exists()
    assert lan.post(address)["Location"] == reverse("quizzes:own")
    assert not Deck.objects.filter(pk=deck.pk).exists()
    assert "Ôn tập 7A2" in page(lan, reverse("classrooms:desk"))


def test_who_may_not_make_decks_is_told(client, db):
    assert client.get(reverse("quizzes:own"))["Location"].startswith(reverse("login"))
    client.force_login(User.objects.create_user("khach"))
    assert client.get(reverse("quizzes:own")).status_code == 403
    original = Deck.objects.playable().first()
    assert client.post(reverse("quizzes:copy"), {"deck": original.slug}).status_code == 403


@pytest.mark.parametrize("kind", ["typed", "order", "match", "map-pin", "multiple", "truefalse"])
def test_every_kind_is_written_in_one_language(lan, deck, kind):
    data = {
        "typed": {"accepted_vi": "Sông Hương\nHương Giang"},
        "order": {"item_1_vi": "Một", "item_2_vi": "Hai", "item_3_vi": "Ba"},
        "match": {f"{side}_{n}_vi": f"{side} {n}" for n in (1, 2, 3) for side in ("left", "right")},
        "map-pin": {"place_1": "thua-thien-hue"},
        "multiple": {"choices-1-is_right": "on", "choices-2-text_vi": "Hồ Tây"},
        "truefalse": {},
    }[kind]
    address = reverse("quizzes:own_question_new", args=[deck.pk])
    answer = lan.post(address, GOOD | data | {"kind": kind}, follow=True)
    assert "it is played from now on" in answer.content.decode()
    assert Question.objects.get(deck=deck).kind == kind
    do(lan, deck, "share")
    deck.refresh_from_db()
    asked = lan.post(reverse("quizzes:shared_practice", args=[deck.share_code]), follow=True)
    assert asked.status_code == 200 and "Hồ nào" in asked.content.decode()


def test_editors_meet_a_teachers_deck_only_when_it_is_proposed(lan, deck, editor):
    question = question_of(deck, "Câu rất riêng?")
    pages = (
        "/admin/",
        reverse("admin:quizzes_deck_changelist"),
        reverse("admin:quizzes_question_changelist") + "?q=rieng",
        reverse("admin:quizzes_question_add"),
    )
    for address in pages:
        shown = page(editor, address)
        assert "Câu rất riêng?" not in shown and deck.title not in shown, address
    own_pages = (
        reverse("admin:quizzes_deck_change", args=[deck.pk]),
        reverse("admin:quizzes_question_change", args=[question.pk]),
        reverse("admin:quizzes_question_preview", args=[question.pk]),
    )
    for address in own_pages:
        assert editor.get(address).status_code in (302, 404), address
    do(lan, deck, "propose")
    assert deck.title in page(editor, pages[1])
    assert deck.title in page(editor, "/admin/")
    for address in own_pages:
        assert editor.get(address).status_code == 200, address
