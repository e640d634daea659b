"""Options, moves and content as they come from outside."""

from __future__ import annotations

from random import Random

import pytest

from games.game import InvalidMove, InvalidOptions
from games.rang_ro.core import cards
from games.rang_ro.core.moves import Move, decode
from games.rang_ro.core.world import World, world_of
from games.rang_ro.game import GAME

from .playing import CONTENT, begin


def test_a_game_against_the_clock_needs_a_clock():
    with pytest.raises(InvalidOptions) as refusal:
        GAME.read_options({"way": 3})
    assert refusal.value.code == "way_3_needs_limit"
    assert GAME.read_options({"way": 3, "time_limit_min": 25}).conditions == 1


@pytest.mark.parametrize("name", GAME.presets)
def test_ready_made_rules_can_be_read(name):
    options = GAME.read_options(GAME.presets[name])
    assert GAME.read_options(GAME.write_options(options)) == options


def test_quests_go_by_the_number_of_players_in_a_lesson():
    sizes = [begin(Random(1), ("",) * n, **GAME.presets["tiet_hoc"]).size for n in (2, 3, 4, 6)]
    assert sizes == [5, 5, 3, 3]


@pytest.mark.parametrize(
    "data",
    [
        None,
        "earn",
        {},
        {"t": "fly"},
        {"t": "earn", "x": "7"},
        {"t": "earn", "x": True},
        {"t": "earn", "y": 7},
        {"t": "move", "by": "car", "path": "ha-noi"},
        {"t": "move", "by": "car", "path": [1]},
        {"t": "move", "by": "x" * 50},
        {"t": "answer", "lock": 1},
        {"t": ["earn"]},
    ],
)
def test_what_is_no_move_is_said_to_be_none(data):
    with pytest.raises(InvalidMove):
        decode(data)


def test_moves_are_written_down_in_a_line():
    move = Move("move", by="car", path=("ha-nam", "nam-dinh"), attach=("TICKET",))
    assert GAME.notation(move) == "move car ha-nam+nam-dinh TICKET"


def test_edited_cards_are_checked_against_what_the_engine_can_do():
    assert cards.problems(CONTENT["cards"]) == []
    assert cards.problems({"FUND": {"count": 4, "amount": 5}}) == []
    for code, row in {
        "BOMB": {"count": 1},
        "FUND": {"count": -1},
        "SHARE": {"count": 1, "amount": 4},
        "STORM": {"count": 1, "hostile": False},
    }.items():
        assert cards.problems({code: row}), code


def test_a_content_that_does_not_fit_together_is_refused():
    people = {"homes": ["ha-noi"], "quests": {"3": [["ha-noi"], ["ha-noi", "hue"], []]}}
    with pytest.raises(ValueError) as problem:
        World({**CONTENT, "peoples": {"1": people}})
    for word in ("no province hue", "overlap", "empty"):
        assert word in str(problem.value)


def test_the_world_of_a_content_is_read_once():
    assert world_of(CONTENT) is world_of(CONTENT)
    assert world_of(dict(CONTENT)) is not world_of(CONTENT)
