"""Other decks in place of the site's: what can be used of them, and what a table then asks."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from games import tables
from games.models import Table
from games.rang_ro import decks
from games.rang_ro.core.world import CHALLENGE, REGIONS, World
from heritage.models import Province
from quizzes.models import Deck, Question, State
from quizzes.services import ChoiceDraft, save_question

GAME = "rang_ro_viet_nam"


@pytest.fixture
def teacher(db):
    return get_user_model().objects.create_user("lan", "lan@example.org", "x")


@pytest.fixture
def make_deck(teacher):
    """A published deck of the teacher's; each question by its number of choices, kind, place."""

    def make(slug: str, *questions: dict, **fields) -> Deck:
        deck = Deck.objects.create(
            slug=slug, title_vi=f"Bộ {slug}", title_en=f"Deck {slug}", owner=teacher, **fields
        )
        for number, one in enumerate(questions, 1):
            place = one.get("province")
            question = Question(
                deck=deck,
                key=f"{slug}.{number}",
                kind=one.get("kind", "single"),
                text_vi=f"{slug} hỏi câu {number}?",
                text_en=f"{slug} asks question {number}?",
                explanation_vi="Vì thế.",
                explanation_en="Because.",
                source_vi="Sách",
                source_en="A book",
                province=Province.objects.get(slug=place) if place else None,
                state=State.PUBLISHED,
            )
            names = ["một", "hai", "ba", "bốn"][: one.get("choices", 3)]
            save_question(
                question,
                [
                    ChoiceDraft(f"{name} {number}", f"{name} {number}", not at)
                    for at, name in enumerate(names)
                ],
            )
        Deck.objects.filter(pk=deck.pk).update(state=State.PUBLISHED)
        return deck

    return make


def test_a_deck_says_what_of_it_can_be_used(make_deck, language):
    make_deck("mixed", {}, {"choices": 2}, {"choices": 4, "province": "dak-lak"})
    found = next(one for one in decks.on_offer(AnonymousUser()) if one.deck.slug == "mixed")
    assert len(found.fit) == 2
    assert [one.why for one in found.unfit] == [
        {
            "vi": "chỉ có 2 đáp án, cần ít nhất ba",
            "en": "only 2 answers; three are needed",
        }[language]
    ]
    assert dict(found.regions) == {"": 1, "central-highlands": 1}


def test_chosen_decks_stand_in_for_the_sites(make_deck, people):
    make_deck("home", {"province": "dak-lak"}, {"province": "ha-noi", "choices": 4})
    make_deck("duel", {}, {})
    table = tables.create(people[0], GAME, material={"journeys": ["home"], "duels": ["duel"]})
    asked = table.content.data["questions"]
    assert {pile: [card["id"] for card in cards] for pile, cards in asked.items()} == {
        "central-highlands": ["home.1"],
        "red-river-delta": ["home.2"],
        CHALLENGE: ["duel.1", "duel.2"],
    }
    World(table.content.data)
    # Set up anew, and played again, it asks the same.
    tables.set_options(table.pk, preset="dua_gio")
    again = Table.objects.get(pk=table.pk)
    assert again.content.data["questions"] == asked


def test_what_is_not_chosen_stays_the_sites(make_deck, people):
    make_deck("duel", {})
    plain = tables.create(people[0], GAME).content.data["questions"]
    asked = tables.create(people[0], GAME, material={"duels": ["duel"]}).content.data["questions"]
    assert {region: asked[region] for region in REGIONS} == {
        region: plain[region] for region in REGIONS
    }
    assert [card["id"] for card in asked[CHALLENGE]] == ["duel.1"]


def test_a_teachers_deck_is_asked_nowhere_unless_chosen(make_deck, people):
    make_deck("own", {}, topic=Deck.Topic.REGIONAL, region="southeast")
    asked = tables.create(people[0], GAME).content.data["questions"]["southeast"]
    assert "own.1" not in [card["id"] for card in asked]


def test_questions_from_nowhere_are_shared_out(make_deck, people):
    make_deck("maths", *[{} for _ in range(9)])
    asked = tables.create(people[0], GAME, material={"journeys": ["maths"]}).content.data[
        "questions"
    ]
    assert sorted(len(asked[region]) for region in REGIONS) == [1, 1, 1, 1, 1, 2, 2]


@pytest.mark.parametrize("what", ["two answers", "draft", "unknown"])
def test_a_deck_that_cannot_be_played_is_refused_by_name(client, make_deck, what, language):
    deck = make_deck("bad", {"choices": 2})
    if what == "draft":
        Deck.objects.filter(pk=deck.pk).update(state=State.DRAFT)
    slug = "nothing" if what == "unknown" else "bad"
    before = Table.objects.count()
    page = client.post(
        reverse("games:open", args=[GAME]), {"way": "invite", "name": "An", "journeys": slug}
    )
    assert page.status_code == 400
    assert Table.objects.count() == before
    if what == "two answers":
        assert deck.title in page.context["error"]


def test_own_decks_are_theirs_alone(client, make_deck, teacher):
    """What is not published yet is played by whoever wrote it."""
    deck = make_deck("own", {}, {})
    Deck.objects.filter(pk=deck.pk).update(state=State.DRAFT)
    form = {"way": "invite", "name": "An", "journeys": "own"}
    assert client.post(reverse("games:open", args=[GAME]), form).status_code == 400
    client.force_login(teacher)
    assert deck.title in client.get(reverse("games:decks", args=[GAME])).content.decode()
    assert client.post(reverse("games:open", args=[GAME]), form).status_code == 302
    table = Table.objects.latest("created_at")
    Deck.objects.filter(pk=deck.pk).delete()
    tables.set_options(table.pk, preset="sao_vang")
    table.refresh_from_db()
    assert sum(map(len, table.content.data["questions"].values())) > 2


def test_a_teacher_picks_decks_and_opens_a_table(client, make_deck, teacher, language):
    deck = make_deck("home", {"province": "dak-lak"}, {"choices": 2})
    client.force_login(teacher)
    page = client.get(reverse("games:decks", args=[GAME])).content.decode()
    assert page.index(deck.title) < page.index(Deck.objects.get(slug="challenge-mixed").title)
    chosen = client.get(reverse("games:game", args=[GAME]), {"journeys": "home"})
    html = chosen.content.decode()
    assert html.count('<input type="hidden" name="journeys" value="home">') == 2
    assert chosen.context["material"]["warning"]
    opened = client.post(
        reverse("games:open", args=[GAME]), {"way": "invite", "name": "An", "journeys": "home"}
    )
    assert opened.status_code == 302
    table = Table.objects.latest("created_at")
    assert set(table.content.data["questions"]) == {"central-highlands", CHALLENGE}
    assert table.content.data["decks"]["journeys"][0]["slug"] == "home"
