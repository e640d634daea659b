"""The dice shoot-out at a real table, from the deal to the end, and played again from its rows."""

from __future__ import annotations

import pytest

from games import tables
from games.models import TableMove
from games.selectors import replay, seen
from games.verifying import differences

from ..conftest import again, move, seat_of


@pytest.fixture(autouse=True)
def toys():
    """These tests are about a game of the site, not about the toys."""


def test_three_play_to_the_end_and_the_rows_give_the_same_again(begun):
    table = begun("bang_dice", 3, preset="family")
    while again(table).is_playing:
        (seat,) = seen(again(table), None).to_act
        move(table, seat, {"type": "time_up"})
    table = again(table)
    assert table.outcome["reason"] in {"hunter", "last_standing", "nobody_left"}
    assert list(differences(table)) == []
    assert len(list(replay(table, 0))) == table.moves + 1


def test_whoever_leaves_is_played_by_a_bot_and_shows_no_role(begun):
    table = begun("bang_dice", 4)
    seat = next(seat for seat, role in enumerate(table.state["roles"]) if role != "sheriff")
    other = (seat + 1) % 4
    before = seen(again(table), other).view.players[seat].role
    tables.resign(table.pk, seat)
    assert again(table).is_playing
    assert seat_of(table, seat).bot == "normal"
    assert seen(again(table), other).view.players[seat].role == before
    assert TableMove.objects.filter(table=table).count() == 1
