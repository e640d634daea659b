"""The dice shoot-out at a table: the contract over the rules, and what it keeps secret."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.bang_dice import playout, rules, texts
from games.bang_dice.characters import CHARACTERS
from games.bang_dice.game import GAME
from games.bang_dice.shootout import Shootout
from games.bang_dice.values import FACES, PRESETS, ROLES, Beers, React, Roll, Shots, TimeUp
from games.chance import ScriptedChance, TableChance
from games.game import IllegalMove, InvalidMove, InvalidOptions

from .games import at, few, played, positions, seeds, tables


def through_json(data):
    return json.loads(json.dumps(data))


@few
@given(positions(over=True))
def test_states_go_through_json_without_loss(state):
    assert GAME.decode(through_json(GAME.encode(state))) == state


@few
@given(tables, seeds)
def test_a_whole_game_is_the_fold_of_its_moves(seats, seed):
    rng = Random(seed)
    choose = playout.chooser("rb1", rng)
    step = GAME.start(GAME.read_options({"shuffle_seats": True}), [""] * seats, {}, _chance(seed))
    state, number, names = step.state, 0, set()
    while GAME.outcome(state) is None:
        (seat,) = GAME.to_act(state)
        names.add(GAME.decision(state))
        assert set(GAME.deadlines(state)) == {seat}
        move = TimeUp() if rng.random() < 0.2 else choose(Shootout(state))
        assert GAME.decode_move(through_json(GAME.encode_move(move))) == move
        GAME.check(state, seat, move, {})
        number += 1
        step = GAME.play(state, seat, move, {}, _chance(seed, number))
        again = GAME.replay(state, seat, move, through_json(step.record), {})
        assert (again.state, again.events) == (step.state, step.events)
        state = step.state
    assert len(names) == number
    assert all(len(name) <= 40 for name in names)
    assert not GAME.to_act(state)
    assert not GAME.deadlines(state)
    assert GAME.outcome(state).winners == set(state.result.winners)


def _chance(seed, number=0):
    return TableChance(str(seed), number)


# --- secrecy --------------------------------------------------------------------------------------


def other_dealings(state, viewer, rng):
    """The same position with the roles that a viewer cannot know dealt otherwise."""
    known = rules.visible_roles(state, viewer)
    hidden = [seat for seat, role in enumerate(known) if role is None]
    ways = sorted(set(permutations(state.roles[seat] for seat in hidden)))
    for dealt in rng.sample(ways, min(3, len(ways))):
        roles = list(state.roles)
        for seat, role in zip(hidden, dealt, strict=True):
            roles[seat] = role
        yield replace(state, roles=tuple(roles))


def seen_by(step, viewer):
    """What a viewer is told of a step until somebody shows a role by going out."""
    told = []
    for event in step.events:
        if event.kind in ("out", "end"):
            break
        if event.seen_by(viewer):
            told.append(event.encode())
    return told


@few
@given(tables, seeds, st.data())
def test_nothing_a_seat_is_shown_depends_on_roles_it_cannot_know(seats, seed, data):
    viewer = data.draw(st.sampled_from([*range(seats), None]))
    rng = Random(seed)
    for state, move, throw in played(seats, seed):
        if state.over or rng.random() < 0.8:
            continue
        shown = json.dumps(GAME.encode_view(GAME.view(state, viewer, {})))
        fallen = [1 + FACES.index(face) for face in throw()(5)]
        thrown = len(getattr(move, "dice", fallen))
        script = [fallen[:thrown]]
        step = GAME.play(state, state.asked, move, {}, ScriptedChance(script))
        for other in other_dealings(state, viewer, rng):
            assert json.dumps(GAME.encode_view(GAME.view(other, viewer, {}))) == shown
            assert GAME.decision(other) == GAME.decision(state)
            assert GAME.to_act(other) == GAME.to_act(state)
            assert GAME.deadlines(other) == GAME.deadlines(state)
            assert rules.default(Shootout(other)) == rules.default(Shootout(state))
            GAME.check(other, other.asked, move, {})
            after = GAME.play(other, other.asked, move, {}, ScriptedChance(script))
            assert seen_by(after, viewer) == seen_by(step, viewer)


def test_who_learns_which_role_at_the_start():
    step = GAME.start(GAME.read_options({}), [""] * 6, {}, _chance(1))
    told = [event for event in step.events if event.kind == "role"]
    assert len(told) == 6
    for event in told:
        open_to_all = event.facts["role"] == "sheriff"
        assert event.only == (None if open_to_all else {event.facts["seat"]})
    spectator = GAME.view(step.state, None, {})
    assert [player.role for player in spectator.players].count(None) == 5
    assert spectator.hidden == {"deputy": 1, "outlaw": 3, "renegade": 1}
    three = GAME.start(GAME.read_options({}), [""] * 3, {}, _chance(1))
    assert all(event.only is None for event in three.events)
    assert GAME.view(three.state, None, {}).hidden == {}


def test_all_roles_are_shown_when_it_is_over():
    *_, (state, _, _) = played(8, 5)
    assert [player.role for player in GAME.view(state, None, {}).players] == list(state.roles)


def test_leaving_shows_nothing_and_stopping_has_no_winner():
    state = at("black_jack lucky_duke rose_doolan willy_the_kid")
    for what in ("resign", "timeout", "end", "level"):
        assert GAME.table_move(state, what, 1, "normal") is None


# --- a turn at the table --------------------------------------------------------------------------

NAMES = "black_jack lucky_duke rose_doolan willy_the_kid"


def play(state, move, *dice):
    script = [[1 + FACES.index(face) for face in dice]] if dice else []
    return GAME.play(state, state.asked, move, {}, ScriptedChance(script))


def test_steps_without_a_choice_run_by_themselves():
    state = at(NAMES, phase="beers", dice="gatling gatling gatling beer arrow", arrows=(2, 0, 0, 0))
    step = play(state, Beers((0,)))
    assert [event.kind for event in step.events] == [
        *("heal", "return", "gatling", "lose", "lose", "lose", "turn")
    ]
    assert (step.state.turn, step.state.life) == (1, (10, 7, 8, 7))
    # The one shot there is has one target.
    step = play(at(NAMES, dice="two arrow arrow beer beer", rolls_used=1), rules.Stop())
    assert [event.kind for event in step.events] == ["stop", "shots", "lose"]
    assert (step.state.phase, step.state.life[2]) == ("beers", 8)


def test_kit_is_asked_when_there_is_an_arrow_to_remove():
    kit = "kit_carlson black_jack lucky_duke willy_the_kid"
    dice = "gatling beer arrow arrow dynamite"
    asked = play(at(kit, phase="beers", dice=dice, arrows=(0, 2, 0, 0)), Beers((0,))).state
    assert (asked.phase, GAME.view(asked, 0, {}).most) == ("gatling", 1)
    assert play(at(kit, phase="beers", dice=dice), Beers((0,))).state.turn == 1


def test_reactions_are_decisions_of_who_is_hit_one_after_the_other():
    state = at(
        "black_jack pedro_ramirez lucky_duke bart_cassidy",
        phase="shots",
        dice="one one beer arrow arrow",
        arrows=(2, 3, 2, 1),
    )
    first = play(state, Shots(((0, 1), (1, 3))))
    assert GAME.to_act(first.state) == {1}
    assert GAME.deadlines(first.state) == {1: 10.0}
    assert (GAME.view(first.state, 2, {}).most, GAME.view(first.state, 2, {}).asked) == (1, 1)
    second = play(first.state, React("pedro", 1))
    assert GAME.to_act(second.state) == {3}
    assert GAME.decision(second.state) != GAME.decision(first.state)
    third = play(second.state, TimeUp())
    assert [event.kind for event in third.events] == ["late", "take"]
    assert (third.state.phase, GAME.to_act(third.state)) == ("beers", {0})
    assert third.state.life == (10, 7, 8, 8)


def test_a_move_of_the_clock_says_nothing_about_a_player():
    state = at(NAMES, phase="shots", dice="one beer beer arrow arrow")
    assert len(play(state, Shots(((0, 1),))).state.choices) == 1
    assert play(state, TimeUp()).state.choices == ()


def test_time_to_think_follows_the_option():
    state = at(NAMES)
    for pace, seconds in (("usual", {0: 25.0}), ("slow", {0: 50.0}), ("off", {})):
        options = GAME.read_options({"pace": pace})
        assert GAME.deadlines(replace(state, options=options)) == seconds
    with pytest.raises(InvalidOptions):
        GAME.read_options({"pace": "never"})


def test_neighbours_follow_the_order_that_was_drawn():
    state = replace(at(NAMES, phase="shots", dice="one two beer beer beer"), order=(0, 2, 1, 3))
    assert dict(GAME.view(state, 3, {}).targets) == {0: (2, 3), 1: (1,)}


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "roll",
        {},
        {"type": "dance"},
        {"type": ["roll"]},
        {"type": "reroll"},
        {"type": "reroll", "dice": "01"},
        {"type": "reroll", "dice": [True]},
        {"type": "reroll", "dice": [0.0]},
        {"type": "reroll", "dice": list(range(99))},
        {"type": "shots", "targets": [[0]]},
        {"type": "shots", "targets": [0, 1]},
        {"type": "shots", "targets": [[0, 1]], "slab": [1, 0]},
        {"type": "shots", "targets": [[0, 1]], "slab": {"beer": None, "shot": 0}},
        {"type": "beers", "targets": [None]},
        {"type": "gatling", "kit": {}},
        {"type": "bart"},
        {"type": "pedro", "arrows": -1},
        {"type": "sid_heal", "target": "0"},
    ],
)
def test_what_is_no_move_is_refused_by_code(data):
    with pytest.raises(InvalidMove) as refused:
        GAME.decode_move(data)
    assert refused.value.code == "unknown_move"


@few
@given(positions(), st.integers(0, 8))
def test_the_view_names_what_may_be_decided(state, viewer):
    """A page offers what the view says: any of it is legal, and nothing else is."""
    assume(viewer < len(state.roles))
    view = GAME.view(state, viewer, {})
    if state.phase == "shots":
        every = tuple((die, seats[-1]) for die, seats in view.targets)
        GAME.check(state, state.turn, Shots(every), {})
        for die, seats in view.targets:
            for seat in set(range(len(state.roles))) - set(seats):
                wrong = tuple((d, seat if d == die else s) for d, s in every)
                with pytest.raises(IllegalMove):
                    GAME.check(state, state.turn, Shots(wrong), {})
    if state.phase == "beers":
        GAME.check(state, state.turn, Beers((view.living[-1],) * len(view.beers)), {})
    if state.phase == "roll" and state.dice is None:
        GAME.check(state, state.turn, Roll(), {})


# --- words ----------------------------------------------------------------------------------------


def test_everything_has_its_words():
    assert set(texts.CHARACTERS) == set(CHARACTERS)
    assert set(texts.FACES) == set(FACES)
    assert set(texts.ROLES) == set(ROLES[8])
    assert set(texts.LEVELS) == set(GAME.bots)
    assert set(texts.PRESETS) == set(PRESETS)
    assert set(texts.OPTIONS) == set(GAME.write_options(GAME.read_options({})))
    for name in texts.OPTIONS:
        choices = GAME.options.__dataclass_fields__[name].metadata["choices"]
        assert set(texts.VALUES[name]) == set(choices)


def test_family_wording_renames_the_beer_and_no_rule():
    from django.utils import translation

    for language, words in (("en", ("Beer", "Drink")), ("vi", ("Bia", "Nước mát"))):
        with translation.override(language):
            assert (
                str(texts.face_name("beer", False)),
                str(texts.face_name("beer", True)),
            ) == words
            assert texts.face_name("one", True) == texts.face_name("one", False)
