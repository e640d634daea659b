"""One lesson: a teacher and N phones, each a browser of its own, through the pages only.

Times count from the moment a person would have acted, not from when this client got round to it.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import quote

from .figures import Figures
from .http import Refused
from .people import Phone, Teacher
from .screens import PATIENCE, TROUBLE, Screen

#: All phones answer within this time in a burst, or over this time when spread (seconds).
BURST, SPREAD = 0.05, 5.0
#: One answer in this many is sent twice, as a phone does that lost the first reply.
REPEAT_EVERY = 20
#: So many phones come in a second, unless told otherwise.
JOINS_A_SECOND = 150
#: Pages asked for before anything is measured, so that every process has its templates read.
WARM_UP = 20


def nothing_to_mark(_: str) -> None:
    """For a run against a server whose processes cannot be seen."""


class Lesson:
    """The whole run. `figures` fills as it goes; `mark(name)` is called at the end of each part."""

    def __init__(
        self,
        base: str,
        login: tuple[str, str],
        students: int,
        questions: int,
        answers: str,
        deck: str = "",
        join_over: float | None = None,
        mark: Callable[[str], None] = nothing_to_mark,
    ) -> None:
        self.teacher = Teacher(base, *login)
        self.deck, self.mark = deck, mark
        self.join_over = students / JOINS_A_SECOND if join_over is None else join_over
        self.figures = Figures(students, questions, answers)
        own_machine = self.teacher.jar.host.startswith("127.")
        self.phones = [Phone(base, number, own_machine) for number in range(students)]
        self.again: list[Screen] = []
        self.refused: Counter[str] = Counter()
        #: What the server acknowledged: (nickname, question) → choice.
        self.kept: dict[tuple[str, int], str] = {}

    async def play(self) -> None:
        figures, teacher = self.figures, self.teacher
        await teacher.sign_in()
        code, figures.questions = await teacher.open_session(self.deck, figures.questions)
        try:
            await self._warm_up(code)
            self.mark("start")
            start = time.perf_counter()
            await asyncio.gather(*(self._join(phone, code) for phone in self.phones))
            figures.join_seconds = time.perf_counter() - start
            self.mark("joined")
            self.phones = [phone for phone in self.phones if phone.phase]
            figures.joined = len(self.phones)
            before = sum(phone.jar.received for phone in self.phones)
            for number in range(1, figures.questions + 1):
                await self._ask(number)
            await teacher.finish()
            self.mark("played")
            received = sum(phone.jar.received for phone in self.phones) - before
            figures.bytes_per_phone = received / max(1, figures.joined * figures.questions)
            await self._read_back()
            self.mark("before more")
            await self._connect_again()
            self.mark("more")
        finally:
            figures.healed = sum(phone.healed for phone in self.phones)
            figures.refused = dict(self.refused)
            teacher.close()
            for screen in (*self.phones, *self.again):
                screen.close()

    async def _warm_up(self, code: str) -> None:
        """New connections, so that every process gets its share of them."""
        for phone in self.phones[:WARM_UP]:
            with suppress(*TROUBLE):
                await phone.line.get(f"/join/?code={code}")
            phone.line.close()

    async def _join(self, phone: Phone, code: str) -> None:
        await asyncio.sleep(self.join_over * phone.number / max(1, len(self.phones)))
        start = time.perf_counter()
        try:
            await phone.join(code)
            await asyncio.wait_for(phone.opened.wait(), PATIENCE)
        except TROUBLE as error:
            self.refused[f"join: {error or type(error).__name__}"] += 1
            phone.phase = ""
        else:
            self.figures.join.append(time.perf_counter() - start)

    async def _ask(self, number: int) -> None:
        """One question from the host's key to the reveal on the last phone."""
        phones, figures, teacher = self.phones, self.figures, self.teacher
        if number > 1:
            await teacher.go_to("standings")
        old = phones[0].round
        await teacher.go_to("question")
        came = await asyncio.gather(
            *(
                phone.until(lambda p=phone: p.phase == "question" and p.round != old)  # type: ignore[misc]
                for phone in phones
            )
        )
        if not all(came):
            self.refused["no question on a phone"] += came.count(False)
        for phone in phones:
            at = phone.arrived.get(("question", phone.round))
            if at is not None and phone.round != old:
                figures.question_to_phone.append(at - teacher.pressed)
        window = BURST if figures.answers == "burst" else SPREAD
        start = time.perf_counter() + 0.2
        done = await asyncio.gather(
            *(self._answer(phone, number, start + window * random.random()) for phone in phones)
        )
        last_reply = max(done)
        shown = await asyncio.gather(*(phone.wait_for("reveal", phone.round) for phone in phones))
        if not all(shown):
            self.refused["no reveal on a phone"] += shown.count(False)
        for phone in phones:
            at = phone.arrived.get(("reveal", phone.round))
            if at is not None:
                figures.reveal_to_phone.append(max(0.0, at - last_reply))

    async def _answer(self, phone: Phone, number: int, planned: float) -> float:
        """Answer at the planned moment; when the reply was there (perf_counter)."""
        choice = random.choice(phone.choices or ["1"])
        client_id = secrets.token_hex(12)
        await phone.line.open()
        await asyncio.sleep(max(0.0, planned - time.perf_counter()))
        try:
            answer = await phone.answer(choice, client_id)
        except Refused as refused:
            self.refused[f"answer: {refused}"] += 1
            return time.perf_counter()
        now = time.perf_counter()
        if answer.status != 200:
            self.refused[f"answer {answer.status}"] += 1
            return now
        self.figures.answer.append(now - planned)
        self.figures.acknowledged += 1
        self.kept[phone.nickname, number] = choice
        if phone.number % REPEAT_EVERY == number % REPEAT_EVERY:
            with suppress(Refused):
                again = await phone.answer(choice, client_id)
                self.figures.repeated += again.status == 200
        return now

    async def _connect_again(self) -> None:
        """As many phones once more, only their connections: to a server that has seen everything
        else, so that what it grows by is theirs."""
        for phone in self.phones:
            again = Screen(phone.jar)
            self.again.append(again)
            with suppress(*TROUBLE):
                await again.line.get("/healthz")
                again.slip, again.last = phone.slip, phone.last
                again.listen()
                await again.poll_line.get(f"/live/version?slip={quote(phone.slip)}")
                await asyncio.wait_for(again.opened.wait(), PATIENCE)

    async def _read_back(self) -> None:
        """Compare what was acknowledged with what the report says was stored."""
        figures = self.figures
        stored: dict[tuple[str, int], str] = {}
        names: Counter[str] = Counter()
        for student in (await self.teacher.report())["students"]:
            names[student["nickname"]] += 1
            for mark in student["marks"]:
                if mark["choices"]:
                    stored[student["nickname"], mark["number"]] = str(mark["choices"][0])
        figures.stored = len(stored)
        figures.lost = len(self.kept.keys() - stored.keys())
        figures.unasked = len(stored.keys() - self.kept.keys())
        figures.changed = sum(
            stored[place] != choice for place, choice in self.kept.items() if place in stored
        )
        figures.doubled = sum(count - 1 for count in names.values())
        figures.csv_rows = await self.teacher.csv_rows()
