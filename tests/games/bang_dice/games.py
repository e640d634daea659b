"""Positions to test with: games played for a while by chance, and single ones set up by hand."""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from games.bang_dice import playout, rules
from games.bang_dice.shootout import Shootout
from games.bang_dice.values import ROLES, Options, State

few = settings(max_examples=25, deadline=None)
seeds = st.integers(0, 2**32)
tables = st.integers(3, 8)


def played(seats: int, seed: int, level: str = "rb1"):
    """A game by chance, decision by decision: each position with the move made there and a throw
    that gives the same dice to whoever plays it again."""
    rng = Random(seed)
    choose = playout.chooser(level, rng)
    state = playout.begin(seats, rng, Options(shuffle_seats=bool(seed % 2)))
    while not state.over:
        move = choose(Shootout(state))
        dice = rng.random()
        yield state, move, lambda dice=dice: playout.throw_of(Random(dice))
        state, _ = rules.play(state, move, playout.throw_of(Random(dice)))
    yield state, None, None


@st.composite
def positions(draw, over: bool = False) -> State:
    """Some position of some game."""
    states = [state for state, _, _ in played(draw(tables), draw(seeds))]
    return draw(st.sampled_from(states if over else states[:-1]))


def at(characters: str, **given) -> State:
    """A position with these characters, everybody at full life in the turn of seat 0. `roles` are
    by initials, "sdoor"."""
    names = characters.split()
    initials = {role[0]: role for role in ROLES[8]}
    roles = given.pop("roles", "".join(role[0] for role in ROLES[len(names)]))
    state = rules.deal(
        Options(), tuple(range(len(names))), tuple(initials[one] for one in roles), tuple(names)
    )
    fresh = {name: getattr(state, name) for name in State.__slots__}
    arrows = given.get("arrows", fresh["arrows"])
    life = given.get("life", fresh["life"])
    dice = given.pop("dice", None)
    return State(
        **{
            **fresh,
            "turn": 0,
            "phase": "roll",
            "pile": 9 - sum(arrows),
            "alive": tuple(points > 0 for points in life),
            "dice": dice and tuple(dice.split()),
            "rolls_used": 3 if dice else 0,
            **given,
        }
    )
