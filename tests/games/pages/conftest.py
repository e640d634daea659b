"""The real games, people with browsers, and a table of Ô ăn quan."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from games import access, tables
from games.models import Table

GAME = "/games/o_an_quan/"


@pytest.fixture(autouse=True)
def toys():
    """No toys here: the games as they are offered."""


class Person:
    """A browser with a language."""

    def __init__(self, language: str = "vi") -> None:
        self.client = Client()
        self.client.cookies["lang"] = language

    def get(self, address: str, **more):
        return self.client.get(address, **more)

    def post(self, address: str, **fields):
        return self.client.post(address, fields)

    def script(self, address: str, **fields):
        """As the page's script posts."""
        return self.client.post(address, fields, headers={"HX-Request": "true"})

    def open(self, **fields) -> str:
        """A new table; its address."""
        answer = self.post(f"{GAME}open/", **fields)
        assert answer.status_code == 302, answer.content.decode()
        return answer["Location"]

    def sow(self, table: str, square: str, way: str, client_id: str = "", **more):
        """A move, as the form on the page would send it."""
        page = self.get(table).content.decode()
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
        fields |= {"square": square, "way": way} | ({"client_id": client_id} if client_id else {})
        fields.pop("csrfmiddlewaretoken", None)
        return self.post(f"{table}move/", **(fields | more))


@pytest.fixture
def an(db) -> Person:
    return Person()


@pytest.fixture
def ben(db) -> Person:
    return Person("en")


def table_at(address: str) -> Table:
    return access.table_of_code(address.rstrip("/").split("/")[-1])


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
