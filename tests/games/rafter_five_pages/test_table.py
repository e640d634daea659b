"""A table of Rafter Five by plain forms, without a script."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace

import pytest

from bench import rafter
from games import screens
from games.rafter_five import asking
from games.rafter_five.pieces import Piece, Pose, chest, plank
from games.rafter_five.pieces import rafter as rafter_piece
from games.rafter_five.placing import Marks
from games.rafter_five.rules import Options
from games.rafter_five.shapes import depth

from .conftest import PATH, SMALL, Person, judge, position, put, state_at, table_at


@pytest.mark.parametrize("language", ["vi", "en"])
def test_the_ways_into_the_game_are_offered(db, language):
    page = Person(language).page(PATH)
    assert f'<html lang="{language}"' in page
    assert 'value="daily"' in page and 'name="bots" value="2" checked' in page


def test_a_turn_alone_from_the_first_page_to_the_chest(an, alone):
    address = alone()
    assert an.answer(address, do="standard").status_code == 302
    assert an.answer(address, do="lift", rafter="3").status_code == 302
    assert an.answer(address, do="draw", plank="pile").status_code == 302
    for phase in ("lay", "man", "load"):
        assert state_at(address).phase == phase
        page = an.page(address)
        assert 'class="verdict ok"' in page, phase  # the place offered first is free
        assert an.answer(address, do="place").status_code == 302
    state = state_at(address)
    assert state.turns == 1
    assert state.chests_on_raft() == 1 or state.over


def test_a_place_can_be_looked_at_before_it_is_taken(an, alone):
    address = alone(phase="lay", drawn=20, hand=1, raft=SMALL[1:])
    fields = an.fields(address) | {"x": "46", "y": "25,5", "rot": "0", "do": "look"}
    answer = an.post(f"{address}look/", **fields)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'class="verdict miss"' in page and "(Crate)" in page  # what is in the way, by name
    assert 'name="x" value="46"' in page and 'value="25,5"' in page  # nothing typed is lost
    assert state_at(address).phase == "lay"


def test_a_script_gets_the_same_in_short(an, alone):
    address = alone(phase="lay", drawn=20, hand=1, raft=SMALL[1:])
    fields = an.fields(address)
    free = an.client.post(f"{address}look/", fields, headers={"HX-Request": "true"}).json()
    assert free["ok"] and free["z"] >= 2 and "falls" not in free
    far = an.client.post(
        f"{address}look/", fields | {"x": "240"}, headers={"HX-Request": "true"}
    ).json()
    assert not far["ok"] and far["text"]
    broken = an.client.post(
        f"{address}look/", fields | {"x": "far"}, headers={"HX-Request": "true"}
    ).json()
    assert not broken["ok"]


@pytest.mark.parametrize("value", ["", "abc", "nan", "1e308", "12.34", "99999", "０"])
def test_numbers_that_are_none_are_refused_in_words(an, alone, value):
    address = alone(phase="lay", drawn=20, hand=1, raft=SMALL[1:])
    answer = an.answer(address, do="place", x=value)
    assert answer.status_code in (400, 422)
    assert 'role="alert"' in answer.content.decode()
    assert state_at(address).phase == "lay"


def test_a_fall_is_told_in_words_and_penalties_lie_on_the_board(an, ben, sat):
    # Ben's chest stands at the end of a plank that only the Bench holds down.
    raft = (
        *SMALL[:4],
        Piece("p10", 10, 52, 0, 0),
        Piece("r3", 3, 5, 0, 0, 2),
        Piece("c22", 3, 95, 0, 0, 2),
    )
    address = sat(raft=raft)
    assert an.answer(address, do="lift", rafter="3").status_code == 302
    for page in (an.page(address), ben.page(address)):
        assert "2 pieces fall!" in page
        assert "On the penalty board of An: 1 amber" in page
        assert "1 of 5 penalty points" in page
    assert state_at(address).turn == 1


def test_the_order_of_the_pile_is_on_no_page(an, alone):
    address = alone()
    pile = list(state_at(address).pile)
    assert len(pile) == 42
    assert not any(str(pile[:n])[1:-1] in an.page(address) for n in (4,))


def test_who_is_not_to_move_has_no_form(ben, sat):
    page = ben.page(sat())
    assert '<form id="move"' not in page
    assert "An chooses a rafter" in page


def test_a_full_board_ends_the_game_with_a_ranking(an, ben, sat):
    address = sat()
    state = position(2)
    owner, other = state.players
    taken = other.store[:4]
    raft = (
        *SMALL[:4],
        Piece("p10", 10, 52, 0, 0),
        Piece("r3", 3, 5, 0, 0, 2),
        Piece("c42", 5, 95, 0, 0, 2),
    )
    players = (
        replace(owner, penalties=taken),
        replace(other, store=tuple(n for n in other.store if n not in (*taken, 42))),
    )
    put(table_at(address), replace(state, raft=raft, players=players))
    assert an.answer(address, do="lift", rafter="3").status_code == 302
    page = an.page(address)
    assert "You have lost this time" in page
    assert page.count('<th scope="row"><span class="sign') == 2


def test_no_picture_is_shown_as_text(an, alone):
    address = alone(phase="man", drawn=20, hand=1, raft=SMALL[1:], held=Pose(0, 20, 0))
    page = an.page(address)
    assert "&lt;" not in page and page.count('data-held="') >= 3


def test_a_page_judges_nothing_and_says_that_it_is_being_done(an, alone, monkeypatch):
    address = alone(phase="load", drawn=10)
    fields = an.fields(address) | {"do": "place", "x": "0", "y": "8", "rot": "0"}
    with monkeypatch.context() as patch:
        patch.setattr("games.rafter_five.stability.judge", None)
        sent = an.client.post(f"{address}move/", fields, headers={"HX-Request": "true"})
        assert sent.status_code == 202
        assert "the raft is being judged" in sent.content.decode()
        assert an.post(f"{address}move/", **fields)["Location"] == address
    page = an.page(address)
    assert '<form id="move"' not in page and "the raft is being judged" in page
    assert 'content="1;url=' in page  # without a script it looks again in a second
    before = state_at(address).chests_on_raft()
    judge(address)
    assert state_at(address).chests_on_raft() == before + 1
    assert "the raft is being judged" not in an.page(address)


def test_who_says_that_there_is_no_place_is_told_when_there_is_one(an, alone):
    address = alone(phase="lay", drawn=20, hand=1, raft=SMALL[1:])
    assert an.answer(address, do="stuck").status_code == 302
    page = an.page(address)
    assert "data-error=" in page and '<form id="move"' in page
    assert an.fields(address)["client_id"] != "1-0"  # another form, which is sent anew
    assert an.answer(address, do="place").status_code == 302
    assert state_at(address).phase == "man"
    assert "data-error=" not in an.page(address)


def undo(person, address):
    return person.post(f"{address}do/", action="undo", version=table_at(address).version)


def test_a_plank_laid_by_mistake_is_taken_back_and_nothing_that_was_revealed(an, alone):
    address = alone(phase="lay", drawn=20, hand=1, raft=SMALL[1:])
    assert 'value="undo"' not in an.page(address)
    an.answer(address, do="place")
    assert 'value="undo"' in an.page(address)
    assert undo(an, address).status_code == 302
    assert state_at(address).phase == "lay"
    an.answer(address, do="place")
    an.answer(address, do="place")  # the hand lets go: it is judged
    assert state_at(address).phase in ("load", "over")
    assert 'value="undo"' not in an.page(address)
    assert undo(an, address).status_code == 409


def test_in_the_contest_of_the_day_nothing_is_taken_back(an, alone):
    address = alone(phase="lay", drawn=20, hand=1, raft=SMALL[1:], day="2030-01-01")
    an.answer(address, do="place")
    assert state_at(address).phase == "man"
    assert 'value="undo"' not in an.page(address)


def test_a_drawn_plank_is_drawn(an, alone):
    for afloat, drawn, undone in (((), "pile", False), ((30,), "30", True)):
        address = alone(phase="draw", hand=1, raft=SMALL[1:], afloat=afloat)
        an.answer(address, do="draw", plank=drawn)
        assert ('value="undo"' in an.page(address)) == undone


@pytest.mark.parametrize("value", ["5000", "1e308", "-99999", "1e999"])
def test_a_place_far_away_is_out_of_the_area_and_drawn_within_it(an, alone, value):
    address = alone(phase="lay", drawn=20, hand=1, raft=SMALL[1:])
    fields = an.fields(address) | {"y": "30", "x": value}
    script = {"HX-Request": "true"}
    found = an.client.post(f"{address}look/", fields, headers=script).json()
    assert found == {"ok": False, "text": "That is too far from the raft."}
    page = an.answer(address, do="place", x=value, y="30").content.decode()
    assert "That is too far from the raft." in page and f'name="x" value="{value}"' in page
    row = re.search(r'data-held="\[\[&quot;p20&quot;, ?20, ?(-?[\d.]+), ?([\d.]+)', page)
    assert row is not None
    assert (abs(float(row[1])), float(row[2])) == (250, 30)


@pytest.mark.parametrize("value", ["", "far"])
def test_a_field_that_cannot_be_read_leaves_the_others_as_they_were(an, alone, value):
    address = alone(phase="lay", drawn=20, hand=1, raft=SMALL[1:])
    page = an.answer(address, do="place", x=value, y="31", rot="77").content.decode()
    assert 'name="y" value="31"' in page and 'name="rot" value="77"' in page
    assert f'name="x" value="{value}"' in page


def test_while_a_move_is_judged_nothing_is_offered_that_does_nothing(an, alone):
    address = alone(phase="lay", drawn=20, hand=1, raft=SMALL[1:])
    an.answer(address, do="place")
    assert 'value="undo"' in an.page(address)
    fields = an.fields(address) | {"do": "place"}
    an.post(f"{address}move/", **fields)
    page = an.page(address)
    assert "the raft is being judged" in page
    assert 'value="undo"' not in page and 'value="hurry"' not in page


def test_a_second_window_hears_that_the_game_has_gone_on(an, alone):
    address = alone()
    an.answer(address, do="standard")
    fields = an.fields(address) | {"do": "lift", "rafter": "3"}
    an.post(f"{address}move/", **fields)
    second = an.post(f"{address}move/", **fields | {"client_id": "another"})
    assert second.status_code == 409
    assert "The game has moved on" in second.content.decode()
    assert "Wait for the others" not in second.content.decode()


@pytest.mark.parametrize(("seats", "offered"), [(2, "Give up"), (3, "Leave for good")])
def test_of_two_one_may_give_up_of_more_a_computer_player_takes_the_seat(an, sat, seats, offered):
    address = sat(seats)
    menu = an.page(address)
    menu = menu[menu.index("menu-sheet") : menu.index("</header>")]
    assert f"{offered}</a>" in menu
    sure = an.page(f"{address}resign/")
    assert ("The other player wins" in sure) == (seats == 2)
    assert an.post(f"{address}resign/").status_code == 302
    assert state_at(address).over == (seats == 2)


@pytest.mark.parametrize("language", ["vi", "en"])
def test_a_push_stays_small_though_nearly_the_whole_raft_falls(an, sat, language):
    """4 kB compressed: 42 planks, 42 chests and five rafters stand far to one side, and go over."""
    address = sat(3)
    full = rafter.full_raft(3)
    aside = tuple(piece._replace(x=round(piece.x + 80, 1)) for piece in full.raft)
    state = replace(full, raft=aside, options=Options(seconds=0))
    put(table_at(address), state)
    an.answer(address, do="lift", rafter="5")
    newest = table_at(address).log.get(number=1)
    (fall,) = (facts for kind, facts, *_ in newest.events if kind == "fall")
    assert len(fall["tracks"]) > 80 and sum(map(len, fall["waves"])) > 60
    for seat in (0, 1, None):  # who let it fall, who is next, who watches
        pushed = screens.fragment(table_at(address), seat, language)
        size = len(gzip.compress(pushed.encode()))
        assert size <= 4096, seat


@pytest.mark.parametrize("design", [1, 17, 35, 40])
def test_what_is_put_on_a_plank_is_offered_a_place_wholly_on_it(design):
    lying = plank(design, Pose(3.0, -7.0, 33.0))
    stands = asking.first_place_on((), lying, "r", 4 if design > 17 else 1, Marks())
    post = rafter_piece(4 if design > 17 else 1, stands)
    load = chest(1, asking.first_place_on((post,), lying, "c", 0, Marks()))
    for piece in (post, load):
        assert all(depth(lying.outline, corner) > -0.1 for corner in piece.outline), piece
