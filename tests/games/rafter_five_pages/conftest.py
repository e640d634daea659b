"""Tables of Rafter Five in any position, and people with browsers at them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games import tables
from games.models import Table
from games.rafter_five import rules
from games.rafter_five.game import GAME
from games.rafter_five.pieces import Piece
from games.rafter_five.rules import Options, State

from .. import browsers
from ..browsers import sit_down, table_at

PATH = "/games/rafter_five/"

#: One plank with the Bench at its far end, the other four rafters on the card.
SMALL = (
    Piece("r1", 1, -46, 26, 0),
    Piece("r2", 2, 46, 25, 0),
    Piece("r4", 4, -44, -22, 0),
    Piece("r5", 5, 40, -26, 0),
    Piece("p10", 10, 0, 0, 0),
    Piece("r3", 3, 30, 0, 0, 2),
    Piece("c8", 1, -30, 0, 0, 2),
)


@pytest.fixture(autouse=True)
def toys():
    """No toys here: the games as they are offered."""


class Person(browsers.Person):
    def fields(self, address: str) -> dict[str, str]:
        """What the form on the page sends as it stands, without a button."""
        page = self.page(address)
        form = page[page.index('<form id="move"') :]
        found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))
        found |= dict(re.findall(r'<input class="input" name="(\w+)" value="([^"]*)"', form))
        found |= dict(re.findall(r'<input type="radio" name="(\w+)" value="([^"]*)" checked', form))
        found.pop("csrfmiddlewaretoken", None)
        return found

    def answer(self, address: str, **more):
        """The form on the page, changed like this and sent; a worker judges what it is to judge."""
        sent = self.post(f"{address}move/", **(self.fields(address) | more))
        judge(address)
        return sent


def judge(address: str) -> None:
    """What a worker does with the moves sent to a table."""
    for sent in table_at(address).sent.all():
        tables.judge(sent.table_id, sent.seat)


def state_at(address: str) -> State:
    return GAME.decode(table_at(address).state)


def position(seats: int, **changes: Any) -> State:
    """A game of so many seats with a small raft, seat 0 to lift a rafter."""
    options = changes.pop("options", Options(seconds=0, first=1))
    raft = changes.pop("raft", SMALL)
    used = [piece.design for piece in raft if piece.kind == "p"]
    used += [n for n in (changes.get("drawn"), *changes.get("afloat", ())) if n]
    state = rules.start(options, seats, [n for n in range(1, 43) if n not in used], 0)
    placed = {int(piece.id[1:]) for piece in raft if piece.kind == "c"}
    players = tuple(
        replace(player, store=tuple(n for n in player.store if n not in placed))
        for player in state.players
    )
    return replace(state, **{"raft": raft, "players": players, "phase": "lift", **changes})


def put(table: Table, state: State) -> None:
    browsers.put(table, GAME, state)


@pytest.fixture
def an(db) -> Person:
    return Person()


@pytest.fixture
def ben(db) -> Person:
    return Person()


@pytest.fixture
def alone(an) -> Callable[..., str]:
    """A table of An alone, standing as said; its address."""

    def begin(**changes: Any) -> str:
        address: str = an.post(f"{PATH}open/", way="bot", bots="0", preset="steady")["Location"]
        if changes:
            put(table_at(address), position(1, **changes))
        return address

    return begin


@pytest.fixture
def sat(an, ben) -> Callable[..., str]:
    """A table of An (seat 0), Ben (seat 1) and bots, standing as said; its address."""

    def begin(seats: int = 2, **changes: Any) -> str:
        address = sit_down(an, ben, PATH, seats - 2, next(iter(GAME.bots)))
        put(table_at(address), position(seats, **changes))
        return address

    return begin
