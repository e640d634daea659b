"""Rafter Five as rows: what is refused, what is stored, and who may see it."""

from __future__ import annotations

import json

import pytest

from games import registry, tables
from games.errors import BadMove, MoveRefused
from games.faces import shown
from games.models import Table, TableMove
from games.rafter_five import content
from games.verifying import differences

from ..conftest import again, move
from .rafts import STANDARD


@pytest.fixture(autouse=True)
def toys():
    """These tests are about a game of the site, not about the toys."""


@pytest.fixture
def table(begun):
    return begun("rafter_five", 2, options={"first": 1, "seconds": 0})


def test_it_is_played_but_not_offered_until_it_can_be_shown(table):
    assert "rafter_five" in registry.slugs()
    assert table.is_playing
    if registry.part("rafter_five", "face") is None:
        assert "rafter_five" not in shown()


def test_a_turn_is_stored_and_plays_again(table):
    for data in (
        STANDARD,
        {"type": "lift", "rafter": 2},
        {"type": "draw", "plank": "pile"},
        {"type": "lay", "x": 30, "y": 0, "rot": 0},
        {"type": "man", "x": 35, "y": 0, "rot": 0},
        {"type": "load", "colour": 0, "x": 15, "y": 0, "rot": 0},
    ):
        move(table, 0, data)
    assert again(table).decision == "7 lift"
    assert list(differences(again(table))) == []


@pytest.mark.parametrize(
    ("data", "error"),
    [
        ({"type": "lay", "x": float("nan"), "y": 0, "rot": 0}, BadMove),
        ({"type": "lay", "x": 1e308, "y": 0, "rot": 0}, BadMove),
        ({"type": "lay", "x": "0", "y": 0, "rot": 0}, BadMove),
        ({"type": "lay", "x": True, "y": 0, "rot": 0}, BadMove),
        ({"type": "lay", "x": 249, "y": 0, "rot": 0}, MoveRefused),
        ({"type": "lift", "rafter": 1}, MoveRefused),
    ],
)
def test_a_refused_move_changes_nothing_and_says_why(table, data, error):
    for good in (STANDARD, {"type": "lift", "rafter": 2}, {"type": "draw", "plank": "pile"}):
        move(table, 0, good)
    before = Table.objects.filter(pk=table.pk).values().get()
    with pytest.raises(error) as refused:
        move(table, 0, data)
    assert str(refused.value.message)
    assert Table.objects.filter(pk=table.pk).values().get() == before
    assert TableMove.objects.filter(table=table).count() == 4


def test_the_daily_raft_is_of_the_day_and_secret(people):
    made = [tables.create(people[n], "rafter_five", preset="daily", size=1) for n in range(2)]
    piles = []
    for person, each in zip(people, made, strict=False):
        tables.sit(each.pk, person)
        started = tables.start(each.pk)
        piles.append(started.state["pile"])
        seed = content.snapshot(started.options)["seed"]
        assert seed not in json.dumps(started.state)
    assert piles[0] == piles[1]
    assert content.snapshot({"daily": False}) == {}
