"""People with browsers at the tables of the games as they are offered: what the tests of all their
pages have in common."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from games import access, tables
from games.game import AnyGame
from games.models import Seat, Table, TableMove

from .conftest import see_other


class Person:
    """A browser with a language."""

    def __init__(self, language: str = "en") -> None:
        self.client = Client()
        self.client.cookies["lang"] = language

    def get(self, address: str, **more):
        return self.client.get(address, **more)

    def page(self, address: str) -> str:
        answer = self.get(address)
        assert answer.status_code == 200, answer.status_code
        return answer.content.decode()

    def post(self, address: str, **fields):
        return see_other(self.client, self.client.post(address, fields))

    def script(self, address: str, **fields):
        """As the page's script posts."""
        return self.client.post(address, fields, headers={"HX-Request": "true"})

    def hidden(self, address: str) -> dict[str, str]:
        """The hidden fields of a page, without the token."""
        found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', self.page(address))
        return {name: value for name, value in found if name != "csrfmiddlewaretoken"}

    def answer(self, address: str, **fields):
        """The form on the page, filled in like this and sent as a move."""
        kept = {
            name: value
            for name, value in self.hidden(address).items()
            if name in ("decision", "seat", "client_id")
        }
        return self.post(f"{address}move/", **(kept | fields))


def table_at(address: str) -> Table:
    return access.table_of_code(address.rstrip("/").split("/")[-1])


def sit_down(an: Person, ben: Person, path: str, bots: int = 0, level: str = "") -> str:
    """A game of An (seat 0), Ben (seat 1) and so many bots in play; its address."""
    address: str = an.post(f"{path}open/", way="invite", name="An")["Location"]
    assert ben.post(f"{address}sit/", name="Ben").status_code == 302
    for _bot in range(bots):
        tables.add_bot(table_at(address).pk, level)
    assert an.post(f"{address}do/", action="start").status_code == 302
    return address


def put(table: Table, game: AnyGame, state: Any, **start: Any) -> None:
    """Have a table stand like this, as if its game had begun so; `start` are further fields of the
    row that its log begins with."""
    TableMove.objects.filter(table=table, number__gt=0).delete()
    first = {"record": {"state": game.encode(state)}, **start}
    TableMove.objects.filter(table=table, number=0).update(**first)
    Table.objects.filter(pk=table.pk).update(
        state=game.encode(state),
        options=game.write_options(state.options),
        decision=game.decision(state),
        moves=0,
        act_by=None,
    )
    let_act(table, game, state)


def let_act(table: Table, game: AnyGame, state: Any) -> None:
    """The seats that this state asks, and no others, are to act, without a clock."""
    Seat.objects.filter(table=table).update(to_act=False, act_by=None)
    Seat.objects.filter(table=table, index__in=game.to_act(state)).update(to_act=True)
