"""`python run.py bench tables`: people and bots at many game tables at once, and what a move takes;
with `--students` beside a lesson, to see whether they slow it down.

Half the tables are two people's, half a person's against a bot, each person a browser of their own
that holds its stream open. A game that is over is followed by the next one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import random
import time
from collections import Counter
from collections.abc import Awaitable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any

from .figures import percentile
from .http import Refused
from .lesson import Lesson
from .players import Player
from .screens import TROUBLE
from .server import Server, Snapshot

#: So many people share one address, as a class behind one router does.
CLASS = 30
#: Tables opened in a second, so that what is measured is play and not the opening.
OPENED_A_SECOND = 5.0
#: How long anybody waits for their turn before the table is given up (seconds).
LONGEST_TURN = 60.0
#: Drawn for each game against a bot.
BOT_LEVELS = ("beginner", "easy", "medium", "hard")


@dataclass
class TableFigures:
    """Times in seconds."""

    tables: int
    people: int
    seconds: float = 0.0
    moves: int = 0
    games: int = 0
    #: From the press to the whole answer, which comes after the move is stored.
    move: list[float] = field(default_factory=list)
    #: From the press to the other person's screen.
    seen: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    cpu: dict[str, float] = field(default_factory=dict)
    #: Rows of moves by people, and those acknowledged that are not among them.
    stored: int | None = None
    lost: int | None = None
    wrong: int | None = None

    @property
    def good(self) -> bool:
        return bool(self.moves) and not (self.refused or self.lost or self.wrong)

    def as_json(self) -> dict[str, Any]:
        figures: dict[str, Any] = {
            name: getattr(self, name)
            for name in ("tables", "people", "moves", "games", "stored", "lost", "wrong", "cpu")
        }
        for name in ("move", "seen"):
            values = getattr(self, name)
            figures[f"{name}_ms"] = {
                f"p{p}": round(percentile(values, p) * 1000, 1) if values else None
                for p in (50, 95, 99)
            }
        figures["seconds"] = round(self.seconds, 1)
        figures["moves_a_second"] = round(self.moves / self.seconds, 2) if self.seconds else None
        figures["refused"] = dict(self.refused)
        figures["good"] = self.good
        return figures


class Tables:
    """Play at so many tables for so many seconds; people think about `think` seconds a move."""

    def __init__(self, base: str, tables: int, seconds: float, think: float) -> None:
        self.base, self.seconds, self.think = base, seconds, think
        paired = tables // 2
        self.figures = TableFigures(tables, people=2 * paired + (tables - paired))
        self.games = [2] * paired + [1] * (tables - paired)
        random.Random(1).shuffle(self.games)
        self.players: list[Player] = []
        self.open = asyncio.Event()
        #: Tables are played at no longer than this (perf_counter).
        self.end = math.inf

    async def play(self, meanwhile: Awaitable[None] | None = None) -> None:
        """Open all tables, then play, at least until what happens meanwhile is over; while tables
        are opened nothing is counted."""
        opened = asyncio.gather(*(self._table(n, people) for n, people in enumerate(self.games)))
        await asyncio.sleep(len(self.games) / OPENED_A_SECOND + 2)
        start = time.perf_counter()
        self.open.set()
        if meanwhile is not None:
            await meanwhile
        self.end = max(time.perf_counter(), start + self.seconds)
        await opened
        self.figures.seconds = time.perf_counter() - start
        for player in self.players:
            player.close()

    def _person(self) -> Player:
        number = len(self.players)
        local = f"127.0.{100 + number // CLASS}.1" if "127.0.0.1" in self.base else None
        player = Player(self.base, f"Bạn {2001 + number}", local)  # no numbers that mean something
        self.players.append(player)
        return player

    async def _table(self, number: int, people: int) -> None:
        """One table, one game after the other."""
        await asyncio.sleep(number / OPENED_A_SECOND)
        mine = [self._person() for _ in range(people)]
        while not self.open.is_set() or time.perf_counter() < self.end:
            try:
                await self._game(mine)
            except TROUBLE as error:
                self.figures.refused[str(error) or type(error).__name__] += 1
                return

    async def _game(self, mine: list[Player]) -> None:
        host = mine[0]
        if len(mine) == 1:
            level = random.choice(BOT_LEVELS)
            await host.open_table("bot", preset="quan_non", level=level)
        else:
            path = await host.open_table("invite", preset="quan_non")
            await mine[1].sit(path)
            await host.press("start")
        await self.open.wait()
        await asyncio.gather(*(self._sit_at(player, mine) for player in mine))
        self.figures.games += mine[0].phase == "finished"

    async def _sit_at(self, player: Player, mine: list[Player]) -> None:
        while time.perf_counter() < self.end:
            if not await player.turn(LONGEST_TURN):
                if player.phase == "playing" and time.perf_counter() < self.end:
                    raise Refused("nobody moved for a minute")
                return
            await asyncio.sleep(random.uniform(0.5, 1.5) * self.think)
            await player.line.open()
            pressed = time.perf_counter()
            answer = await player.move()
            if answer.status != 200:
                raise Refused(f"move {answer.status}")
            self.figures.moves += 1
            self.figures.move.append(time.perf_counter() - pressed)
            for other in mine:
                if other is not player:
                    with suppress(asyncio.TimeoutError):
                        await self._see(player, other, pressed)

    async def _see(self, player: Player, other: Player, pressed: float) -> None:
        if await other.until(lambda: other.version >= player.version, 10.0):
            self.figures.seen.append(max(0.0, other.came - pressed))

    def read_back(self, server: Server) -> None:
        """Every acknowledged move is stored, and every table is what its moves come to."""
        rows = server.sql("SELECT client_id FROM games_tablemove WHERE by = 'person'")
        if rows is None:
            return
        stored = {row[0] for row in rows}
        kept = {name for player in self.players for name in player.kept}
        self.figures.stored = len(stored)
        self.figures.lost = len(kept - stored)
        self.figures.wrong = server.manage("verify_tables")


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py bench tables", description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0, help="of play; default 60")
    parser.add_argument("--think", type=float, default=4.0, help="seconds a move; default 4")
    parser.add_argument(
        "--students", type=int, default=0, help="a lesson meanwhile, and the same one before"
    )
    parser.add_argument("--questions", type=int, default=6)
    parser.add_argument("--answers", choices=["burst", "spread"], default="spread")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args(words)


async def _run(server: Server, options: argparse.Namespace) -> dict[str, Any]:
    told: dict[str, Any] = {}
    lesson = (options.students, options.questions, options.answers)
    if options.students:
        alone = Lesson(server.url, server.teacher(), *lesson)
        await alone.play()
        told["lesson_alone"] = alone.figures.as_json()
    tables = Tables(server.url, options.tables, options.seconds, options.think)
    beside = Lesson(server.url, server.teacher(), *lesson) if options.students else None
    lesson_beside = beside.play() if beside is not None else None
    playing = asyncio.create_task(tables.play(lesson_beside))
    await tables.open.wait()
    before = Snapshot.of(server.pid)
    await playing
    if beside is not None:
        told["lesson_beside"] = beside.figures.as_json()
    tables.figures.cpu = Snapshot.of(server.pid).cpu_since(before)
    tables.read_back(server)
    told["tables"] = tables.figures.as_json()
    if options.students:
        told["slower"] = _slower(told["lesson_alone"], told["lesson_beside"])
    return told


def _slower(alone: dict[str, Any], beside: dict[str, Any]) -> dict[str, float | None]:
    """How much longer a lesson's answer took beside the tables, as a share of before."""
    found: dict[str, float | None] = {}
    for percent in ("p50", "p95", "p99"):
        was, now = alone["answer_ms"][percent], beside["answer_ms"][percent]
        found[percent] = round(now / was - 1, 3) if was and now else None
    return found


def table_of(told: dict[str, Any]) -> str:
    """The figures as people read them."""
    figures = told["tables"]
    rows = [
        ("tables · people", f"{figures['tables']} · {figures['people']}"),
        ("seconds · games · moves", f"{figures['seconds']} · {figures['games']} · "
         f"{figures['moves']} ({figures['moves_a_second']} a second)"),
        ("move ms p50 · p95 · p99", _times(figures["move_ms"])),
        ("move to the other's screen ms", _times(figures["seen_ms"])),
        ("stored · lost · tables that differ",
         f"{figures['stored']} · {figures['lost']} · {figures['wrong']}"),
        ("refused", json.dumps(figures["refused"], ensure_ascii=False)),
        ("server CPU s", ", ".join(f"{k} {v}" for k, v in sorted(figures["cpu"].items()))),
    ]  # fmt: skip
    if "slower" in told:
        rows += [
            ("answer ms alone", _times(told["lesson_alone"]["answer_ms"])),
            ("answer ms beside the tables", _times(told["lesson_beside"]["answer_ms"])),
            (
                "slower by",
                " · ".join("–" if v is None else f"{v:+.0%}" for v in told["slower"].values()),
            ),
        ]
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:<{width}}  {value}" for name, value in rows)


def _times(values: dict[str, float | None]) -> str:
    return " · ".join("–" if value is None else f"{value:.0f}" for value in values.values())


def main(words: list[str]) -> int:
    """Exit code 0: moves were made, none refused or lost, and every table is right."""
    options = arguments(words)
    with ExitStack() as stack:
        server = stack.enter_context(Server())
        told = asyncio.run(_run(server, options))
    print(json.dumps(told, ensure_ascii=False) if options.json else table_of(told))
    lessons = [told[name]["good"] for name in ("lesson_alone", "lesson_beside") if name in told]
    return 0 if told["tables"]["good"] and all(lessons) else 1
