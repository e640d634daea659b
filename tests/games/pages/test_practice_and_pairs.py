"""Taking back, two games as a pair, names, and what a push leaves to the page, on the pages."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from games import screens, tables
from games.models import Table, TableMove
from games.selectors import with_seats

from .conftest import GAME, Person, table_at

UNDO = 'name="action" value="undo"'


@pytest.fixture
def practice(an) -> str:
    """An against the computer, after a turn of each; the address."""
    address = an.open(way="bot", level="beginner", preset="quan_non", name="An")
    an.sow(address, "B2", "c")
    now = table_at(address)
    assert tables.bot_move(now.pk, 1, now.decision)
    return address


def undo(person: Person, address: str, version: int | None = None):
    seen = table_at(address).version if version is None else version
    return person.post(f"{address}do/", action="undo", version=seen)


def test_a_move_against_the_computer_is_taken_back_and_the_game_goes_on(an, practice):
    assert UNDO in an.get(practice).content.decode()
    assert undo(an, practice).status_code == 302
    page = an.get(practice).content.decode()
    assert UNDO not in page  # nothing is left to take back
    assert 'data-ply="0"' in page and 'id="move"' in page and "B2c" not in page
    assert an.sow(practice, "B4", "a").status_code == 302
    page = an.get(practice).content.decode()
    assert 'data-ply="1"' in page and "B4a" in page and UNDO in page
    assert undo(an, practice).status_code == 302  # while the computer thinks
    assert TableMove.objects.filter(table=table_at(practice)).count() == 6


def test_a_game_with_moves_taken_back_says_so_and_is_recorded_as_it_stands(an, practice):
    undo(an, practice)
    an.sow(practice, "B4", "a")
    an.post(f"{practice}resign/")
    assert "Ván luyện tập" in an.get(practice).content.decode()
    record = an.get(f"{practice}record/").content.decode()
    assert "1. B4a" in record and "B2c" not in record
    assert an.get(f"{practice}replay/").status_code == 200


def test_what_cannot_be_taken_back_is_refused_and_not_offered(an, ben, together, practice):
    address = together()
    an.sow(address, "B2", "c")
    assert UNDO not in an.get(address).content.decode()
    assert undo(an, address).status_code == 403
    assert undo(ben, practice).status_code == 403
    assert undo(an, practice, version=1).status_code == 409
    assert an.post(f"{practice}do/", action="undo").status_code == 409
    assert table_at(practice).undone == table_at(address).undone == 0


def test_a_pair_of_games_is_led_from_the_first_to_the_sum(an, ben, together):
    address = together(paired="1", preset="luat_goc")
    assert "Ván đi" in an.get(address).content.decode()
    an.sow(address, "B1", "c")
    ben.sow(address, "Y3", "c")  # the trap: 17 to 41
    page = an.get(address).content.decode()
    assert "Sang ván về" in page and 'value="rematch"' not in page
    second = re.search(r'class="btn" href="(/games/t/\w+/)"', page).group(1)
    assert "Game 2 of 2" in ben.get(second).content.decode()
    ben.sow(second, "B1", "c")
    an.sow(second, "Y3", "c")
    page = an.get(second).content.decode()
    assert "Cộng cả hai ván: hòa" in page and "58 : 58" in page
    page = ben.get(second).content.decode()
    assert "Both games together: a draw" in page
    assert "First game 41 : 17" in page and "Second game 17 : 41" in page


def test_ranked_games_are_pairs_and_giving_up_loses_both(an, ben, django_user_model):
    for name, person in (("an", an), ("ben", ben)):
        person.client.force_login(django_user_model.objects.create_user(name))
    address = an.open(way="invite", name="An", rated="1")
    ben.post(f"{address}sit/", name="Ben")
    an.post(f"{address}do/", action="start")
    assert table_at(address).leg == 1
    an.post(f"{address}resign/")
    assert Table.objects.count() == 1
    assert "has lost the pair" in ben.get(address).content.decode()
    assert 'name="paired"' in an.get(GAME).content.decode()


def test_a_name_that_is_taken_is_asked_for_again_with_a_free_one(an, ben):
    address = an.open(way="invite", name="Ánh")
    answer = ben.post(f"{address}sit/", name=" áNH ")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "is in use at this table" in page and 'value="áNH 2"' in page
    assert ben.post(f"{address}sit/", name="áNH 2").status_code == 302
    answer = ben.post(f"{GAME}open/", way="two", name="Ben", other="BEN")
    assert answer.status_code == 409
    assert "is in use at this table" in answer.content.decode()


def test_a_push_leaves_out_what_has_not_changed_and_the_page_has_it(an, together):
    address = together()
    an.sow(address, "B2", "c")
    page = an.get(address).content.decode()
    push = screens.fragment(with_seats(table_at(address).pk), 0, "vi")
    for must in re.findall(r'data-keep="([\w-]+)" data-must', push):
        assert f'id="{must}"' in page
    assert "data-must" in push and "data-must" not in page
    assert '<details class="menu"' not in push
    an.post(f"{address}do/", action="pause", version=table_at(address).version)
    paused = screens.fragment(with_seats(table_at(address).pk), 0, "vi")
    missing = re.findall(r'data-keep="([\w-]+)" data-must', paused)
    assert [name for name in missing if f'id="{name}"' not in page]  # asked for by the page


def test_the_clock_on_the_page_stands_while_the_turn_is_shown(an, ben, together, monkeypatch):
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)
    address = together()
    assert "data-opens" not in an.get(address).content.decode()
    an.sow(address, "B2", "c")
    page = ben.get(address).content.decode()

    def milliseconds(name: str) -> int:
        return int(re.search(rf'data-{name}="(\d+)"', page).group(1))

    assert milliseconds("now") < milliseconds("opens")
    assert milliseconds("closes") - milliseconds("opens") == milliseconds("left") == 90_000


def test_the_host_hurries_waits_or_gives_a_seat_to_the_computer(an, ben, together, queue):
    address = together()
    page = an.get(address).content.decode()
    for action in ("pause", "extend", "skip"):
        assert f'name="action" value="{action}"' in page
    assert f'href="{address}replace/1/"' in page and f"{address}replace/0/" not in page
    assert "replace/" not in ben.get(address).content.decode()
    assert ben.get(f"{address}replace/0/").status_code == 403
    assert "Ben" in an.get(f"{address}replace/1/").content.decode()
    assert an.get(f"{address}replace/7/").status_code == 409
    assert an.post(f"{address}replace/1/").status_code == 302
    page = an.get(address).content.decode()
    assert "replace/1/" not in page and "Ben (máy chơi thay)" in page
    assert 'id="move"' not in ben.get(address).content.decode()
    assert an.post(f"{address}replace/1/").status_code == 409
