"""Moves: stored once, on the decision they name, by who may; everything else is told why not."""

from __future__ import annotations

import json

import pytest

from games import errors, tables
from games.models import TableMove

from .conftest import again, move, play_to_the_end, seat_of


def test_a_move_is_stored_and_the_turn_passes(begun):
    table = begun("race")
    receipt = move(table, 0, {"what": "go"})
    assert (receipt.move.number, receipt.repeated) == (1, False)
    now = again(table)
    assert now.decision == "turn-1"
    assert now.state["at"][0] == receipt.move.record[0][0]
    assert [seat_of(table, n).to_act for n in (0, 1)] == [False, True]


def test_the_same_client_id_again_gets_the_first_receipt_whatever_happened_since(begun):
    table = begun("race")
    first = move(table, 0, {"what": "go"}, "a")
    move(table, 1, {"what": "go"}, "a")
    again_sent = tables.play(table.pk, 0, "turn-0", "a", {"what": "go"})
    assert again_sent.repeated
    assert again_sent.move == first.move
    play_to_the_end(table)
    assert tables.play(table.pk, 0, "turn-0", "a", {"what": "stay"}).move == first.move


def test_a_move_on_a_decision_that_is_gone_is_stale(begun):
    table = begun("race")
    move(table, 0, {"what": "stay"})
    for seat in (0, 1):
        with pytest.raises(errors.StaleDecision):
            tables.play(table.pk, seat, "turn-0", "late", {"what": "go"})
    assert again(table).moves == 1


def test_several_seats_answer_one_decision_and_each_only_once(begun):
    table = begun("bids", 3)
    hands = again(table).state["hands"]
    move(table, 2, hands[2][0])
    move(table, 0, hands[0][0])
    assert again(table).decision == "round-0"
    with pytest.raises(errors.AlreadyMoved):
        move(table, 0, hands[0][1], "other")
    move(table, 1, hands[1][0])
    assert again(table).decision == "round-1"
    numbers = TableMove.objects.filter(table=table).values_list("number", flat=True)
    assert list(numbers) == [0, 1, 2, 3]


def test_where_the_game_allows_it_a_seat_may_think_again(begun):
    table = begun("bids", 2, preset="loose")
    hand = again(table).state["hands"][0]
    move(table, 0, hand[0], "a")
    move(table, 0, hand[2], "b")
    assert again(table).state["laid"][0] == hand[2]
    assert move(table, 0, hand[0], "a").repeated
    assert again(table).state["laid"][0] == hand[2]


@pytest.mark.parametrize(
    ("seat", "data", "error", "code"),
    [
        (1, {"what": "go"}, errors.NotYourTurn, "not_your_turn"),
        (7, {"what": "go"}, errors.NotYourTurn, "not_your_turn"),
        (0, {"what": "fly"}, errors.MoveRefused, "no_wings"),
        (0, {"what": "time_up"}, errors.MoveRefused, "no_wings"),
        (0, {"what": 3}, errors.BadMove, "bad_move"),
        (0, {}, errors.BadMove, "bad_move"),
        (0, None, errors.BadMove, "bad_move"),
        (0, "go", errors.BadMove, "bad_move"),
    ],
)
def test_what_is_refused_changes_nothing(begun, seat, data, error, code):
    table = begun("race")
    before = again(table)
    with pytest.raises(error) as refused:
        move(table, seat, data)
    assert refused.value.code == code
    assert str(refused.value.message)
    after = again(table)
    assert (after.state, after.moves, after.version) == (before.state, 0, before.version)


def test_a_refusal_says_the_games_own_sentence(begun):
    with pytest.raises(errors.MoveRefused) as refused:
        move(begun("race"), 0, {"what": "fly"})
    assert refused.value.message == "Nobody can fly here."


@pytest.mark.parametrize("client_id", ["", "a b", "x" * 41, "đ"])
def test_a_client_id_is_plain_and_short(begun, client_id):
    with pytest.raises(errors.BadMove):
        tables.play(begun("race").pk, 0, "turn-0", client_id, {"what": "go"})


def test_nobody_moves_before_the_start_in_a_pause_or_after_the_end(people, begun):
    waiting = tables.create(people[0], "race")
    with pytest.raises(errors.NotStarted):
        tables.play(waiting.pk, 0, "", "a", {"what": "go"})
    table = begun("race")
    tables.pause(table.pk)
    with pytest.raises(errors.IsPaused):
        move(table, 0, {"what": "go"})
    tables.resume(table.pk)
    play_to_the_end(table)
    with pytest.raises(errors.HasEnded):
        tables.play(table.pk, 0, "turn-0", "late", {"what": "go"})


@pytest.mark.parametrize(
    ("act", "error"), [(tables.end, errors.HasEnded), (tables.pause, errors.IsPaused)]
)
def test_a_move_that_meets_the_hosts_hand_is_not_stored(begun, monkeypatch, act, error):
    from games.tables import moves

    table = begun("race", 3, preset="quiet")
    hold = moves.locked

    def host_first(pk):
        monkeypatch.setattr(moves, "locked", hold)
        act(pk)
        return hold(pk)

    monkeypatch.setattr(moves, "locked", host_first)
    with pytest.raises(error):
        move(table, 0, {"what": "go"})
    assert TableMove.objects.filter(table=table, by="person").count() == 0


def test_the_end_is_stored_and_told(begun, committed):
    from games.signals import table_ended

    told = []
    table = begun("race")

    def listen(table_id, **_kwargs):
        told.append(table_id)

    table_ended.connect(listen)
    try:
        committed(play_to_the_end, table, {"what": "go"})
    finally:
        table_ended.disconnect(listen)
    over = again(table)
    assert (over.status, over.result.reason, over.act_by) == ("finished", "home", None)
    assert over.result.winners == {over.state["at"].index(max(over.state["at"]))}
    assert not over.seats.filter(to_act=True).exists()
    assert told == [table.pk]


def test_a_move_is_never_changed(begun):
    row = move(begun("race"), 0, {"what": "go"}).move
    row.move = {"what": "stay"}
    with pytest.raises(TypeError):
        row.save()


def test_the_seed_and_the_state_are_on_no_screen(begun, committed, monkeypatch):
    from games import screens

    sent = []
    monkeypatch.setattr(screens, "publish", lambda channel, html, **_k: sent.append(html))
    table = begun("bids", 2)
    hands = again(table).state["hands"]
    committed(move, table, 0, hands[0][0])
    assert sent
    assert not any(table.seed in html or json.dumps(hands) in html for html in sent)
