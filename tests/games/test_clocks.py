"""Deadlines are columns: what happens when one passes, and how clocks stand and run on."""

from __future__ import annotations

import contextlib
from datetime import timedelta

import pytest
from django.utils import timezone

from games import errors, selectors, tables
from games.models import Seat, Table, TableMove

from .conftest import again, move, play_to_the_end, seat_of
from .toys.race.game import Race


@pytest.fixture(autouse=True)
def _time_stands(monkeypatch):
    """However slow the machine: no time goes by but what `pass_time` says."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


def pass_time(table: Table, seconds: float) -> None:
    """As if so many seconds had gone by for this table."""
    back = timedelta(seconds=seconds)
    now = again(table)
    for name in ("act_by", "clock_by", "touched_at", "paused_at"):
        if getattr(now, name) is not None:
            setattr(now, name, getattr(now, name) - back)
    now.save()
    for seat in Seat.objects.filter(table=table, act_by__isnull=False):
        seat.act_by -= back
        seat.save()


def left(table: Table, index: int) -> int:
    return round((seat_of(table, index).act_by - timezone.now()).total_seconds())


def test_the_games_own_move_is_played_when_the_time_is_up(begun, queue):
    table = begun("race")
    assert tables.expire(table.pk) == 0
    pass_time(table, 30.5)
    assert tables.expire(table.pk) == 0  # on its way for up to a second
    pass_time(table, 1)
    assert tables.expire(table.pk) == 1
    assert tables.expire(table.pk) == 0
    row = TableMove.objects.get(table=table, number=1)
    assert (row.seat, row.by, row.move) == (0, "clock", {"what": "stay"})
    assert again(table).decision == "turn-1"
    assert left(table, 1) == 30


def test_the_task_comes_at_the_deadline_and_the_sweeper_when_it_was_lost(begun, committed, queue):
    table = committed(begun, "race")
    (job,) = [job for job in queue.waiting if job[0].name == "games.tasks.expire"]
    assert job[1] == (table.pk,)
    assert job[2]["eta"] == again(table).act_by + timedelta(seconds=1)
    queue.waiting.clear()
    pass_time(table, 40)
    assert tables.sweep() == 1
    assert again(table).moves == 1


def test_who_looks_at_an_overdue_table_wakes_the_worker(begun, committed, queue):
    table = begun("race")
    committed(tables.settle, again(table))
    assert queue.names() == []
    pass_time(table, 33)
    committed(tables.settle, again(table))
    assert queue.names() == ["expire"]


def test_clocks_stand_and_bots_wait_while_the_last_move_is_shown(
    people, committed, queue, monkeypatch
):
    monkeypatch.setattr(Race, "showing", lambda self, events: 2.5 * len(events))
    table = tables.create(people[0], "race", size=3)
    for player in people[:2]:
        tables.sit(table.pk, player)
    tables.add_bot(table.pk, "slow")
    committed(tables.start, table.pk)
    begun_with = left(table, 0)
    events = len(TableMove.objects.get(table=table, number=0).events)
    assert begun_with == 30 + round(2.5 * events)
    committed(move, table, 0, {"what": "stay"})
    shown = 2.5 * len(TableMove.objects.get(table=table, number=1).events)
    assert shown and left(table, 1) == round(30 + shown)
    queue.waiting.clear()
    committed(move, table, 1, {"what": "stay"})
    (job,) = [job for job in queue.waiting if job[0].name == "games.tasks.bot_move"]
    assert job[2]["countdown"] == shown


def test_a_clock_runs_on_for_those_who_have_yet_to_answer(begun):
    table = begun("bids", 3)
    hands = again(table).state["hands"]
    pass_time(table, 12)
    move(table, 1, hands[1][0])
    assert [left(table, 0), left(table, 2)] == [8, 8]
    assert seat_of(table, 1).act_by is None
    pass_time(table, 10)
    assert tables.expire(table.pk) == 2
    assert again(table).decision == "round-1"
    assert [left(table, seat) for seat in range(3)] == [20, 20, 20]


def test_after_two_deadlines_in_a_row_a_bot_plays_until_the_person_moves(begun, committed, queue):
    table = begun("bids", 2)
    for expected in (False, True):
        hand = again(table).state["hands"][1]
        move(table, 1, hand[0])
        pass_time(table, 22)
        committed(tables.expire, table.pk)
        assert seat_of(table, 0).away is expected
    assert again(table).state["levels"] == ["lowest", ""]
    queue.waiting = [job for job in queue.waiting if job[1][1:2] == (0,)]
    assert queue.names()  # the bot is asked for the next round
    move(table, 0, again(table).state["hands"][0][0])
    back = seat_of(table, 0)
    assert (back.away, back.missed) == (False, 0)
    assert again(table).state["levels"] == ["", ""]


def test_one_deadline_missed_and_one_kept_is_nothing(begun):
    table = begun("race")
    for _ in range(3):
        pass_time(table, 32)
        tables.expire(table.pk)
        move(table, 1, {"what": "stay"})
        move(table, 0, {"what": "stay"})
        move(table, 1, {"what": "stay"})
    assert not seat_of(table, 0).away


def test_the_tables_own_clock_runs_through_all_turns_and_strikes_once(begun):
    table = begun("race", options={"closing": 600})
    pass_time(table, 25)
    move(table, 0, {"what": "stay"})
    assert round((again(table).clock_by - timezone.now()).total_seconds()) == 575
    Table.objects.filter(pk=table.pk).update(
        clock_by=timezone.now() - timedelta(seconds=2),
        act_by=timezone.now() - timedelta(seconds=2),
    )
    assert tables.expire(table.pk) == 1
    over = again(table)
    assert (over.status, over.result.reason, over.clock_by) == ("finished", "time_up", None)


def test_in_a_pause_all_clocks_stand_and_run_on_from_where_they_stood(begun):
    table = begun("bids", 2, options={"seconds": 20})
    pass_time(table, 15)
    tables.pause(table.pk)
    pass_time(table, 60)
    assert tables.expire(table.pk) == tables.sweep() == 0
    with pytest.raises(errors.IsPaused):
        tables.pause(table.pk)
    shown = selectors.seen(again(table), 0).clocks
    assert round(shown[1].left_ms / 1000) == 5
    tables.resume(table.pk)
    assert left(table, 0) == 5
    assert again(table).act_by == min(seat_of(table, n).act_by for n in (0, 1))
    with pytest.raises(errors.NotNow):
        tables.resume(table.pk)


def test_more_time_for_everybody_who_is_to_act(begun):
    table = begun("bids", 2, options={"seconds": 20})
    tables.extend(table.pk)
    assert [left(table, 0), left(table, 1)] == [50, 50]
    with pytest.raises(errors.NotNow):
        tables.extend(begun("race", preset="quiet").pk)


def test_the_host_goes_on_without_those_who_think_and_nobody_is_blamed(begun, committed, queue):
    table = begun("bids", 3)
    for _ in range(2):
        move(table, 1, again(table).state["hands"][1][0])
        committed(tables.do, table.pk, "skip", again(table).version)
        assert queue.run("resolve") == 1
    assert again(table).decision == "round-2"
    assert [seat_of(table, n).away for n in range(3)] == [False] * 3


def test_a_host_action_names_what_the_host_saw(begun):
    table = begun("race")
    seen = again(table).version
    tables.do(table.pk, "extend", seen)
    for action, version in (("extend", seen), ("dance", again(table).version)):
        with pytest.raises(errors.NotNow):
            tables.do(table.pk, action, version)
    assert left(table, 0) == 60


def test_a_host_whose_page_is_a_move_behind_may_pause_all_the_same(begun):
    table = begun("race")
    behind = again(table).version
    tables.extend(table.pk)
    tables.do(table.pk, "pause", behind)
    with pytest.raises(errors.IsPaused):
        tables.do(table.pk, "pause", behind)


def test_a_question_is_skipped_though_somebody_has_answered_meanwhile(begun, committed, queue):
    table = begun("bids", 3)
    behind, decision = again(table).version, again(table).decision
    move(table, 1, again(table).state["hands"][1][0])
    committed(tables.do, table.pk, "skip", behind, decision)
    assert queue.run("resolve") == 1
    with pytest.raises(errors.NotNow):
        tables.do(table.pk, "skip", behind, decision)


def test_ending_counts_where_the_game_can_be_counted(begun, people):
    table = begun("bids", 2)
    move(table, 1, again(table).state["hands"][1][0])
    tables.end(table.pk)
    assert again(table).result.reason == "stopped"
    untouched = begun("bids", 2)
    tables.end(untouched.pk)  # nobody has moved: nobody has won
    assert (again(untouched).status, again(untouched).result) == ("stopped", None)
    waiting = tables.create(people[0], "race")
    tables.end(waiting.pk)
    assert (again(waiting).status, again(waiting).result) == ("stopped", None)
    with pytest.raises(errors.HasEnded):
        tables.end(waiting.pk)


def test_a_rated_game_cannot_be_paused_or_stopped_by_who_is_losing(begun):
    table = begun("race", rated=True)
    for act in (tables.pause, tables.end, tables.extend):
        with pytest.raises(errors.IsRated):
            act(table.pk)
    for act in (tables.replace, tables.step_out):
        with pytest.raises(errors.IsRated):
            act(table.pk, 0)


def test_who_lets_the_clock_run_out_twice_in_a_rated_game_has_lost(begun):
    table = begun("race", rated=True)
    for _ in range(2):
        pass_time(table, 32)
        tables.expire(table.pk)
        if again(table).is_playing:
            move(table, 1, {"what": "stay"})
    assert again(table).result.places == (2, 1)
    assert not seat_of(table, 0).away


def test_nobody_can_use_up_the_names_of_the_clocks_moves(begun):
    table = begun("race")
    for client_id in ("clock-3", "clock:3", "bot:3"):
        with contextlib.suppress(errors.BadMove):
            move(table, 0, {"what": "stay"}, client_id)
    move(table, 1, {"what": "stay"})
    pass_time(table, 32)
    assert tables.expire(table.pk) == 1
    assert again(table).moves == 3


def test_idle_tables_are_put_away_and_names_forgotten(people, begun):
    waiting = tables.create(people[0], "race")
    idle = begun("race", preset="quiet")
    over = begun("race")
    play_to_the_end(over)
    fresh = begun("race")
    old = timezone.now() - timedelta(days=31)
    Table.objects.filter(pk__in=[waiting.pk, idle.pk, over.pk]).update(touched_at=old)
    Table.objects.filter(pk=over.pk).update(ended_at=old)
    Seat.objects.update(name="An")
    assert tables.clean_up() == {"waiting": 1, "stopped": 1}
    assert tables.forget_names() == 2
    assert not Table.objects.filter(pk=waiting.pk).exists()
    assert again(idle).status == "stopped"
    assert again(fresh).is_playing
    assert {seat.name for seat in over.seats.all()} == {""}
    assert {seat.name for seat in fresh.seats.all()} == {"An"}
