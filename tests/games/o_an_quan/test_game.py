"""Ô ăn quan at a table: the contract over the rules."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.chance import ScriptedChance, TableChance
from games.game import Event, IllegalMove, InvalidMove, InvalidOptions
from games.o_an_quan import rules, texts
from games.o_an_quan.game import GAME, Word

from .games import few, positions

CHANCE = ScriptedChance([])


def start(**options):
    return GAME.start(GAME.read_options(options), ["", ""], {}, CHANCE).state


@few
@given(positions(), st.booleans())
def test_state_and_moves_go_through_json_without_loss(state, given_up):
    if given_up and not state.over:
        word = GAME.table_move(state, "resign", 0, "")
        assert GAME.decode_move(json.loads(json.dumps(GAME.encode_move(word)))) == word
        state = GAME.play(state, None, word, {}, CHANCE).state
    assert GAME.decode(json.loads(json.dumps(GAME.encode(state)))) == state
    for move in rules.legal_moves(state):
        assert GAME.decode_move(json.loads(json.dumps(GAME.encode_move(move)))) == move


@few
@given(st.integers(0, 2**32))
def test_a_whole_game_is_the_fold_of_its_moves(seed):
    rng = Random(seed)
    state = again = start(quan_non=True)
    decisions = set()
    while GAME.outcome(state) is None:
        (seat,) = GAME.to_act(state)
        assert set(GAME.deadlines(state)) == {seat}
        decisions.add(GAME.decision(state))
        move = rng.choice(GAME.legal_moves(GAME.view(state, seat, {}), seat))
        assert not GAME.legal_moves(GAME.view(state, 1 - seat, {}), 1 - seat)
        GAME.check(state, seat, move, {})
        step = GAME.play(state, seat, move, {}, CHANCE)
        assert GAME.replay(again, seat, move, step.record, {}) == step
        state = again = step.state
        json.dumps([event.encode() for event in step.events])
    assert len(decisions) == state.ply
    assert not GAME.to_act(state) and not GAME.deadlines(state)


def test_events_name_squares_and_players():
    step = GAME.play(start(), 0, rules.Move.parse("B2c"), {}, CHANCE)
    told = [(event.kind, event.facts) for event in step.events]
    assert told[0] == ("lift", {"square": "B2", "stones": 5})
    assert told[1] == ("drop", {"square": "B1", "left": 4})
    assert told[-2:] == [
        ("capture", {"square": "B1", "citizens": 6, "mandarin": False}),
        ("stop", {"code": "chain_end", "square": "QL"}),
    ]


def test_the_end_is_told():
    state = GAME.play(start(), 0, rules.Move.parse("B1c"), {}, CHANCE).state
    step = GAME.play(state, 1, rules.Move.parse("Y3c"), {}, CHANCE)
    assert step.events[-1].kind == "end"
    assert step.events[-1].facts == {
        "reason": "het_quan",
        "points": {"blue": 17, "yellow": 41},
        "unclaimed": 2,
        "winner": "Y",
    }
    outcome = GAME.outcome(step.state)
    assert (outcome.places, outcome.points, outcome.reason) == ((2, 1), (17, 41), "het_quan")


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (0, "Y1a", "not_own"),
        (1, "Y1a", "not_own"),
        (1, "B1a", "not_own"),
        (0, "QLa", "mandarin_square"),
        (0, {"word": "resign", "winner": 0}, "table_only"),
    ],
)
def test_what_a_seat_may_not_do_has_a_code_and_a_sentence(seat, move, code):
    with pytest.raises(IllegalMove) as refused:
        GAME.check(start(), seat, GAME.decode_move(move), {})
    assert refused.value.code == code
    assert str(texts.REFUSALS[code])


@pytest.mark.parametrize(
    "data", [None, 5, [], {}, "B9a", {"word": "win"}, {"word": "resign", "winner": 4}]
)
def test_what_cannot_be_read_is_refused(data):
    with pytest.raises(InvalidMove):
        GAME.decode_move(data)


@pytest.mark.parametrize("raw", [{"quan_value": 7}, {"end": "never"}, {"colour": "red"}])
def test_options_that_do_not_exist_are_refused(raw):
    with pytest.raises(InvalidOptions):
        GAME.read_options(raw)


def test_presets_are_options_and_the_first_is_the_default():
    assert [GAME.read_options(raw) for raw in GAME.presets.values()] == list(rules.PRESETS.values())
    assert next(iter(GAME.presets.values())) == GAME.write_options(rules.Options())
    for name, option in texts.VALUES.items():
        for value in option:
            GAME.read_options({name: value})


@few
@given(positions())
def test_a_clock_that_runs_out_makes_a_legal_move(state):
    assume(not state.over)
    seat = state.side
    move = GAME.default_move(GAME.view(state, seat, {}), seat, TableChance("seed", state.ply))
    GAME.check(state, seat, move, {})


@pytest.mark.parametrize("level", GAME.bots)
def test_every_bot_moves(level):
    state = start()
    bot = GAME.bots[level]
    move = bot.choose(GAME, GAME.view(state, 0, {}), 0, bot.budget, Random(1))
    GAME.check(state, 0, move, {})


def test_giving_up_and_being_stopped():
    state = GAME.play(start(), 0, rules.Move.parse("B2c"), {}, CHANCE).state
    resigned = GAME.play(state, None, GAME.table_move(state, "resign", 0, ""), {}, CHANCE).state
    assert GAME.outcome(resigned).places == (2, 1)
    stopped = GAME.play(state, None, GAME.table_move(state, "end", None, ""), {}, CHANCE).state
    # Blue has won six, and four of Yellow's squares hold six or more each.
    assert rules.outcome(stopped).points == rules.count(state)
    assert GAME.outcome(stopped).reason == "agreed"
    assert GAME.table_move(stopped, "end", None, "") is None
    assert GAME.table_move(state, "join", None, "") is None
    with pytest.raises(IllegalMove):
        GAME.check(stopped, None, Word("agreed", None), {})


def test_a_turn_is_shown_for_so_long_as_the_page_takes():
    """One step before and two after, twice the time where a hand lifts, wins or looks; a long turn
    takes about as long as a short one."""
    short = [Event(kind) for kind in ("lift", "drop", "drop", "drop", "stop", "settle")]
    assert GAME.showing(short) == pytest.approx(0.18 * (1 + 2 + 3 + 2 + 2))
    assert GAME.showing(()) == GAME.showing([Event("end")]) == 0
    assert 1.5 < GAME.showing(short * 20) < 2.5
