"""Moves as JSON, and what is no move."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.game import InvalidMove
from games.rafter_five import moves, texts
from games.rafter_five.moves import Draw, Late, Lay, Lift, Load, Man, Rafters, Stuck, Word

from .rafts import at, few

tenths = st.integers(-10000, 10000).map(lambda n: n / 10)
poses = st.builds(at, tenths, tenths, st.integers(0, 3599).map(lambda n: n / 10))
played = st.one_of(
    st.just(Rafters()),
    st.builds(Rafters, st.tuples(*[poses] * 5)),
    st.builds(Lift, st.integers(1, 5)),
    st.builds(Draw, st.none() | st.integers(1, 42)),
    st.builds(Lay, poses),
    st.builds(Man, poses),
    st.builds(Load, st.integers(0, 5), poses),
    st.just(Stuck()),
)


@few
@given(played | st.builds(Late, played) | st.builds(Word, st.sampled_from(moves.WORDS)))
def test_a_move_goes_through_json_without_loss(move):
    assert moves.decode(json.loads(json.dumps(moves.encode(move)))) == move
    assert moves.notation(move)


PLACE = {"type": "lay", "x": 1.5, "y": -2, "rot": 90}


@pytest.mark.parametrize("name", ["x", "y", "rot"])
@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        1e308,
        -1e308,
        10**400,
        "12",
        "1e5",
        True,
        None,
        [],
        {},
        3601,
        -3601,
    ],
)
def test_malformed_numbers_are_refused(name, value):
    for kind in ({"type": "lay"}, {"type": "man"}, {"type": "load", "colour": 0}):
        with pytest.raises(InvalidMove) as refused:
            moves.decode({**PLACE, **kind, name: value})
        assert refused.value.code == "malformed"
        assert refused.value.facts == {"what": name}


def test_places_lie_on_a_grid_of_a_tenth():
    with pytest.raises(InvalidMove) as refused:
        moves.decode({**PLACE, "x": 1.55})
    assert refused.value.code == "off_grid"
    # A tenth that a computer cannot write exactly is one all the same.
    assert moves.decode({**PLACE, "x": 0.1 + 0.2}).pose.x == 0.3
    assert moves.decode({**PLACE, "x": -0.0, "rot": -90}).pose == at(0, -2, 270)
    assert str(moves.decode({**PLACE, "x": -0.0}).pose.x) == "0.0"
    assert moves.decode({**PLACE, "rot": 360}).pose.rot == 0


@pytest.mark.parametrize(
    "data",
    [
        None,
        5,
        "lift",
        [],
        {},
        {"type": []},
        {"type": "fly"},
        {"type": "lift"},
        {"type": "lift", "rafter": 0},
        {"type": "lift", "rafter": 6},
        {"type": "lift", "rafter": True},
        {"type": "lift", "rafter": 1.0},
        {"type": "lift", "rafter": "1"},
        {"type": "draw"},
        {"type": "draw", "plank": 43},
        {"type": "draw", "plank": None},
        {"type": "load", "colour": 6, "x": 0, "y": 0, "rot": 0},
        {"type": "rafters"},
        {"type": "rafters", "standard": "yes"},
        {"type": "rafters", "poses": [{"x": 0, "y": 0, "rot": 0}] * 4},
        {"type": "rafters", "poses": [5] * 5},
        {"type": "stuck", "late": 1},
        {"word": "win"},
        {"word": []},
        {"word": "resign", "seat": 6},
        {"word": "resign", "seat": True},
    ],
)
def test_what_cannot_be_read_is_refused(data):
    with pytest.raises(InvalidMove) as refused:
        moves.decode(data)
    assert str(texts.REFUSALS[refused.value.code]) % refused.value.facts


@few
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["type", "x", "y", "rot", "word", "poses", "late", "rafter"]), inner
            )
        ),
        max_leaves=8,
    )
)
def test_nothing_but_a_refusal_comes_of_rubbish(data):
    try:
        moves.encode(moves.decode(data))
    except InvalidMove:
        pass
