"""Two games with the seats exchanged: the second begins by itself, and the points are added."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games import errors, standing, tables
from games.game import Outcome
from games.models import Table
from games.pairs import pair_of
from players.models import Player, User

from .conftest import again, move, play_to_the_end, seat_of


@pytest.fixture
def pair(people):
    """The first game of a pair in play, by two people; `pair(rated=True)`."""

    def make(players=(), **setup) -> Table:
        players = players or people[:2]
        table = tables.create(players[0], "race", size=2, paired=True, **setup)
        for player in players:
            tables.sit(table.pk, player, name=f"N{player.pk}")
        return tables.start(table.pk)

    return make


def second_of(table: Table) -> Table | None:
    return Table.objects.filter(rematch_of=table).first()


def give(table: Table, *points: int) -> None:
    """What the game came to."""
    places = tuple(1 + sum(other > mine for other in points) for mine in points)
    outcome = Outcome("goal", places, tuple(map(float, points))).encode()
    Table.objects.filter(pk=table.pk).update(outcome=outcome)


def test_when_the_first_is_over_the_other_begins_the_second(pair, people):
    first = play_to_the_end(pair(), {"what": "go"})
    second = second_of(first)
    assert second is not None and second.is_playing
    assert (first.leg, second.leg) == (1, 2)
    assert [seat.player for seat in second.seats.order_by("index")] == [people[1], people[0]]
    assert tables.rematch(first.pk, people[0]) == second
    # Both have time to find it before its clock runs.
    wait = seat_of(second, 0).act_by - timezone.now()
    assert wait > timedelta(seconds=40)
    play_to_the_end(second, {"what": "go"})
    assert second_of(second) is None
    assert again(tables.rematch(second.pk, people[0])).leg == 1


def test_the_points_of_both_are_added_by_person(pair):
    first = play_to_the_end(pair(), {"what": "go"})
    give(first, 41, 17)
    assert pair_of(again(first)).score is None
    second = second_of(first)
    play_to_the_end(second, {"what": "go"})
    give(second, 30, 9)
    found = pair_of(again(second))
    assert found.points == [(41, 17), (9, 30)]
    assert (found.total, found.score) == ((50, 47), 1.0)
    give(second, 33, 9)
    assert pair_of(again(first)).score == 0.5


@pytest.mark.parametrize("leg", [1, 2])
def test_who_gives_one_up_has_lost_the_pair(pair, leg):
    first = pair()
    if leg == 1:
        tables.resign(first.pk, 0)
        assert second_of(first) is None
        assert pair_of(again(first)).score == 0.0
    else:
        play_to_the_end(first, {"what": "go"})
        give(first, 60, 0)
        tables.resign(second_of(first).pk, 1)
        assert pair_of(again(first)).score == 0.0


def test_who_ends_the_first_game_ends_the_pair(pair):
    first = pair()
    tables.end(first.pk)
    assert second_of(first) is None
    assert pair_of(again(first)) is None


def test_a_pair_is_for_two(people):
    with pytest.raises(errors.BadOptions):
        tables.create(people[0], "race", size=3, paired=True)
    table = tables.create(people[0], "race", size=2, paired=True)
    tables.sit(table.pk, people[0])
    with pytest.raises(errors.TooFew):
        tables.start(table.pk)


def test_whoever_was_away_still_is(pair):
    first = pair()
    tables.step_out(first.pk, 1)
    while again(first).is_playing:
        now = again(first)
        if seat_of(first, 0).to_act:
            move(first, 0, {"what": "go"})
        else:
            tables.bot_move(first.pk, 1, now.decision)
    assert [seat_of(second_of(first), index).away for index in (0, 1)] == [True, False]


def test_a_rated_pair_is_one_result(pair):
    users = [User.objects.create_user(f"m{n}") for n in range(2)]
    players = [Player.objects.create(user=user) for user in users]
    first = play_to_the_end(pair(players, rated=True), {"what": "go"})
    give(first, 40, 20)
    assert standing.rated_results("race") == []  # half of it is still to be played
    second = play_to_the_end(second_of(first), {"what": "go"})
    give(second, 45, 15)
    (result,) = standing.rated_results("race")
    assert (result.first, result.second, result.score) == (users[0].pk, users[1].pk, 0.0)
    assert result.at == second.ended_at


def test_ratings_are_only_worked_out_when_something_has_changed(pair):
    users = [User.objects.create_user(f"m{n}") for n in range(2)]
    players = [Player.objects.create(user=user) for user in users]
    tables.resign(pair(players, rated=True).pk, 0)
    assert standing.refresh_ratings() == 1
    assert standing.refresh_ratings() == standing.refresh_ratings("race") == 0
    tables.resign(pair(players, rated=True).pk, 1)
    assert standing.refresh_ratings("race") == 1
    users[0].delete()
    assert standing.refresh_ratings() == 1
