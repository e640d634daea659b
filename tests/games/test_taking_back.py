"""Taking moves back in practice: nothing is unwritten, what stands is what moves come to."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games import errors, history, selectors, tables
from games.game import Outcome
from games.models import Seat, Table, TableMove
from games.selectors import with_seats
from games.standing import member_points
from games.verifying import differences

from .conftest import again, move, seat_of
from .toys.race.game import Race

STAY = {"what": "stay"}


@pytest.fixture
def alone(people):
    """A person against a bot, in play; `alone(2)` against two."""

    def make(bots: int = 1, **setup) -> Table:
        table = tables.create(people[0], "race", size=bots + 1, **setup)
        tables.sit(table.pk, people[0])
        for _ in range(bots):
            tables.add_bot(table.pk, "slow")
        return tables.start(table.pk)

    return make


def bots_move(table: Table) -> None:
    while again(table).is_playing and not seat_of(table, 0).to_act:
        now = again(table)
        mover = Seat.objects.get(table=table, to_act=True).index
        assert tables.bot_move(table.pk, mover, now.decision)


def back(table: Table, seat: int = 0) -> None:
    tables.take_back(table.pk, seat, again(table).version)


@pytest.mark.parametrize("bots", [1, 2])
def test_the_table_stands_again_as_before_the_last_turn(alone, bots):
    table = alone(bots, options={"sides": 2})
    start = again(table).state
    move(table, 0, {"what": "go"})
    bots_move(table)
    then = again(table).state
    move(table, 0, {"what": "go"})
    bots_move(table)
    back(table)
    assert again(table).state == then
    assert seat_of(table, 0).to_act and seat_of(table, 0).act_by is not None
    back(table)
    assert again(table).state == start
    with pytest.raises(errors.NotNow):
        back(table)  # nothing is left
    assert list(differences(with_seats(table.pk))) == []


def test_what_was_played_stays_written_and_the_log_shows_what_stands(alone):
    table = alone()
    move(table, 0, {"what": "go"}, "mine")
    bots_move(table)
    back(table)
    numbers = TableMove.objects.filter(table=table).values_list("number", flat=True)
    assert list(numbers) == [0, 1, 2, 3]
    assert [line.number for line in selectors.log(again(table), 0)] == [0]
    move(table, 0, STAY)
    assert [line.number for line in selectors.log(again(table), 0, last=1)] == [4]
    assert [row.number for row, _ in selectors.fold(again(table))] == [0, 4]
    # The phone that never heard of it sends its old move once more.
    assert move(table, 0, {"what": "go"}, "mine").repeated
    assert again(table).moves == 4


def test_a_task_or_a_move_for_what_was_taken_back_finds_nothing_to_do(alone):
    table = alone()
    first = again(table).decision
    move(table, 0, STAY)
    asked = again(table).decision
    back(table)
    with pytest.raises(errors.StaleDecision):
        move(table, 0, STAY, decision=first)
    move(table, 0, STAY)
    assert not tables.bot_move(table.pk, 1, asked)
    bots_move(table)
    assert again(table).moves == 4


def test_a_double_press_takes_one_turn_back(alone):
    table = alone()
    for _ in range(2):
        move(table, 0, STAY)
        bots_move(table)
    seen = again(table).version
    tables.take_back(table.pk, 0, seen)
    with pytest.raises(errors.NotNow):
        tables.take_back(table.pk, 0, seen)
    assert len(selectors.log(again(table), 0)) == 3


def test_only_who_plays_bots_alone_takes_back(alone, begun, people):
    together = begun("race", 2)
    move(together, 0, STAY)
    with pytest.raises(errors.NotAlone):
        back(together)
    Table.objects.filter(pk=together.pk).update(rated=True)
    with pytest.raises(errors.IsRated):
        back(together)
    shared = tables.create(people[0], "race", size=2)
    tables.sit(shared.pk, people[0])
    tables.sit_beside(shared.pk, people[0])
    tables.start(shared.pk)
    move(shared, 0, STAY)
    with pytest.raises(errors.NotAlone):
        back(shared)
    mine = alone(2)
    move(mine, 0, STAY)
    bots_move(mine)
    for seat in (1, 2):
        with pytest.raises(errors.NotAlone):
            back(mine, seat)
    tables.pause(mine.pk)
    with pytest.raises(errors.IsPaused):
        back(mine)


def test_a_game_with_a_move_taken_back_is_practice_and_gives_no_points(
    alone, people, django_user_model
):
    people[0].user = django_user_model.objects.create_user("an")
    people[0].save()
    won = Outcome("goal", (1, 2)).encode()
    for practice in (False, True):
        table = alone()
        move(table, 0, STAY)
        if practice:
            back(table)
        over = {"status": "finished", "outcome": won, "ended_at": timezone.now()}
        Table.objects.filter(pk=table.pk).update(**over, act_by=None)
    first, practised = Table.objects.order_by("pk")
    assert practised.undone
    assert [points.ref for points in member_points()] == [f"table:{first.pk}"]


def test_nobody_goes_back_behind_what_was_revealed(alone, monkeypatch):
    monkeypatch.setattr(Race, "reveals", lambda self, state, move, record: move.what == "go")
    table = alone()
    move(table, 0, STAY)
    assert history.may_take_back(again(table), table.seats.all(), history.of_table(again(table)))
    back(table)
    move(table, 0, {"what": "go"})
    assert not history.may_take_back(
        again(table), table.seats.all(), history.of_table(again(table))
    )
    with pytest.raises(errors.NotNow):
        back(table)


def test_alone_at_a_table_one_may_go_back_too(alone):
    table = alone(0)
    start = again(table).state
    move(table, 0, STAY)
    back(table)
    assert again(table).state == start
