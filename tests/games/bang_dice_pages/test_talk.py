"""Phrases: what the living say everybody hears; what is said beyond, the living never."""

from __future__ import annotations

import pytest

from games import screens, selectors
from games.models import Said

from .conftest import PATH, Person, table_at

DEAD_BEN = {"alive": (True, False, True, True, True), "life": (5, 0, 5, 5, 5)}


def say(person: Person, address: str, phrase: str, **more):
    Said.objects.update(at="2026-01-01T00:00:00Z")  # long enough ago
    return person.post(f"{address}do/", action="say", phrase=phrase, **more)


def test_the_living_are_heard_by_all_each_in_their_language(an, ben, sat):
    address = sat()
    assert say(an, address, "protect").status_code == 302
    assert say(ben, address, "watch", about=2).status_code == 302
    for person in (an, ben, Person()):
        page = person.page(address)
        assert "<q>I protect the Sheriff!</q>" in page and "<q>Watch Leaf!</q>" in page
    assert "<q>Tôi bảo vệ Cảnh sát trưởng!</q>" in Person("vi").page(address)


def test_who_is_out_or_watches_is_not_heard_by_the_living(an, ben, sat):
    address, watcher = sat(**DEAD_BEN), Person()
    assert say(ben, address, "suspect", about=3).status_code == 302
    assert say(watcher, address, "oh").status_code == 302
    for person in (ben, watcher, Person()):
        page = person.page(address)
        assert "I suspect Rain." in page and "Somebody watching" in page
    assert "<q>" not in an.page(address)
    table = selectors.with_seats(table_at(address).pk)
    assert "<q>" not in screens.fragment(table, 0, "en")
    assert "<q>I suspect Rain.</q>" in screens.fragment(table, 1, "en")
    assert "<q>Oh no!</q>" in screens.fragment(table, None, "en")
    # And the living have phrases that the others do not, who hear them.
    assert say(an, address, "help").status_code == 302
    assert "<q>Help me!</q>" in ben.page(address)


@pytest.mark.parametrize(
    ("phrase", "about", "status"),
    [
        ("oh", "", 400),
        ("watch", "", 409),
        ("watch", "7", 409),
        ("watch", "x", 409),
        ("", "", 400),
        ("no such thing", "", 400),
    ],
)
def test_only_what_is_offered_can_be_said(an, sat, phrase, about, status):
    address = sat()
    answer = say(an, address, phrase, about=about)
    assert answer.status_code == status
    assert "Choose" in answer.content.decode()
    assert not Said.objects.exists()


def test_one_at_a_time(an, ben, sat):
    address = sat()
    assert say(an, address, "help").status_code == 302
    fast = an.post(f"{address}do/", action="say", phrase="not_me")
    assert fast.status_code == 409 and "One at a time" in fast.content.decode()
    assert ben.post(f"{address}do/", action="say", phrase="not_me").status_code == 302


def test_nothing_is_said_before_the_game_or_at_a_table_without_phrases(an, db):
    address = an.post(f"{PATH}open/", way="invite", name="An")["Location"]
    assert say(an, address, "help").status_code == 409
    other = an.post("/games/o_an_quan/open/", way="bot", level="easy")["Location"]
    assert say(an, other, "help").status_code == 409
