"""The table page of Rạng Rỡ Việt Nam: what it shows to whom, and what its forms do."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace

import pytest
from django.test import Client

from games import screens, selectors, tables
from quizzes.places import provinces

from .conftest import PATH, Person, have, put, state_of, table_at

pytestmark = pytest.mark.django_db


def letter_of(words: str, page: str) -> str:
    """Which button answers with these words."""
    found = re.search(rf'value="answer:(\w)"((?!</button>).)*{words}', page)
    assert found is not None
    return found[1]


def test_alone_against_three_computers_in_two_taps(an):
    page = an.page(PATH)
    usual = re.search(r'name="bots" value="(\d)" checked', page)
    assert usual is not None and usual[1] == "3"
    opened = an.post(f"{PATH}open/", way="bot", bots=usual[1], level="standard")
    assert opened.status_code == 302
    page = an.page(opened["Location"])
    assert table_at(opened["Location"]).seats.count() == 4
    assert page.count('class="pl1 ') == 4
    assert "Hoang Sa" in page and "Truong Sa" in page


def test_trips_i_can_pay_are_on_the_map_and_in_the_list_with_their_price(an, sat):
    address = sat()
    put(address, have(state_of(address), 0, coins=5))
    page = an.page(address)
    offered = set(re.findall(r'<option value="car:([\w+-]+):"', page))
    assert "ha-nam" in offered
    assert all(path.count("+") < 2 for path in offered)  # two provinces are all five coins pay
    assert '<use href="#o-ha-nam" class="r-rrd can" data-to="ha-nam"' in page
    assert "no port" in page  # Hà Nội has an airport and a station only


def test_a_trip_by_the_plain_form_asks_everybody_and_plants_a_flag(an, ben, sat):
    address = sat()
    assert an.answer(address, do="go", trip="car:ha-nam:").status_code == 302
    page = an.page(address)
    assert "Ha Nam, everybody answers" in page
    right = letter_of("the truth", page)
    assert "Because of" not in page
    for person in (an, ben):
        assert person.answer(address, do=f"lock:{right}").status_code == 302
    _bot_answers(address)
    page = an.page(address)
    assert "Because of" in page and 'href="/heritage/groups/dao/"' in page
    assert "ha-nam" in state_of(address).players[0].flags
    assert "An plants a flag in Ha Nam." in page
    assert an.answer(address, do="next").status_code == 302


def _bot_answers(address: str) -> None:
    table = table_at(address)
    tables.bot_move(table.pk, 2, table.decision)


def test_an_answer_may_be_changed_until_it_is_locked(an, sat):
    address = sat()
    an.answer(address, do="go", trip="car:ha-nam:")
    assert an.answer(address, do="answer:A").status_code == 302
    page = an.page(address)
    assert 'value="lock:A"' in page and 'value="answer:B"' in page
    an.answer(address, do="answer:B")
    an.answer(address, do="lock:B")
    page = an.page(address)
    assert "Your answer is in" in page
    assert 'value="answer:' not in page


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"do": "go"}, "Choose where to go first."),
        ({"do": "go", "trip": "car:ca-mau:"}, "do not touch"),
        ({"do": "go", "trip": "boat:hai-phong:"}, "no seaport in your province"),
        ({"do": "go", "trip": "rocket:moon:"}, "Choose where to go first."),
        ({"do": "earn", "x": "99"}, "from 2 to 12"),
        ({"do": "earn"}, "from 2 to 12"),
        ({"do": "challenge"}, "Choose whom to challenge."),
        ({"do": "card:STORM"}, "You do not hold this card."),
        ({"do": "book_buy"}, "Nobody holds the Treasure Book."),
        ({"do": "conquer"}, "Choose what you want to do."),
        ({}, "Choose what you want to do."),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason_and_changes_nothing(an, sat, fields, said):
    address = sat()
    before = table_at(address).state
    answer = an.answer(address, **fields)
    assert 400 <= answer.status_code < 500
    assert said in answer.content.decode()
    assert table_at(address).state == before


def test_each_of_the_five_actions_has_its_form(an, sat):
    address = sat()
    page = an.page(address)
    for do in ("go", "earn", "book", "challenge", "buy"):
        assert f'name="do" value="{do}"' in page
    assert an.answer(address, do="book").status_code == 302
    assert state_of(address).book == 0


def test_enter_does_the_action_whose_sign_is_pressed(an, sat):
    address = sat()
    assert an.answer(address, do="chosen", act="cards").status_code == 400
    assert an.answer(address, do="chosen", act="earn", x="7", trip="car:ha-nam:").status_code == 302
    assert "An bets on 7." in an.page(address)


def test_cards_are_offered_where_they_may_be_played_and_only_to_who_holds_them(an, ben, sat):
    address = sat()
    state = have(state_of(address), 0, hand=("FREE_TRANSFER",), coins=9)
    put(address, have(state, 1, hand=("STORM", "FUND")))
    assert 'value="card:FREE_TRANSFER"' in an.page(address)
    page = ben.page(address)  # by the way, in somebody else's turn
    assert 'value="card:FUND"' in page and 'value="card:STORM"' not in page
    assert ben.answer(address, do="card:FUND").status_code == 302
    assert state_of(address).players[1].coins == 25
    an.answer(address, **{"do": "card:FREE_TRANSFER", "FREE_TRANSFER-to": "ha-nam"})
    page = ben.page(address)  # the window after a move
    assert 'value="card:STORM"' in page and 'value="rest"' in page
    assert ben.answer(address, do="card:STORM").status_code == 302
    page = an.page(address)
    assert "A storm: the trip of An is off." in page
    assert 'value="go"' in page


def test_a_challenge_is_rolled_chosen_and_answered(an, ben, sat):
    address = sat()
    assert an.answer(address, do="challenge", target="1").status_code == 302
    chooser = {0: an, 1: ben}[state_of(address).duel.chooser]
    page = chooser.page(address)
    assert 'value="who:0"' in page and 'value="who:1"' in page
    assert chooser.answer(address, do="who:0").status_code == 302
    page = an.page(address)
    right = re.search(r'value="answer:(\w)"((?!</button>).)*the truth', page)
    assert right is not None
    assert an.answer(address, do=f"lock:{right[1]}").status_code == 302
    assert state_of(address).players[0].badges == 1
    assert "An gets a Gold Star badge." in an.page(address)


def test_coming_home_one_may_claim_flags(an, ben, sat):
    address = sat()
    # The Tày are at home in Lạng Sơn, beside Bắc Giang.
    state = have(state_of(address), 0, people="2", pos="bac-giang")
    put(address, have(state, 1, flags=frozenset({"ha-nam", "son-la"})))
    an.answer(address, do="go", trip="car:lang-son:")
    right = letter_of("the truth", an.page(address))
    for person in (an, ben):
        person.answer(address, do=f"lock:{right}")
    _bot_answers(address)
    for person in (an, ben):
        person.answer(address, do="next")
    page = an.page(address)
    assert "You are home: claim flags, once a game" in page
    assert 'value="1:son-la"' in page
    too_few = an.answer(address, **{"do": "take:1", "take-1-son-la": "1"})
    assert too_few.status_code in (400, 409, 422)
    assert an.answer(address, do="convert", convert="1:son-la").status_code == 302
    assert "son-la" in state_of(address).players[0].flags


def test_the_holder_of_the_treasure_book_reads_the_article_and_nobody_else_does(an, ben, sat):
    address = sat(book=1)
    an.answer(address, do="go", trip="car:ha-nam:")
    assert 'class="article"' in ben.page(address)
    assert 'class="article"' not in an.page(address)
    assert "/heritage/groups/dao/" not in an.page(address)


def test_who_watches_sees_everything_public_and_no_form(an, sat):
    address = sat()
    put(address, have(state_of(address), 1, hand=("STORM", "FUND")))
    page = Person().page(address)
    assert "data-answer" not in page
    assert "2 function cards" in page
    assert "Heritage Fund" not in page


def test_the_page_speaks_vietnamese(ben, sat):
    page = ben.page(sat())
    assert "An đang chọn hành động." in page
    assert "Quần đảo" in page


def test_somebody_who_comes_late_takes_a_seat_and_places_a_pawn(an, sat):
    address = sat()
    chi = Person()
    assert f'href="{address}sit/"' in chi.page(address)
    assert f'href="{address}sit/"' not in an.page(address)
    assert chi.post(f"{address}sit/", name="Chi").status_code == 302
    assert "Chi" in an.page(address)
    assert len(state_of(address).players) == 4
    put(address, replace(state_of(address), round=4))
    late = Person()
    assert late.post(f"{address}sit/", name="Dung").status_code == 302
    assert len(state_of(address).players) == 4  # no seat more: one of the computer's


def test_the_teacher_voids_a_question_and_nobody_pays(an, sat):
    address = sat()
    an.answer(address, do="go", trip="car:ha-nam:")
    page = an.page(address)
    assert 'value="void"' in page
    version = table_at(address).version
    assert an.post(f"{address}do/", action="void", version=version).status_code == 302
    assert state_of(address).players[0].coins == 20
    assert "The question does not count." in an.page(address)


def test_in_the_end_there_is_a_ranking_and_what_to_read(an, ben, sat):
    address = sat()
    an.answer(address, do="go", trip="car:ha-nam:")
    wrong = letter_of("a mistake", an.page(address))
    for person in (an, ben):
        person.answer(address, do=f"lock:{wrong}")
    _bot_answers(address)
    assert an.post(f"{address}stop/").status_code == 302
    page = an.page(address)
    assert 'class="ranking"' in page
    assert "You knew 0 of 1" in page
    assert "Because of" in page
    assert "You knew" not in Person().page(address)
    again = an.page(f"{address}replay/")
    assert "The game was ended and counted." in again
    first = an.page(f"{address}replay/?ply=0")
    assert "plays for the" in first
    assert 'class="ranking"' not in first


def test_the_rules_and_the_peoples_have_their_pages():
    for language, words in (("en", "Treasure Book"), ("vi", "Bảo thư")):
        client = Client()
        client.cookies["lang"] = language
        rules = client.get(f"{PATH}rules/")
        assert rules.status_code == 200 and words in rules.content.decode()
        assert client.get(f"{PATH}characters/").status_code == 200


def _long(ways: str) -> list[str]:
    """The trips that a push tells in short, as the script reads them."""
    before: dict[str, str] = {}
    found = []
    for line in filter(None, ways.split(";")):
        _coins, attach, _cards, straight, onward, other = line.split("|")
        paths = list(straight)
        for path in paths:
            before.setdefault(path, path)
        for start, end in zip(onward[::2], onward[1::2], strict=True):
            paths.append(before[start] + end)
            before.setdefault(end, paths[-1])
        paths += [way.replace(".", "") for way in other.split()]
        found += [f"{path}:{attach}" for path in paths]
    return sorted(found)


@pytest.mark.parametrize(("at", "coins"), [("ha-giang", 3), ("ha-noi", 20), ("ho-chi-minh", 90)])
@pytest.mark.parametrize("hand", [(), ("TICKET", "TEMP_HUB", "FREE_TRANSFER")])
def test_an_update_weighs_little_even_with_the_whole_country_to_choose_from(sat, coins, hand, at):
    address = sat(at=at)
    for seat in range(3):
        flags = frozenset({"ha-nam", "son-la", "ca-mau", "kon-tum"})
        put(address, have(state_of(address), seat, flags=flags, badges=seat))
    put(address, have(state_of(address), 0, coins=coins, hand=hand))
    table = selectors.with_seats(table_at(address).pk)
    watching, choosing = (screens.fragment(table, seat, "vi") for seat in (1, 0))
    assert len(gzip.compress(watching.encode())) < 2600
    assert len(gzip.compress(choosing.encode())) < 4096
    assert "<option" in choosing and "data-to=" not in choosing  # drawn by a script


@pytest.mark.parametrize("hand", [(), ("TICKET", "TEMP_HUB", "FREE_TRANSFER")])
@pytest.mark.parametrize(("at", "coins"), [("ha-noi", 90), ("ho-chi-minh", 12), ("ha-giang", 5)])
def test_what_a_push_tells_in_short_is_what_the_page_offers(an, sat, at, coins, hand):
    address = sat(at=at)
    put(address, have(state_of(address), 0, coins=coins, hand=hand))
    page = an.page(address)
    push = screens.fragment(selectors.with_seats(table_at(address).pk), 0, "en")
    known = dict(re.findall(r"(?:data-places=\"|;)(.),([\w-]+),", page))
    assert len(known) == len(provinces())
    letters = {slug: letter for letter, slug in known.items()}
    for by in ("car", "train", "boat", "plane"):
        offered = re.findall(rf'<option value="{by}:([\w+-]*):([\w+]*)"', page)
        there = sorted(
            "".join(letters[one] for one in path.split("+")) + f":{cards}"
            for path, cards in offered
        )
        short = re.search(rf'data-by="{by}" data-trips="([^"]*)"', push)
        assert (_long(short[1]) if short else []) == there
    for part in re.findall(r'data-part="([\w-]+)"', push):
        assert f'<template id="rr-part-{part}">' in page


def test_a_first_turn_is_learnt_step_by_step(an):
    page = an.page(f"{PATH}lessons/1/")
    assert "Your home Dak Lak" in page
    told = an.post(f"{PATH}lessons/1/", do="go", trip="car:kon-tum:").content.decode()
    assert "drive home to Dak Lak" in told
    told = an.post(f"{PATH}lessons/1/", do="go", trip="car:dak-lak:").content.decode()
    assert "The fare is paid." in told
    page = an.page(f"{PATH}lessons/2/")
    right = letter_of("Dak Lak", page)
    told = an.post(f"{PATH}lessons/2/", do=f"answer:{right}").content.decode()
    assert "plants a flag in Dak Lak" in told
    page = an.page(f"{PATH}lessons/3/")
    assert 'value="decline"' in page
    told = an.post(f"{PATH}lessons/3/", do="convert", convert="1:phu-yen").content.decode()
    assert "Done." in told
    assert "The coins are yours" in an.post(f"{PATH}lessons/4/", do="earn", x="7").content.decode()
    told = an.post(f"{PATH}lessons/5/", do="challenge", target="1").content.decode()
    assert "Whoever wins the roll" in told
    assert an.client.get(f"{PATH}lessons/6/").status_code == 404
    assert an.post(f"{PATH}lessons/1/", do="go").status_code == 400
