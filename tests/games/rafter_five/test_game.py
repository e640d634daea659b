"""Rafter Five at a table: the contract over the rules."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chance import TableChance
from games.game import IllegalMove, InvalidOptions
from games.rafter_five import bots, rules, stability, texts
from games.rafter_five.game import GAME, LATE_SECONDS
from games.rafter_five.moves import Draw, Late, Lift
from games.rafter_five.solver import NotJudged

from .rafts import STANDARD, after, begin, fewer, seeds, step, to_load, whole_game

ROOT = Path(__file__).resolve().parents[3]

#: Another process: judges all moves anew, then plays them again from what was stored, while
#: nothing can be judged.
AGAIN = """
import hashlib, json, sys
from games.chance import TableChance
from games.rafter_five import stability
from games.rafter_five.game import GAME
def never(*_, **__): raise AssertionError("judged again")
def fold(first, log, seed=None):
    state, told = GAME.decode(first), []
    for data, record, _, seat in log:
        move = GAME.decode_move(data)
        if seed:
            step = GAME.play(state, seat, move, {}, TableChance(seed, state.moves + 1))
        else:
            step = GAME.replay(state, seat, move, record, {})
        state = step.state
        told.append([event.encode() for event in step.events])
    text = json.dumps([GAME.encode(state), told], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
games = [json.loads(line) for line in sys.stdin]
print(*(fold(*game) for game in games))
stability.judge = stability.settle = never
print(*(fold(first, log) for first, log, seed in games))
"""


def digest(state, log):
    told = [events for _, _, events, _ in log]
    text = json.dumps([GAME.encode(state), told], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def test_games_end_and_come_to_the_same_in_another_process_judged_anew_or_not_at_all():
    games = [
        whole_game(7, 5, tremor="light", leaning=True, nails=True, joints=True),
        whole_game(3, 1),
    ]
    seeds = ["game 7", "game 3"]
    stored = "\n".join(
        json.dumps([GAME.encode(first), log, seed])
        for (first, log, _), seed in zip(games, seeds, strict=True)
    )
    again = subprocess.run(
        [sys.executable, "-c", AGAIN], input=stored, capture_output=True, text=True, cwd=ROOT
    )
    assert again.returncode == 0, again.stderr
    mine = " ".join(digest(state, log) for _, log, state in games)
    assert again.stdout.splitlines() == [mine, mine]
    for _, log, state in games:
        assert GAME.outcome(state).reason in texts.REASONS
        assert [event[0] for event in log[-1][2]][-1] == "over"


@fewer
@given(seeds, st.integers(1, 6))
def test_states_and_views_go_through_json_without_loss(seed, seats):
    rng = Random(seed)
    state = begin(seats, f"{seed}", leaning=True)
    decisions = set()
    for _ in range(rng.randrange(12)):
        if state.over:
            break
        name = GAME.decision(state)
        assert len(name) <= 40 and name not in decisions
        decisions.add(name)
        move = bots.random_move(state, rng)
        move = Late(move) if rng.random() < 0.2 else move
        GAME.check(state, state.turn, move, {})
        chance = TableChance(f"{seed}", state.moves + 1)
        done = GAME.play(state, state.turn, move, {}, chance)
        record = json.loads(json.dumps(done.record))
        stored = GAME.decode(json.loads(json.dumps(GAME.encode(state))))
        assert stored == state
        assert GAME.replay(stored, state.turn, move, record, {}) == done
        assert rules.all_in_place(done.state)
        state = done.state
    json.dumps(GAME.encode_view(GAME.view(state, None, {})))


def test_the_order_of_the_pile_is_in_no_view():
    state = to_load(begin(3, first=1))
    other = step(begin(3, seed="other", first=1), STANDARD).state
    for seat in (None, 0, 1, 2):
        view = GAME.view(state, seat, {})
        assert set(view.state.pile) == {0} and len(view.state.pile) == 41
        assert "pile" not in str(GAME.encode_view(view)).replace("'pile': 41", "")
    mine = step(begin(3, first=1), STANDARD).state
    assert mine.pile != other.pile
    assert GAME.view(mine, 0, {}) == GAME.view(other, 0, {})


def test_events_tell_a_drawn_plank_and_no_other():
    state = after(begin(2, first=1), STANDARD, {"type": "lift", "rafter": 1})
    (event,) = step(state, {"type": "draw", "plank": "pile"}).events
    assert event.facts == {"seat": 0, "plank": state.pile[0], "from": "pile"}


def test_rafters_and_planks_are_listed_places_are_not():
    state = after(begin(2, first=1), STANDARD)
    view = GAME.view(state, 0, {})
    assert GAME.legal_moves(view, 0) == [Lift(n) for n in range(1, 6)]
    assert GAME.legal_moves(view, 1) == []
    state = after(state, {"type": "lift", "rafter": 1})
    assert GAME.legal_moves(GAME.view(state, 0, {}), 0) == [Draw()]
    state = after(state, {"type": "draw", "plank": "pile"})
    assert GAME.legal_moves(GAME.view(state, 0, {}), 0) is None


def test_the_daily_sea_is_the_same_for_everybody_who_plays_alone():
    today = {"day": "2026-11-30", "seed": "secret of the day"}
    other = {"day": "2026-12-01", "seed": "another secret"}
    one, two = (begin(1, seed=seed, content=today, daily=True) for seed in "ab")
    assert one.pile == two.pile and one.day == "2026-11-30"
    assert begin(1, content=other, daily=True).pile != one.pile
    assert begin(2, seed="a", content=today, daily=True).pile != one.pile
    assert begin(1, seed="a", content=today).day == ""
    assert "secret" not in json.dumps(GAME.encode(one))


def test_clocks():
    state = to_load(begin(2, first=1, seconds=60))
    assert GAME.deadlines(state) == {0: 60}
    assert GAME.deadlines(begin(2, seconds=0)) == GAME.deadlines(begin(1, seconds=60)) == {}
    held = after(begin(2, first=1, seconds=60), STANDARD, {"type": "lift", "rafter": 2})
    held = after(held, {"type": "draw", "plank": "pile"})
    for seconds in (60, 30, 15, 10, 10):
        held = after(held, {"type": "lay", "x": 0, "y": 0, "rot": 0})
        assert GAME.deadlines(held) == {0: seconds}


def test_when_a_clock_runs_out_the_rest_of_the_turn_is_played():
    state = after(begin(2, first=1, seconds=60), STANDARD)
    played = 0
    while state.turn == 0:
        view = GAME.view(state, 0, {})
        move = GAME.default_move(view, 0, TableChance("s", state.moves + 1, "default"))
        assert move == GAME.default_move(view, 0, TableChance("s", state.moves + 1, "default"))
        state = step(state, GAME.encode_move(move)).state
        played += 1
        if state.turn == 0:
            assert GAME.deadlines(state) == {0: LATE_SECONDS}
    assert played >= 2 and GAME.deadlines(state) == {1: 60}


def test_no_verdict_is_a_refusal_that_changes_nothing(monkeypatch):
    state = after(begin(2, first=1), STANDARD)

    def fails(*_, **__):
        raise NotJudged("Unknown")

    monkeypatch.setattr(stability, "minimise", fails)
    with pytest.raises(IllegalMove) as refused:
        step(state, {"type": "lift", "rafter": 1})
    assert "Unknown" in str(texts.REFUSALS["not_judged"]) % refused.value.facts


def test_options_presets_and_their_words():
    for name, raw in GAME.presets.items():
        assert GAME.write_options(GAME.read_options(raw)) == raw
        assert all(str(text) for text in texts.PRESETS[name])
    assert next(iter(GAME.presets.values())) == GAME.write_options(rules.Options())
    assert set(texts.OPTIONS) == set(GAME.write_options(rules.Options()))
    for name, values in texts.VALUES.items():
        for value in values:
            GAME.read_options({name: value})
    assert set(texts.LEVELS) == set(GAME.bots)
    for raw in ({"tremor": "wild"}, {"first": 7}, {"seconds": 61}, {"nails": 1}, {"sea": 1}):
        with pytest.raises(InvalidOptions):
            GAME.read_options(raw)
