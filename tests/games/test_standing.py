"""What finished tables are worth: points of members, and ratings that can be worked out anew."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command

from games import standing, tables
from games.models import Rating, Seat, Table
from games.standing import Result, Strength, strengths
from players.leaderboards import ALL_TIME, add_up
from players.models import Player, User

from .conftest import again, play_to_the_end


@pytest.fixture
def members(db) -> list[Player]:
    users = [User.objects.create_user(f"m{n}") for n in range(3)]
    return [Player.objects.create(user=user) for user in users]


def played(players, *places: int, bots: int = 0, **setup) -> Table:
    """A finished race with these places."""
    size = len(players) + bots
    table = tables.create(players[0], "race", size=size, **setup)
    for player in players:
        tables.sit(table.pk, player)
    for _ in range(bots):
        tables.add_bot(table.pk, "slow")
    tables.start(table.pk)
    over = play_to_the_end(table, {"what": "go"})
    outcome = {**over.outcome, "places": list(places)}
    Table.objects.filter(pk=table.pk).update(outcome=outcome)
    return again(table)


def totals(members) -> list[int]:
    board = add_up(ALL_TIME)
    return [board.get(str(player.user_id), 0) for player in members]


def test_points_for_playing_and_for_everybody_one_is_before(members):
    played(members, 1, 2, 2)
    assert totals(members) == [200 + 800, 200 + 200, 200 + 200]


def test_guests_stand_on_no_board_but_count_as_people(members):
    played([members[0], Player.objects.create()], 1, 2)
    assert totals(members) == [600, 0, 0]


def test_bots_are_worth_little_and_only_so_often_a_day(members):
    for _ in range(7):
        played(members[:1], 1, 2, bots=1)
    played(members[1:2], 2, 1, bots=1)
    assert totals(members) == [5 * 100, 0, 0]


def test_who_is_away_or_shares_a_device_gets_nothing_for_it(members):
    table = played(members[:2], 1, 2)
    Seat.objects.filter(table=table, index=0).update(away=True)
    assert totals(members) == [0, 200, 0]
    Seat.objects.filter(table=table, index=1).update(beside=True, player=members[0])
    assert totals(members) == [0, 0, 0]


def test_tables_that_were_stopped_or_run_are_worth_nothing(members):
    table = tables.create(members[0], "race", size=2)
    for player in members[:2]:
        tables.sit(table.pk, player)
    tables.start(table.pk)
    assert totals(members) == [0, 0, 0]


def test_the_arithmetic_is_that_of_the_paper():
    """Glickman's worked example: 1500 ± 200 meets 1400 ± 30, 1550 ± 100 and 1700 ± 300."""
    at = datetime(2026, 1, 5, 9, tzinfo=UTC)
    known = {
        1: Strength(1500, 200),
        2: Strength(1400, 30),
        3: Strength(1550, 100),
        4: Strength(1700, 300),
    }
    games = [Result(1, 2, 1, at), Result(1, 3, 0, at), Result(1, 4, 0, at)]
    standing._play_day(known, at.date(), games)
    found = known[1]
    assert (round(found.rating, 2), round(found.deviation, 2)) == (1464.05, 151.52)
    assert round(found.volatility, 5) == 0.06
    assert found.games == 3


def test_the_order_of_one_days_games_does_not_matter_and_rest_makes_uncertain():
    at = datetime(2026, 1, 5, 9, tzinfo=UTC)
    games = [Result(1, 2, 1, at), Result(2, 1, 1, at), Result(1, 3, 0.5, at)]
    one, two = strengths(games), strengths(reversed(games))
    assert {user: round(found.rating, 6) for user, found in one.items()} == {
        user: round(found.rating, 6) for user, found in two.items()
    }
    known = Strength(1600, 60, 0.06, 30, at.date())
    rested = known.on(at.date() + timedelta(days=400))
    assert rested.rating == 1600
    assert 60 < known.on(at.date() + timedelta(days=30)).deviation < rested.deviation <= 350


def test_ratings_are_worked_out_from_rated_tables_of_two_members(members, committed, queue):
    guest = Player.objects.create()
    committed(played, members[:2], 1, 2, rated=True)
    assert queue.names().count("rebuild_ratings") == 1
    played(members[:2], 1, 2)
    played([members[0], guest], 1, 2, rated=True)
    assert queue.run("rebuild_ratings") == 1
    rows = {row.user_id: row for row in Rating.objects.all()}
    assert set(rows) == {member.user_id for member in members[:2]}
    winner, loser = rows[members[0].user_id], rows[members[1].user_id]
    assert winner.rating > 1600 > 1400 > loser.rating
    assert winner.games == loser.games == 1


def test_ratings_that_are_lost_are_worked_out_the_same(members):
    for places in ((1, 2), (2, 1), (1, 1)):
        played(members[:2], *places, rated=True)
    assert standing.rebuild_ratings() == 2
    before = list(Rating.objects.values_list("user", "rating", "deviation"))
    Rating.objects.all().delete()
    call_command("rebuild_ratings", verbosity=0)
    assert list(Rating.objects.values_list("user", "rating", "deviation")) == before
