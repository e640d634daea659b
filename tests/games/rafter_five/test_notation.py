"""Games as text: written, read again, told by `manage.py replay`; contradictions are refused."""

from __future__ import annotations

import doctest
from random import Random

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from games.chance import TableChance
from games.game import IllegalMove, InvalidMove
from games.rafter_five import bots, moves, notation, stability
from games.rafter_five.game import GAME
from games.rafter_five.notation import InvalidText, Made
from games.rafter_five.pieces import STANDARD
from games.rafter_five.rules import Options


@pytest.fixture(autouse=True)
def toys():
    """No toys here: the games as they are offered."""


def played(seed: str, seats: int = 2, **options) -> notation.Record:
    """A random game, to its end."""
    rng, made = Random(seed), []
    state = start = GAME.start(Options(**options), [""] * seats, {}, TableChance(seed, 0)).state
    while not state.over:
        move = bots.random_move(state, rng)
        seat, chance = state.turn, TableChance(seed, state.moves + 1)
        done = GAME.play(state, seat, move, {}, chance)
        made.append(Made(seat, move, done.record))
        state = done.state
    game = notation.record(start, made)
    assert game.final == state
    return game


def test_the_examples_hold():
    assert doctest.testmod(notation).failed == 0


@pytest.mark.parametrize(
    ("seats", "options"),
    [(1, {}), (2, {"tremor": "brisk", "leaning": True}), (4, {"nails": True, "joints": True})],
)
def test_a_game_is_read_again_without_a_judgement(seats, options, monkeypatch):
    game = played(f"text/{seats}", seats, **options)
    monkeypatch.setattr(stability, "judge", None)
    again = notation.read(game.text())
    assert again == game
    assert again.text() == game.text()


def test_resigning_and_clocks_are_written_down_as_well():
    state = GAME.start(Options(), ["", ""], {}, TableChance("late", 0)).state
    late = moves.Late(moves.Rafters())
    own = moves.Rafters(tuple(pose._replace(rot=180.0) for pose in STANDARD))
    for first in (late, own):
        last = Made(None, moves.Word("resign", 1))
        game = notation.record(state, [Made(state.turn, first), last])
        assert notation.read(game.text()) == game
        assert game.final.reason == "resign"


numbers = st.integers(-9999, 9999).map(lambda n: n / 10)
turns = st.integers(0, 3599).map(lambda n: n / 10)


@given(st.sampled_from(["lay", "man", "load"]), numbers, numbers, turns, st.integers(0, 5))
def test_every_place_is_written_and_read(kind, x, y, rot, colour):
    move = moves.decode({"type": kind, "x": x, "y": y, "rot": rot, "colour": colour})
    assert notation.parse(moves.notation(move)) == move


@pytest.mark.parametrize(
    "text",
    ["", "fly", "lift 3", "lift r9", "lay 1 2 3", "lay nan 0.0 0.0", "lay 1e308 0.0 0.0",
     "load G 0.0 0.0 0.0", "draw p99", "draw p", "resign", "resign 9", "man 1.0 2.0",
     "load A 0.0 0.0", "rafters", "lift r３"],
)  # fmt: skip
def test_what_is_no_move_is_refused(text):
    with pytest.raises(InvalidMove):
        notation.parse(text)


GAME_TEXT = played("wrong").text()


@pytest.mark.parametrize(
    ("what", "old", "new"),
    [
        ("version", '[RafterFive "1"]', '[RafterFive "2"]'),
        ("version", '[RafterFive "1"]\n', ""),
        ("tag", '[Seats "2"]', '[Seats "2"]\n[Seats "2"]'),
        ("rules", "tremor=steady", "tremor=wild"),
        ("rules", "tremor=steady", "tremor"),
        ("start", '[Seats "2"]', '[Seats "7"]'),
        ("start", '[Pile "', '[Pile "1 '),
        ("start", '[Pile "', '[Pile "x '),
        ("line", "2. 1 lift", "2: 1 lift"),
        ("number", "\n2. ", "\n3. "),
        ("record", '{"judged":', '{"judged":{"waves":5},"no":'),
        ("record", '{"judged":', '{"judged":NaN,"no":'),
        ("record", '{"judged":', '{"judged"'),
        ("result", '[Result "', '[Result "no_'),
    ],
)
def test_what_contradicts_itself_is_refused(what, old, new):
    text = GAME_TEXT.replace("2. 2 lift", "2. 1 lift") if "2. 1" in old else GAME_TEXT
    with pytest.raises(InvalidText) as refused:
        notation.read(text.replace(old, new, 1))
    assert refused.value.facts["what"] == what


def test_a_move_that_the_rules_forbid_is_named():
    first = GAME_TEXT.index("\n1. ")
    text = GAME_TEXT[:first] + "\n1. 1 stuck\n"
    with pytest.raises(IllegalMove) as refused:
        notation.read(text)
    assert refused.value.facts["number"] == 1
    with pytest.raises(InvalidText):
        notation.read(GAME_TEXT + " " * notation.LONGEST)


def test_the_command_tells_a_game(tmp_path, capsys):
    game = played("told", 3)
    file = tmp_path / "game.txt"
    file.write_text(game.text())
    call_command("replay", str(file))
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 * len(game.made) + 2
    assert lines[-1].split()[0] == game.final.reason
    assert any("falls: " in line for line in lines)
    file.write_text(game.text().replace("[Result", "[Result2", 1))
    with pytest.raises(CommandError):
        call_command("replay", str(file))


@given(st.text(max_size=200))
def test_rubbish_is_refused_and_nothing_else(text):
    with pytest.raises((InvalidText, InvalidMove)):
        notation.read('[RafterFive "1"]\n' + text)
