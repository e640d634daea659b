"""Computer players, and what may be asked beforehand."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.game import IllegalMove
from games.rafter_five import bots, hints, playout, rules, stability
from games.rafter_five.game import GAME
from games.rafter_five.moves import Lay, Load, Man, Stuck
from games.rafter_five.pieces import plank
from games.rafter_five.rulings import judge

from .rafts import STANDARD, after, at, begin, fewer, seeds, to_load


@fewer
@given(seeds, st.sampled_from(["random", *bots.LEVELS]))
def test_a_bot_makes_legal_moves_from_a_view_and_the_same_ones_again(seed, level):
    state = begin(2, f"{seed}")
    rng = Random(seed)
    for _ in range(6):
        if state.over:
            break
        view = GAME.view(state, state.turn, {})
        again = rng.getstate()
        move = playout.chooser(level, rng)(view.state)
        GAME.check(state, state.turn, move, {})
        twin = Random()
        twin.setstate(again)
        assert playout.chooser(level, twin)(view.state) == move
        state = after(state, GAME.encode_move(move))


@pytest.mark.parametrize("level", bots.LEVELS)
def test_no_decision_takes_more_than_twelve_judgements(level, monkeypatch):
    counted = []
    judge = stability.judge
    monkeypatch.setattr(stability, "judge", lambda *a, **k: counted.append(1) or judge(*a, **k))
    state = after(begin(2, first=1), STANDARD)
    for _ in range(4):
        counted.clear()
        move = bots.choose(state, bots.LEVELS[level], Random(3))
        assert len(counted) <= bots.JUDGEMENTS
        state = after(state, GAME.encode_move(move))


@pytest.mark.parametrize("level", GAME.bots)
def test_every_bot_moves_at_a_table(level):
    state = to_load(begin(2, first=1))
    bot = GAME.bots[level]
    for budget in (bot.budget, 0.0):
        move = bot.choose(GAME, GAME.view(state, 0, {}), 0, budget, Random(1))
        GAME.check(state, 0, move, {})


def test_no_bot_moves_when_the_game_is_over():
    state = begin(2)
    over = GAME.play(state, None, GAME.table_move(state, "end", None, ""), {}, None).state
    with pytest.raises(ValueError, match="over"):
        bots.choose(over, bots.LEVELS["mate"], Random(1))


def test_what_a_skipper_builds_stands_for_some_turns():
    rng = Random(5)
    state = begin(1)
    while not state.over and state.turns < 3:
        move = bots.choose(state, bots.LEVELS["skipper"], rng)
        state = after(state, GAME.encode_move(move))
    assert state.chests_on_raft() == 3


def test_the_figures_of_random_games():
    found = playout.playout(2, 1, Random(5), "random", rules.Options())
    figures = {figure.metric: figure.value for figure in found}
    assert figures["turns"] >= 1 and figures["falls"] > 0 and figures["full"] == 0
    assert figures["score"] == figures["chests"] or figures["score"] < 10


def test_bots_that_find_no_place_look_further_or_say_so(monkeypatch):
    state = after(begin(2, first=1), STANDARD, {"type": "lift", "rafter": 2})
    state = after(state, {"type": "draw", "plank": "pile"}, {"type": "lay", **at(0, 0)._asdict()})
    monkeypatch.setattr(bots, "DRAWS", 0)
    monkeypatch.setattr(bots.search, "places_on", lambda *_: iter(()))
    for way, expected in (((at(1, 2), at(0, 0), at(0, 0)), Lay(at(1, 2))), (None, Stuck())):
        monkeypatch.setattr(bots.search, "way_out", lambda *_, way=way: way)
        assert bots.random_move(state, Random(1)) == expected
        assert bots.choose(state, bots.LEVELS["mate"], Random(1)) == expected


def test_a_bold_bot_plays_too():
    state = to_load(begin(2, first=1))
    GAME.check(state, 0, bots.choose(state, bots.BOLD, Random(2)), {})


# --- hints ---------------------------------------------------------------------------------------


def test_a_preview_says_whether_a_place_is_free_and_what_is_in_the_way():
    state = to_load(begin(2, first=1))
    free = hints.preview(state, Load(0, at(-15, 0)))
    assert (free.code, free.piece.id) == (None, "c1")
    taken = hints.preview(state, Load(0, at(15, 0)))
    assert (taken.code, taken.facts["piece"]) == ("on_piece", "r2")
    with pytest.raises(IllegalMove) as refused:
        hints.preview(state, Lay(at(0, 0)))
    assert refused.value.code == "wrong_phase"


def test_a_preview_never_judges(monkeypatch):
    monkeypatch.setattr(stability, "judge", None)
    state = after(begin(2, first=1), STANDARD)
    state = rules.State(**{**vars_of(state), "phase": "lay", "drawn": 1, "hand": 2})
    # It would fall, and nobody is told.
    assert hints.preview(state, Lay(at(80, 0))).code is None


def vars_of(state):
    return {name: getattr(state, name) for name in state.__slots__}


def test_only_learners_are_told_what_would_fall():
    state = to_load(begin(2, first=1))
    for ask in (hints.forecast, lambda state, move: GAME.foresee(GAME.view(state, 0, {}), move)):
        with pytest.raises(IllegalMove) as refused:
            ask(state, Load(0, at(-15, 0)))
        assert refused.value.code == "no_forecast"
    state = to_load(begin(2, first=1, learner=True))
    assert hints.forecast(state, Load(0, at(-15, 0))).waves == ()
    assert GAME.foresee(GAME.view(state, 0, {}), Load(0, at(-15, 0))) == []


def test_readings_are_kept_with_the_judgement_at_tables_for_learners_alone():
    def let_go(**options):
        state = after(begin(2, first=1, **options), STANDARD, {"type": "lift", "rafter": 2})
        state = after(state, {"type": "draw", "plank": "pile"})
        state = after(state, {"type": "lay", "x": 0, "y": 0, "rot": 0})
        return state, GAME.play(state, 0, Man(at(0, 0)), {}, None)

    state, done = let_go(learner=True)
    (stands,) = (event.facts for event in done.events if event.kind == "stands")
    (read,) = stands["readings"]
    assert read["id"] == f"p{state.drawn}" and read["margin"] > 0
    assert read["rests_on"] == {"base": pytest.approx(read["load"], abs=2e-3)}
    again = GAME.replay(state, 0, Man(at(0, 0)), json.loads(json.dumps(done.record)), {})
    assert [event.encode() for event in again.events] == [event.encode() for event in done.events]
    _, other = let_go()
    assert "readings" not in json.dumps([event.encode() for event in other.events])


def test_after_a_fall_the_readings_are_of_what_still_stands():
    standing = (plank(9, at(0, 0)), plank(12, at(0, 0))._replace(z=2.0))
    hanging = plank(10, at(0, 60))
    judged = judge((*standing, hanging), frozenset({hanging.id}), readings=True)
    assert judged.fallen == ["p10"]
    assert {read["id"] for read in judged.readings} == {"p9", "p12"}
    margins = [read["margin"] for read in judged.readings]
    assert margins == sorted(margins)


def test_a_forecast_is_what_then_happens():
    state = after(begin(2, first=1, learner=True), STANDARD, {"type": "lift", "rafter": 2})
    state = after(state, {"type": "draw", "plank": "pile"})
    state = after(state, {"type": "lay", "x": 70, "y": 0, "rot": 0})
    found = hints.forecast(state, Man(at(80, 0)))
    assert found.waves and found.why[0]["margin"] < 0
    done = GAME.play(state, 0, Man(at(80, 0)), {}, None)
    (fall,) = (event.facts for event in done.events if event.kind == "fall")
    assert [tuple(wave) for wave in fall["waves"]] == list(found.waves)
