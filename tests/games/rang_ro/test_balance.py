"""Homes and quests of the 54 peoples are what their rule derives from the atlas."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from games.rang_ro import standard
from games.rang_ro.core.balance import Ways, in_band, quest_cost
from games.rang_ro.core.world import World

WORLD = World(standard.content())
WAYS = Ways(WORLD)


def test_homes_are_where_many_of_a_people_live():
    homes = standard.homes()
    assert homes[1] == ("ho-chi-minh", "ha-noi", "thanh-hoa")
    assert homes[36] == ("lam-dong",)
    assert {len(found) for found in homes.values()} == {1, 2, 3}


def test_the_stored_quests_are_the_derived_ones():
    """All three sizes; within 5 % of what a quest should cost."""
    out = StringIO()
    call_command("derive_quests", stdout=out)
    assert out.getvalue().splitlines() == [
        "3 slots: target 33.59, quests 31.9 to 35.2",
        "4 slots: target 41.83, quests 39.9 to 43.5",
        "5 slots: target 50.07, quests 47.7 to 51.9",
        "as stored",
    ]


def test_a_quest_of_any_slots_has_a_cost():
    people = WORLD.peoples["53"]
    assert quest_cost(WAYS, people.homes, people.quests[4]) == pytest.approx(42.0, abs=0.05)
    near = tuple(frozenset({name}) for name in ("nghe-an", "thanh-hoa", "ha-tinh"))
    far = tuple(frozenset({name}) for name in ("nghe-an", "ca-mau", "ha-giang"))
    cheap, dear = (quest_cost(WAYS, people.homes, slots) for slots in (near, far))
    assert cheap < 33.59 < dear
    assert not in_band(dear, 33.59)
