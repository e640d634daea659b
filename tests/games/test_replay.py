"""What is stored is always what the moves come to, whatever was called in whatever order."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import tables
from games.errors import TableError
from games.models import Table, TableMove
from games.selectors import with_seats
from games.verifying import differences
from players.models import Player

from .conftest import again, move, play_to_the_end
from .test_clocks import pass_time

GAMES = [("race", "plain"), ("race", "quiet"), ("bids", "plain"), ("bids", "loose")]

SEATS = st.integers(0, 3)
CALLS = st.one_of(
    st.tuples(st.just("move"), SEATS, st.sampled_from(["go", "stay", 0, 1, 2, "fly", None])),
    st.tuples(st.just("bot"), SEATS, st.none()),
    st.tuples(st.just("time"), st.sampled_from([5, 22, 40]), st.none()),
    st.tuples(
        st.sampled_from(["out", "back", "replace", "take", "resign", "sit", "undo"]),
        SEATS,
        st.none(),
    ),
    st.tuples(
        st.sampled_from(["start", "pause", "resume", "extend", "end", "resolve"]),
        st.just(0),
        st.none(),
    ),
)


def call(table: Table, people: list[Player], what: str, n: int, extra) -> None:
    """One call of the service, as a page or a task might make it at any time."""
    pk, now = table.pk, again(table)
    match what:
        case "move":
            data = {"what": extra}
            if now.game == "bids" and now.state:
                hands = now.state["hands"]
                hand = hands[n] if n < len(hands) else []
                data = hand[extra] if isinstance(extra, int) and extra < len(hand) else extra
            move(table, n, data)
        case "bot":
            tables.bot_move(pk, n, now.decision)
        case "time":
            pass_time(table, n)
            tables.expire(pk)
        case "out":
            tables.step_out(pk, n)
        case "back":
            tables.come_back(pk, n)
        case "replace":
            tables.replace(pk, n)
        case "take":
            tables.take_over(pk, n, people[3])
        case "resign":
            tables.resign(pk, n)
        case "sit":
            tables.sit(pk, people[n])
        case "undo":
            tables.take_back(pk, n, now.version)
        case "resolve":
            tables.resolve(pk, now.decision)
        case _:
            tables.do(pk, what, now.version)


@pytest.mark.parametrize(("game", "preset"), GAMES)
@settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(calls=st.lists(CALLS, min_size=4, max_size=24))
def test_any_calls_in_any_order_leave_what_the_moves_come_to(people, game, preset, calls):
    sid = transaction.savepoint()
    try:
        table = tables.create(people[0], game, preset=preset, size=3 if game == "race" else 2)
        for player in people[:2]:
            tables.sit(table.pk, player)
        tables.start(table.pk)
        for one in calls:
            try:
                call(table, people, *one)
            except TableError:
                pass
            assert list(differences(with_seats(table.pk))) == []
    finally:
        transaction.savepoint_rollback(sid)


def test_verify_tables_says_how_many_are_right(begun):
    play_to_the_end(begun("race"))
    move(begun("bids", 3), 1, again(Table.objects.latest("pk")).state["hands"][1][0])
    tables.create(None, "race")
    out = StringIO()
    call_command("verify_tables", stdout=out)
    assert out.getvalue() == "3 verified, 0 wrong\n"


@pytest.mark.parametrize("what", ["state", "record", "events", "gap", "decision", "clock", "code"])
def test_verify_tables_finds_what_differs(begun, what):
    right, wrong = begun("race"), begun("race")
    move(wrong, 0, {"what": "go"})
    move(wrong, 1, {"what": "go"})
    rows, now = TableMove.objects.filter(table=wrong), again(wrong)
    match what:
        case "state":
            now.state["at"][0] += 1
        case "record":
            rows.filter(number=1).update(record=[[7]])
        case "events":
            rows.filter(number=1).update(events=[])
        case "gap":
            rows.filter(number=1).delete()
        case "decision":
            now.decision = "turn-9"
        case "clock":
            now.act_by = now.started_at
        case "code":
            now.outcome, now.status, now.ended_at = {"a": 1}, "finished", now.started_at
            now.act_by = None
    now.save()
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_tables", stdout=out)
    assert "1 verified, 1 wrong" in out.getvalue()
    assert wrong.code in out.getvalue()
    out = StringIO()
    call_command("verify_tables", right.code, stdout=out)
    assert out.getvalue() == "1 verified, 0 wrong\n"
