"""Bots move by themselves, in the worker, once a decision, whatever becomes of their tasks."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import tables
from games.models import Seat, Table, TableMove

from .conftest import again, move, seat_of


@pytest.fixture
def with_bots(people, committed):
    """A table of one person and bots, in play."""

    def make(game: str, *levels: str, **setup) -> Table:
        table = tables.create(people[0], game, size=1 + len(levels), **setup)
        tables.sit(table.pk, people[0])
        for level in levels:
            tables.add_bot(table.pk, level)
        return committed(tables.start, table.pk)

    return make


def test_a_bot_answers_when_it_is_to_act_and_never_in_the_request(with_bots, committed, queue):
    table = with_bots("race", "slow", preset="quiet")
    assert "bot_move" not in queue.names()
    committed(move, table, 0, {"what": "stay"})
    assert again(table).moves == 1
    assert queue.run("bot_move") == 1
    row = TableMove.objects.get(table=table, number=2)
    assert (row.seat, row.by) == (1, "bot")
    assert again(table).decision == "turn-2"


def test_a_table_of_bots_plays_itself_to_the_end(people, committed, queue):
    table = tables.create(people[0], "bids", size=4, preset="quiet")
    for _ in range(4):
        tables.add_bot(table.pk, "lowest")
    with_start = committed(tables.start, table.pk)
    assert queue.names().count("bot_move") == 4

    def run() -> int:
        done = 0
        while "bot_move" in queue.names():
            job = next(job for job in queue.waiting if job[0].name.endswith("bot_move"))
            queue.waiting.remove(job)
            committed(job[0], *job[1])
            done += 1
        return done

    assert run() == 12
    assert again(with_start).status == "finished"


def test_a_task_that_comes_twice_or_late_does_nothing(with_bots, committed, queue):
    table = with_bots("race", "slow", preset="quiet")
    committed(move, table, 0, {"what": "stay"})
    assert tables.bot_move(table.pk, 1, "turn-1") is True
    assert tables.bot_move(table.pk, 1, "turn-1") is False
    move(table, 0, {"what": "stay"})
    assert tables.bot_move(table.pk, 1, "turn-1") is False
    tables.pause(table.pk)
    assert tables.bot_move(table.pk, 1, "turn-3") is False
    assert tables.bot_move(table.pk, 0, "turn-3") is False
    assert again(table).moves == 3


def test_a_bot_with_a_fault_plays_the_default_instead(with_bots):
    table = with_bots("race", "broken", preset="quiet")
    move(table, 0, {"what": "stay"})
    assert tables.bot_move(table.pk, 1, "turn-1")
    row = TableMove.objects.get(table=table, number=2)
    assert (row.by, row.move) == ("bot", {"what": "stay"})


def test_a_bot_whose_task_was_lost_is_asked_again(with_bots, queue):
    table = with_bots("race", "slow", preset="quiet")
    move(table, 0, {"what": "stay"})
    queue.waiting.clear()
    assert tables.nudge_bots() == 0
    Table.objects.filter(pk=table.pk).update(touched_at=timezone.now() - timedelta(seconds=11))
    assert tables.nudge_bots() == 1
    assert tables.nudge_bots() == 0


def test_a_bot_that_is_replaced_by_the_clock_is_not_called_away(with_bots):
    table = with_bots("race", "slow")
    move(table, 0, {"what": "stay"})
    Seat.objects.filter(table=table, to_act=True).update(
        act_by=timezone.now() - timedelta(seconds=5)
    )
    assert tables.expire(table.pk) == 1
    assert (seat_of(table, 1).missed, seat_of(table, 1).away) == (0, False)
