"""Positions and games for property tests."""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from games.o_an_quan import rules

#: For properties of single positions; without Hypothesis's clock, which a busy machine trips.
few = settings(max_examples=40, deadline=None)
#: For those that search.
fewer = settings(max_examples=12, deadline=None)

seeds = st.integers(0, 2**32)
options = st.builds(
    rules.Options,
    quan_value=st.sampled_from([5, 10]),
    quan_non=st.booleans(),
    borrow=st.booleans(),
    start=st.sampled_from("BY"),
    empty_quan=st.sampled_from(["stop", "bridge"]),
    end=st.sampled_from(["pieces", "squares"]),
)


@st.composite
def positions(draw, options=options):
    """A position some way into a game; one number stands for all its moves."""
    state = rules.start(draw(options))
    rng = Random(draw(seeds))
    for _ in range(draw(st.integers(0, 40))):
        moves = rules.legal_moves(state)
        if not moves:
            break
        state, _ = rules.play(state, rng.choice(moves))
    return state


def whole_game(state, rng):
    """Every position of a game played at random, the first and the last included, and its moves."""
    states, moves = [state], []
    while not state.over:
        move = rng.choice(rules.legal_moves(state))
        state, _ = rules.play(state, move)
        states.append(state)
        moves.append(move)
    return states, moves
