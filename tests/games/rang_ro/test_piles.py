"""Which card a pile gives (D1–D3): about the place, but never asking for what the map shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rang_ro import decks
from games.rang_ro.core import piles
from games.rang_ro.core.world import CHALLENGE, World
from quizzes.models import Choice, Question

from .arranged import Rigged, Table
from .playing import CONTENT

PILE = "north-central"


def card(name, about=None, **more):
    return {"id": name, "province": about, "choices": ["a", "b", "c"], "right": 0, **more}


def order_of(cards, province):
    """The names of the cards that trips to a province get, one after another."""
    world = World({**CONTENT, "questions": {PILE: cards}})
    state = replace(Table().s, piles={PILE: tuple(range(len(cards)))}, voided=frozenset())
    found = []
    for _each in cards:
        drawn = piles.draw(state, world, Rigged(), PILE, province)
        found.append(cards[drawn.card]["id"])
        state = replace(state, piles={PILE: drawn.left})
    return found


def test_a_card_that_asks_for_the_place_on_the_map_comes_last():
    cards = [
        card("where", "nghe-an", answer="nghe-an"),
        card("elsewhere", "ha-tinh", answer="nghe-an"),
        card("far", "ha-tinh", answer="ha-tinh"),
        card("any"),
        card("about", "nghe-an", answer="thanh-hoa"),
    ]
    assert order_of(cards, "nghe-an") == ["about", "any", "far", "where", "elsewhere"]
    assert order_of(cards, "ha-tinh")[:2] == ["elsewhere", "any"]
    assert order_of(cards, None) == ["any", "where", "elsewhere", "far", "about"]


def test_where_every_card_asks_for_the_place_one_is_asked_all_the_same():
    assert order_of([card("where", "nghe-an", answer="nghe-an")], "nghe-an") == ["where"]


def test_a_game_begun_before_the_rule_draws_as_it_did():
    cards = [card("any"), card("where", "nghe-an"), card("far", "ha-tinh")]
    assert order_of(cards, "nghe-an") == ["where", "any", "far"]


@pytest.mark.django_db
def test_a_card_knows_the_province_that_its_answer_names():
    found = {one["id"]: one for pile in decks.piles({}).values() for one in pile}
    assert found["nc.nghe-an.1"]["answer"] == "nghe-an"
    assert found["nc.thanh-hoa.3"]["answer"] != "thanh-hoa"
    assert any(one["answer"] is None for one in found.values())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "province"),
    [
        ("Nghệ An", "nghe-an"),
        ("tỉnh Nghệ An", "nghe-an"),
        ("Hồ Chí Minh", "ho-chi-minh"),
        ("TP. Hồ Chí Minh", "ho-chi-minh"),
        ("Thành phố Hồ Chí Minh", "ho-chi-minh"),
        ("Người Nghệ An", None),
        ("", None),
    ],
)
def test_an_answer_that_a_teacher_typed_is_known_by_its_name(text, province):
    question = Question.objects.get(key="nc.nghe-an.1")
    Choice.objects.filter(question=question, is_right=True).update(text_vi=text, ref="")
    found = {one["id"]: one for one in decks.piles({})[PILE]}
    assert found["nc.nghe-an.1"]["answer"] == province


@pytest.mark.django_db
def test_with_the_questions_of_the_site_no_trip_is_asked_for_its_destination():
    content = {**CONTENT, "questions": decks.piles({})}
    world = World(content)
    assert CHALLENGE in world.piles
    for province, region in world.region.items():
        whole = replace(
            Table().s,
            piles={region: tuple(range(len(world.piles[region])))},
            voided=frozenset(),
        )
        drawn = piles.draw(whole, world, Rigged(), region, province)
        assert world.piles[region][drawn.card]["answer"] != province
