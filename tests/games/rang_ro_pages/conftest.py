"""Tables of Rạng Rỡ Việt Nam in any position, and people with browsers at them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.models import Table, TableMove
from games.rang_ro import content, standard
from games.rang_ro.core.state import State
from games.rang_ro.core.world import CHALLENGE, REGIONS
from games.rang_ro.game import GAME

from ..browsers import Person, let_act, sit_down, table_at

PATH = "/games/rang_ro_viet_nam/"


def _cards(pile: str) -> list[dict[str, Any]]:
    return [
        {
            "id": f"{pile}.{n}",
            "stem": {"vi": f"Câu {n} của {pile}?", "en": f"Question {n} of {pile}?"},
            "choices": [
                {"vi": f"đúng {n}", "en": f"the truth {n}"},
                {"vi": f"sai {n}", "en": f"a mistake {n}"},
                {"vi": f"lạc {n}", "en": f"a digression {n}"},
            ],
            "right": 0,
            "explanation": {"vi": f"Vì thế {n}.", "en": f"Because of {n}."},
            "heritage_url": "/heritage/groups/dao/",
            "picture": None,
            "level": 1,
            "source": "",
        }
        for n in range(4)
    ]


CONTENT = standard.content({pile: _cards(pile) for pile in (*REGIONS, CHALLENGE)})


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    """No toys here: the games as they are offered, this one with test questions."""
    monkeypatch.setattr(content, "snapshot", lambda options: CONTENT)


def state_of(address: str) -> State:
    return GAME.decode(table_at(address).state)


def put(address: str, state: State) -> None:
    """Have a table stand like this."""
    table = table_at(address)
    Table.objects.filter(pk=table.pk).update(
        state=GAME.encode(state), decision=GAME.decision(state), version=table.version + 1
    )
    let_act(table, GAME, state)


def have(state: State, seat: int, **changes: Any) -> State:
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=tuple(players))


def begins_so(address: str) -> None:
    """Have the game of a table begin as it stands: what is played again starts from here."""
    table = table_at(address)
    TableMove.objects.filter(table=table, number__gt=0).delete()
    TableMove.objects.filter(table=table, number=0).update(record={"state": table.state})
    Table.objects.filter(pk=table.pk).update(moves=0)


@pytest.fixture
def an(db) -> Person:
    return Person()


@pytest.fixture
def ben(db) -> Person:
    return Person("vi")


@pytest.fixture
def sat(an, ben) -> Callable[..., str]:
    """A table of An (seat 0), Ben (seat 1) and a bot; An is to choose an action in Hà Nội. Its
    address."""

    def begin(at: str = "ha-noi", **changes: Any) -> str:
        address = sit_down(an, ben, PATH, 1, "standard")
        state = state_of(address)
        for seat in range(3):
            state = have(state, seat, hand=(), pos=at, rolled=7, people=str(seat + 1))
        state = replace(
            state,
            ring=(0, 1, 2),
            active=0,
            first=0,
            phase="ACTION",
            begun=True,
            options=replace(state.options, untimed=True),
            **changes,
        )
        put(address, state)
        begins_so(address)
        return address

    return begin


@pytest.fixture
def teacher(db) -> Person:
    return Person()


@pytest.fixture
def led(an, ben, teacher, sat) -> str:
    """The table of `sat`, led by somebody who does not play."""
    address = sat()
    teacher.page("/games/")
    other = teacher.post(f"{PATH}open/", way="invite", name="Lan")["Location"]
    host = table_at(other).host
    Table.objects.filter(pk=table_at(address).pk).update(host=host)
    return address
