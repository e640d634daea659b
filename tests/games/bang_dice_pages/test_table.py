"""The table page of the dice shoot-out: each decision by its form alone, and what is shown when."""

from __future__ import annotations

import re

import pytest

from games import tables
from games.bang_dice.face import FACE
from games.bang_dice.game import GAME
from games.bang_dice.values import Group, Hit, Options, Result
from games.models import Table

from .conftest import PATH, PEOPLE, Person, position, put, table_at

SHOTS = {"phase": "shots", "rolls_used": 3, "dice": ("one", "two", "beer", "beer", "dynamite")}


def state_of(address: str):
    return GAME.decode(table_at(address).state)


def with_first(character: str, seats: int = 5) -> tuple[str, ...]:
    others = [one for one in PEOPLE if one != character]
    return (character, *others[: seats - 1])


def test_solo_starts_at_once_with_as_many_bots_as_chosen(an):
    for bots in (2, 4, 7):
        address = an.post(f"{PATH}open/", way="bot", level="easy", bots=bots)["Location"]
        table = table_at(address)
        assert table.is_playing and table.seats.count() == bots + 1
        assert an.page(address).count('class="bseat ') == bots
    for wrong in ("1", "8", "x", "-1", "77"):
        answer = an.post(f"{PATH}open/", way="bot", level="easy", bots=wrong)
        assert answer.status_code == 400
        assert "Choose how many computer players" in answer.content.decode()


def test_a_turn_by_forms_alone(an, sat):
    address = sat()
    assert "Roll the dice" in an.page(address)
    assert an.answer(address, do="roll").status_code == 302
    thrown = state_of(address)
    assert thrown.rolls_used == 1
    put(table_at(address), position(5, phase="roll", rolls_used=1, dice=SHOTS["dice"]))
    page = an.page(address)
    assert "Keep die 1: Shot 1" in page and "Die 5: Dynamite, locked" in page
    assert an.answer(address, do="reroll", keep0="on", keep1="on").status_code == 302
    after = state_of(address)
    assert after.rolls_used == 2 and after.dice[:2] == ("one", "two")
    assert after.dice[4] == "dynamite"  # locked dice were not thrown


def test_shots_then_drinks_go_where_they_are_sent(an, sat):
    address = sat(**SHOTS, life=(5, 7, 8, 8, 8))
    page = an.page(address)
    assert page.count('name="shot0"') == 2 and page.count('name="shot1"') == 2
    assert an.answer(address, do="shots", shot0="1", shot1="3").status_code == 302
    assert state_of(address).life[1] == 6 and state_of(address).life[3] == 7
    # The Sheriff is wounded: both drinks are marked for them, and may go elsewhere.
    page = an.page(address)
    assert page.count('value="0" required checked') == 2
    assert an.answer(address, do="beers", beer2="0", beer3="1").status_code == 302
    assert state_of(address).life[:2] == (6, 7)


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({}, 400, "Choose what you want to do"),
        ({"do": "dance"}, 400, "Choose what you want to do"),
        ({"do": "shots", "shot0": "1"}, 422, ""),
        ({"do": "shots", "shot0": "2", "shot1": "3"}, 422, ""),
        ({"do": "shots", "shot0": "x", "shot1": "3"}, 400, "could not be read"),
        ({"do": "shots", "shot0": "99", "shot1": "3"}, 422, ""),
        ({"do": "beers", "beer2": "0", "beer3": "0"}, 422, ""),
        ({"do": "pedro", "arrows": ""}, 400, "could not be read"),
        ({"do": "sid_heal"}, 400, "Choose somebody first"),
        ({"do": "gatling", "kit1": "9"}, 422, ""),
        ({"do": "reroll", **{f"keep{n}": "on" for n in range(5)}}, 422, ""),
    ],
)
def test_what_is_refused_is_said_and_changes_nothing(an, sat, fields, status, said):
    address = sat(**SHOTS)
    before = table_at(address).state
    answer = an.answer(address, **fields)
    assert answer.status_code == status
    page = answer.content.decode()
    assert 'role="alert"' in page and said in page
    assert table_at(address).state == before
    assert 'name="shot0"' in page  # the form is still there


def test_sid_gives_a_life_or_nothing(an, sat):
    sid = with_first("sid_ketchum")
    address = sat(characters=sid, phase="start", life=(10, 3, 8, 8, 8))
    assert "Give somebody a life?" in an.page(address)
    assert an.answer(address, do="sid_heal", target="1").status_code == 302
    assert state_of(address).life[1] == 4
    put(table_at(address), position(5, characters=sid, phase="start"))
    assert an.answer(address, do="sid_heal", skip="1").status_code == 302
    assert state_of(address).phase == "roll"


def test_slab_spends_a_drink_so_that_a_shot_hits_twice(an, sat):
    address = sat(characters=with_first("slab_the_killer"), **SHOTS)
    assert "Give up one beer" in an.page(address)
    answer = an.answer(address, do="shots", shot0="1", shot1="3", slab="1")
    assert answer.status_code == 302
    full = position(5, characters=with_first("slab_the_killer")).life
    assert state_of(address).life[3] == full[3] - 2


def test_kit_takes_arrows_off_whom_he_likes(an, sat):
    address = sat(
        characters=with_first("kit_carlson"),
        phase="gatling",
        rolls_used=3,
        dice=("gatling", "gatling", "beer", "dynamite", "dynamite"),
        arrows=(0, 2, 1, 0, 0),
        pile=6,
    )
    page = an.page(address)
    assert 'name="kit1"' in page and 'name="kit2"' in page and 'name="kit3"' not in page
    assert an.answer(address, do="gatling", kit1="2", kit2="0").status_code == 302
    assert state_of(address).arrows[1] == 0


@pytest.mark.parametrize(
    ("who", "asked", "offered"),
    [("bart_cassidy", "Arrows instead of life?", 3), ("pedro_ramirez", "Put arrows back?", 2)],
)
def test_whoever_is_hit_may_react(an, sat, who, asked, offered):
    phase = who.split("_")[0]
    address = sat(
        characters=with_first(who),
        turn=1,
        phase=phase,
        rolls_used=3,
        dice=("one", "one", "beer", "dynamite", "gatling"),
        arrows=(1, 0, 0, 0, 0),
        pile=8,
        group=Group("shots", (Hit(0, 2),)),
    )
    page = an.page(address)
    assert asked in page and page.count('name="arrows"') == offered
    assert an.answer(address, do=phase, arrows="1").status_code == 302


def test_warnings_before_another_throw(an, sat):
    two = ("dynamite", "dynamite", "beer", "one", "two")
    address = sat(phase="roll", rolls_used=1, dice=two, pile=9)
    page = an.page(address)
    assert "Two dynamites show" in page
    assert 'data-warn-arrows="9" hidden' in page
    few = position(
        5, phase="roll", rolls_used=1, dice=("beer",) * 5, pile=3, arrows=(6, 0, 0, 0, 0)
    )
    put(table_at(address), few)
    page = an.page(address)
    assert "Two dynamites show" not in page
    assert 'data-warn-arrows="3">' in page and "Only 3 arrows are left" in page


def test_family_wording_names_a_cool_drink_everywhere(an, ben, sat):
    address = sat(options=Options(family=True, pace="off"), **SHOTS)
    for person in (an, ben, Person(), Person("vi")):
        page = person.page(address)
        assert ("Drink" in page or "Nước mát" in page) and "#bd-drink" in page
        words = re.sub(r"<[^>]+>", " ", page) + " ".join(re.findall(r'aria-label="([^"]*)"', page))
        assert not re.search(r"\b(beers?|bia)\b", words, re.IGNORECASE)


def test_a_seat_says_how_far_it_is_and_how_it_stands(an, sat):
    address = sat(
        life=(5, 7, 8, 8, 0), alive=(True, True, True, True, False), arrows=(0, 2, 0, 0, 0), pile=7
    )
    page = an.page(address)
    assert 'aria-label="left 1, Ben, El Gringo, 7 of 7 life, 2 arrows, not known yet"' in page
    assert "2 either way" in page
    assert "Flower" not in page and "Mountain, Lucky Duke, out, Renegade" in page


def test_who_has_to_wait_is_told_what_for_and_has_no_form(an, ben, sat):
    address = sat(**SHOTS)
    page = ben.page(address)
    assert "An takes aim" in page and 'name="shot0"' not in page
    # Ben is the Deputy; whoever looks over a shoulder reads the same everywhere.
    for each in (page, Person().page(address), an.page(address)):
        assert "Face down: 1 Deputy, 2 Outlaws, 1 Renegade" in each


def test_a_role_that_lies_open_is_counted_for_nobody(an, ben, sat):
    """Ben, the Deputy, is out: his role is not face down for him either."""
    address = sat(life=(5, 0, 8, 8, 8), alive=(True, False, True, True, True))
    for each in (an, ben, Person()):
        page = each.page(address)
        assert "Face down: " in page and "Face down: 1 Deputy" not in page


def test_leaving_for_good_tells_no_role(an, ben, sat):
    address = sat()
    ben.page(address)
    assert "your role stays hidden" in ben.page(f"{address}resign/")
    assert ben.post(f"{address}resign/").status_code == 302
    assert table_at(address).is_playing
    page = an.page(address)
    assert "Deputy" in page and 'class="role r-deputy"' not in page
    # What was Ben's stays Ben's, with the mark of the computer; Ben is told what they see now.
    assert "Ben" in page and "Moon" not in page
    assert "the computer plays on for who left" in page
    assert "You have left this game" in ben.page(address)
    assert "You have left" not in Person().page(address)


def test_a_table_closed_in_mid_game_promises_nothing_and_can_be_watched_again(an, ben, sat):
    address = sat(**SHOTS)
    assert "without a result" in an.page(f"{address}stop/")
    assert an.post(f"{address}stop/").status_code == 302
    page = ben.page(address)
    assert "This table was closed" in page and f'href="{address}replay/"' in page
    again = ben.page(f"{address}replay/")
    assert "Ben" in again
    for role in ("outlaw", "renegade"):  # nothing of what lay hidden comes to light by closing
        assert f'class="role r-{role}"' not in Person().page(f"{address}replay/")


def test_names_are_told_apart_from_what_the_game_calls_the_others(an, ben):
    address = an.post(f"{PATH}open/", way="invite", name="")["Location"]
    tables.add_bot(table_at(address).pk, "easy")
    for name in ("Sun", "sun", "nắng", "Moon", "Trăng", "Computer · Easy", "Máy · Vừa"):
        answer = ben.post(f"{address}sit/", name=name)
        assert answer.status_code == 409, name
        assert f'value="{name} 2"' in answer.content.decode()
    # A name nobody is shown with is free; who comes to that sign later goes by another.
    assert ben.post(f"{address}sit/", name="Rain").status_code == 302
    tables.add_bot(table_at(address).pk, "easy")
    assert an.post(f"{address}do/", action="start").status_code == 302
    page = an.page(address)
    assert '<b class="nm">Rain</b>' in page and '<b class="nm">Rain 2</b>' in page


def test_only_the_one_person_of_a_table_may_hurry_the_computer(an, ben, sat):
    address = sat(turn=2)
    for person in (an, ben):
        assert 'value="hurry"' not in person.page(address)
    solo = an.post(f"{PATH}open/", way="bot", level="easy", bots=4)["Location"]
    put(table_at(solo), position(5, turn=2))
    assert 'value="hurry"' in an.page(solo)
    version = table_at(solo).version
    assert an.post(f"{solo}do/", action="hurry", version=version).status_code == 302
    version = table_at(address).version
    assert an.post(f"{address}do/", action="hurry", version=version).status_code == 409
    put(table_at(solo), position(5))
    assert 'value="hurry"' not in an.page(solo)  # it is one's own turn


def test_the_lobby_fills_with_computer_players(an, ben):
    address = an.post(f"{PATH}open/", way="invite", name="An")["Location"]
    page = an.page(address)
    assert "7 free seats" in page and "At least 3 must sit" in page
    assert an.post(f"{address}do/", action="start").status_code == 409
    assert ben.post(f"{address}do/", action="bots", level="easy").status_code == 403
    assert an.post(f"{address}do/", action="bot", level="easy").status_code == 302
    assert an.post(f"{address}do/", action="bots", level="easy").status_code == 302
    assert table_at(address).seats.count() == 8
    assert "free seat" not in an.page(address)


def test_the_end_shows_who_was_who(an, sat):
    address = sat(
        phase="over",
        alive=(False, True, True, True, True),
        life=(0, 3, 3, 3, 3),
        result=Result("outlaws", (2, 3)),
    )
    from django.utils import timezone

    outcome = GAME.outcome(GAME.decode(table_at(address).state)).encode()
    Table.objects.update(status="finished", outcome=outcome, ended_at=timezone.now())
    page = an.page(address)
    assert "The Sheriff is out: the Outlaws win" in page and "You have lost this time" in page
    assert page.count('class="role r-outlaw"') >= 4 and "Who was who" in page
    assert "Play again" in page
    mine = page.split('class="mine ')[1].split("</section>")[0]
    assert "You · Jesse Jones" in mine and 'class="role r-sheriff"' in mine
    assert "lies face down" not in mine  # nothing is left to hide


@pytest.mark.parametrize(("turns", "said"), [(1, "<b>1</b> turn</li>"), (2, "<b>2</b> turns</li>")])
def test_figures_of_the_end_are_counted_in_words(an, sat, turns, said):
    address = sat(phase="over", turns=turns, result=Result("outlaws", (2, 3)))
    from django.utils import timezone

    outcome = GAME.outcome(GAME.decode(table_at(address).state)).encode()
    Table.objects.update(status="finished", outcome=outcome, ended_at=timezone.now())
    page = an.page(address)
    assert said in page and "<b>0</b> arrow storms</li>" in page
    assert "<b>0</b> Gatlings fired</li>" in page


def test_what_comes_twice_in_a_move_is_said_once(an, sat):
    address = sat(phase="beers", rolls_used=3, dice=("beer", "beer", "arrow", "arrow", "dynamite"))
    assert an.answer(address, do="beers", beer0="0", beer1="0").status_code == 302
    page = an.page(address)
    assert "An has full life already: that was in vain ×2." in page
    assert "in vain. An has" not in page


@pytest.mark.parametrize(("family", "drink"), [(True, "nước mát"), (False, "bia")])
def test_the_lobby_says_what_the_wording_is_about(family, drink):
    line = FACE.options_line({"family": family})
    assert line.startswith("Tên trên xúc xắc: ") and f"“{drink}”" in line
