"""The rules: the golden vectors, what always holds, and a second engine to disagree with."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.game import IllegalMove, InvalidMove
from games.o_an_quan import rules, vectors
from games.o_an_quan.notation import parse
from games.o_an_quan.rules import BLUE, YELLOW, Board, Move, Options

from .games import few, options, positions, seeds, whole_game
from .naive import Game

CHECKS = list(vectors.check(json.loads((Path(__file__).parent / "vectors.json").read_text())))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_the_engine_does_what_the_public_vector_says(check):
    assert check.got == check.expected


def test_a_vector_that_is_wrong_is_seen():
    data = {
        "vectors": [
            {"name": "n", "new_game": True, "expect": {"position": "elsewhere"}},
            {"name": "o", "position": "unreadable", "move": "B1a", "expect": {"stop": "quan_next"}},
        ]
    }
    assert [check.passed for check in vectors.check(data)] == [False, False]


@few
@given(options, seeds)
def test_a_second_engine_agrees_on_every_position(options, seed):
    rng = Random(seed)
    naive = Game(**{name: getattr(options, name) for name in Options.__slots__})
    state = rules.start(options)
    while not state.over:
        assert [str(move) for move in rules.legal_moves(state)] == naive.moves()
        move = rng.choice(rules.legal_moves(state))
        state, _ = rules.play(state, move)
        naive.move(str(move))
        assert str(state) == str(naive)
    assert state.reason == naive.reason
    assert rules.score(state) == (naive.points()["B"], naive.points()["Y"])


def worth(state):
    """Everything there is, in points, whoever has it."""
    lying = sum(state.board.citizens) + state.options.quan_value * len(state.board.mandarins)
    return lying + sum(rules.score(state))


@few
@given(options, seeds)
def test_no_stone_is_lost_and_every_game_ends(options, seed):
    states, moves = whole_game(rules.start(options), Random(seed))
    total = 50 + 2 * options.quan_value
    assert total in (60, 70)
    assert all(worth(state) == total for state in states)
    assert len(moves) == states[-1].ply < 1000
    assert states[-1].reason in rules.REASONS
    assert states[-1].winner == rules.leader(rules.score(states[-1]))


@few
@given(positions())
def test_counting_now_gives_away_only_what_lies_in_mandarin_squares(state):
    left, right = (state.board.citizens[at] for at in (rules.LEFT, rules.RIGHT))
    unclaimed = left + right + state.options.quan_value * len(state.board.mandarins)
    assert sum(rules.count(state)) + unclaimed == 50 + 2 * state.options.quan_value


@few
@given(positions())
def test_events_tell_the_whole_turn(state):
    """Who only follows the events arrives at the same board."""
    for move in rules.legal_moves(state):
        after, events = rules.play(state, move)
        citizens, mandarins = list(state.board.citizens), set(state.board.mandarins)
        hand = steps = 0
        for event in events:
            match event:
                case rules.Lift(square, stones):
                    assert hand == 0 and citizens[square] == stones > 0
                    hand, citizens[square] = stones, 0
                case rules.Drop(square, left):
                    hand, steps = hand - 1, steps + 1
                    assert left == hand >= 0
                    citizens[square] += 1
                case rules.Capture(square, stones, mandarin):
                    assert (citizens[square], square in mandarins) == (stones, mandarin)
                    citizens[square] = 0
                    mandarins.discard(square)
                case rules.Dispatch(player, own, borrowed):
                    assert own + borrowed == 5
                    for square in rules.RICE[player]:
                        citizens[square] += 1
                case rules.Home(player, stones):
                    assert sum(citizens[at] for at in rules.RICE[player]) == stones
                    for square in rules.RICE[player]:
                        citizens[square] = 0
        assert steps <= 305
        assert (tuple(citizens), mandarins) == (after.board.citizens, after.board.mandarins)
        assert sum(isinstance(event, rules.Stop) for event in events) == 1
        assert after.over == isinstance(events[-1], rules.End)


MOVES = [Move(square, way) for square in range(12) for way in (1, -1)]


@few
@given(positions())
def test_what_is_not_offered_is_refused_and_changes_nothing(state):
    before = (str(state), state.seen, state.reason)
    legal = rules.legal_moves(state)
    for move in MOVES:
        if move in legal:
            rules.check(state, move)
            continue
        with pytest.raises(IllegalMove) as refused:
            rules.play(state, move)
        assert refused.value.code in ("over", "mandarin_square", "not_own", "empty")
    assert (str(state), state.seen, state.reason) == before


@few
@given(positions())
def test_a_running_position_always_has_a_move(state):
    assume(not state.over)
    assert 2 <= len(rules.legal_moves(state)) <= 10


@pytest.mark.parametrize(
    "text", ["", "B2", "b2c", "B6a", "B0a", "B2C", "QMa", "B2c ", "B2cc", None, 7]
)
def test_what_is_no_move_is_not_read(text):
    with pytest.raises(InvalidMove) as refused:
        Move.parse(text)
    assert refused.value.code == "malformed"


def mapped(state, squares, players):
    """The same position with every square and player replaced by another."""
    places = [squares.index(at) for at in range(12)]
    side = None if state.side is None else players[state.side]
    board = Board(
        tuple(state.board.citizens[at] for at in places),
        frozenset(squares[at] for at in state.board.mandarins),
        side,
    )
    stocks = tuple(state.stocks[players.index(player)] for player in (BLUE, YELLOW))
    return rules.State(state.options, board, stocks, state.quiet, state.ply, (board,))


#: Bn ↔ B(6−n), Yn ↔ Y(6−n), QL ↔ QR: the drawing in a mirror.
MIRROR = [6, 5, 4, 3, 2, 1, 0, 11, 10, 9, 8, 7]
#: Bn ↔ Y(6−n), QL ↔ QR: the board turned by half.
ROTATION = [(at + 6) % 12 for at in range(12)]


@pytest.mark.parametrize(
    ("squares", "players", "turn"),
    [(MIRROR, (BLUE, YELLOW), -1), (ROTATION, (YELLOW, BLUE), 1)],
    ids=["mirror", "rotation"],
)
@few
@given(positions())
def test_the_board_looks_the_same_from_the_other_end(squares, players, turn, state):
    assume(not state.over)
    other = mapped(state, squares, players)
    for move in rules.legal_moves(state):
        after, _ = rules.play(other, Move(squares[move.square], turn * move.direction))
        plain, _ = rules.play(mapped(state, list(range(12)), (BLUE, YELLOW)), move)
        assert str(after) == str(mapped(plain, squares, players))


@few
@given(positions(), st.sampled_from(rules.SPOKEN_REASONS), st.sampled_from([BLUE, YELLOW, None]))
def test_a_word_ends_the_game_and_stones_go_home(state, word, winner):
    assume(not state.over)
    after, events = rules.conclude(state, word, winner)
    assert rules.score(after) == rules.count(state)
    assert (after.side, after.ply, after.quiet) == (None, state.ply, state.quiet)
    result = rules.outcome(after)
    assert (result.reason, result.winner) == (word, winner)
    assert isinstance(events[-1], rules.End)
    with pytest.raises(IllegalMove):
        rules.conclude(after, word, winner)


def test_both_debts_are_paid_at_the_end():
    state = parse("4,0,4,0,3/2,0,1,0,0/6,3q B 14:0:7 13:1:2 0 20")
    after, events = rules.play(state, Move.parse("B3a"))
    assert [event for event in events if isinstance(event, rules.Settle)] == [
        rules.Settle(BLUE, YELLOW, 7),
        rules.Settle(YELLOW, BLUE, 2),
    ]
    assert rules.score(after) == (25 - 5, 29 + 5)


def test_a_repeated_board_ends_the_game_even_if_debts_have_grown():
    """Stocks are no part of the comparison (§9), so a debt cannot grow for ever."""
    state = parse("1,0,0,1,0/1,0,0,0,0/9q,0 B 20:1:3 18:0:0 0 20")
    moves = [Move.parse(text) for text in ("B1a", "Y4c", "B2c", "Y5a")]
    for move in moves:
        state, _ = rules.play(state, move)
    assert not state.over
    richer = [rules.Stock(19, 1, 3), rules.Stock(19, 0, 0)]
    state = rules.State(**{**fields(state), "stocks": tuple(richer)})
    for move in moves:
        state, _ = rules.play(state, move)
    assert state.reason == "repetition"


def fields(state):
    return {name: getattr(state, name) for name in rules.State.__slots__}


@few
@given(seeds)
def test_the_same_moves_give_the_same_game(seed):
    states, moves = whole_game(rules.start(), Random(seed))
    again = rules.start()
    for move in moves:
        again, _ = rules.play(again, move)
    assert again == states[-1]
