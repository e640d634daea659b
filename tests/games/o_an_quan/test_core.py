"""The packed core plays as the rules do, and the search finds what looking at everything finds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import assume, given

from games.game import read_options
from games.o_an_quan import core, rules, search
from games.o_an_quan.notation import parse
from games.o_an_quan.rules import Options

from .games import few, fewer, positions

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())


@few
@given(positions())
def test_the_core_agrees_with_the_rules_on_every_move(state):
    assume(not state.over)
    play = core.player_of(state.options)
    player = state.side
    packed = core.pack(state)
    moves = []
    for index, (square, way) in enumerate(core.MOVES):
        if not packed[0] >> core.BITS * square & core.FIELD:
            continue
        moves.append(core.move_of(index, player))
        after, _ = rules.play(state, moves[-1])
        *parts, over = play(*packed, square, way)
        if after.reason == "repetition":
            assert not over  # for the caller to find out
            continue
        assert over == after.over
        ahead = rules.score(after)[1 - player] - rules.score(after)[player]
        if over:
            assert core.difference(*parts[:4]) == ahead
        else:
            assert tuple(parts) == core.pack(after)
            assert parts[1] - parts[2] + parts[3] == ahead
    assert sorted(moves) == sorted(rules.legal_moves(state))


@pytest.mark.parametrize("vector", VECTORS["perft"], ids=lambda vector: str(vector["options"]))
def test_the_core_counts_move_sequences_as_published(vector):
    options = read_options(Options, vector["options"])
    start = core.pack(rules.start(options))
    lengths = range(1, len(vector["perft"]) + 1)
    assert [core.perft(options, start, length) for length in lengths] == vector["perft"]


def looked_through(state, depth):
    """The value for the player to move by looking at every line, with the rules themselves."""
    best = None
    for move in rules.legal_moves(state):
        after, _ = rules.play(state, move)
        mover, other = rules.score(after)[state.side], rules.score(after)[1 - state.side]
        home = rules.at_home(after.board.citizens)
        if after.over:
            value = mover - other
        elif depth == 1:
            value = mover - other + (home[state.side] - home[1 - state.side]) / 2
        else:
            value = -looked_through(after, depth - 1)
        best = value if best is None else max(best, value)
    return best


@fewer
@given(positions())
def test_the_search_finds_the_best_value_there_is(state):
    assume(not state.over)
    for depth in (1, 2, 3):
        found = search.search(state, depth, margin=None)
        for move, value in found.values:
            after, _ = rules.play(state, move)
            if depth > 1 and not after.over:
                assert value == -looked_through(after, depth - 1)
        assert found.value == looked_through(state, depth)
        assert sorted(move for move, _ in found.values) == sorted(rules.legal_moves(state))


@fewer
@given(positions())
def test_moves_within_the_margin_have_their_exact_value(state):
    assume(not state.over)
    exact = dict(search.search(state, 4, margin=None).values)
    found = search.search(state, 4)
    close = {move: exact[move] for move in found.within(0.5)}
    assert close == {move: value for move, value in exact.items() if value >= found.value - 0.5}
    assert all(dict(found.values)[move] == value for move, value in close.items())


def test_the_quiet_rule_is_seen_coming():
    """Three turns before the end by the quiet rule every line is short, and known to its end."""
    state = parse("1,0,0,1,0/1,0,0,0,0/9q,0q B 19:0:0 19:0:0 38 60")
    found = search.search(state, 4, margin=None)
    assert found.value == looked_through(state, 4)


def test_a_line_to_the_very_end_stops_the_search():
    state = parse("0,0,0,0,0/0,0,0,0,1/9,7q B 14:1:0 19:0:0 39 60")
    *_, last = search.deepen(state)
    assert (last.complete, last.depth) == (True, 1)


def test_a_stopped_search_keeps_what_was_finished():
    asked = []

    def stop(positions):
        asked.append(positions)
        return positions > 3000

    found = list(search.deepen(rules.start(), stop))
    assert [each.depth for each in found] == list(range(1, len(found) + 1))
    assert asked[-1] > 3000 > found[-1].positions
    assert asked == sorted(asked)


def test_the_trap_of_the_opening_is_seen_two_turns_ahead():
    """B1c wins a mandarin and loses the game (E9)."""
    found = search.search(rules.start(), 2, margin=None)
    assert {str(move) for move, _ in found.values[-2:]} == {"B1c", "B5a"}
    assert found.values[-1][1] == -24
