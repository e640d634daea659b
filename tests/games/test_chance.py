"""Chance: streams of their own, the same again from the same seed, and scripts."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.chance import ScriptedChance, ScriptEnded, TableChance


def test_the_same_seed_move_and_stream_draw_the_same_on_any_machine():
    chance = TableChance("seed", 3)
    assert chance.dice("die", 5, 6) == (2, 3, 4, 6, 2)
    assert chance.shuffle("deck", "abcde") == ("d", "b", "a", "e", "c")


def test_draws_from_one_stream_do_not_shift_another():
    alone, among = TableChance("seed", 1), TableChance("seed", 1)
    among.dice("other", 7, 6)
    assert alone.dice("die", 4, 6) == among.dice("die", 4, 6)
    assert TableChance("seed", 1).dice("die", 12, 6) != TableChance("seed", 2).dice("die", 12, 6)
    assert TableChance("seed", 1, "default").dice("die", 12, 6) != alone.dice("die", 12, 6)


def test_every_face_and_every_order_comes_as_often_as_any_other():
    chance = TableChance("fair", 1)
    faces = Counter(chance.dice("die", 6000, 6))
    assert all(870 < faces[face] < 1130 for face in range(1, 7))
    orders = Counter(chance.shuffle("deck", "abc") for _ in range(3000))
    assert len(orders) == 6
    assert all(400 < count < 600 for count in orders.values())


def test_normal_draws_have_the_spread_that_is_asked_for():
    chance = TableChance("bell", 1)
    drawn = [chance.normal("hand", 3.0) for _ in range(3000)]
    mean = sum(drawn) / len(drawn)
    assert abs(mean) < 0.25
    assert 2.8 < (sum((x - mean) ** 2 for x in drawn) / len(drawn)) ** 0.5 < 3.2


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=8), st.integers(0, 99), st.integers(1, 9))
def test_a_script_of_what_was_drawn_draws_it_again(seed, number, size):
    def draw(chance):
        return (
            chance.dice("a", 3, 6),
            chance.shuffle("b", range(size)),
            chance.pick("a", "xyz"),
            chance.normal("c", 2.0),
        )

    first = TableChance(seed, number)
    drawn = draw(first)
    script = ScriptedChance(first.drawn)
    assert draw(script) == drawn
    assert script.left == 0
    assert script.drawn == first.drawn


@pytest.mark.parametrize(
    ("entry", "draw"),
    [
        ([7], lambda c: c.dice("d", 1, 6)),
        ([1, 2], lambda c: c.dice("d", 1, 6)),
        ([0, 0], lambda c: c.shuffle("d", "ab")),
        (2, lambda c: c.pick("d", "ab")),
        (float("nan"), lambda c: c.normal("d", 1)),
    ],
)
def test_a_script_that_cannot_be_is_refused(entry, draw):
    with pytest.raises(ValueError):
        draw(ScriptedChance([entry]))


def test_a_script_ends():
    with pytest.raises(ScriptEnded):
        ScriptedChance([]).dice("d", 1, 6)
    with pytest.raises(ValueError):
        TableChance("seed", 1).pick("d", [])
