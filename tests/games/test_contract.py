"""What every game gets from the contract: options, events, outcomes, where games are found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games import registry
from games.game import Event, InvalidOptions, Outcome

from .toys.race.game import GAME as RACE
from .toys.race.game import Options


def test_options_come_from_json_and_from_forms_alike():
    assert RACE.read_options({"seconds": 60}) == Options(seconds=60)
    assert RACE.read_options({"seconds": "60", "sides": "12"}) == Options(60, 12)
    assert RACE.read_options({}) == Options()
    assert RACE.read_options(RACE.write_options(Options(0, 20))) == Options(0, 20)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"seconds": 31}, "bad_option"),
        ({"seconds": True}, "bad_option"),
        ({"seconds": 30.0}, "bad_option"),
        ({"seconds": None}, "bad_option"),
        ({"seconds": []}, "bad_option"),
        ({"sides": 1}, "bad_option"),
        ({"sides": 10**400}, "bad_option"),
        ({"speed": 3}, "unknown_option"),
    ],
)
def test_options_that_cannot_be_are_refused_by_name(raw, code):
    with pytest.raises(InvalidOptions) as refused:
        RACE.read_options(raw)
    assert refused.value.code == code
    assert refused.value.facts == {"name": next(iter(raw))}


def test_an_event_is_for_all_or_for_some():
    public, secret = Event("laid", {"seat": 1}), Event("own", {"card": 4}, frozenset({1}))
    assert [public.seen_by(seat) for seat in (0, 1, None)] == [True, True, True]
    assert [secret.seen_by(seat) for seat in (0, 1, None)] == [False, True, False]
    assert [Event.decode(event.encode()) for event in (public, secret)] == [public, secret]


def test_who_has_won():
    assert Outcome("x", (1, 2, 1)).winners == {0, 2}
    assert Outcome("x", (1, 1)).is_draw
    assert Outcome("x", (1, 1)).winners == frozenset()
    assert Outcome("x", (1,)).winners == {0}
    assert Outcome("x", (2,)).winners == frozenset()
    outcome = Outcome("x", (2, 1), (3.0, 7.5))
    assert Outcome.decode(outcome.encode()) == outcome


def test_games_are_found_by_their_slug_and_absent_ones_are_not_offered(monkeypatch):
    monkeypatch.setitem(registry.PACKAGES, "chess", "tests.games.toys.chess")
    registry.slugs.cache_clear()
    assert registry.slugs() == ("race", "bids")
    assert registry.game("race") is RACE
    assert registry.texts("bids") is None
    assert registry.snapshot("race", {}) == {}
    for slug in ("chess", "go"):
        with pytest.raises(registry.UnknownGame):
            registry.game(slug)


def test_only_the_table_service_writes_tables_seats_and_moves():
    writing = re.compile(
        r"\b(Table|Seat|TableMove)\.objects\b[^=]*?\.(create|bulk_create|bulk_update|update|delete)\("
    )
    root = Path(__file__).resolve().parents[2]
    places = [*(root / "games").glob("*.py"), *(root / "classrooms").glob("*.py")]
    assert len(places) > 20
    assert [p.name for p in places if writing.search(p.read_text())] == []
    core = (root / "games/tables/rows.py").read_text()
    assert writing.search(core)
