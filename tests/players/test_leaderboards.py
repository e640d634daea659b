"""Leaderboards: right, right again after Redis is emptied, and members only."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
import redis
from django.utils import timezone

from live.publish import connection
from players import leaderboards
from players.leaderboards import ALL_TIME, Points, rank_of, this_week, top
from players.models import User
from players.tasks import rebuild_leaderboards

NOON = datetime(2026, 11, 25, 12, tzinfo=ZoneInfo("Asia/Ho_Chi_Minh"))


@pytest.fixture
def members(db):
    return [
        User.objects.create_user(name, first_name=shown)
        for name, shown in [("an", "Cô An"), ("binh", "Thầy Bình"), ("chi", "Cô Chi")]
    ]


@pytest.fixture
def source():
    """A source whose rows a test may set: give(user, points, at)."""
    rows: list[Points] = []

    def give(user: User | None, points: int, at: datetime = NOON) -> None:
        rows.append(Points(uuid.uuid4(), user.pk if user else None, points, at, "session:1"))

    kept = dict(leaderboards._sources)
    leaderboards._sources.clear()
    leaderboards.register("fake", lambda: rows)
    _forget()
    yield give
    leaderboards._sources.clear()
    leaderboards._sources.update(kept)
    _forget()


def _forget() -> None:
    server = connection()
    for key in server.scan_iter(f"{ALL_TIME.key.removesuffix(':all')}:*"):
        server.delete(key)


def test_points_of_all_sources_add_up_and_the_highest_comes_first(members, source):
    an, binh, _ = members
    source(an, 300)
    source(binh, 900)
    source(an, 200)
    leaderboards.register("second", lambda: [Points(uuid.uuid4(), an.pk, 700, NOON, "deck:1")])
    assert rebuild_leaderboards() == {"week": 0, "all": 2}
    assert [(e.place, e.member, e.points) for e in top(ALL_TIME, 10)] == [
        (1, str(an.pk), 1200),
        (2, str(binh.pk), 900),
    ]


def test_equal_points_share_a_place_and_the_next_place_is_left_out(members, source):
    for user, points in zip(members, (500, 500, 100), strict=True):
        source(user, points)
    assert [entry.place for entry in top(ALL_TIME, 10)] == [1, 1, 3]
    assert rank_of(ALL_TIME, members[0].pk).place == 1
    assert rank_of(ALL_TIME, members[1].pk).place == 1
    assert rank_of(ALL_TIME, members[2].pk).place == 3


def test_guests_and_closed_accounts_do_not_stand_on_members_boards(members, source):
    source(None, 9000)
    source(members[0], 100)
    source(members[1], 200)
    members[1].is_active = False
    members[1].save()
    leaderboards.rebuild()
    assert [entry.member for entry in top(ALL_TIME, 10)] == [str(members[0].pk)]
    assert rank_of(ALL_TIME, members[1].pk) is None


def test_a_board_is_right_again_after_redis_was_emptied(members, source):
    source(members[0], 100)
    leaderboards.rebuild()
    before = top(ALL_TIME, 10)
    _forget()
    assert rank_of(ALL_TIME, members[0].pk).points == 100
    assert top(ALL_TIME, 10) == before


def test_rebuilding_twice_changes_nothing_and_leaves_no_temporary_keys(members, source):
    source(members[0], 100)
    leaderboards.rebuild(NOON)
    leaderboards.rebuild(NOON)
    prefix = ALL_TIME.key.removesuffix(":all")
    assert sorted(connection().scan_iter(f"{prefix}:*")) == [
        f"{prefix}:all",
        f"{prefix}:week:2026-W48",
    ]
    assert [entry.points for entry in top(ALL_TIME, 10)] == [100]


def test_points_taken_back_leave_the_board(members, source):
    source(members[0], 100)
    leaderboards.rebuild()
    source(members[0], -100)
    leaderboards.rebuild()
    assert top(ALL_TIME, 10) == []


def test_an_empty_board_is_not_added_up_again_by_every_reader(db, source, monkeypatch):
    assert top(ALL_TIME, 10) == []
    monkeypatch.setattr(leaderboards, "add_up", lambda board: pytest.fail("added up again"))
    assert top(ALL_TIME, 10) == []


def test_the_week_begins_on_monday_midnight_in_vietnam(members, source):
    # 17:00 UTC is midnight in Vietnam: Sunday 22 November ends then.
    source(members[0], 100, datetime(2026, 11, 22, 16, 59, tzinfo=UTC))
    source(members[1], 200, datetime(2026, 11, 22, 17, 0, tzinfo=UTC))
    board = this_week(NOON)
    assert board.ref == "2026-W48"
    assert [entry.member for entry in top(board, 10)] == [str(members[1].pk)]


def test_the_first_days_of_january_belong_to_the_iso_week_of_the_old_year():
    assert leaderboards.week_name(datetime(2027, 1, 1, 5, tzinfo=UTC)) == "2026-W53"


def test_a_session_board_holds_guests_and_is_rebuilt_from_the_session(monkeypatch):
    monkeypatch.setattr(leaderboards, "_session_scores", [])
    leaderboards.register_sessions(lambda pk: {"11": 950, "12": 400, "13": 0} if pk == 7 else {})
    board = leaderboards.session_board(7)
    connection().delete(board.key)
    assert [(e.place, e.member) for e in top(board, 5)] == [(1, "11"), (2, "12")]
    leaderboards.store(board, {"12": 1300, "11": 950})
    assert rank_of(board, 12).place == 1
    connection().delete(board.key)
    assert rank_of(board, 12).place == 2


def test_boards_are_read_without_redis(members, source, monkeypatch):
    source(members[0], 100)
    source(members[1], 300)
    gone = redis.Redis(host="127.0.0.1", port=1, socket_connect_timeout=0.2)
    monkeypatch.setattr(leaderboards, "connection", lambda: gone)
    assert [entry.points for entry in top(ALL_TIME, 10)] == [300, 100]
    assert rank_of(ALL_TIME, members[0].pk).place == 2


def test_the_page_shows_names_of_both_boards(client, members, source):
    members[2].first_name, members[2].username = "", "co.chi@example.org"
    members[2].save()
    source(members[0], 1500, timezone.now())
    source(members[1], 2500, NOON.replace(year=2020))
    source(members[2], 700, timezone.now())
    week = client.get("/leaderboards/").content.decode()
    assert "Cô An" in week
    assert "1.500" in week
    assert "Thầy Bình" not in week
    assert "co.chi" in week
    assert "example.org" not in week
    always = client.get("/leaderboards/?board=all").content.decode()
    assert "Thầy Bình" in always
    assert "2.500" in always


def test_the_page_shows_members_where_they_stand_themselves(client, members, source):
    source(members[0], 1500, timezone.now())
    client.force_login(members[0])
    assert "Bạn đứng hạng 1" in client.get("/leaderboards/").content.decode()
    client.cookies["lang"] = "en"
    assert "You are in place 1" in client.get("/leaderboards/").content.decode()


def test_an_empty_board_says_how_to_get_on_it(client, db, source):
    page = client.get("/leaderboards/")
    assert page.status_code == 200
    assert "Tuần này chưa có điểm nào" in page.content.decode()


@pytest.mark.parametrize("board", ["", "month", "week'", "%00"])
def test_an_unknown_board_is_the_week(client, db, source, board):
    assert client.get(f"/leaderboards/?board={board}").status_code == 200
