"""Leaderboards: derived from what the apps know, kept on Redis only to be quick.

Every app that gives points registers a source. `rebuild` adds the sources up and swaps each board
in one step; a board that Redis has lost is rebuilt by the first who asks for it. Without Redis a
board is added up on the spot. docs/explanation/leaderboards.md tells the reasons.

Week and all-time boards are for members; guests stand on the board of their session.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import redis
import structlog
from django.conf import settings
from django.utils import timezone

from live.publish import connection

from .models import User

log = structlog.get_logger(__name__)

#: How long Redis keeps a board that nobody rebuilds (seconds).
KEPT_SECONDS = {"week": 15 * 86_400, "session": 86_400}
#: A board with nobody on it still has this entry, so that "empty" differs from "lost".
_BUILT = "-"


@dataclass(frozen=True)
class Points:
    """What a source says: points of one player at one time, for `ref` ("session:12")."""

    player_id: uuid.UUID
    user_id: int | None
    points: int
    at: datetime
    ref: str


Source = Callable[[], Iterable[Points]]
#: Gives the points of everybody in one session, by a key of the caller's (a participant's id).
SessionScores = Callable[[int], Mapping[str, int]]

_sources: dict[str, Source] = {}
_session_scores: list[SessionScores] = []


def register(name: str, source: Source) -> None:
    """Count a source's points; call it in AppConfig.ready(). The same name replaces."""
    _sources[name] = source


def unregister(name: str) -> None:
    _sources.pop(name, None)


def register_sessions(scores: SessionScores) -> None:
    """How the board of a session is added up; one app leads sessions, the last one counts."""
    _session_scores[:] = [scores]


@dataclass(frozen=True)
class Board:
    """One ranking. `kind` is week, all or session; `ref` which week or session."""

    kind: str
    ref: str = ""

    @property
    def key(self) -> str:
        return ":".join(filter(None, [settings.REDIS_PREFIX, "board", self.kind, self.ref]))

    def holds(self, at: datetime) -> bool:
        return self.kind == "all" or self.ref == week_name(at)


ALL_TIME = Board("all")


def week_name(at: datetime) -> str:
    """The ISO week in Vietnam, whose Monday begins at midnight there: "2026-W49"."""
    year, week, _ = timezone.localtime(at, timezone.get_default_timezone()).isocalendar()
    return f"{year}-W{week:02d}"


def this_week(now: datetime | None = None) -> Board:
    return Board("week", week_name(now or timezone.now()))


def session_board(session_id: int) -> Board:
    return Board("session", str(session_id))


@dataclass(frozen=True)
class Entry:
    """One line of a board. Those who have the same points share a place: 1, 1, 3."""

    place: int
    member: str
    points: int


@dataclass(frozen=True)
class Line(Entry):
    """An entry of a members' board with the name shown."""

    name: str


# --- writing ----------------------------------------------------------------------------------


def add_up(board: Board) -> dict[str, int]:
    """The whole board from the sources: member → points above 0."""
    if board.kind == "session":
        scores = _session_scores[0](int(board.ref)) if _session_scores else {}
        return {member: points for member, points in scores.items() if points > 0}
    return _member_totals([board])[board]


def _member_totals(boards: Iterable[Board]) -> dict[Board, dict[str, int]]:
    totals: dict[Board, defaultdict[int, int]] = {board: defaultdict(int) for board in boards}
    for source in _sources.values():
        for row in source():
            if row.user_id is None:
                continue
            for board, total in totals.items():
                if board.holds(row.at):
                    total[row.user_id] += row.points
    active = set(User.objects.filter(is_active=True).values_list("pk", flat=True))
    return {
        board: {str(user): n for user, n in total.items() if n > 0 and user in active}
        for board, total in totals.items()
    }


def store(board: Board, totals: Mapping[str, int]) -> None:
    """Put a board on Redis in one step: readers see the old one or the new one, never a part.
    Raises redis.RedisError."""
    fresh = f"{board.key}:{uuid.uuid4().hex}"
    pipe = connection().pipeline(transaction=True)
    pipe.zadd(fresh, {_BUILT: 0, **totals})
    pipe.expire(fresh, KEPT_SECONDS.get(board.kind, 60))
    if board.kind not in KEPT_SECONDS:
        pipe.persist(fresh)
    pipe.rename(fresh, board.key)
    pipe.execute()


def rebuild(now: datetime | None = None) -> dict[str, int]:
    """This week's and the all-time board from the sources; how many stand on each."""
    built = _member_totals([this_week(now), ALL_TIME])
    for board, totals in built.items():
        store(board, totals)
    return {board.kind: len(totals) for board, totals in built.items()}


# --- reading ----------------------------------------------------------------------------------


def top(board: Board, n: int) -> list[Entry]:
    """The first `n` entries, the highest first; of equals all names are in a steady order."""
    rows: Any
    try:
        _bring_back(board)
        rows = connection().zrange(
            board.key, "+inf", "(0", desc=True, byscore=True, offset=0, num=n, withscores=True
        )
    except redis.RedisError as error:
        log.warning("board read without redis", board=board.key, error=str(error))
        rows = sorted(add_up(board).items(), key=lambda row: (row[1], row[0]), reverse=True)[:n]
    entries: list[Entry] = []
    for number, (member, points) in enumerate(rows, start=1):
        same = bool(entries) and entries[-1].points == int(points)
        entries.append(Entry(entries[-1].place if same else number, member, int(points)))
    return entries


def rank_of(board: Board, member: object) -> Entry | None:
    """Where a member (a user's id; on a session board the caller's key) stands, None if nowhere."""
    name = str(member)
    try:
        _bring_back(board)
        points = connection().zscore(board.key, name)
        above = connection().zcount(board.key, f"({points}", "+inf") if points else 0
    except redis.RedisError as error:
        log.warning("board read without redis", board=board.key, error=str(error))
        totals = add_up(board)
        points = totals.get(name)
        above = sum(1 for other in totals.values() if points and other > points)
    return Entry(above + 1, name, int(points)) if points else None


def named(entries: Iterable[Entry]) -> list[Line]:
    """A members' board with names; who has no account any more is left out."""
    entries = list(entries)
    users = User.objects.in_bulk([int(entry.member) for entry in entries])
    return [
        Line(entry.place, entry.member, entry.points, _public_name(users[int(entry.member)]))
        for entry in entries
        if int(entry.member) in users
    ]


def _public_name(user: User) -> str:
    """The name shown to everybody; an address that serves as a login is not."""
    return user.display_name.partition("@")[0]


def _bring_back(board: Board) -> None:
    if not connection().exists(board.key):
        store(board, add_up(board))
