"""Moves that a page has no time for: kept at once, played by a worker, lost never."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import errors, tables
from games.game import IllegalMove
from games.models import SentMove, TableMove
from games.tables import judging

from .conftest import again
from .test_clocks import pass_time
from .toys.race.game import Race


@pytest.fixture(autouse=True)
def _going_takes_long(monkeypatch):
    """In this race a roll is judged."""

    def at_once(self, state, seat, move, content):
        if move.what == "go":
            return False
        if move.what == "fly":
            raise IllegalMove("no_wings", what="fly")
        return True

    monkeypatch.setattr(Race, "at_once", at_once)


def send(table, seat: int = 0, what: str = "go", client_id: str = "a", decision: str = "turn-0"):
    return tables.send(table.pk, seat, decision, client_id, {"what": what})


def moves_of(table) -> list[tuple[int, str, str, str]]:
    rows = TableMove.objects.filter(table=table, number__gt=0).order_by("number")
    return [(row.seat, row.by, row.client_id, row.move["what"]) for row in rows]


def test_what_takes_long_is_kept_and_then_played_by_a_worker(begun, committed, queue):
    table = begun("race", preset="quiet")
    assert committed(send, table) is None
    assert again(table).moves == 0  # nothing is played in the page
    assert queue.run("judge") == 1
    assert moves_of(table) == [(0, "person", "a", "go")]
    assert again(table).decision == "turn-1"
    assert not SentMove.objects.exists()


def test_what_is_quick_is_played_at_once(begun, committed, queue):
    table = begun("race", preset="quiet")
    receipt = committed(send, table, what="stay")
    assert receipt.move.number == 1
    assert "judge" not in queue.names()


def test_what_can_be_refused_at_once_is(begun):
    table = begun("race", preset="quiet")
    with pytest.raises(errors.MoveRefused) as refused:
        send(table, what="fly")
    assert str(refused.value.message) == "Nobody can fly here."
    for seat, decision, error in (
        (1, "turn-0", errors.NotYourTurn),
        (0, "turn-7", errors.StaleDecision),
    ):
        with pytest.raises(error):
            send(table, seat, decision=decision)
    with pytest.raises(errors.BadMove):
        send(table, client_id="bot:1")
    assert not SentMove.objects.exists()


def test_the_same_client_id_is_one_move_before_and_after_the_judgement(begun, committed, queue):
    table = begun("race", preset="quiet")
    assert [committed(send, table) for _ in range(3)] == [None] * 3
    assert queue.names().count("judge") == 1
    for what in ("go", "stay"):
        with pytest.raises(errors.StaleDecision):
            send(table, what=what, client_id="b")
    queue.run("judge")
    assert not tables.judge(table.pk, 0)
    receipt = send(table)
    assert receipt.repeated and receipt.move.number == 1
    assert moves_of(table) == [(0, "person", "a", "go")]


def test_a_judgement_whose_worker_was_killed_is_asked_for_again(begun, committed, queue):
    table = begun("race", preset="quiet")
    committed(send, table)
    queue.waiting.clear()  # the worker took the task and was killed
    SentMove.objects.update(tries=1)
    assert committed(tables.judge_again) == 0  # it may still be at it
    SentMove.objects.update(at=timezone.now() - timedelta(seconds=4))
    assert committed(tables.judge_again) == 1
    assert committed(tables.judge_again) == 0  # not twice within a breath
    assert queue.run("judge") == 1
    assert moves_of(table) == [(0, "person", "a", "go")]


def test_killed_after_the_move_was_stored_it_is_not_played_twice(begun, monkeypatch):
    table = begun("race", preset="quiet")
    send(table)
    with monkeypatch.context() as patch:
        patch.setattr(SentMove, "delete", lambda self: (_ for _ in ()).throw(SystemExit))
        with pytest.raises(SystemExit):
            tables.judge(table.pk, 0)
    assert SentMove.objects.exists()
    assert tables.judge(table.pk, 0)
    assert moves_of(table) == [(0, "person", "a", "go")]
    assert not SentMove.objects.exists()


def test_what_the_rules_forbid_is_told_to_who_sent_it_and_may_be_mended(begun, monkeypatch):
    table = begun("race", preset="quiet")
    send(table)
    version = again(table).version
    with monkeypatch.context() as patch:
        patch.setattr(Race, "check", _no_wings)
        assert not tables.judge(table.pk, 0)
    assert SentMove.objects.get().refusal == {"code": "no_wings", "facts": {"what": "go"}}
    assert again(table).version > version  # the pages are told
    assert again(table).moves == 0
    assert not tables.judge(table.pk, 0)
    assert send(table) is None  # the same form again, without a script
    assert tables.judge(table.pk, 0)
    assert moves_of(table) == [(0, "person", "a", "go")]


def _no_wings(self, state, seat, move, content):
    raise IllegalMove("no_wings", what=move.what)


def test_a_move_that_brings_every_worker_down_is_refused_in_the_end(begun, monkeypatch):
    table = begun("race", preset="quiet")
    send(table)

    def fall(*_args):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(Race, "play", fall)
        for _ in range(judging.MOST_TRIES):
            with pytest.raises(MemoryError):
                tables.judge(table.pk, 0)
    assert not tables.judge(table.pk, 0)
    assert SentMove.objects.get().refusal["code"] == "not_judged"
    assert send(table, what="stay", client_id="b").move.number == 1


def test_a_move_sent_in_time_is_played_though_the_clock_runs_out_meanwhile(begun):
    table = begun("race")
    send(table)
    pass_time(table, 40)
    assert tables.expire(table.pk) == 1
    assert moves_of(table) == [(0, "person", "a", "go")]
    assert not SentMove.objects.exists()


def test_a_bot_that_comes_meanwhile_plays_what_was_sent(begun):
    table = begun("race", preset="quiet")
    send(table)
    tables.step_out(table.pk, 0)
    assert tables.bot_move(table.pk, 0, "turn-0")
    assert moves_of(table) == [(0, "person", "a", "go")]


def test_a_verdict_on_what_is_decided_is_worth_nothing(begun, people):
    table = begun("race", preset="quiet")
    send(table)
    tables.play(table.pk, 0, "turn-0", "c", {"what": "stay"})  # as another process would
    assert not tables.judge(table.pk, 0)
    assert moves_of(table) == [(0, "person", "c", "stay")]
    assert not SentMove.objects.exists()


def test_a_verdict_on_a_game_that_is_over_is_worth_nothing(begun):
    table = begun("race", preset="quiet")
    send(table)
    tables.end(table.pk)
    assert not tables.judge(table.pk, 0)
    tables.judge_again()
    assert not SentMove.objects.exists()


def test_in_a_pause_it_waits(begun):
    table = begun("race", preset="quiet")
    send(table)
    tables.pause(table.pk)
    assert not tables.judge(table.pk, 0)
    assert SentMove.objects.get().tries == 0
    tables.resume(table.pk)
    assert tables.judge(table.pk, 0)


def test_two_workers_at_once_store_one_move(begun, monkeypatch):
    table = begun("race", preset="quiet")
    send(table)
    play = judging.play

    def beaten(*args, **more):
        monkeypatch.setattr(judging, "play", play)
        assert tables.judge(table.pk, 0)  # the other one, from beginning to end
        return play(*args, **more)

    monkeypatch.setattr(judging, "play", beaten)
    assert tables.judge(table.pk, 0)
    assert moves_of(table) == [(0, "person", "a", "go")]
