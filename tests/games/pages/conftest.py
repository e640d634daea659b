"""The real games, people with browsers, and a table of Ô ăn quan."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games import tables
from games.models import Table

from .. import browsers
from ..browsers import table_at

GAME = "/games/o_an_quan/"


@pytest.fixture(autouse=True)
def toys():
    """No toys here: the games as they are offered."""


class Person(browsers.Person):
    def __init__(self, language: str = "vi") -> None:
        super().__init__(language)

    def open(self, **fields) -> str:
        """A new table; its address."""
        answer = self.post(f"{GAME}open/", **fields)
        assert answer.status_code == 302, answer.content.decode()
        return answer["Location"]

    def sow(self, table: str, square: str, way: str, client_id: str = "", **more):
        """A move, as the form on the page would send it."""
        fields = self.hidden(table) | {"square": square, "way": way}
        fields |= {"client_id": client_id} if client_id else {}
        return self.post(f"{table}move/", **(fields | more))


@pytest.fixture
def an(db) -> Person:
    return Person()


@pytest.fixture
def ben(db) -> Person:
    return Person("en")


@pytest.fixture
def together(an, ben) -> Callable[..., str]:
    """A game of An (Blue) and Ben (Yellow) in play; its address."""

    def begin(**fields) -> str:
        address = an.open(way="invite", name="An", **fields)
        assert ben.post(f"{address}sit/", name="Ben").status_code == 302
        assert an.post(f"{address}do/", action="start").status_code == 302
        return address

    return begin


def finish(address: str, moves: str) -> None:
    """Play a game to its end by the service."""
    table = table_at(address)
    for at, move in enumerate(moves.split()):
        now = Table.objects.get(pk=table.pk)
        tables.play(now.pk, at % 2, now.decision, f"t{at}", move)
