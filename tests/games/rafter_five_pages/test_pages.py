"""Rules, learners' forces, the raft of the day, watching a finished game again."""

from __future__ import annotations

import re
import time
from datetime import date

import pytest

from games import foreseeing, tables
from games.models import Table
from games.rafter_five import content, daily, notation
from games.rafter_five.pieces import Piece, Pose
from games.rafter_five.rules import Options

from .conftest import PATH, SMALL, Person, position, put, state_at, table_at

#: The far chest is held by the Bench alone: whoever lifts it loses both.
TIPPING = (
    *SMALL[:4],
    Piece("p10", 10, 52, 0, 0),
    Piece("r3", 3, 5, 0, 0, 2),
    Piece("c22", 3, 95, 0, 0, 2),
)


@pytest.mark.parametrize("language", ["vi", "en"])
def test_the_rules_open(db, language):
    page = Person(language).page(f"{PATH}rules/")
    assert f'<html lang="{language}"' in page
    assert page.count('class="iso') >= 2


LEARNER = Options(seconds=0, first=1, learner=True)


def test_learners_see_forces_as_the_judge_found_them_others_do_not(an, alone, monkeypatch):
    for options, shown in ((LEARNER, True), (Options(seconds=0, first=1), False)):
        address = alone(options=options)
        an.answer(address, do="lift", rafter="1")
        with monkeypatch.context() as patch:
            patch.setattr("games.rafter_five.stability.judge", None)  # no page judges
            page = an.page(address)
        assert ('data-reading="p10"' in page) == ('data-of="p10"' in page) == shown
        assert ("Forces and margins" in page) == shown


@pytest.fixture
def manning(alone):
    """A learner alone with plank 20 held far out and the Drum in the hand; the address."""
    return alone(
        options=LEARNER, phase="man", drawn=20, hand=1, raft=SMALL[1:], held=Pose(70, 0, 0)
    )


@pytest.fixture
def looked(an, manning):
    """Ask, as the script does, what the Drum would do at x of the held plank."""
    fields = an.fields(manning)

    def ask(x: str) -> dict:
        sent = fields | {"x": x, "y": "0", "rot": "0"}
        answer = an.client.post(f"{manning}look/", sent, headers={"HX-Request": "true"})
        found: dict = answer.json()
        return found

    return ask


def test_what_would_fall_is_found_out_by_a_worker_and_told_when_it_is_known(
    looked, queue, monkeypatch
):
    with monkeypatch.context() as patch:
        patch.setattr("games.rafter_five.stability.judge", None)
        found = looked("100")
        assert found["ok"] and found["later"] and "worked out" in found["text"]
        looked("99")
        looked("100")
    assert queue.names().count("foresee") == 1  # of all questions the newest is answered
    assert queue.run("foresee") == 1
    found = looked("100")
    assert found["warn"] and "plank 20" in found["falls"] and "later" not in found
    assert "Would fall" in found["text"]
    assert queue.run("foresee") == 0
    assert looked("99")["later"]


def test_without_a_script_the_page_looks_again_until_it_is_known_what_would_fall(
    an, manning, queue
):
    an.page(manning)
    queue.run("foresee")  # of the place offered first
    fields = an.fields(manning) | {"x": "100", "y": "0", "rot": "0", "do": "look"}
    page = an.post(f"{manning}look/", **fields).content.decode()
    for _again in range(2):
        assert "being worked out" in page and 'content="1;url=' in page
        assert 'name="x" value="100"' in page
        page = an.page(manning)
    queue.run("foresee")
    page = an.page(manning)
    assert "Would fall: " in page and 'name="x" value="100"' in page
    assert 'http-equiv="refresh"' not in page
    assert 'name="x" value="100"' not in an.page(manning)


def test_who_asks_in_vain_is_told_so(looked, monkeypatch):
    assert looked("100")["later"]
    now = time.time()
    monkeypatch.setattr("games.foreseeing.time.time", lambda: now + 10)
    found = looked("100")
    assert found["ok"] and "later" not in found and "cannot be worked out" in found["text"]


def test_a_question_about_a_decision_that_is_made_is_not_answered(looked, manning):
    looked("100")
    put(table_at(manning), position(1, options=LEARNER))
    assert not foreseeing.find_out(table_at(manning).pk, 0)
    assert not foreseeing.find_out(table_at(manning).pk, 5)


def test_a_fall_is_explained(an, sat):
    address = sat(raft=TIPPING)
    an.answer(address, do="lift", rafter="3")
    page = an.page(address)
    assert "Why did it fall?" in page
    assert "Plank 10: its load of" in page and "outside what holds it up" in page


def finished(person: Person, preset: str = "daily", name: str = "An", **changes) -> str:
    """A game alone that ended with a fall; its address."""
    address = person.post(f"{PATH}open/", way="bot", bots="0", preset=preset, name=name)["Location"]
    state = state_at(address)
    changes = {"raft": TIPPING, "stood": 1, **changes}
    put(table_at(address), position(1, options=state.options, day=state.day, **changes))
    assert person.answer(address, do="lift", rafter="3").status_code == 302
    assert state_at(address).over
    return address


def test_the_first_try_of_the_day_is_on_the_list(an, ben):
    finished(an, name="An", stood=7)
    finished(an, name="An again", stood=9)
    finished(ben, name="Ben", stood=8)
    finished(ben, preset="steady", name="Beside", stood=30)
    page = Person().page(PATH)
    daily = page[page.index('id="daily"') :]
    daily = daily[: daily.index("</section>")]
    assert daily.index("Ben") < daily.index(">An<")
    assert "again" not in daily and "Beside" not in daily


def test_a_finished_game_is_watched_again_from_any_side(an):
    address = finished(an, preset="steady")
    page = an.page(f"{address}replay/?yaw=135")
    assert 'data-yaw="135"' in page and "2 pieces fall!" in page
    start = an.page(f"{address}replay/?ply=0")
    assert "The start of the game." in start and 'data-id="c22"' in start
    for raw in ("99999999", "-1", "x"):
        assert an.client.get(f"{address}replay/?ply={raw}&yaw={raw}").status_code == 200


def test_a_game_with_a_plank_taken_back_is_watched_again_step_by_step(an, alone):
    address = alone(phase="lay", drawn=20, hand=1, raft=SMALL[1:])
    an.answer(address, do="place")
    version = table_at(address).version
    assert an.post(f"{address}do/", action="undo", version=version).status_code == 302
    an.answer(address, do="place")
    tables.end(table_at(address).pk)
    whole = an.page(f"{address}replay/")
    steps = int(re.findall(r'name="at" min="0" max="(\d+)"', whole)[0])
    told = [an.page(f"{address}replay/?ply={n}") for n in range(steps + 1)]
    assert "The start of the game." in told[0] and "Holds plank 20" in told[1]
    assert f'value="{steps}"' in whole and steps == 2
    # Turned by a button without a script, it stays at the step that the slider shows.
    assert "Holds plank 20" in an.page(f"{address}replay/?at=1&yaw=45")


@pytest.mark.parametrize(
    ("number", "near", "farthest", "too_far"), [(1, 40, 55, 60), (2, 40, 50, 54), (3, 40, 76, 80)]
)
def test_the_lesson_lets_go_of_a_piece_and_says_why(an, number, near, farthest, too_far):
    address = f"{PATH}lessons/{number}/"
    assert "data-of" not in an.page(address)  # no forces before the hand lets go
    stands = an.page(f"{address}?at={near}&let=1")
    assert "mm inside the rim" in stands and 'class="said miss"' not in stands
    falls = an.page(f"{address}?at={too_far}&let=1")
    assert 'class="said miss"' in falls and "outside what holds it up" in falls
    done = an.page(f"{address}?at={farthest}&let=1")
    assert 'class="said ok"' in done
    assert an.client.get(f"{address}?at=nan&yaw=x").status_code == 200


def test_there_are_three_boards(an):
    assert an.client.get(f"{PATH}lessons/4/").status_code == 404


def test_a_raft_with_moves_taken_back_is_not_on_the_list(an):
    address = finished(an, name="An", stood=7)
    Table.objects.filter(pk=table_at(address).pk).update(undone=1)
    assert ">An<" not in Person().page(PATH)


def test_a_first_try_that_is_not_finished_yet_is_the_only_one(an):
    first = an.post(f"{PATH}open/", way="bot", bots="0", preset="daily", name="An")["Location"]
    finished(an, name="An", stood=30)
    assert daily.board()["rows"] == []
    tables.end(table_at(first).pk)
    assert [row["score"] for row in daily.board()["rows"]] == [0]


def test_equal_scores_share_a_place_and_the_list_is_one_question(an, django_assert_num_queries):
    for n, stood in enumerate([5, 9, 9, *range(10, 19)]):
        finished(Person(), name=f"N{n}", stood=stood)
    with django_assert_num_queries(2):
        shown = daily.board()
    assert [row["score"] for row in shown["rows"]] == [*range(18, 9, -1), 9]
    assert shown["tries"] == 12
    Table.objects.filter(outcome__points__0__gt=9).update(undone=1)
    assert [(row["name"], row["place"]) for row in daily.board()["rows"]] == [
        ("N1", 1),
        ("N2", 1),
        ("N0", 3),
    ]
    assert daily.board("2020-02-02")["rows"] == []


def test_a_rematch_of_the_raft_of_the_day_takes_the_sea_of_its_own_day(an, monkeypatch):
    address = finished(an, name="An", stood=7)
    old = table_at(address)

    def again(day: str) -> Table:
        Table.objects.filter(rematch_of=old).update(rematch_of=None)
        monkeypatch.setattr(content.timezone, "localdate", lambda: date.fromisoformat(day))
        return table_at(an.post(f"{address}do/", action="rematch")["Location"])

    first = table_at(an.post(f"{address}do/", action="rematch")["Location"])
    assert first.state["day"] == old.state["day"]
    pile = first.state["pile"]
    later = again("2031-02-03")
    assert later.state["day"] == "2031-02-03"
    assert later.state["pile"] != pile
    assert [row["name"] for row in daily.board(old.state["day"])["rows"]] == ["An"]
    assert daily.board("2031-02-03")["rows"] == []


def test_a_game_is_saved_as_text_but_not_todays_sea(an):
    address = an.post(f"{PATH}open/", way="bot", bots="0", preset="steady")["Location"]
    an.answer(address, do="standard")
    assert an.client.get(f"{address}record/").status_code == 409  # it is not over yet
    tables.end(table_at(address).pk)
    saved = an.client.get(f"{address}record/")
    game = notation.read(saved.content.decode())
    assert game.final == state_at(address)
    assert f"rafter-five-{table_at(address).code}.txt" in saved["Content-Disposition"]
    assert f'href="{address}record/"' in an.page(f"{address}replay/")
    daily_one = an.post(f"{PATH}open/", way="bot", bots="0", preset="daily")["Location"]
    tables.end(table_at(daily_one).pk)
    assert an.client.get(f"{daily_one}record/").status_code == 409


def test_a_raft_of_the_day_is_its_players_alone_until_the_day_is_over(an, ben, monkeypatch):
    address = finished(an, name="An", stood=7)
    page = Person().page(PATH)
    assert f"{address}replay/" not in page and "from tomorrow on" in page
    for way in (f"{address}replay/", address, f"{address}stage/"):
        refused = ben.client.get(way)
        assert refused.status_code == 403
        assert "from tomorrow on" in refused.content.decode()
        assert f'<a class="btn" href="{PATH}">' in refused.content.decode()
    own = an.page(f"{address}replay/")
    assert "from tomorrow on" in own and f"{address}record/" not in own
    monkeypatch.setattr(daily.timezone, "localdate", lambda: date(2031, 2, 3))
    assert "from tomorrow on" not in ben.page(f"{address}replay/")
    assert f"{address}record/" in ben.page(f"{address}replay/")
    assert ben.client.get(f"{address}record/").status_code == 200


def test_at_the_end_of_a_raft_of_the_day_is_what_can_be_done_today(an):
    address = finished(an)
    page = an.page(address)
    assert 'value="rematch"' in page and f"{PATH}#daily" in page
    assert f"{address}record/" not in page and "record" in page
    refused = an.client.get(f"{address}record/")
    assert refused.status_code == 409
    assert f'<a class="btn" href="{address}">' in refused.content.decode()
