"""The pages of the games: everything opens in both languages, what is wrong is said."""

from __future__ import annotations

import gzip
import re

import pytest
from django.utils.translation import override

from games import screens
from games.models import Table
from games.o_an_quan import rules
from games.o_an_quan.analysis import curve
from games.o_an_quan.hints import Review
from games.o_an_quan.lessons import LESSONS

from .conftest import GAME, Person, finish, table_at

OPENING_TRAP = "B1c Y3c"  # over after two turns, 17 to 41
LESSON_PAGES = [f"{GAME}lessons/{n}/" for n in range(1, len(LESSONS) + 1)]


@pytest.mark.parametrize("language", ["vi", "en"])
def test_every_page_opens(db, language):
    person = Person(language)
    for address in ["/games/", GAME, f"{GAME}rules/", f"{GAME}record/", *LESSON_PAGES]:
        answer = person.get(address)
        assert answer.status_code == 200, address
        assert f'<html lang="{language}"' in answer.content.decode()


def test_the_rules_page_is_honest_about_the_first_player(db):
    english = Person("en").get(f"{GAME}rules/").content.decode()
    assert "can win by force" in english and "quan non" in english
    assert "có cách thắng chắc" in Person().get(f"{GAME}rules/").content.decode()


@pytest.mark.parametrize(
    "address",
    ["/games/chess/", "/games/bang_dice/record/", f"{GAME}lessons/0/", f"{GAME}lessons/7/"],
)
def test_what_there_is_not_is_a_page_not_found(db, address):
    assert Person().get(address).status_code == 404


def test_a_code_leads_to_its_table_however_it_is_typed(an, ben):
    address = an.open(way="invite", name="An")
    code = address.split("/")[-2]
    assert ben.get(f"/games/find/?code=+{code[:3].lower()}-{code[3:]}").url == address
    wrong = ben.get("/games/find/?code=nope")
    assert wrong.status_code == 404 and "There is no such table" in wrong.content.decode()
    assert ben.get("/games/t/NOPE99/").status_code == 404


# --- lessons -------------------------------------------------------------------------------------


def test_each_lesson_can_be_passed_without_a_script(an):
    for number, lesson in enumerate(LESSONS, 1):
        for at, task in enumerate(lesson.tasks, 1):
            square, way = task.answer[:2], task.answer[2]
            answer = an.post(f"{GAME}lessons/{number}/", task=at, square=square, way=way)
            page = answer.content.decode()
            assert answer.status_code == 200 and 'class="said ok"' in page, task.key
    assert page.count('class="done"') == len(LESSONS)


def test_a_wrong_answer_shows_what_it_did_and_offers_another_try(ben):
    page = ben.post(f"{GAME}lessons/3/", square="B1", way="c").content.decode()
    assert "Not yet" in page and "Try again" in page and 'class="said ok"' not in page
    assert "data-play" in page


@pytest.mark.parametrize(
    "fields", [{}, {"way": "a"}, {"square": "QL", "way": "a"}, {"square": "Y1", "way": "a"},
               {"square": "B9", "way": "a"}, {"square": "B1", "way": "x"}, {"task": "99"}],
)  # fmt: skip
def test_what_is_no_move_is_refused_in_a_lesson(ben, fields):
    answer = ben.post(f"{GAME}lessons/1/", **fields)
    assert answer.status_code == 400 and 'role="alert"' in answer.content.decode()


# --- opening a table -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, 400),
        ({"way": "swim"}, 400),
        ({"way": "bot", "level": "god"}, 400),
        ({"way": "bot", "preset": "chess"}, 400),
        ({"way": "two", "name": "x" * 31}, 400),
    ],
)
def test_a_table_that_cannot_be_opened_leaves_nothing_behind(ben, fields, status):
    answer = ben.post(f"{GAME}open/", **fields)
    assert answer.status_code == status and 'role="alert"' in answer.content.decode()
    assert not Table.objects.filter(ended_at=None).exists()


def test_who_begins_against_the_computer_is_chosen(an):
    assert "data-hold" in an.get(an.open(way="bot", level="easy")).content.decode()
    theirs = an.get(an.open(way="bot", level="easy", start="Y")).content.decode()
    assert 'id="move"' not in theirs and "Máy · Dễ" in theirs


# --- records -------------------------------------------------------------------------------------


def test_a_record_comes_back_as_the_game_it_was(an, ben, together):
    address = together()
    finish(address, OPENING_TRAP)
    text = an.get(f"{address}record/")
    assert (
        text["Content-Type"].startswith("text/plain")
        and "attachment" in text["Content-Disposition"]
    )
    written = text.content.decode()
    assert '[Blue "An"]' in written and "1. B1c Y3c 17-41" in written
    as_json = an.get(f"{address}record/?format=json").content.decode()
    for record in (written, as_json, written.replace("\n", "\r\n")):
        page = ben.post(f"{GAME}record/", record=record).content.decode()
        assert "An – Ben" in page and "17-41" in page
    first = ben.post(f"{GAME}record/", record=as_json, ply="1").content.decode()
    assert 'data-turn="lB1' in first


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("", "Paste a record"),
        ("hello", "OAQ, Rules, Start and Result"),
        ("{", "no game of this kind"),
        ('{"oaq": 1, "start": 5}', "no game of this kind"),
        ('[OAQ "1"\n', "line 1"),
        ("[" * 200_000, "cannot be read"),
    ],
)  # fmt: skip
def test_a_record_that_cannot_be_read_says_why(ben, record, said):
    answer = ben.post(f"{GAME}record/", record=record)
    assert answer.status_code == 400
    alert = re.search(r'role="alert">.*?</p>', answer.content.decode(), re.S)
    assert alert and (said in alert[0] or "too long" in alert[0])


def test_the_first_bad_move_of_a_record_is_named(ben):
    example = re.search(
        r"<textarea[^>]*>(.*?)</textarea>", ben.get(f"{GAME}record/").content.decode(), re.S
    )
    bad = example[1].replace("&quot;", '"').replace("B1c Y4a", "B1c B4a")
    page = ben.post(f"{GAME}record/", record=bad)
    assert page.status_code == 400 and "Turn 4, B4a:" in page.content.decode()


def test_a_file_that_is_no_text_is_refused(ben):
    from django.core.files.uploadedfile import SimpleUploadedFile

    for body in (b"\xff\xfe\x00\x01", b"x" * 300_000):
        answer = ben.client.post(f"{GAME}record/", {"file": SimpleUploadedFile("a.txt", body)})
        assert answer.status_code == 400


# --- after the game ------------------------------------------------------------------------------


def test_a_finished_game_is_watched_again_turn_by_turn(ben, together):
    address = together()
    assert ben.get(f"{address}replay/").status_code == 409  # not while it is being played
    finish(address, OPENING_TRAP)
    start = ben.get(f"{address}replay/?ply=0").content.decode()
    assert "The start of the game." in start
    whole = ben.get(f"{address}replay/").content.decode()
    assert "17" in whole and "Yellow" in whole
    for odd in ("-1", "99", "x", "٣"):
        assert ben.get(f"{address}replay/?ply={odd}").status_code == 200


def test_an_analysis_is_worked_out_by_the_worker_turn_by_turn(ben, together, queue):
    address = together()
    finish(address, OPENING_TRAP)
    queue.waiting.clear()
    before = ben.get(f"{address}analysis/").content.decode()
    assert "0 of 2 turns" in before and 'data-done="0"' in before
    assert queue.names() == ["look"]
    queue.run("look")
    after = ben.get(f"{address}analysis/").content.decode()
    assert 'data-done="1"' in after and after.count("<tr") == 3
    assert '<tr class="slip">' in after  # B1c loses at once


@pytest.mark.parametrize(("language", "half"), [("vi", "15,5"), ("en", "15.5")])
def test_half_points_are_written_as_the_language_writes_them(language, half):
    move = rules.Move.parse("B1c")
    turn = Review(1, rules.BLUE, move, value=15.5, best=move, best_value=19.0)
    with override(language):
        picture = curve([turn], 1)
    assert f"+{half}" in picture and {"vi": "−3,5", "en": "−3.5"}[language] in picture


def test_what_is_pushed_after_a_move_is_small(an, together):
    """A phone pays at most 4 kB for a turn."""
    address = together()
    an.sow(address, "B2", "c")
    part = screens.fragment(table_at(address), 0, "vi")
    assert len(gzip.compress(part.encode())) < 4096
