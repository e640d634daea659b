"""What a teacher does at a table of Rạng Rỡ Việt Nam, and how somebody comes late."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from games import tables
from games.models import Seat

from .conftest import Person, put, state_of, table_at
from .test_learning import ask, rows_of
from .test_table import letter_of

pytestmark = pytest.mark.django_db


def press(teacher: Person, address: str, action: str, **fields):
    """A button of the host as the page has it."""
    page = teacher.page(address)
    assert f'value="{action}"' in page, action
    version = table_at(address).version
    return teacher.post(f"{address}do/", action=action, version=version, **fields)


def seat(address: str, index: int) -> Seat:
    return table_at(address).seats.get(index=index)


def test_paused_nobody_moves_and_everybody_reads_why(an, teacher, led):
    table = table_at(led)
    move = {"decision": table.decision, "client_id": "1-0", "seat": "0", "do": "earn", "x": "7"}
    assert press(teacher, led, "pause").status_code == 302
    assert "The game is paused." in an.page(led)
    assert an.post(f"{led}move/", **move).status_code == 409
    assert press(teacher, led, "resume").status_code == 302
    assert an.answer(led, do="earn", x="7").status_code == 302


def test_the_teacher_goes_on_without_who_does_not_decide(an, teacher, led, monkeypatch):
    monkeypatch.setattr("games.tables.host.enqueue", lambda task, *args: task(*args))
    coins = state_of(led).players[0].coins
    assert press(teacher, led, "skip").status_code == 302
    # The clock's own move: to earn with a bet of 7.
    assert state_of(led).active == 1 and state_of(led).players[0].coins > coins
    assert not seat(led, 0).missed


def test_more_time_for_an_open_question(an, ben, teacher, led):
    put(led, replace(state_of(led), options=replace(state_of(led).options, untimed=False)))
    an.answer(led, do="go", trip="car:ha-nam:")
    before = seat(led, 1).act_by
    assert press(teacher, led, "extend").status_code == 302
    assert seat(led, 1).act_by > before


def test_the_last_round_is_called_once(teacher, led):
    assert press(teacher, led, "last_round").status_code == 302
    assert "This round is the last." in teacher.page(led)
    assert 'value="last_round"' not in teacher.page(led)


def test_a_seat_is_given_to_the_computer_and_its_page_only_watches(ben, teacher, led):
    ben.page(led)
    assert "Ben" in teacher.page(f"{led}replace/1/")
    assert teacher.post(f"{led}replace/1/").status_code == 302
    assert seat(led, 1).is_bot
    assert "data-answer" not in ben.page(led)


def test_the_end_is_counted_and_asked_for_first(an, teacher, led):
    assert "without a result: nobody wins" in teacher.page(f"{led}stop/")  # nobody has moved yet
    assert an.answer(led, do="go", trip="car:ha-nam:").status_code == 302
    assert "counted as it stands" in teacher.page(f"{led}stop/")
    assert not table_at(led).is_over
    teacher.post(f"{led}stop/")
    assert 'class="ranking"' in an.page(led)


def test_only_the_host_has_these_buttons_and_rights(an, ben, led):
    for action in ("pause", "void", "last_round", "hide_names", "skip", "extend"):
        version = table_at(led).version
        assert ben.post(f"{led}do/", action=action, version=version).status_code == 403
        assert f'value="{action}"' not in ben.page(led)
    for part in ("replace/0/", "stop/", "seat/0/"):
        assert ben.post(led + part).status_code in (403, 405)
    assert ben.client.get(f"{led}seat/0/").status_code == 403


def test_the_question_before_can_be_shown_again(an, ben, teacher, led):
    ask(an, ben, led, "the truth", "a mistake")
    assert "The last question again" not in teacher.page(led)  # it is on the screen
    for person in (an, ben):
        person.answer(led, do="next")
    assert "The last question again" in teacher.page(led)
    assert "Because of" in teacher.page(led)
    assert "The last question again" not in an.page(led)


def test_hidden_names_are_on_no_screen_but_in_the_log(an, ben, teacher, led):
    ask(an, ben, led, "the truth", "a mistake")
    assert press(teacher, led, "hide_names").status_code == 302
    for page in (teacher.page(led), Person().page(led), an.page(led)):
        assert not re.search(r"\bBen\b(?! Tre)", page)
    assert ">An" in an.page(led)  # the own name
    assert press(teacher, led, "show_names").status_code == 302
    assert re.search(r"\bBen\b(?! Tre)", an.page(led))
    press(teacher, led, "hide_names")
    teacher.post(f"{led}stop/")
    assert {row["Name"] for row in rows_of(teacher, led)} == {"An", "Ben"}


# --- another device ------------------------------------------------------------------------------


def test_the_teacher_lends_a_seat_to_another_device(ben, teacher, led):
    page = teacher.page(f"{led}seat/1/")
    assert "Another device for Ben" in page
    link = re.search(r'value="http://[^/]+(/games/seat/[^"]+)"', page)
    assert link is not None
    new = Person()
    assert new.post(link[1]).status_code == 302
    assert ">Ben" in new.page(led) and "(you)" in new.page(led)
    assert "(you)" not in ben.page(led)
    assert new.post(link[1]).status_code == 302  # the same device again
    assert Person().post(link[1]).status_code == 410


def test_a_host_who_plays_cannot_lend_seats(an, sat):
    address = sat()
    assert an.client.get(f"{address}seat/1/").status_code == 403
    assert "Another device for" not in an.page(address)


# --- coming late ---------------------------------------------------------------------------------


def test_after_round_3_one_goes_on_for_a_computer_player(an, ben, teacher, led):
    ask(an, ben, led, "the truth", "a mistake")
    for person in (an, ben):
        person.answer(led, do="next")
    put(led, replace(state_of(led), round=4))
    tables.replace(table_at(led).pk, 1)
    late = Person()
    assert f'href="{led}sit/"' in late.page(led)
    page = late.page(f"{led}sit/")
    # The computer's own seat is offered first, then that of who has left.
    assert re.findall(r'name="take" value="(\d)"', page) == ["2", "1"]
    assert late.post(f"{led}sit/", name="Chi", take="1").status_code == 302
    assert seat(led, 1).name == "Chi" and not state_of(led).players[1].level
    assert ben.client.get(f"{led}learning/").status_code in (403, 409)
    teacher.post(f"{led}stop/")
    # What Ben had answered is nobody's any more, and not Chi's.
    assert {row["Name"] for row in rows_of(teacher, led)} == {"An"}
    assert "No question was answered here that counts." in late.page(f"{led}learning/")


def test_a_full_table_of_people_takes_nobody_in(led):
    put(led, replace(state_of(led), round=4))
    table_at(led).seats.filter(bot="standard").update(bot="", name="Dung")
    late = Person()
    assert f'href="{led}sit/"' not in late.page(led)
    assert late.client.get(f"{led}sit/").status_code == 409


def test_who_is_away_is_played_for_and_comes_back(an, ben, led):
    tables.step_out(table_at(led).pk, 1)
    assert "the computer plays meanwhile" in an.page(led)
    assert state_of(led).players[1].level == "standard"
    page = ben.page(led)  # opening the page is coming back
    assert "the computer plays meanwhile" not in page
    assert not state_of(led).players[1].level
    an.answer(led, do="go", trip="car:ha-nam:")
    right = letter_of("đúng", ben.page(led))
    assert ben.answer(led, do=f"lock:{right}").status_code == 302
