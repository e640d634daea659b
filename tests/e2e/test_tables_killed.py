"""The web server and every worker are killed while people are at a table: each acknowledged move is
there once and in its place, the game goes on, and a clock that ran out meanwhile is seen to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from bench.players import Player
from tests.whole_site import Site

from .room import PATIENCE

pytestmark = pytest.mark.e2e

PROGRAMS = ("web", "worker", "worker-live", "worker-bots", "worker-judge")


@asynccontextmanager
async def people(site: Site, *names: str) -> AsyncIterator[list[Player]]:
    players = [Player(site.url, name) for name in names]
    try:
        yield players
    finally:
        for player in players:
            player.close()


def moves_of(site: Site, path: str) -> list[tuple[int, int, str, str, str]]:
    """Number, seat, by whom, client id and move of every stored move but the start."""
    code = path.strip("/").rpartition("/")[2]
    rows = site.sql(
        "SELECT m.number, m.seat, m.by, m.client_id, m.move FROM games_tablemove m"
        f" JOIN games_table t ON t.id = m.table_id WHERE t.code = '{code}' AND m.number > 0"
        " ORDER BY m.number"
    )
    return [
        (*row[:4], row[4] if not isinstance(row[4], str) else row[4].strip('"')) for row in rows
    ]


def run_out(site: Site, path: str) -> None:
    """The clock of whoever is to move at a table is over."""
    code = path.strip("/").rpartition("/")[2]
    past = datetime.now(UTC).replace(tzinfo=None) - timedelta(seconds=5)
    table = f"(SELECT id FROM games_table WHERE code = '{code}')"
    site.sql(f"UPDATE games_seat SET act_by = '{past}' WHERE to_act AND table_id = {table}")
    site.sql(f"UPDATE games_table SET act_by = '{past}' WHERE code = '{code}'")


async def play(players: list[Player], moves: int) -> None:
    """The next moves, by whoever is to move."""
    for _ in range(moves):
        turns = [asyncio.create_task(one.turn(PATIENCE)) for one in players]
        await asyncio.wait(turns, return_when=asyncio.FIRST_COMPLETED)
        for turn in turns:
            turn.cancel()
        mover = next((one for one in players if one.may_move), None)
        if mover is None:
            return  # over
        answer = await mover.move()
        assert answer.status == 200, answer.body


async def test_killed_in_mid_game_a_table_of_two_goes_on_and_keeps_every_move(site: Site):
    async with people(site, "Ánh", "Bình") as (an, binh):
        path = await an.open_table("invite", preset="quan_non")
        await binh.sit(path)
        await an.press("start")
        await play([an, binh], 3)
        sending = asyncio.create_task(play([an, binh], 2))
        await asyncio.sleep(0.02)  # a move is on its way
        site.kill(*PROGRAMS)
        await sending
        await play([an, binh], 2)
        stored = moves_of(site, path)
        assert [row[0] for row in stored] == list(range(1, len(stored) + 1))
        assert {row[3]: row[4] for row in stored} == an.kept | binh.kept
        assert len(stored) == len(an.kept) + len(binh.kept) >= 5
        verify(site, path)


async def test_a_clock_that_runs_out_while_the_workers_are_dead_is_moved_for(site: Site):
    async with people(site, "Chi") as (chi,):
        path = await chi.open_table("bot", preset="quan_non", level="beginner", start="B")
        assert await chi.turn()
        await chi.move()
        assert await chi.turn(PATIENCE), "the bot has not moved"
        site.kill("worker", "worker-bots")
        run_out(site, path)
        assert await chi.until(lambda: len(moves_of(site, path)) >= 4, PATIENCE)
        assert [row[2] for row in moves_of(site, path)[:4]] == ["person", "bot", "clock", "bot"]
        assert await chi.turn(PATIENCE), "it is not the person's turn again"
        await chi.move()
        assert list(chi.kept.values()) == [
            row[4] for row in moves_of(site, path) if row[2] == "person"
        ]
        verify(site, path)


def verify(site: Site, path: str) -> None:
    """What is stored is what the moves come to."""
    code = path.strip("/").rpartition("/")[2]
    said = site.shell(
        f"from django.core.management import call_command; call_command('verify_tables', '{code}')"
    )
    assert said.strip() == "1 verified, 0 wrong"


@pytest.mark.once
async def test_a_bot_plays_for_a_lost_device_and_gives_the_seat_back(site: Site):
    async with people(site, "Dũng", "Én") as (dung, en):
        path = await dung.open_table("invite", preset="quan_non")
        await en.sit(path)
        await dung.press("start")
        en.close()  # no stream, no poll
        code = path.strip("/").rpartition("/")[2]
        # As if she had been silent for longer: twenty seconds and the sweeper would do it as well.
        site.shell(
            "import time; from games.models import Table; from games import audiences;"
            "from live import names, publish;"
            f"room = audiences.room(Table.objects.get(code='{code}').pk);"
            "publish.connection().zadd(names.seen(room), {'1': time.time() - 30})"
        )
        assert await dung.until(lambda: "máy chơi thay" in dung.html, PATIENCE), dung.html
        await dung.move()
        assert await dung.turn(), "no bot has moved for her"
        assert [row[2] for row in moves_of(site, path)] == ["person", "bot"]
        en.resume()
        assert await dung.until(lambda: "máy chơi thay" not in dung.html, PATIENCE), dung.html
