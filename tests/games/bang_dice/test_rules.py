"""The rules: the public vectors, what always holds, and a second engine to disagree with."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.bang_dice import playout, rules, vectors
from games.bang_dice.shootout import Shootout
from games.bang_dice.values import (
    ROLES,
    Beers,
    Gatling,
    Heal,
    Options,
    React,
    Reroll,
    Roll,
    Shots,
    Slab,
    State,
    Stop,
    TimeUp,
)
from games.game import IllegalMove

from . import naive
from .games import at, few, played, positions, seeds, tables

HERE = Path(__file__).parent
CHECKS = list(vectors.check(json.loads((HERE / "vectors.json").read_text())))
RULINGS = list(vectors.check(json.loads((HERE / "rulings.json").read_text())))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_the_engine_does_what_the_public_vector_says(check):
    assert check.got == check.expected


@pytest.mark.parametrize("check", RULINGS, ids=lambda check: check.name)
def test_the_engine_keeps_to_the_ruling(check):
    assert check.got == check.expected


def test_a_vector_that_is_wrong_is_seen():
    vector = json.loads((HERE / "vectors.json").read_text())["vectors"][3]
    wrong = [
        {**vector, "expect": {"life": [9, 8, 9, 8]}},
        {**vector, "expect": {"illegal": True}},
        {**vector, "actions": [{"type": "stop"}]},
        {**vector, "actions": [{"type": "dance"}]},
        {**vector, "actions": [{"type": "stop"}, *vector["actions"]]},
        {**vector, "characters": ["nobody"] * 4},
        {**vector, "expect": {"beauty": 1}},
    ]
    assert [check.passed for check in vectors.check({"vectors": wrong})] == [False] * len(wrong)


# --- a second engine ------------------------------------------------------------------------------


def answered(state: State, game: naive.Game, asked, rng: Random):
    """A random answer as the second engine takes it, and the same as a move."""
    answer = naive.rb1(game, asked, rng)
    match asked[0]:
        case "start":
            return answer, Heal(answer)
        case "first roll":
            return answer, Roll()
        case "roll":
            return answer, Reroll(tuple(answer)) if answer else Stop()
        case "shots":
            targets, slab = answer
            return answer, Shots(tuple(targets.items()), slab and Slab(*slab))
        case "beers":
            return answer, Beers(tuple(answer))
        case "gatling":
            return answer, Gatling(tuple(answer))
    return answer, React(asked[0], answer)


def same(state: State, game: naive.Game):
    people = game.people
    assert list(state.life) == [one["life"] for one in people]
    assert list(state.arrows) == [one["arrows"] for one in people]
    assert list(state.alive) == [one["here"] for one in people]
    assert (state.pile, state.turns) == (game.pile(), game.turns)


@few
@given(tables, seeds)
def test_a_second_engine_agrees_on_every_position(seats, seed):
    rng = Random(seed)
    fallen: list[str] = []

    def last_fallen(n):
        return tuple(fallen[-n:])

    game = naive.deal(seats, rng, lambda n: list(last_fallen(n)))
    roles = tuple(one["role"] for one in game.people)
    characters = tuple(one["who"] for one in game.people)
    state = rules.deal(Options(), tuple(range(seats)), roles, characters)
    story = game.story()
    asked = next(story)
    while asked is not None:
        # The second engine fires a Gatling without being told to.
        while state.phase == "gatling" and asked[0] != "gatling":
            state, _ = rules.play(state, Gatling(), lambda n: ())
        same(state, game)
        assert state.phase == asked[0].removeprefix("first ")
        answer, move = answered(state, game, asked, rng)
        if state.phase == "roll":
            fallen += rng.choices(naive.SIDES, k=len(getattr(move, "dice", "12345")))
        if state.phase == "shots":
            reach = {die: list(Shootout(state).targets(state.dice[die])) for die in asked[1]}
            assert {d: sorted(s) for d, s in reach.items()} == {
                d: sorted(s) for d, s in asked[1].items()
            }
        rules.check(state, state.asked, move)
        state, _ = rules.play(state, move, last_fallen)
        try:
            asked = story.send(answer)
        except StopIteration:
            asked = None
    while state.phase == "gatling":
        state, _ = rules.play(state, Gatling(), lambda n: ())
    same(state, game)
    assert (state.result.reason, sorted(state.result.winners)) == game.end


# --- what always holds ----------------------------------------------------------------------------


@few
@given(tables, seeds)
def test_nine_arrows_life_within_bounds_and_every_game_ends(seats, seed):
    steps = list(played(seats, seed))
    for state, _, _ in steps:
        limits = Shootout(state).limit
        assert state.pile + sum(state.arrows) == 9
        assert state.pile > 0
        assert all(0 <= life <= most for life, most in zip(state.life, limits, strict=True))
        waiting = {hit.seat for hit in state.group.queue} if state.group else set()
        for seat, alive in enumerate(state.alive):
            assert alive == (state.life[seat] > 0) or seat in waiting or state.group
            assert alive or not state.arrows[seat]
        assert state.over or (state.alive[state.turn] and state.alive[state.asked])
    last = steps[-1][0]
    assert last.over
    assert last.result.reason != "abandoned"
    assert last.result.winners


@few
@given(positions(over=True), st.data())
def test_whoever_is_not_asked_may_do_nothing(state, data):
    seat = data.draw(st.sampled_from([*range(len(state.roles)), None]))
    before = state
    for move in (Roll(), Stop(), TimeUp(), Heal(None), React("bart", 0), Beers(()), Gatling()):
        if seat == state.asked:
            continue
        with pytest.raises(IllegalMove) as refused:
            rules.check(state, seat, move)
        if state.over:
            assert refused.value.code == "game_over"
        elif seat is not None and not state.alive[seat]:
            assert refused.value.code == "dead"
        else:
            assert refused.value.code == "not_your_turn"
    assert state == before


@few
@given(positions(), st.data())
def test_what_is_judged_legal_can_be_played_and_nothing_else(state, data):
    """Any move at all: either it is refused, and the position stands, or it is played and keeps
    what always holds."""
    number = st.integers(-1, 9)
    numbers = st.lists(number, max_size=6).map(tuple)
    move = data.draw(
        st.one_of(
            st.builds(Heal, st.none() | number),
            st.builds(Reroll, numbers),
            st.builds(Shots, st.lists(st.tuples(number, number), max_size=6).map(tuple)),
            st.builds(
                Shots,
                st.lists(st.tuples(number, number), max_size=6).map(tuple),
                st.builds(Slab, number, number),
            ),
            st.builds(Beers, numbers),
            st.builds(Gatling, numbers),
            st.builds(React, st.sampled_from(["bart", "pedro"]), number),
            st.sampled_from([Roll(), Stop(), TimeUp()]),
        )
    )
    copy = State(**{name: getattr(state, name) for name in State.__slots__})
    try:
        rules.check(state, state.asked, move)
    except IllegalMove as refused:
        from games.bang_dice.texts import REFUSALS

        assert refused.code in REFUSALS
    else:
        after, _ = rules.play(state, move, playout.throw_of(Random(1)))
        assert after.pile + sum(after.arrows) == 9
        assert after.step == state.step + 1
    assert state == copy


@few
@given(positions())
def test_what_is_listed_for_a_seat_is_what_the_judge_passes(state):
    view = rules.view(state, state.asked)
    moves = rules.legal_moves(view, state.asked)
    if moves is None:
        assert state.phase in ("shots", "beers", "gatling")
        return
    for move in moves:
        rules.check(state, state.asked, move)
    assert len(set(moves)) == len(moves)
    if state.phase == "roll" and state.dice is not None:
        free = 5 - len(view.locked)
        assert len(moves) == 2**free


@few
@given(positions())
def test_what_the_clock_plays_is_legal(state):
    rules.check(state, state.asked, rules.default(Shootout(state)))


@pytest.mark.parametrize(
    ("state", "move"),
    [
        (at("sid_ketchum black_jack lucky_duke", phase="start", life=(5, 1, 8)), Heal(0)),
        (at("sid_ketchum black_jack lucky_duke", phase="start", life=(8, 1, 8)), Heal(None)),
        (at("black_jack lucky_duke rose_doolan"), Roll()),
        (at("black_jack lucky_duke rose_doolan", dice="one one one one one"), Stop()),
        (
            at(
                "black_jack lucky_duke rose_doolan jourdonnais",
                phase="shots",
                dice="one one two beer beer",
                life=(10, 7, 9, 7),
            ),
            # The hits of the first die do not count for the second; ties go to the left.
            Shots(((0, 1), (1, 1), (2, 2))),
        ),
        (
            at(
                "jesse_jones lucky_duke rose_doolan",
                phase="beers",
                dice="beer beer beer beer one",
                life=(4, 7, 3),
            ),
            Beers((0, 0, 0, 2)),
        ),
        (
            at(
                "kit_carlson lucky_duke rose_doolan",
                phase="gatling",
                dice="gatling gatling one one one",
                arrows=(1, 3, 0),
            ),
            Gatling((0,)),
        ),
    ],
)
def test_what_the_clock_plays(state, move):
    assert rules.default(Shootout(state)) == move


# --- refusals -------------------------------------------------------------------------------------

FOUR = "black_jack lucky_duke rose_doolan willy_the_kid"
SHOOTING = at(FOUR, phase="shots", dice="one two beer beer gatling", life=(10, 8, 0, 8))
SLAB = at(
    "slab_the_killer lucky_duke rose_doolan willy_the_kid",
    phase="shots",
    dice="one two beer beer gatling",
)
DRINKING = at(FOUR, phase="beers", dice="arrow arrow beer beer gatling", life=(10, 8, 0, 8))
KIT = at(
    "kit_carlson lucky_duke rose_doolan willy_the_kid",
    phase="gatling",
    dice="gatling gatling arrow arrow one",
    arrows=(0, 1, 0, 3),
)
THROWN = at("lucky_duke black_jack rose_doolan willy_the_kid", dice="dynamite one two beer arrow")
HIT = at(
    "black_jack bart_cassidy rose_doolan willy_the_kid",
    phase="shots",
    dice="one one beer beer gatling",
    arrows=(4, 0, 3, 0),
)
SID = at("sid_ketchum lucky_duke rose_doolan willy_the_kid", phase="start", life=(1, 8, 0, 8))


@pytest.mark.parametrize(
    ("state", "move", "code"),
    [
        (SHOOTING, Roll(), "wrong_phase"),
        (at(FOUR), Stop(), "wrong_phase"),
        (at(FOUR), Reroll((0,)), "wrong_phase"),
        (THROWN, Roll(), "wrong_phase"),
        (THROWN, Reroll(()), "empty_set"),
        (THROWN, Reroll((1, 1)), "repeated_die"),
        (THROWN, Reroll((1, 5)), "bad_die"),
        (THROWN, Reroll((0, 1)), "locked_die"),
        (at(FOUR, dice="one one one one one"), Reroll((1,)), "no_rolls_left"),
        (SHOOTING, Shots(((0, 1),)), "unassigned_dice"),
        (SHOOTING, Shots(((0, 1), (1, 2))), "dead_target"),
        (SHOOTING, Shots(((0, 1), (1, 0))), "out_of_range"),
        (SHOOTING, Shots(((0, 1), (1, 9))), "out_of_range"),
        (SHOOTING, Shots(((0, 1), (0, 3), (1, 1))), "repeated_die"),
        (SHOOTING, Shots(((0, 1), (1, 1), (2, 1))), "bad_die"),
        (SHOOTING, Shots(((0, 1), (1, 1)), Slab(2, 0)), "bad_slab"),
        (SLAB, Shots(((0, 1), (1, 2)), Slab(0, 1)), "bad_slab"),
        (SLAB, Shots(((0, 1), (1, 2)), Slab(2, 4)), "bad_slab"),
        (DRINKING, Beers((0,)), "unassigned_dice"),
        (DRINKING, Beers((0, 0, 0)), "too_many"),
        (DRINKING, Beers((0, 2)), "dead_target"),
        (DRINKING, Beers((0, 4)), "out_of_range"),
        (KIT, Gatling((1, 1)), "no_arrow_there"),
        (KIT, Gatling((0,)), "no_arrow_there"),
        (KIT, Gatling((3, 3, 3)), "too_many"),
        (SID, Heal(2), "dead_target"),
        (SID, Roll(), "wrong_phase"),
    ],
)
def test_each_refusal_has_its_code(state, move, code):
    with pytest.raises(IllegalMove) as refused:
        rules.check(state, 0, move)
    assert refused.value.code == code


def test_a_shot_is_doubled_once_a_turn():
    state = State(**{**{n: getattr(SLAB, n) for n in State.__slots__}, "spent": 2})
    with pytest.raises(IllegalMove) as refused:
        rules.check(state, 0, Shots(((0, 1), (1, 2)), Slab(3, 0)))
    assert refused.value.code == "already_doubled"


def test_who_is_hit_decides_for_himself_and_within_limits():
    state, _ = rules.play(HIT, Shots(((0, 1), (1, 1))), lambda n: ())
    assert (state.phase, state.asked, state.turn) == ("bart", 1, 0)
    for seat, move, code in (
        (0, React("bart", 1), "not_your_turn"),
        (1, React("pedro", 1), "wrong_phase"),
        (1, React("bart", 2), "last_arrow"),
        (1, React("bart", 3), "too_many"),
        (1, Beers((0, 0)), "wrong_phase"),
    ):
        with pytest.raises(IllegalMove) as refused:
            rules.check(state, seat, move)
        assert refused.value.code == code
    state, _ = rules.play(state, React("bart", 1), lambda n: ())
    assert (state.life[1], state.arrows[1], state.pile) == (7, 1, 1)
    assert (state.phase, state.asked) == ("beers", 0)


def test_a_game_without_end_is_closed_after_500_turns():
    state = at(FOUR, phase="beers", dice="arrow arrow beer dynamite gatling", turns=500)
    state, _ = rules.play(state, Beers((0,)), lambda n: ())
    assert state.result.reason == "abandoned"
    assert rules.outcome(state).is_draw


def test_cards_and_seats_are_dealt_by_the_number_of_players():
    from games.chance import TableChance

    for seats in range(3, 9):
        options = Options(shuffle_seats=True)
        state, _ = rules.start(options, seats, TableChance("seed", 0))
        assert sorted(state.roles) == sorted(ROLES[seats])
        assert len(set(state.characters)) == seats
        assert sorted(state.order) == list(range(seats))
        assert state.roles[state.turn] == ("deputy" if seats == 3 else "sheriff")
        assert state.pile == 9
