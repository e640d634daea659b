"""Computer players: what they do in given positions, and whole games of theirs."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.rang_ro import bots
from games.rang_ro.core.moves import Move
from games.rang_ro.game import GAME
from games.rang_ro.playout import LEVELS, playout

from .arranged import Table
from .playing import CONTENT


def choice(table, seat=0, seed=1):
    return bots.choose(GAME.view(table.s, seat, CONTENT), Random(seed))


def way_done(table, seat, **changes):
    """Every slot of a seat's quest has its flag."""
    people = table.s.players[seat].people
    quest = GAME.view(table.s, seat, CONTENT).world.peoples[people].quests[table.s.size]
    return table.have(seat, flags=frozenset(min(slot) for slot in quest), **changes)


def test_a_bot_travels_along_its_plan_and_keeps_a_reserve():
    rich, poor = Table().have(0, badges=1), Table().have(0, badges=1, coins=5)
    move = choice(rich)
    assert move.t == "move"
    GAME.check(rich.s, 0, move, CONTENT)
    assert choice(poor) == Move("earn", x=7)


def test_a_bot_with_all_flags_challenges_as_soon_as_it_can():
    table = way_done(Table(), 0).have(2, badges=1)
    assert choice(table) == Move("challenge", target=2)
    assert choice(table.have(0, coins=8)).t != "challenge"


def test_a_bot_at_home_with_everything_but_coins_earns():
    table = way_done(Table(), 0, coins=8, pos="ho-chi-minh").hold(0, "HARVEST")
    assert choice(table) == Move("earn", x=7, attach=("HARVEST",))


def test_a_bot_takes_money_first_and_a_free_ride_that_saves_much():
    table = Table().hold(0, "FUND", "SHARE")
    assert choice(table) == Move("card", k="FUND")
    assert choice(table.hold(0, "SHARE").have(1, coins=21)) == Move("card", k="SHARE")
    ride = Table(at="binh-duong").have(0, badges=1).hold(0, "FREE_TRANSFER")
    assert choice(ride) == Move("card", k="FREE_TRANSFER", to="ho-chi-minh")


def test_a_bot_answers_hostile_cards_and_losing_dice():
    table = Table().hold(0, "SHIELD").hold(1, "STORM")
    table.do(0, "move", by="car", path=("ha-nam",)).do(1, "card", k="STORM")
    assert choice(table) == Move("card", k="SHIELD")
    dice = Table().hold(0, "REROLL").do(0, "earn", 1, 2, x=7)
    assert choice(dice) == Move("card", k="REROLL")
    luck = Table().hold(0, "REROLL").do(0, "earn", 5, 4, x=7)
    assert choice(luck) == Move("pass")


def test_a_bot_turns_a_flag_into_one_it_needs():
    table = Table(at="hung-yen").have(1, flags=frozenset({"ca-mau", "gia-lai"}))
    table.do(0, "move", by="car", path=("ha-noi",)).answer(s0="A", s1="A", s2="A").read()
    # Quest of people 1: Thành phố Hồ Chí Minh, northern mountains, Red River, central highlands.
    assert choice(table) == Move("benefit", kind="convert", target=1, provinces=("gia-lai",))
    other = replace(table.s.players[1], flags=frozenset({"ca-mau", "hau-giang"}))
    table.have(1, flags=other.flags)
    assert choice(table).kind == "confiscate"


@pytest.mark.parametrize("level", LEVELS)
def test_whole_games_of_bots(level):
    options = GAME.read_options(GAME.presets["chuan"])
    figures = {one.metric: one for one in playout(3, 3, Random(1), level, options)}
    again = playout(3, 3, Random(1), level, options)
    assert {one.metric: one.value for one in again if one.value == one.value} == {
        metric: one.value for metric, one in figures.items() if one.value == one.value
    }
    wins = [figures[f"wins_by_turn_order_{place}"].value for place in (1, 2, 3)]
    assert sum(wins) == pytest.approx(1)
    assert 2 < figures["rounds_median"].value <= figures["rounds_max"].value < 60
    assert figures["coins_round_1"].value == 21


def test_more_knowledge_makes_shorter_games():
    options = GAME.read_options({})
    easy, strong = (
        playout(25, 2, Random(1), level, options)[0].value for level in ("easy", "strong")
    )
    assert strong < easy
