"""Rạng Rỡ Việt Nam at a table of the site: people, bots, clocks, the teacher, the stored game."""

from __future__ import annotations

import json
from random import Random

import pytest

from games import registry, tables
from games.models import TableMove
from games.rang_ro import content, decks
from games.rang_ro.core.world import CHALLENGE, REGIONS, World
from games.selectors import seen
from games.verifying import differences
from heritage.models import Region
from quizzes.models import Choice, Deck, Question, State

from ..conftest import again, move, seat_of
from ..test_clocks import pass_time
from .playing import CONTENT, anything

GAME = "rang_ro_viet_nam"


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    """The game itself, with test questions."""
    monkeypatch.setattr(content, "snapshot", lambda options: CONTENT)
    registry.slugs.cache_clear()


def to_act(table):
    return sorted(seen(again(table), None).to_act)


@pytest.fixture
def play_on(queue, committed):
    """People do anything they may and bots what they choose, until something holds."""

    def run(table, rng, until, most=400):
        for _ in range(most):
            committed(queue.run, "bot_move")
            now = again(table)
            if until(now) or not now.is_playing:
                return now
            waiting = to_act(now)
            people = [one for one in waiting if not seat_of(now, one).plays_itself]
            if people:
                who = rng.choice(people)
                chosen = anything(seen(now, who).view, rng)
                committed(move, now, who, registry.game(GAME).encode_move(chosen))
        raise AssertionError("it never came to that")

    return run


def phase(table):
    return seen(again(table), None).view.phase


def test_two_people_and_two_bots_play_to_the_end(people, committed, play_on):
    rng = Random(4)
    table = tables.create(people[0], GAME, preset="dua_gio", options={"round_limit": 3}, size=4)
    for player in people[:2]:
        tables.sit(table.pk, player)
    for level in ("easy", "strong"):
        tables.add_bot(table.pk, level)
    committed(tables.start, table.pk)
    ended = play_on(table, rng, lambda now: False, most=3000)
    assert ended.outcome["reason"] in ("time", "way1")
    assert sorted(ended.outcome["places"]) == [1, 2, 3, 4]
    assert list(differences(ended)) == []


def test_a_lesson_with_a_newcomer_somebody_away_and_a_teacher(begun, people, committed, play_on):
    rng = Random(11)
    table = begun(GAME, 3, preset="tiet_hoc")
    play_on(table, rng, lambda now: phase(now) == "ACTION")
    tables.join(table.pk, people[3])
    assert len(seen(again(table), None).view.players) == 4
    committed(tables.step_out, table.pk, 1)
    play_on(table, rng, lambda now: phase(now) == "QUESTION")
    asked = seen(again(table), 0)
    assert asked.view.question.right is None
    tables.do(table.pk, "void", again(table).version)
    assert phase(table) == "ACTION"
    tables.come_back(table.pk, 1)
    assert seen(again(table), None).view.players[1].level == ""
    tables.do(table.pk, "end", again(table).version)
    ended = again(table)
    assert ended.outcome["reason"] == "ended"
    assert list(differences(ended)) == []


def test_letting_a_window_or_an_explanation_pass_is_not_being_away(begun, play_on):
    rng = Random(2)
    table = begun(GAME, 2, preset="nguyen_ban")
    play_on(table, rng, lambda now: phase(now) == "EXPLAIN")
    for _ in range(2):
        pass_time(table, 10)
        tables.expire(table.pk)
    assert phase(table) != "EXPLAIN"
    # What came after the explanation is a decision like any other, and was missed at most once.
    assert all(seat_of(table, one).missed <= 1 and not seat_of(table, one).away for one in (0, 1))


def test_the_clock_of_the_lesson_calls_the_last_round(begun, play_on):
    rng = Random(3)
    table = begun(GAME, 2, preset="tiet_hoc")
    play_on(table, rng, lambda now: phase(now) == "ACTION")
    pass_time(table, 25 * 60 + 2)
    tables.expire(table.pk)
    rows = TableMove.objects.filter(table=table, move__t="time_up")
    assert rows.count() == 1
    assert again(table).is_over or seen(again(table), None).view.last_round


@pytest.mark.django_db
def test_cards_come_from_published_decks():
    deck = Deck.objects.create(
        slug="north",
        title_vi="Bắc",
        title_en="North",
        topic="regional",
        region=Region.NORTH_CENTRAL,
        state=State.PUBLISHED,
    )
    for number, (state, choices) in enumerate(
        [(State.DRAFT, 3), (State.DRAFT, 2), (State.DRAFT, 4)]
    ):
        question = Question.objects.create(
            deck=deck,
            key=f"n.{number}",
            text_vi=f"Câu {number}?",
            text_en=f"Question {number}?",
            explanation_vi="Vì thế.",
            explanation_en="So.",
            state=state,
        )
        for place in range(1, choices + 1):
            Choice.objects.create(
                question=question,
                position=place,
                text_vi=f"đ{place}",
                text_en=f"c{place}",
                is_right=place == 2,
            )
        question.recount()
    Question.objects.filter(key__in=["n.0", "n.1"]).update(state=State.PUBLISHED)
    piles = decks.piles({})
    mine = {card["id"]: card for card in piles["north-central"] if card["id"].startswith("n.")}
    assert list(mine) == ["n.0"]
    assert mine["n.0"]["right"] == 1
    assert mine["n.0"]["choices"][1] == {"vi": "đ2", "en": "c2"}


@pytest.mark.django_db
def test_the_site_brings_questions_for_every_region_and_for_challenges():
    snapshot = decks.piles({})
    world = World({**CONTENT, "questions": snapshot})
    assert set(world.piles) == {*REGIONS, CHALLENGE}
    for region in REGIONS:
        provinces = {card["province"] for card in world.piles[region]} - {None}
        assert provinces and provinces <= set(world.by_region[region])
    assert all(len(pile) >= 10 for pile in world.piles.values())
    json.dumps(snapshot)
