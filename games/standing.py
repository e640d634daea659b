"""What finished tables are worth: points for the leaderboards, and a Glicko-2 rating for games of
two. Both are worked out from the tables; docs/explanation/tables.md gives the figures and reasons.

Glicko-2: M. Glickman, "Example of the Glicko-2 system" (2012); the arithmetic is glicko2-py's.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from django.core.cache import cache
from django.db import transaction
from django.db.models import Count, Max, Sum
from django.utils import timezone
from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating
from redis import RedisError

from players.leaderboards import Points, register

from .game import Outcome
from .models import Rating, Seat, Table
from .pairs import Pair
from .signals import table_ended

# --- points --------------------------------------------------------------------------------------

#: For playing a table with other people to its end, however it went.
PLAYED = 200
#: For every other person one is placed before, and for one of the same place.
BEFORE, BESIDE = 400, 200
#: For being placed before every bot of a table without other people.
BEAT_BOTS = 100
#: So many tables against bots count a day (in Vietnam).
BOT_TABLES_A_DAY = 5


def points_of(outcome: Outcome, seats: Iterable[Seat]) -> dict[int, int]:
    """Points by seat index for one finished table. Who is away, replaced or beside somebody gets
    nothing; what people do on one device is a game among themselves."""
    rows = list(seats)
    people = [s for s in rows if s.is_person and not s.beside]
    here = [seat for seat in people if not seat.away]
    given: dict[int, int] = {}
    for me in here:
        place = outcome.places[me.index]
        if len(people) > 1:
            others = [outcome.places[other.index] for other in people if other is not me]
            before = sum(BEFORE for other in others if place < other)
            given[me.index] = PLAYED + before + sum(BESIDE for other in others if place == other)
        else:
            bots = [outcome.places[seat.index] for seat in rows if seat.is_bot]
            given[me.index] = BEAT_BOTS if bots and place < min(bots) else 0
    return given


def member_points() -> Iterator[Points]:
    """Points of members from all finished tables, dated by the end."""
    against_bots: dict[tuple[int, date], int] = {}
    tables = Table.objects.filter(
        status=Table.Status.FINISHED, seats__player__user__isnull=False
    ).distinct()
    # Who took moves back was practising.
    tables = tables.filter(undone=0).defer("state").order_by("ended_at")
    for table in tables.prefetch_related("seats__player"):
        outcome, ended_at = table.result, table.ended_at
        if outcome is None or ended_at is None:
            continue
        seats = list(table.seats.all())
        alone = sum(seat.is_person for seat in seats) == 1
        given = points_of(outcome, seats)
        for seat in seats:
            points = given.get(seat.index, 0)
            if not points or seat.player is None or seat.player.user_id is None:
                continue
            if alone:
                day = (seat.player.user_id, _day(ended_at))
                against_bots[day] = against_bots.get(day, 0) + 1
                if against_bots[day] > BOT_TABLES_A_DAY:
                    continue
            yield Points(seat.player.pk, seat.player.user_id, points, ended_at, f"table:{table.pk}")


def _day(at: datetime) -> date:
    return timezone.localtime(at, timezone.get_default_timezone()).date()


# --- ratings -------------------------------------------------------------------------------------

#: Days in a rating period; who does not play grows uncertain by this measure.
PERIOD_DAYS = 1
#: Deviation never falls below it, so that a rating can always move.
LEAST_DEVIATION = 45.0
#: Nor grows above that of somebody unknown.
MOST_DEVIATION = 350.0


@dataclass(frozen=True)
class Strength:
    """A rating on Glicko's scale (1500 to begin with), its deviation and its volatility; how many
    rated games, and the day of the last."""

    rating: float = 1500.0
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06
    games: int = 0
    day: date | None = None
    last_at: datetime | None = None

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known yet to stand on a list."""
        return self.deviation > 110

    def on(self, day: date) -> Strength:
        """The same strength after the periods in which nothing was played."""
        if self.day is None or day <= self.day:
            return self
        idle = (day - self.day).days // PERIOD_DAYS - 1
        phi = math.hypot(rd_to_phi(self.deviation), self.volatility * math.sqrt(max(idle, 0)))
        deviation = min(phi_to_rd(phi), MOST_DEVIATION)
        return Strength(self.rating, deviation, self.volatility, self.games, self.day, self.last_at)


@dataclass(frozen=True)
class Result:
    """One rated game of two members: `score` of the first is 1, ½ or 0."""

    first: int
    second: int
    score: float
    at: datetime


def rated_results(game: str) -> list[Result]:
    """The results that count, in the order they ended: rated tables of two different members,
    neither of them replaced by a bot. A pair is one result, of both its games."""
    tables = (
        Table.objects.filter(game=game, status=Table.Status.FINISHED, rated=True)
        .order_by("ended_at", "pk")
        .defer("state")
        .prefetch_related("seats__player")
    )
    seconds = {table.rematch_of_id: table for table in tables if table.leg == 2}
    results = []
    for table in tables:
        if table.leg == 2:
            continue
        users = [seat.player.user_id if seat.player else None for seat in table.seats.all()]
        if len(users) != 2 or None in users or users[0] == users[1]:
            continue
        if table.result is None or table.ended_at is None:
            continue
        last, score = _scored(table, seconds.get(table.pk))
        if score is None or last.ended_at is None:
            continue  # the second game is still being played
        first, second = (user for user in users if user is not None)
        results.append(Result(first, second, score, last.ended_at))
    return sorted(results, key=lambda result: result.at)


def _scored(table: Table, second: Table | None) -> tuple[Table, float | None]:
    """The table that decided it, and the score of seat 0 of the first."""
    if table.leg == 1:
        return second or table, Pair(table, second).score
    assert table.result is not None  # noqa: S101  finished
    ours, theirs = table.result.places
    return table, 0.5 if ours == theirs else float(ours < theirs)


def strengths(results: Iterable[Result]) -> dict[int, Strength]:
    """Everybody's strength after all results, by user; results come in the order of their times.
    All games of one day are one rating period: they are weighed together, with the strengths that
    everybody had in the morning."""
    known: dict[int, Strength] = {}
    for day, games in groupby(results, key=lambda result: _day(result.at)):
        _play_day(known, day, list(games))
    return known


def _play_day(known: dict[int, Strength], day: date, games: list[Result]) -> None:
    met: dict[int, list[tuple[int, float, datetime]]] = {}
    for game in games:
        met.setdefault(game.first, []).append((game.second, game.score, game.at))
        met.setdefault(game.second, []).append((game.first, 1 - game.score, game.at))
    morning = {user: known.get(user, Strength()).on(day) for user in met}
    for user, played in met.items():
        was = morning[user]
        opponents = [
            (rating_to_mu(morning[other].rating), rd_to_phi(morning[other].deviation), score)
            for other, score, _at in played
        ]
        new = update_rating(
            rating_to_mu(was.rating), rd_to_phi(was.deviation), was.volatility, opponents
        )
        deviation = min(max(phi_to_rd(new.phi), LEAST_DEVIATION), MOST_DEVIATION)
        games_so_far, last_at = was.games + len(played), played[-1][2]
        known[user] = Strength(
            mu_to_rating(new.mu), deviation, new.sigma, games_so_far, day, last_at
        )


#: What the ratings of a game were worked out from, so that the same need not be done again.
_KNOWN = "ratings:{}"


def _basis(game: str) -> str:
    """All that the ratings of a game depend on, and the ratings there are: the results never change
    but by an account that is deleted."""
    played = Table.objects.filter(game=game, rated=True, status=Table.Status.FINISHED)
    ended = played.aggregate(n=Count("pk"), last=Max("ended_at"))
    people = Seat.objects.filter(table__in=played.values("pk"), player__user__isnull=False).count()
    kept = Rating.objects.filter(game=game).aggregate(n=Count("pk"), sum=Sum("rating"))
    return f"{ended['n']} {ended['last']} {people} {kept['n']} {kept['sum']}"


def refresh_ratings(game: str = "") -> int:
    """Work out anew the ratings, or those of one game, wherever anything has changed since the last
    time; how many games that were."""
    rated = Table.objects.filter(rated=True, status=Table.Status.FINISHED)
    games = {game} if game else {*rated.order_by().values_list("game", flat=True).distinct()}
    done = 0
    for slug in sorted(games):
        try:
            if cache.get(_KNOWN.format(slug)) == _basis(slug):
                continue
            rebuild_ratings(slug)
            cache.set(_KNOWN.format(slug), _basis(slug), timeout=None)
        except RedisError:
            rebuild_ratings(slug)
        done += 1
    return done


def rebuild_ratings(game: str = "") -> int:
    """Work every rating out anew, or those of one game, and put them in place of the old ones in
    one step; how many there are."""
    played = Table.objects.filter(rated=True, status=Table.Status.FINISHED)
    old = Rating.objects.all()
    if game:
        played, old = played.filter(game=game), old.filter(game=game)
    games = list(played.order_by("game").values_list("game", flat=True).distinct())
    rows = [
        Rating(
            user_id=user,
            game=slug,
            rating=found.rating,
            deviation=found.deviation,
            volatility=found.volatility,
            games=found.games,
            last_at=found.last_at,
        )
        for slug in games
        for user, found in strengths(rated_results(slug)).items()
        if found.last_at is not None
    ]
    with transaction.atomic():
        old.delete()
        Rating.objects.bulk_create(rows)
    return len(rows)


def _on_end(table_id: int, **_kwargs: object) -> None:
    """A rated game is over: its ratings are worked out by the worker."""
    from . import screens
    from .tasks import rebuild_ratings as task

    rated = Table.objects.filter(pk=table_id, rated=True).values_list("game", flat=True).first()
    if rated is not None:
        screens.enqueue(task, rated)


def connect() -> None:
    """Called once when the app is ready."""
    register("tables", member_points)
    table_ended.connect(_on_end, dispatch_uid="games.standing")
