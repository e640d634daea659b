"""Computer players: legal, explainable from their seed, and each stronger than the one below."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.o_an_quan import bots, playout, rules
from games.o_an_quan.bots import LEVELS
from games.o_an_quan.notation import parse
from games.o_an_quan.rules import PRESETS
from games.tournament import meeting

from .games import few, positions, seeds

QUICK = [name for name in LEVELS if name != "master"]


@few
@given(positions(), st.sampled_from(QUICK), seeds)
def test_a_bot_makes_a_legal_move_and_the_same_one_again(state, level, seed):
    assume(not state.over)
    chosen = bots.choose(state, LEVELS[level], Random(seed))
    assert chosen in rules.legal_moves(state)
    assert bots.choose(state, LEVELS[level], Random(seed)) == chosen


def test_no_bot_moves_when_the_game_is_over():
    over = parse("0,0,0,0,0/0,0,0,0,0/0,0 - 25:1:0 25:1:0 0 21")
    with pytest.raises(ValueError, match="over"):
        bots.choose(over, LEVELS["easy"], Random(1))


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_a_careful_bot_ends_a_won_game_at_once(level):
    state = parse("0,2,0,1,0/3,0,0,1,0/0q,4q B 20:0:0 19:0:0 0 20")
    for seed in range(5):
        assert str(bots.choose(state, LEVELS[level], Random(seed))) == "B1a"


def test_a_bot_does_not_always_open_alike():
    opened = {bots.choose(rules.start(), LEVELS["medium"], Random(seed)) for seed in range(20)}
    assert len(opened) > 1
    assert not {str(move) for move in opened} & {"B1c", "B5a"}


def test_the_master_looks_eight_turns_ahead_and_further_while_there_is_time():
    seen = []

    def enough(positions):
        seen.append(positions)
        return len(seen) > 100

    bots.choose(rules.start(PRESETS["quan_non"]), LEVELS["master"], Random(1), enough=enough)
    assert len(seen) > 100


def test_a_master_without_time_still_moves():
    move = bots.choose(rules.start(), LEVELS["master"], Random(1), stop=lambda positions: True)
    assert move in rules.legal_moves(rules.start())


def duel(strong, weak, pairs, options):
    """Wins of `strong` per game, a draw is half, in pairs of games with the starter exchanged."""
    played = meeting(strong, weak, pairs, partial(playout.versus, options=options), Random(1))
    return (played.wins + played.draws / 2) / played.games


@pytest.mark.parametrize(
    ("strong", "weak", "least"),
    [("beginner", "random", 0.55), ("easy", "beginner", 0.5), ("medium", "easy", 0.55)],
)
def test_a_level_beats_the_one_below(strong, weak, least):
    assert duel(strong, weak, 25, PRESETS["quan_non"]) > least


def test_hard_beats_medium_clearly_where_a_mandarin_is_protected():
    assert duel("hard", "medium", 10, PRESETS["quan_non"]) >= 0.75
