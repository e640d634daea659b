"""Several at once, on real connections: nothing is lost, doubled or refused without a reason."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier

import pytest
from django.db import connection

from games import tables
from games.errors import AlreadyMoved, StaleDecision, TableError, TableFull
from games.models import Content, Table, TableMove
from games.selectors import with_seats
from games.verifying import differences
from players.models import Player

from .conftest import again
from .test_clocks import pass_time


@pytest.fixture
def stored(django_db_setup, django_db_blocker):
    """Everything is committed, and cleared away afterwards."""
    with django_db_blocker.unblock():
        people = [Player.objects.create() for _ in range(6)]
        yield people
        Table.objects.all().delete()
        Content.objects.all().delete()
        Player.objects.filter(pk__in=[player.pk for player in people]).delete()


def at_once(*calls):
    """Run the calls in threads of their own, all from one moment on; what each gave or raised."""
    gate = Barrier(len(calls))

    def run(one):
        gate.wait()
        try:
            return one()
        except TableError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def begun(people, game: str, seats: int, **setup) -> Table:
    table = tables.create(people[0], game, size=seats, **setup)
    for player in people[:seats]:
        tables.sit(table.pk, player)
    return tables.start(table.pk)


def test_two_different_moves_of_one_seat_at_once_are_one_move(stored):
    table = begun(stored, "race", 2, preset="quiet")
    results = at_once(
        *(partial(tables.play, table.pk, 0, "turn-0", name, {"what": "go"}) for name in "abcd")
    )
    assert sum(not isinstance(found, TableError) for found in results) == 1
    assert all(isinstance(found, (tables.Receipt, StaleDecision)) for found in results)
    assert again(table).moves == 1


def test_the_same_move_sent_twice_at_once_is_one_move_with_one_receipt(stored):
    for preset in ("quiet", "loose"):
        table = begun(stored, "bids", 2, preset=preset)
        card = again(table).state["hands"][0][0]
        results = at_once(*[partial(tables.play, table.pk, 0, "round-0", "same", card)] * 4)
        assert {found.move.number for found in results} == {1}
        assert [found.repeated for found in results].count(False) == 1


def test_all_seats_may_answer_one_decision_at_once(stored):
    table = begun(stored, "bids", 4, preset="quiet")
    for number in range(3):
        hands = again(table).state["hands"]
        decision = f"round-{number}"
        results = at_once(
            *(partial(tables.play, table.pk, n, decision, decision, hands[n][0]) for n in range(4))
        )
        assert not [found for found in results if isinstance(found, TableError)]
    assert again(table).status == "finished"
    numbers = TableMove.objects.filter(table=table).values_list("number", flat=True)
    assert list(numbers) == list(range(13))
    assert list(differences(with_seats(table.pk))) == []


def test_two_cards_of_one_seat_at_once_are_one_card(stored):
    table = begun(stored, "bids", 3, preset="quiet")
    hand = again(table).state["hands"][1]
    results = at_once(
        *(partial(tables.play, table.pk, 1, "round-0", f"c{card}", card) for card in hand)
    )
    assert sum(isinstance(found, AlreadyMoved) for found in results) == 2
    assert len(again(table).state["hands"][1]) == 2


def test_the_last_seat_goes_to_one(stored):
    table = tables.create(stored[0], "race", size=2)
    results = at_once(*(partial(tables.sit, table.pk, player) for player in stored[:5]))
    assert sum(isinstance(found, TableFull) for found in results) == 3
    assert sorted(table.seats.values_list("index", flat=True)) == [0, 1]


def test_a_move_and_the_clock_at_once_are_one_move(stored):
    table = begun(stored, "race", 2)
    pass_time(table, 35)
    at_once(
        partial(tables.expire, table.pk),
        partial(tables.play, table.pk, 0, "turn-0", "mine", {"what": "go"}),
        partial(tables.expire, table.pk),
    )
    assert again(table).moves == 1
    assert again(table).decision == "turn-1"
