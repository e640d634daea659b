"""A lesson with scripted people on the whole running site."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from bench.people import Phone, Teacher
from bench.screens import POLL
from tests.whole_site import Site

#: Seconds after which a lesson that does not go on has failed; machines are busy.
PATIENCE = 45


@dataclass
class Room:
    """`async with Room(site, 12) as room:` a teacher and phones in the lobby, each with a browser.

    `kept` is what the server has acknowledged: (nickname, question number) → choice.
    """

    site: Site
    students: int
    name: str = "HS"
    questions: int = 5
    poll: float = POLL
    url: str = ""  # where the phones go, if not to the site itself
    phones: list[Phone] = field(default_factory=list)
    kept: dict[tuple[str, int], str] = field(default_factory=dict)
    number: int = 0
    code: str = ""

    async def __aenter__(self) -> Room:
        self.teacher = Teacher(self.site.url, *self.site.logins["teacher"], poll=self.poll)
        await self.teacher.sign_in()
        self.code, _ = await self.teacher.open_session("", self.questions)
        self.phones = [
            Phone(self.url or self.site.url, number, poll=self.poll)
            for number in range(self.students)
        ]
        for phone in self.phones:
            phone.nickname = f"{self.name} {phone.number + 1}"
        await asyncio.gather(*(phone.join(self.code) for phone in self.phones))
        if not self.url:
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(phone.opened.wait() for phone in self.phones))
        self.players = {phone.nickname: phone.jar.cookies["player"] for phone in self.phones}
        return self

    async def __aexit__(self, *error: object) -> None:
        if error[0] is None:
            await self.teacher.press("close")
        self.teacher.close()
        for phone in self.phones:
            phone.close()

    @property
    def session(self) -> int:
        return self.teacher.session

    async def ask(self) -> None:
        """The next question, on every phone."""
        if self.number:
            await self.teacher.go_to("standings", patience=PATIENCE)
        await self.teacher.go_to("question", patience=PATIENCE)
        self.number += 1
        await self.all_see("question", lambda phone: f"{self.number}/" in where(phone))

    async def all_see(self, phase: str, also: Callable[[Phone], bool] = lambda phone: True) -> None:
        """Wait until every phone shows a phase."""
        seen = await asyncio.gather(
            *(p.until(lambda p=p: p.phase == phase and also(p), PATIENCE) for p in self.phones)
        )
        missing = [p.nickname for p, there in zip(self.phones, seen, strict=True) if not there]
        assert not missing, f"no {phase} on {missing}: {[p.phase for p in self.phones]}"

    async def answer(self, phone: Phone, within: float = 0.0) -> None:
        """Answer at a random moment within so many seconds, and again by the same client id, as
        a phone does that lost the reply: one receipt."""
        await asyncio.sleep(within * random.random())
        round_, choice, client_id = phone.round, random.choice(phone.choices), secrets.token_hex(12)
        first = await phone.answer(choice, client_id, round_)
        assert first.status == 200, first.body
        self.kept[phone.nickname, self.number] = choice
        again = await phone.answer(random.choice(phone.choices), client_id, round_)
        assert again.status == 200, again.body

    async def all_answer(self, within: float = 0.0, phones: Iterable[Phone] | None = None) -> None:
        chosen = self.phones if phones is None else phones
        await asyncio.gather(*(self.answer(phone, within) for phone in chosen))

    async def after(self, answers: int) -> None:
        """Wait until so many answers to this question are acknowledged."""
        async with asyncio.timeout(PATIENCE):
            while sum(number == self.number for _, number in self.kept) < answers:
                await asyncio.sleep(0.005)

    async def check(self) -> dict[str, Any]:
        """End it; every acknowledged answer is stored once, and what was stored was
        acknowledged; nobody joined again; each phone shows the report's points. The report."""
        await self.teacher.finish(PATIENCE)
        await self.all_see("podium")
        report = await self.teacher.report()
        stored = {
            (student["nickname"], mark["number"]): str(mark["choices"][0])
            for student in report["students"]
            for mark in student["marks"]
            if mark["choices"]
        }
        assert stored == self.kept
        rows = self.site.sql(
            "SELECT count(*) FROM classrooms_answer a JOIN classrooms_round r ON r.id = a.round_id"
            f" WHERE r.session_id = {self.session}"
        )
        assert rows == [(len(self.kept),)]
        points = {student["nickname"]: student["points"] for student in report["students"]}
        assert {phone.nickname: phone.points for phone in self.phones} == points
        assert {p.nickname: p.jar.cookies["player"] for p in self.phones} == self.players
        return report


def where(phone: Phone) -> str:
    """The line at the top of a phone: which question of how many."""
    return phone.html.partition('id="where"')[2].partition("</span>")[0]


def since(start: float) -> str:
    return f"{time.perf_counter() - start:.1f} s"
