"""The toy games as if they were on offer, people to play them, and tasks that wait to be run."""

from __future__ import annotations

import hashlib
import itertools
import os
from collections.abc import Callable

import pytest

from games import registry, screens, tables
from games.models import Seat, Table
from games.tables import opening
from players.models import Player


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    """Only the toys are on offer."""
    packages = {slug: f"tests.games.toys.{slug}" for slug in ("race", "bids")}
    monkeypatch.setattr(registry, "PACKAGES", packages)
    registry.slugs.cache_clear()
    yield
    registry.slugs.cache_clear()


@pytest.fixture(autouse=True)
def same_chance(request, monkeypatch):
    """Each test meets the same dice in every run; TEST_CHANCE=2 (3, 4, …) rolls others."""
    run, counted = os.environ.get("TEST_CHANCE", "1"), itertools.count()

    def seed() -> str:
        text = f"{run} {request.node.nodeid} {next(counted)}"
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    monkeypatch.setattr(opening, "_new_seed", seed)


def see_other(client, answer):
    """Where a form that was sent in vain leads: the page with what is wrong."""
    return client.get(answer["Location"]) if answer.status_code == 303 else answer


class Queue:
    """What was handed to the worker, run when a test says so."""

    def __init__(self) -> None:
        self.waiting: list[tuple] = []

    def put(self, task, *args, **options) -> None:
        self.waiting.append((task, args, options))

    def names(self) -> list[str]:
        return [task.name.rpartition(".")[2] for task, _args, _options in self.waiting]

    def run(self, *names: str, most: int = 500) -> int:
        """Run what waits, and what that brings, of the tasks named; how many there were."""
        done = 0
        while done < most:
            mine = [job for job in self.waiting if job[0].name.rpartition(".")[2] in names]
            if not mine:
                return done
            self.waiting.remove(mine[0])
            mine[0][0](*mine[0][1])
            done += 1
        raise AssertionError("tasks without end")


@pytest.fixture(autouse=True)
def queue(monkeypatch) -> Queue:
    found = Queue()
    monkeypatch.setattr(screens, "enqueue", found.put)
    return found


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    """Run a call as a request does: what it tells on commit is told."""

    def run(call: Callable, *args, **kwargs):
        with django_capture_on_commit_callbacks(execute=True):
            return call(*args, **kwargs)

    return run


@pytest.fixture
def people(db) -> list[Player]:
    return [Player.objects.create() for _ in range(4)]


@pytest.fixture
def begun(people) -> Callable[..., Table]:
    """A game in play, by so many of the people: `begun("bids", 3, preset="quiet")`."""

    def make(game: str, seats: int = 2, **setup) -> Table:
        table = tables.create(people[0], game, size=seats, **setup)
        for player in people[:seats]:
            tables.sit(table.pk, player)
        return tables.start(table.pk)

    return make


def again(table: Table) -> Table:
    """The table as it is stored now."""
    return Table.objects.get(pk=table.pk)


def seat_of(table: Table, index: int) -> Seat:
    return Seat.objects.get(table=table, index=index)


def move(table: Table, seat: int, data, client_id: str = "", decision: str | None = None):
    """One move of a person on the decision that is open."""
    now = again(table)
    name = client_id or f"s{seat}m{now.moves}"
    return tables.play(table.pk, seat, now.decision if decision is None else decision, name, data)


def play_to_the_end(table: Table, data=None) -> Table:
    """Every seat plays its first legal move until it is over."""
    from games.selectors import seen

    while again(table).is_playing:
        now = again(table)
        index = min(seen(now, None).to_act)
        mine = seen(now, index)
        first = data or mine.game.encode_move(mine.legal_moves[0])
        move(table, index, first)
    return again(table)
