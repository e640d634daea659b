"""Tables of the dice shoot-out in any position, and people with browsers at them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.bang_dice.game import GAME
from games.bang_dice.rules import deal
from games.bang_dice.values import ROLES, Options, State
from games.models import Table

from .. import browsers
from ..browsers import sit_down, table_at

PATH = "/games/bang_dice/"
PEOPLE = (
    "jesse_jones",
    "el_gringo",
    "suzy_lafayette",
    "paul_regret",
    "lucky_duke",
    "willy_the_kid",
    "black_jack",
    "vulture_sam",
)


@pytest.fixture(autouse=True)
def toys():
    """No toys here: the games as they are offered."""


class Person(browsers.Person):
    def answer(self, address: str, **fields):
        """The form on the page, filled in like this and sent."""
        whole = {
            name: value
            for name, value in self.hidden(address).items()
            if name in ("decision", "seat", "client_id", "slab_beer") or name.startswith("keep")
        }
        return self.post(f"{address}move/", **(whole | fields))


def position(seats: int, **changes: Any) -> State:
    """A position with the roles in the order of the rules: on seat 0 the Sheriff."""
    people = changes.pop("characters", PEOPLE[:seats])
    roles = changes.pop("roles", ROLES[seats])
    options = changes.pop("options", Options(pace="off"))
    return replace(deal(options, tuple(range(seats)), roles, people), **changes)


def put(table: Table, state: State) -> None:
    roles = enumerate(state.roles)
    told = [["role", {"seat": seat, "role": role}, [seat]] for seat, role in roles]
    browsers.put(table, GAME, state, events=told)


@pytest.fixture
def an(db) -> Person:
    return Person()


@pytest.fixture
def ben(db) -> Person:
    return Person()


@pytest.fixture
def sat(an, ben) -> Callable[..., str]:
    """A table of An (seat 0), Ben (seat 1) and bots, standing as said; its address."""

    def begin(seats: int = 5, **changes: Any) -> str:
        address = sit_down(an, ben, PATH, seats - 2, next(iter(GAME.bots)))
        put(table_at(address), position(seats, **changes))
        return address

    return begin
