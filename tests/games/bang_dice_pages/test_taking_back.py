"""Back to the start of one's turn: alone with the computer, over reactions, to the same dice."""

from __future__ import annotations

import pytest

from games import selectors, tables
from games.bang_dice.values import Options, State
from games.models import Seat, Table, TableMove
from games.selectors import with_seats
from games.verifying import differences

from .conftest import PATH, Person, position, put, table_at

BUTTON = "Back to the start of my turn"


@pytest.fixture
def alone(an) -> str:
    """A table of An and four bots; An is the Sheriff and about to roll. Its address."""
    address = an.post(f"{PATH}open/", way="bot", bots="4", level="easy")["Location"]
    begin(address, position(5, options=Options(pace="off"), turn=0))
    return address


def begin(address: str, state: State) -> None:
    """A table stands like this, and the turn of seat 0 has just begun."""
    put(table_at(address), state)
    events = TableMove.objects.get(table=table_at(address), number=0).events
    events.append(["turn", {"seat": 0, "number": 1}])
    TableMove.objects.filter(table=table_at(address), number=0).update(events=events)


def undo(person: Person, address: str):
    version = table_at(address).version
    return person.post(f"{address}do/", action="undo", version=version)


def others_move(address: str) -> None:
    """The bots, until An is to decide or it is over."""
    while True:
        table = table_at(address)
        acting = Seat.objects.filter(table=table, to_act=True).first()
        if not table.is_playing or acting is None or acting.index == 0:
            return
        assert tables.bot_move(table.pk, acting.index, table.decision)


def decide(person: Person, address: str) -> None:
    """An answers whatever she is asked by what the clock would play."""
    table = table_at(address)
    assert Seat.objects.get(table=table, to_act=True).index == 0
    tables.resolve(table.pk, table.decision)


def thrown(address: str) -> list[object]:
    """What fell in the moves that stand."""
    rows = [row for row, _ in selectors.fold(table_at(address))]
    return [
        event[1]["faces"]
        for row in rows
        for event in (row.events if row.number else [])
        if event[0] == "throw"
    ]


def test_a_turn_of_several_decisions_is_taken_back_as_one(an, alone):
    page = an.page(alone)
    assert BUTTON not in page  # nothing to take back yet
    before = table_at(alone).state
    assert an.answer(alone, do="roll").status_code == 302
    assert BUTTON in an.page(alone)
    assert an.answer(alone, do="stop").status_code == 302
    assert undo(an, alone).status_code == 302
    assert table_at(alone).state == before
    assert "roll the dice" in an.page(alone)


def test_it_leads_over_what_others_did_in_between(an, alone):
    cast = ("jesse_jones", "bart_cassidy", "suzy_lafayette", "paul_regret", "lucky_duke")
    start = position(
        5,
        options=Options(pace="off"),
        characters=cast,
        turn=0,
        phase="shots",
        rolls_used=3,
        dice=("one", "one", "beer", "beer", "arrow"),
    )
    begin(alone, start)
    before = table_at(alone).state
    assert an.answer(alone, do="shots", shot0="1", shot1="1").status_code == 302
    others_move(alone)  # Bart may take arrows
    assert TableMove.objects.filter(table=table_at(alone), seat=1).exists()
    assert an.answer(alone, do="beers", beer2="0", beer3="0").status_code == 302
    others_move(alone)
    assert undo(an, alone).status_code == 302
    assert table_at(alone).state == before
    assert list(differences(with_seats(table_at(alone).pk))) == []


def test_nobody_gets_better_dice_by_it(an, alone):
    an.answer(alone, do="roll")
    first = thrown(alone)
    for _again in range(3):
        undo(an, alone)
        an.answer(alone, do="roll")
        assert thrown(alone) == first
    # The computers meet the same as well: the same decisions bring the same game.
    decide(an, alone)
    others_move(alone)
    then = thrown(alone), table_at(alone).state
    undo(an, alone)
    an.answer(alone, do="roll")
    decide(an, alone)
    others_move(alone)
    assert (thrown(alone), table_at(alone).state) == then


def test_such_a_game_says_that_it_is_practice(an, alone):
    an.answer(alone, do="roll")
    assert "counts for no list" in an.page(alone)
    undo(an, alone)
    table = table_at(alone)
    assert table.undone == 1
    for _ in range(2000):
        if table_at(alone).is_over:
            break
        others_move(alone)
        if table_at(alone).is_playing:
            decide(an, alone)
    assert "moves were taken back" in an.page(alone)


def test_not_where_somebody_else_plays_or_has_played(an, ben, sat):
    address = sat()
    an.answer(address, do="roll")
    assert BUTTON not in an.page(address)
    assert undo(an, address).status_code == 403
    # Ben moves and leaves: his computer player makes nobody alone.
    put(table_at(address), position(5, turn=1))
    ben.answer(address, do="roll")
    ben.post(f"{address}resign/")
    assert Seat.objects.get(table=table_at(address), index=1).is_bot
    Table.objects.filter(pk=table_at(address).pk).update(host=table_at(address).host)
    assert BUTTON not in an.page(address)
    assert undo(an, address).status_code == 403
    assert table_at(address).undone == 0
