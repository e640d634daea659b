"""The six boards of the tutorial, hints and the analysis of a game."""

from __future__ import annotations

import pytest
from hypothesis import assume, given

from games.o_an_quan import hints, rules, texts
from games.o_an_quan.lessons import LESSONS
from games.o_an_quan.notation import parse
from games.o_an_quan.rules import Capture, Dispatch, Drop, End, Lift, Move, Stop

from .games import few, positions

TASKS = {task.key: task for lesson in LESSONS for task in lesson.tasks}


def last(events):
    return rules.SQUARES[[event.square for event in events if isinstance(event, Drop)][-1]]


def of(kind, events):
    return [event for event in events if isinstance(event, kind)]


#: What each task asks for, as a test of what happened.
GOALS = {
    "sow": lambda events: last(events) == "B4",
    "relay": lambda events: len(of(Lift, events)) == 3,
    "win": lambda events: any(rules.SQUARES[won.square] == "B1" for won in of(Capture, events)),
    "chain": lambda events: len(of(Capture, events)) == 2,
    "mandarin": lambda events: any(won.mandarin for won in of(Capture, events)),
    "quan_next": lambda events: of(Stop, events)[0].code == "quan_next",
    "two_empty": lambda events: of(Stop, events)[0].code == "two_empty",
    "dispatch": lambda events: bool(of(Dispatch, events)) and last(events)[0] == "B",
    "home": lambda events: bool(of(End, events)),
}


@pytest.mark.parametrize("key", GOALS)
def test_a_task_has_exactly_one_right_answer(key):
    task = TASKS[key]
    right = []
    for move in rules.legal_moves(task.state):
        accepted, _, events = task.try_move(move)
        assert accepted == GOALS[key](events)
        right += [str(move)] if accepted else []
    assert right == [task.answer]


def test_six_boards_and_words_for_each():
    assert len(LESSONS) == 6
    assert set(TASKS) == set(GOALS) == set(texts.TASKS)
    assert {lesson.key for lesson in LESSONS} == set(texts.LESSONS)


def test_a_preview_shows_the_path():
    shown = hints.preview(rules.start(), Move.parse("B2c"))
    assert [rules.SQUARES[at] for at in shown.lifted] == ["B2", "Y4"]
    assert (rules.SQUARES[shown.last], shown.points) == ("B3", 6)
    assert shown.won == (Capture(1, 6, False),)
    assert shown.stop == Stop("chain_end", rules.LEFT)


def test_an_outlook_names_the_richest_answer():
    outlook = {str(each.preview.move): each for each in hints.outlook(rules.start())}
    assert len(outlook) == 10
    trap = outlook["B1c"]
    assert (trap.preview.points, str(trap.reply.move), trap.reply.points) == (6, "Y3c", 16)


def test_a_beginner_is_warned_of_the_trap():
    assert hints.warning(rules.start(), Move.parse("B1c")) == "can_end"
    state = parse("4,0,4,0,3/2,0,1,0,0/2q,7q B 14:0:0 13:0:0 0 20")
    told = {str(move): hints.warning(state, move) for move in rules.legal_moves(state)}
    assert set(told.values()) <= {None, "can_end", "can_win_mandarin"}
    assert "can_win_mandarin" in told.values()


@few
@given(positions())
def test_every_offered_move_has_an_outlook(state):
    assume(not state.over)
    assert [each.preview.move for each in hints.outlook(state)] == rules.legal_moves(state)


def test_the_analysis_finds_the_blunder():
    moves = [Move.parse(text) for text in ("B1c", "Y3c")]
    first, second = hints.review(rules.start(), moves, depth=4)
    assert first.loss > 20
    assert str(first.best) != "B1c"
    assert (second.loss, str(second.best), second.ahead) == (0, "Y3c", -24)
