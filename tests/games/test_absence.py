"""Lost connections: whom a bot stands in for, and how a seat is given back."""

from __future__ import annotations

import time

import pytest

from games import audiences, errors, tables
from games.models import Seat, Table, TableMove
from live import presence
from live.names import generation, seen
from live.publish import connection

from .conftest import again, move, seat_of

STAY = {"what": "stay"}


@pytest.fixture
def heard(begun):
    """Say how many seconds ago the devices of a table were heard of, by seat; None: never."""

    def say(table: Table, *seconds: float | None) -> None:
        place = seen(audiences.room(table.pk))
        connection().delete(place)
        for index, ago in enumerate(seconds):
            if ago is not None:
                connection().zadd(place, {str(index): time.time() - ago})

    return say


def away(table: Table) -> list[bool]:
    return [seat.away for seat in Seat.objects.filter(table=table).order_by("index")]


def test_after_twenty_seconds_of_silence_a_bot_plays_until_the_device_is_back(begun, heard, queue):
    table = begun("race")
    heard(table, 18, 1)
    assert tables.watch_over() == 0
    heard(table, 22, 1)
    assert tables.watch_over() == 1
    assert away(table) == [True, False]
    assert tables.bot_move(table.pk, 0, again(table).decision)
    heard(table, 30, 1)
    assert tables.watch_over() == 0
    heard(table, 2, 1)
    assert tables.watch_over() == 1
    assert away(table) == [False, False]
    move(table, 1, STAY)
    move(table, 0, STAY)


@pytest.mark.parametrize(
    "seconds",
    [(40, 40), (40, 18), (40, None), (None, 1), (None, None)],
    ids=["both silent", "the other silent too", "other unknown", "never heard of", "nothing known"],
)
def test_nobody_is_judged_while_nobody_waits_or_nothing_is_known(begun, heard, seconds):
    table = begun("race")
    heard(table, *seconds)
    assert tables.watch_over() == 0
    assert away(table) == [False, False]


def test_no_bot_takes_a_seat_of_a_rated_game_a_paused_one_or_one_against_bots(begun, heard, people):
    rated, paused = begun("race", rated=True), begun("race")
    tables.pause(paused.pk)
    alone = tables.create(people[0], "race", size=2)
    tables.sit(alone.pk, people[0])
    tables.add_bot(alone.pk, "slow")
    tables.start(alone.pk)
    for table in (rated, paused, alone):
        heard(table, 40, 1)
    assert tables.watch_over() == 0
    assert not Seat.objects.filter(away=True).exists()


def test_who_missed_deadlines_at_an_open_page_is_not_given_the_seat_back(begun, heard):
    table = begun("race")
    tables.step_out(table.pk, 0)
    heard(table, 1, 1)
    assert tables.watch_over() == 0
    assert away(table) == [True, False]


def test_two_on_one_device_are_there_together(people, heard):
    table = tables.create(people[0], "race", size=3)
    tables.sit(table.pk, people[0])
    tables.sit_beside(table.pk, people[0])
    tables.sit(table.pk, people[1])
    tables.start(table.pk)
    heard(table, 1, None, 1)
    assert tables.watch_over() == 0
    heard(table, 40, None, 1)
    assert tables.watch_over() == 2
    assert away(table) == [True, True, False]


def test_who_has_just_sat_down_is_there(people, committed):
    table = tables.create(people[0], "race", size=2)
    committed(tables.sit, table.pk, people[0])
    committed(tables.sit, table.pk, people[1])
    assert presence.present(audiences.room(table.pk)) == {"0", "1"}


# --- whoever had a place before hears nothing of it ----------------------------------------------


def lowest(table: Table, index: int) -> int:
    """The generation from which on a slip for this place is good."""
    channel = audiences.seat_channel(table.pk, index)
    return int(connection().get(generation(channel, str(index))) or 0)


@pytest.mark.parametrize("by_host", [True, False])
def test_a_place_that_changes_hands_is_cut_off_from_who_left(people, committed, by_host):
    table = tables.create(people[0], "bids", size=2)
    for player in people[:2]:
        committed(tables.sit, table.pk, player)
    old = seat_of(table, 1).generation
    if by_host:
        committed(tables.remove_seat, table.pk, 1)
    else:
        committed(tables.leave, table.pk, people[1])
    committed(tables.sit, table.pk, people[2])
    assert old < lowest(table, 1) <= seat_of(table, 1).generation


def test_seats_that_close_up_are_cut_off_from_the_places_they_had(people, committed):
    table = tables.create(people[0], "bids", size=4)
    for player in people:
        committed(tables.sit, table.pk, player)
    old = {seat.player_id: (seat.index, seat.generation) for seat in table.seats.all()}
    committed(tables.remove_seat, table.pk, 1)
    committed(tables.start, table.pk)
    for index, player in ((1, people[2]), (2, people[3])):
        seat = seat_of(table, index)
        before, then = old[player.pk]
        assert (seat.player, before) == (player, index + 1)
        assert then < lowest(table, before)
        assert lowest(table, index) <= seat.generation
    assert seat_of(table, 0).generation >= lowest(table, 0)


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ánh", "ÁNH", "á nh", "A\u0301nh"])
def test_a_name_is_given_once_at_a_table_however_it_is_typed(people, name):
    from classrooms import nicknames

    table = tables.create(people[0], "race", size=3)
    tables.sit(table.pk, people[0], name="Ánh")
    with pytest.raises(errors.NameTaken) as refused:
        tables.sit(table.pk, people[1], name=nicknames.canonical(name))
    assert refused.value.suggestion.endswith(" 2")
    tables.sit(table.pk, people[1], name=refused.value.suggestion)
    tables.sit(table.pk, people[2], name="Anh")  # marks do count
    assert table.seats.count() == 3


# --- what is put away ----------------------------------------------------------------------------


def test_tasks_for_a_table_that_is_gone_do_nothing(begun, caplog):
    table = begun("race")
    pk, decision = table.pk, table.decision
    TableMove.objects.filter(table=table).delete()
    table.delete()
    assert tables.expire(pk) == 0
    assert tables.resolve(pk, decision) == 0
    assert not tables.bot_move(pk, 0, decision)
