"""Computer players: legal, explainable from their seed, and reading what they may read."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bang_dice import belief, bots, rules
from games.bang_dice.bots import LEVELS
from games.bang_dice.game import GAME
from games.bang_dice.values import Choice, Gatling, Heal, React, Reroll, Stop

from .games import at, few, positions, seeds


def choose(state, level="hard", seed=1):
    return bots.choose(rules.view(state, state.asked), state.asked, LEVELS[level], Random(seed))


@few
@given(positions(), st.sampled_from(list(LEVELS)), seeds)
def test_a_bot_makes_a_legal_move_and_the_same_one_again(state, level, seed):
    move = choose(state, level, seed)
    rules.check(state, state.asked, move)
    assert choose(state, level, seed) == move


def test_no_bot_moves_when_the_game_is_over():
    state = replace(at("black_jack lucky_duke rose_doolan"), phase="over")
    with pytest.raises(ValueError, match="over"):
        bots.choose(rules.view(state, 0), 0, LEVELS["easy"], Random(1))


def test_bots_seem_to_think_and_the_middle_one_stands_in():
    from games.position import stand_in

    assert [bot.pause for bot in GAME.bots.values()] == [(0.6, 1.6)] * 3
    assert stand_in(GAME) == "normal"


SIX = "black_jack lucky_duke rose_doolan willy_the_kid paul_regret suzy_lafayette"


def shots_at(seat, targets, options=((0, 2),), times=3):
    life = (10, 8, 9, 8, 9, 8)
    return (Choice(seat, "shots", targets, options, life),) * times


def test_who_shoots_at_the_sheriff_is_taken_for_an_outlaw():
    state = at(SIX, roles="sdooor", choices=shots_at(1, (0,)))
    plain = belief.believed(rules.view(state, 4), None)[1]
    read = belief.believed(rules.view(state, 4), 2.0)[1]
    assert sum(read.values()) == pytest.approx(1)
    assert read["outlaw"] > plain["outlaw"] + 0.2
    assert read["deputy"] < plain["deputy"] / 2


def test_a_healing_hand_is_taken_for_a_friend():
    life = (5, 8, 9, 8, 9, 4)
    drink = (Choice(1, "beers", (0,), ((0, 5),), life),) * 3
    state = at(SIX, roles="sdooor", choices=drink)
    assert belief.believed(rules.view(state, 4), 1.0)[1]["deputy"] > 0.5
    # A drink for somebody who is full tells nothing.
    full = tuple(choice._replace(life=(10, 8, 9, 8, 9, 8)) for choice in drink)
    told = belief.believed(rules.view(replace(state, choices=full), 4), 1.0)
    assert told[1] == belief.believed(rules.view(state, 4), None)[1]


def test_nobody_is_believed_to_be_what_the_viewer_knows_they_are_not():
    state = at(SIX, roles="sdooor", life=(10, 8, 0, 8, 9, 8), choices=shots_at(1, (0,)))
    believed = belief.believed(rules.view(state, 5), 1.0)
    assert believed[0] == {"sheriff": pytest.approx(1)}
    assert believed[2] == {"outlaw": pytest.approx(1)}
    assert believed[5] == {"renegade": pytest.approx(1)}
    assert all("renegade" not in believed[seat] for seat in (1, 3, 4))


@pytest.mark.parametrize("level", LEVELS)
def test_an_outlaw_shoots_the_sheriff_and_a_deputy_does_not(level):
    dice = "one beer arrow arrow arrow"
    outlaw = at(SIX, roles="sodoor", turn=1, phase="shots", dice=dice)
    deputy = at(SIX, roles="sdooor", turn=1, phase="shots", dice=dice)
    assert choose(outlaw, level).targets == ((0, 0),)
    assert choose(deputy, level).targets == ((0, 2),)


@pytest.mark.parametrize("level", LEVELS)
def test_a_renegade_spares_the_dying_sheriff_while_others_live(level):
    dice = "one beer arrow arrow arrow"
    state = at(SIX, roles="srdooo", turn=1, phase="shots", dice=dice, life=(1, 8, 9, 8, 9, 8))
    assert choose(state, level).targets == ((0, 2),)
    alone = at(SIX, roles="srdooo", turn=1, phase="shots", dice=dice, life=(1, 8, 0, 0, 0, 0))
    assert choose(alone, level).targets == ((0, 0),)


def test_a_deputy_heals_the_sheriff():
    state = at(SIX, roles="sdooor", turn=1, phase="beers", dice="beer one one one one")
    assert choose(replace(state, life=(2, 8, 9, 8, 9, 8))).targets == (0,)


def test_the_hunter_shoots_the_prey():
    state = at(
        "black_jack lucky_duke rose_doolan",
        roles="dro",
        phase="shots",
        dice="one two beer beer beer",
    )
    assert choose(state).targets == ((0, 1), (1, 1))


def test_a_careful_bot_does_not_throw_the_dynamite_that_would_kill_it():
    dice = "dynamite dynamite beer arrow arrow"
    state = at(SIX, roles="sdooor", turn=1, dice=dice, rolls_used=1)
    assert isinstance(choose(replace(state, life=(10, 1, 9, 8, 9, 8))), Stop)
    assert isinstance(choose(replace(state, life=(10, 7, 9, 8, 9, 8))), Reroll)
    third = at(SIX, roles="sdooor", turn=2, dice="arrow arrow arrow arrow arrow", rolls_used=1)
    assert isinstance(choose(third), Reroll)


def test_reactions_and_powers():
    bart = at("black_jack bart_cassidy rose_doolan", phase="shots", dice="one one one beer beer")
    hit, _ = rules.play(bart, rules.Shots(((0, 1), (1, 1), (2, 1))), lambda n: ())
    assert choose(hit) == React("bart", 3)
    full = replace(hit, arrows=(3, 1, 2), pile=3)
    assert choose(full) == React("bart", 1)
    dying = replace(full, life=(8, 2, 9))
    assert choose(dying) == React("bart", 2)
    kit = at(
        "kit_carlson black_jack rose_doolan",
        phase="gatling",
        dice="gatling gatling one one one",
        arrows=(1, 2, 0),
    )
    assert choose(kit) == Gatling((0,))
    sid = at("sid_ketchum black_jack rose_doolan willy_the_kid", phase="start", life=(3, 1, 9, 8))
    assert choose(sid) == Heal(0)
