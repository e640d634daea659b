"""A game with a class: tables opened at once, seats dealt by the code, and all led together."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from classrooms import class_games, classes, sessions
from classrooms.models import Class, GameLesson
from games import registry
from games.models import Seat, Table
from players.models import User

from .test_classes import browser_of, teacher_named

RANG_RO = "rang_ro_viet_nam"


@pytest.fixture
def group(teacher) -> Class:
    return classes.create(teacher, "7A2")


@pytest.fixture
def opened(host, group):
    """A game with the class: its lesson."""

    def act(game: str = RANG_RO, count: int = 2) -> GameLesson:
        answer = host.post(
            f"/classrooms/classes/{group.pk}/game/", {"game": game, "tables": str(count)}
        )
        lesson = GameLesson.objects.get(closed_at=None)
        assert answer["Location"] == lesson.get_absolute_url()
        return lesson

    return act


class Student:
    """A phone that comes in by the code of the class."""

    def __init__(self, group: Class, name: str, language: str = "en") -> None:
        self.client, self.group = Client(), group
        self.client.cookies["lang"] = language
        self.came = self.client.post("/join/table/", {"code": group.code, "nickname": name})

    @property
    def at(self) -> str:
        """The code of the table."""
        found = re.fullmatch(r"/games/t/(\w+)/", self.came["Location"])
        assert found is not None
        return found[1]


def act(host: Client, lesson: GameLesson, action: str) -> None:
    assert host.post(f"{lesson.get_absolute_url()}do/", {"action": action}).status_code == 302


def numbers(lesson: GameLesson) -> list[int]:
    """How many people sit at each table."""
    return [
        table.seats.filter(player__isnull=False).count() for table in class_games.tables_of(lesson)
    ]


def test_the_page_of_a_class_leads_to_games_and_to_the_open_tables(host, group, opened):
    page = host.get(group.get_absolute_url()).content.decode()
    assert f"/classrooms/classes/{group.pk}/game/" in page
    form = host.get(f"/classrooms/classes/{group.pk}/game/").content.decode()
    for game in (RANG_RO, "bang_dice", "o_an_quan", "rafter_five"):
        assert f'value="{game}"' in form
    lesson = opened()
    page = host.get(group.get_absolute_url()).content.decode()
    assert lesson.get_absolute_url() in page


def test_tables_take_the_rules_for_classes(host, group, opened):
    assert {table.preset for table in class_games.tables_of(opened())} == {"tiet_hoc"}
    act(host, GameLesson.objects.get(), "end")
    assert {table.preset for table in class_games.tables_of(opened("bang_dice", 3))} == {"family"}


@pytest.mark.parametrize(
    ("game", "count"), [("chess", "2"), (RANG_RO, "0"), (RANG_RO, "99"), (RANG_RO, "two"), ("", "")]
)
def test_what_cannot_be_opened_opens_nothing(host, group, game, count):
    answer = host.post(f"/classrooms/classes/{group.pk}/game/", {"game": game, "tables": count})
    assert answer.status_code == 302
    assert not GameLesson.objects.exists() and not Table.objects.exists()


def test_what_the_tables_are_played_with_is_gathered_once_and_before_the_database_is_held(
    group, opened, monkeypatch
):
    held = []
    gather = registry.snapshot

    def watched(*wanted):
        # Besides the transaction of this test: with SQLite nobody else can write in one.
        held.append(len(connection.savepoint_ids))
        return gather(*wanted)

    monkeypatch.setattr(registry, "snapshot", watched)
    base = len(connection.savepoint_ids)
    tables = class_games.tables_of(opened(count=6))
    assert held == [base]
    assert len({table.content_id for table in tables}) == 1 and tables[0].content_id
    assert len({table.seed for table in tables}) == 6


def test_a_class_plays_one_thing_at_a_time(host, group, opened, teacher, deck):
    opened()
    host.post(f"/classrooms/classes/{group.pk}/game/", {"game": RANG_RO, "tables": "2"})
    assert GameLesson.objects.count() == 1
    act(host, GameLesson.objects.get(), "end")
    sessions.open_session(teacher, deck, for_class=group)
    host.post(f"/classrooms/classes/{group.pk}/game/", {"game": RANG_RO, "tables": "2"})
    assert GameLesson.objects.count() == 1


def test_the_code_of_the_class_deals_seats_evenly(group, opened):
    lesson = opened(count=3)
    came = Client().get("/join/", {"code": group.code})
    assert came["Location"] == f"/join/table/?code={group.code}"
    assert "7A2" in Client().get(came["Location"]).content.decode()
    students = [Student(group, f"HS {n}") for n in range(8)]
    assert sorted(numbers(lesson)) == [2, 3, 3]
    first = students[0]
    again = first.client.post("/join/table/", {"code": group.code, "nickname": "Khác"})
    assert again["Location"] == first.came["Location"]  # a seat is kept
    assert first.client.get("/join/table/", {"code": group.code})["Location"].endswith(
        f"{first.at}/"
    )
    assert sum(numbers(lesson)) == 8


def test_a_table_is_filled_to_where_it_can_play_before_the_next_is_begun(group, opened):
    lesson = opened(count=4)
    for n in range(3):
        Student(group, f"HS {n}")
    assert numbers(lesson) == [2, 1, 0, 0]


def test_a_name_that_is_taken_or_none_is_asked_for_again(group, opened):
    opened(count=1)
    Student(group, "Mai")
    taken = Student(group, "mai")
    assert taken.came.status_code == 409 and "Mai 2" in taken.came.content.decode().title()
    assert Student(group, " ").came.status_code == 400
    assert Seat.objects.count() == 1


def test_who_waits_at_the_door_goes_on_when_tables_open(group, opened):
    waiting = Client()
    assert waiting.get("/join/", {"code": group.code}).status_code == 200
    assert waiting.get("/join/open/", {"code": group.code}).json()["go"] == ""
    opened()
    assert waiting.get("/join/open/", {"code": group.code}).json()["go"]


def test_all_tables_begin_pause_go_on_and_end(host, group, opened):
    lesson = opened(count=3)
    for n in range(3):
        Student(group, f"HS {n}")
    act(host, lesson, "start")
    tables = class_games.tables_of(lesson)
    # Two, one with a computer player, and none: nobody sits there.
    assert [table.status for table in tables] == ["playing", "playing", "waiting"]
    assert tables[1].seats.exclude(bot="").count() == 1
    act(host, lesson, "pause")
    assert all(table.paused_at for table in class_games.tables_of(lesson)[:2])
    act(host, lesson, "pause")  # twice does no harm
    act(host, lesson, "resume")
    assert not any(table.paused_at for table in class_games.tables_of(lesson))
    act(host, lesson, "last_round")
    act(host, lesson, "end")
    tables = class_games.tables_of(lesson)
    # Nobody has moved yet, so nobody has won.
    assert [table.status for table in tables] == ["stopped", "stopped", "stopped"]
    overview = host.get(lesson.get_absolute_url()).content.decode()
    assert overview.count("đã dừng, không ai thắng") == 3
    page = host.get(f"/games/t/{tables[0].code}/").content.decode()
    assert "Ván dừng khi chưa ai đi: không ai thắng." in page
    assert Client().get("/join/", {"code": group.code}).status_code == 200  # at the door again
    page = host.get(lesson.get_absolute_url()).content.decode()
    assert f"/games/t/{tables[0].code}/learning/" in page
    assert host.get(f"/games/t/{tables[0].code}/learning/").status_code == 200


def test_late_comers_are_seated_at_running_tables_and_told_when_none_is_left(host, group, opened):
    lesson = opened("o_an_quan", 1)
    for n in range(2):
        Student(group, f"HS {n}")
    late = Student(group, "Late")
    assert late.came.status_code == 409
    act(host, lesson, "end")
    lesson = opened(RANG_RO, 1)
    for n in range(2):
        Student(group, f"HS {n}")
    act(host, lesson, "start")
    table = class_games.tables_of(lesson)[0]
    # The rules let somebody in once the first turn has been.
    state = table.state
    assert Student(group, "Early").came.status_code == 409
    state["begun"] = True
    Table.objects.filter(pk=table.pk).update(state=state)
    assert Student(group, "Late").at == table.code
    assert numbers(lesson) == [3]


def test_the_overview_says_what_each_table_is_at(host, group, opened):
    lesson = opened(count=2)
    Student(group, "Mai")
    Student(group, "Nam")
    host.cookies["lang"] = "en"
    page = host.get(lesson.get_absolute_url()).content.decode()
    assert "Mai" in page and "waiting to start" in page and "nobody here yet" in page
    assert group.code[:3] in page
    act(host, lesson, "start")
    part = host.get(f"{lesson.get_absolute_url()}now/").content.decode()
    assert "choosing where to start" in part and "<html" not in part
    assert 'value="pause"' in part and 'value="start"' not in part


def test_only_who_teaches_the_class_leads_its_games(host, group, opened):
    lesson = opened()
    colleague = teacher_named("minh")
    group.co_teachers.add(colleague)
    assert browser_of(colleague).get(lesson.get_absolute_url()).status_code == 200
    stranger = browser_of(teacher_named("hoa"))
    for part in ("", "now/", "end/"):
        assert stranger.get(lesson.get_absolute_url() + part).status_code == 404
    assert stranger.post(f"{lesson.get_absolute_url()}do/", {"action": "end"}).status_code == 404
    assert stranger.get(f"/classrooms/classes/{group.pk}/game/").status_code == 404
    assert Client().get(lesson.get_absolute_url()).status_code == 302
    act(browser_of(colleague), lesson, "end")
    lesson.refresh_from_db()
    assert not lesson.is_open


def test_a_game_nobody_ends_closes_by_itself(group, opened, settings):
    lesson = opened()
    old = timezone.now() - timedelta(hours=settings.SESSION_MAX_HOURS + 1)
    GameLesson.objects.filter(pk=lesson.pk).update(created_at=old)
    assert class_games.close_old() == 1
    assert class_games.open_under(group.code) is None


def test_an_unknown_action_or_a_closed_game_changes_nothing(host, group, opened):
    lesson = opened()
    act(host, lesson, "dance")
    act(host, lesson, "end")
    act(host, lesson, "start")
    assert {table.status for table in class_games.tables_of(lesson)} == {"stopped"}


def test_every_teacher_of_the_class_reads_the_logs_of_its_tables_and_nobody_else(
    host, group, opened, teacher
):
    lesson = opened(count=1)
    an = Student(group, "An")
    act(host, lesson, "start")
    table = class_games.tables_of(lesson)[0]
    log = f"/games/t/{table.code}/learning"
    colleague, stranger = (browser_of(teacher_named(name)) for name in ("minh", "hoa"))
    group.co_teachers.add(User.objects.get(username="minh"))
    assert 'value="last_round"' in colleague.get(f"/games/t/{table.code}/").content.decode()
    assert 'value="last_round"' not in stranger.get(f"/games/t/{table.code}/").content.decode()
    act(colleague, lesson, "end")
    for browser, status in ((host, 200), (colleague, 200), (stranger, 403), (Client(), 403)):
        for part in ("/", "/0/", ".csv", ".xlsx"):
            assert browser.get(log + part).status_code == status, part
    for part in (".csv", ".xlsx"):
        assert an.client.get(log + part).status_code == 403
    for browser, told in ((colleague, True), (stranger, False)):
        answer = browser.get(lesson.get_absolute_url())
        assert (f"{log}/" in answer.content.decode()) == told
    # Who no longer teaches the class reads nothing any more.
    group.co_teachers.clear()
    assert colleague.get(f"{log}/").status_code == 403
