"""Rules, characters, the first turn, and watching a finished game again."""

from __future__ import annotations

import gzip
import re

import pytest
from django.contrib.auth.models import Group

from games import screens, selectors
from games.bang_dice.characters import CHARACTERS
from games.bang_dice.game import GAME
from games.bang_dice.lessons import LESSONS
from games.models import Table
from players.models import User

from .conftest import PATH, Person, table_at

ANSWERS = [
    {"do": "roll"},
    {"do": "reroll", "keep0": "on", "keep2": "on", "keep3": "on"},
    {"do": "stop"},
    {"do": "shots", "shot0": "1", "shot1": "3"},
    {"do": "beers", "beer2": "2"},
    {"do": "roll"},
]
#: Allowed by the rules, but not what the step is about.
OTHERS = [
    {},
    {"do": "stop"},
    {"do": "reroll", "keep1": "on", "keep3": "on", "keep4": "on"},
    {"do": "shots", "shot0": "1", "shot1": "2"},
    {"do": "beers", "beer2": "0"},
    {"do": "dance"},
]


@pytest.mark.parametrize("language", ["vi", "en"])
def test_every_page_opens(db, language):
    person = Person(language)
    for page in ("", "rules/", "characters/", *(f"lessons/{n + 1}/" for n in range(len(LESSONS)))):
        assert f'<html lang="{language}"' in person.page(PATH + page)
    for missing in ("lessons/0/", "lessons/7/", "record/"):
        assert person.get(PATH + missing).status_code == 404


def test_every_character_is_on_the_page_with_life_and_power(db):
    page = Person().page(f"{PATH}characters/")
    assert all(f'id="{code}"' in page for code in CHARACTERS)


def test_the_list_of_games_offers_it(db):
    assert PATH in Person().page("/games/")


@pytest.mark.parametrize(("who", "preset"), [("teachers", "family"), ("", "usual")])
def test_a_teacher_is_offered_the_family_wording(db, who, preset):
    person = Person()
    if who:
        user = User.objects.create_user("lan")
        user.groups.add(Group.objects.get(name=who))
        person.client.force_login(user)
    offered = re.findall(r'name="preset" value="(\w+)" checked', person.page(PATH))
    assert set(offered) == {preset}


def test_the_first_turn_can_be_played_without_a_script(an):
    for number, answer in enumerate(ANSWERS, 1):
        page = an.post(f"{PATH}lessons/{number}/", **answer)
        assert page.status_code == 200, number
        assert 'class="said ok"' in page.content.decode(), number
    bar = an.page(f"{PATH}lessons/1/")
    assert bar.count('class="done"') == len(LESSONS)


@pytest.mark.parametrize(
    ("who", "drink", "other"), [("teachers", "drink", "beer"), ("", "beer", "drink")]
)
def test_the_first_turn_says_what_the_readers_own_table_would_say(db, who, drink, other):
    person = Person()
    if who:
        user = User.objects.create_user("lan")
        user.groups.add(Group.objects.get(name=who))
        person.client.force_login(user)
    page = person.page(f"{PATH}lessons/2/")
    assert f"Keep the Shot 1 and the {drink}," in page
    assert f"Keep die 3: {drink.capitalize()}" in page and other.capitalize() not in page
    assert f"Who gets the {drink}?" in person.page(f"{PATH}lessons/5/")


def test_in_the_last_step_one_watches_somebody_else_roll(an):
    page = an.page(f"{PATH}lessons/6/")
    assert "Watch Moon roll" in page and "Moon is about to roll" in page
    assert "Roll the dice" not in page and "Your turn" not in page


def test_another_answer_is_explained_and_can_be_tried_again(an):
    for number, answer in enumerate(OTHERS, 1):
        page = an.post(f"{PATH}lessons/{number}/", **answer).content.decode()
        assert 'class="said miss"' in page and 'class="said ok"' not in page, number
        assert 'id="move"' in page


def played(an: Person) -> str:
    """A game of one person and bots, played to its end; its address."""
    from games import tables

    address = an.post(f"{PATH}open/", way="bot", level="easy", bots=3)["Location"]
    table = table_at(address)
    for n in range(600):
        now = Table.objects.get(pk=table.pk)
        if not now.is_playing:
            break
        (seat,) = GAME.to_act(GAME.decode(now.state))
        move = {"type": "time_up"} if n % 3 else None
        if move is None:
            view = GAME.view(GAME.decode(now.state), seat, {})
            legal = list(GAME.legal_moves(view, seat) or ())
            move = GAME.encode_move(legal[n % len(legal)]) if legal else {"type": "time_up"}
        tables.play(now.pk, seat, now.decision, f"t{n}", move)
    return address


def test_a_finished_game_is_watched_move_by_move_with_open_roles(an):
    address = played(an)
    table = table_at(address)
    assert not table.is_playing
    page = an.page(address)
    assert "Who was who" in page and "Watch it again" in page
    last = an.page(f"{address}replay/")
    assert "Deputy" in last or "Outlaw" in last
    first = an.page(f"{address}replay/?ply=0")
    assert 'aria-valuetext="move 0 of' in first and 'class="role r-outlaw"' in first
    for odd in ("99999", "x", "-1"):
        assert an.get(f"{address}replay/?ply={odd}").status_code == 200
    part = an.client.get(f"{address}replay/?ply=3", headers={"HX-Request": "true"})
    assert part.content.decode().lstrip().startswith('<form id="steps"')


def test_there_is_no_replay_before_the_end(an, sat):
    assert an.get(f"{sat()}replay/").status_code == 409


def test_a_push_for_eight_seats_stays_small(an, sat):
    address = sat(8, phase="shots", rolls_used=3, dice=("one", "two", "two", "beer", "dynamite"))
    table = selectors.with_seats(table_at(address).pk)
    for seat in (0, 1, None):
        html = screens.fragment(table, seat, "vi")
        assert len(gzip.compress(html.encode())) < 4096
