"""One lesson: a teacher and N phones, each a browser of its own, through the pages only.

Times count from the moment a person would have acted, not from when this client got round to it.
"""

from __future__ import annotations

import asyncio
import csv
import io
import json
import random
import re
import secrets
import time
from collections import Counter
from contextlib import suppress
from typing import Any
from urllib.parse import quote

from .figures import Figures
from .http import Answer, Event, Jar, Line, Refused, csrf, events, found

#: A class behind one address: so many phones share one.
CLASS = 45
#: All phones answer within this time in a burst, or over this time when spread (seconds).
BURST, SPREAD = 0.05, 5.0
#: As the page: the version is asked for this often (seconds).
POLL = 5.0
#: One answer in this many is sent twice, as a phone does that lost the first reply.
REPEAT_EVERY = 20
#: How long phones may take to get a question or a reveal before the run goes on without them.
PATIENCE = 20.0

STAGE = re.compile(r'data-phase="(\w+)"\s+data-version="(\d+)"')
ROUND = re.compile(r'name="round" value="(\d+)"')
CHOICE = re.compile(r'name="choice" value="(\d)"')


class Phone:
    """A student's browser: page line, stream, version poll."""

    def __init__(self, base: str, number: int, many_addresses: bool) -> None:
        local = f"127.0.{1 + number // CLASS}.1" if many_addresses else None
        self.jar = Jar(base, local)
        self.line, self.poll_line = Line(self.jar), Line(self.jar)
        self.nickname = f"HS {number + 1:03}"
        self.number = number
        self.play = self.slip = self.last = self.token = ""
        self.phase, self.version = "", 0
        self.page = ""
        self.round, self.choices = "", []  # type: ignore[var-annotated]
        self.arrived: dict[tuple[str, str], float] = {}
        self.changed = asyncio.Event()
        self.healed = 0
        self.tasks: list[asyncio.Task[None]] = []

    async def join(self, code: str) -> None:
        """From the typed code to an open stream. Raises Refused."""
        page = await self._patiently(lambda: self.line.get(f"/join/?code={code}"))
        form = {
            "csrfmiddlewaretoken": csrf(page.body),
            "code": code,
            "nickname": self.nickname,
        }
        answer = await self._patiently(lambda: self.line.post("/join/", form))
        if answer.status != 302:
            raise Refused(f"join {answer.status}")
        self.play = answer.location
        page = await self.line.get(self.play)
        if page.status != 200:
            raise Refused(f"play {page.status}")
        self.slip = found(r'data-slip="([^"]+)"', page.body)
        self.last = found(r'data-last="([^"]*)"', page.body)
        self.token = found(r'data-csrf="([^"]+)"', page.body)
        self._take(page.body, time.perf_counter())
        opened = asyncio.Event()
        self.tasks = [
            asyncio.create_task(self._listen(opened)),
            asyncio.create_task(self._poll()),
        ]
        await asyncio.wait_for(opened.wait(), PATIENCE)

    async def _patiently(self, ask: Any) -> Answer:
        """Ask again when told to wait, as a person would."""
        for _ in range(10):
            answer: Answer = await ask()
            if answer.status != 429:
                return answer
            await asyncio.sleep(float(answer.headers.get("retry-after", 1)))
        raise Refused("429 ten times")

    async def _listen(self, opened: asyncio.Event) -> None:
        wait = 0.5
        while True:
            with suppress(OSError, EOFError, Refused, TimeoutError):
                path = f"/live/stream?slip={quote(self.slip)}&last={quote(self.last)}"
                async for event in events(self.jar, path):
                    wait = 0.5
                    opened.set()
                    self._hear(event)
            await asyncio.sleep(wait * (0.5 + random.random() / 2))
            wait = min(15.0, wait * 2)

    def _hear(self, event: Event) -> None:
        if event.ident:
            self.last = event.ident
        if event.name == "swap":
            self._take(event.data, event.at)

    def _take(self, html: str, at: float) -> bool:
        """Bring a page or fragment in, unless it is older than what is shown."""
        stage = STAGE.search(html)
        if stage is None or int(stage.group(2)) < self.version:
            return False
        self.phase, self.version = stage.group(1), int(stage.group(2))
        if self.phase == "question":
            self.round = found(ROUND.pattern, html)
            self.choices = sorted(set(CHOICE.findall(html)))
        self.arrived.setdefault((self.phase, self.round), at)
        self.changed.set()
        return True

    async def _poll(self) -> None:
        await asyncio.sleep(POLL * random.random())
        while True:
            with suppress(OSError, EOFError, TimeoutError, ValueError):
                answer = await self.poll_line.get(f"/live/version?slip={quote(self.slip)}")
                news = json.loads(answer.body) if answer.status == 200 else {}
                self.slip = news.get("slip", self.slip)
                if news.get("v", 0) > self.version:
                    stage = await self.line.get(f"{self.play}stage/", HX_Request="true")
                    self.healed += self._take(stage.body, time.perf_counter())
            await asyncio.sleep(POLL * (0.8 + 0.4 * random.random()))

    async def wait_for(self, phase: str, round_: str | None = None) -> bool:
        """Whether the phone came to show this phase (of this round) in time."""
        until = time.perf_counter() + PATIENCE
        while not (self.phase == phase and round_ in {None, self.round}):
            self.changed.clear()
            left = until - time.perf_counter()
            if left <= 0:
                return False
            with suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), left)
        return True

    async def answer(self, choice: str, client_id: str) -> Answer:
        """Send one answer, again and again until it is taken or refused for good."""
        form = {
            "csrfmiddlewaretoken": self.token,
            "round": self.round,
            "client_id": client_id,
            "choice": choice,
        }
        for attempt in range(6):
            with suppress(OSError, EOFError, TimeoutError):
                answer = await self.line.post(f"{self.play}answer/", form, HX_Request="true")
                if answer.status < 500 and answer.status != 429:
                    return answer
            await asyncio.sleep(min(8.0, 0.5 * 2**attempt) * (0.5 + random.random() / 2))
        raise Refused("no reply after six tries")

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        self.line.close()
        self.poll_line.close()


class Teacher:
    """The host's browser."""

    def __init__(self, base: str, username: str, password: str) -> None:
        self.line = Line(Jar(base))
        self.username, self.password = username, password
        self.session = 0
        self.pressed = 0.0
        self.phase, self.version, self.token = "", "", ""
        self.stream: asyncio.Task[None] | None = None

    async def open_session(self, deck: str, questions: int) -> tuple[str, int]:
        """Log in, choose a deck, open a room; its code and how many questions will be asked."""
        page = await self.line.get("/accounts/login/")
        form = {
            "csrfmiddlewaretoken": csrf(page.body),
            "username": self.username,
            "password": self.password,
        }
        if (await self.line.post("/accounts/login/", form)).status != 302:
            raise Refused("the login was refused")
        deck = deck or await self._a_deck(questions)
        page = await self.line.get("/classrooms/sessions/new/")
        answer = await self.line.post(
            "/classrooms/sessions/new/",
            {"csrfmiddlewaretoken": csrf(page.body), "deck": deck},
        )
        self.session = int(found(r"/classrooms/sessions/(\d+)/$", answer.location))
        page = await self.line.get(answer.location)
        self.token = found(r'data-csrf="([^"]+)"', page.body)
        slip, last = (found(rf'data-{name}="([^"]*)"', page.body) for name in ("slip", "last"))
        self.stream = asyncio.create_task(self._listen(slip, last))
        self._take(page.body)
        about = json.loads((await self.line.get(f"/api/v1/sessions/{self.session}/")).body)
        return about["code"], min(questions, about["question_count"])

    async def _a_deck(self, questions: int) -> str:
        decks = json.loads((await self.line.get("/api/v1/decks/?page_size=100")).body)["results"]
        if not decks:
            raise Refused("no deck is published")
        long_enough = [deck for deck in decks if deck["question_count"] >= questions]
        chosen: str = (long_enough or decks)[0]["slug"]
        return chosen

    async def _listen(self, slip: str, last: str) -> None:
        with suppress(OSError, EOFError, Refused):
            path = f"/live/stream?slip={quote(slip)}&last={quote(last)}"
            async for _ in events(self.line.jar, path):
                pass

    def _take(self, html: str) -> None:
        stage = STAGE.search(html)
        if stage is None:
            raise Refused("no stage in the host's page")
        self.phase, self.version = stage.groups()

    async def look(self) -> str:
        path = f"/classrooms/sessions/{self.session}/stage/"
        self._take((await self.line.get(path, HX_Request="true")).body)
        return self.phase

    async def do(self, action: str) -> None:
        """One press of a key. Raises Refused when the lesson has moved on meanwhile."""
        await self.look()
        form = {"csrfmiddlewaretoken": self.token, "action": action, "version": self.version}
        path = f"/classrooms/sessions/{self.session}/do/"
        self.pressed = time.perf_counter()
        answer = await self.line.post(path, form, HX_Request="true")
        if answer.status not in {200, 302}:
            raise Refused(f"{action} {answer.status}")

    async def report(self) -> dict[str, Any]:
        answer = await self.line.get(f"/api/v1/sessions/{self.session}/report/")
        found: dict[str, Any] = json.loads(answer.body)
        return found

    async def csv_rows(self) -> int:
        answer = await self.line.get(f"/classrooms/sessions/{self.session}/report.csv")
        return len(list(csv.reader(io.StringIO(answer.body)))) - 1

    def close(self) -> None:
        if self.stream is not None:
            self.stream.cancel()
        self.line.close()


class Lesson:
    """The whole run. `figures` fills as it goes."""

    def __init__(
        self,
        base: str,
        login: tuple[str, str],
        students: int,
        questions: int,
        answers: str,
        deck: str = "",
        join_over: float = 8.0,
    ) -> None:
        self.teacher = Teacher(base, *login)
        self.deck, self.join_over = deck, join_over
        self.figures = Figures(students, questions, answers)
        own_machine = self.teacher.line.jar.host.startswith("127.")
        self.phones = [Phone(base, number, own_machine) for number in range(students)]
        self.refused: Counter[str] = Counter()
        #: What the server acknowledged: (nickname, question) → choice.
        self.kept: dict[tuple[str, int], str] = {}

    async def play(self) -> None:
        figures = self.figures
        code, figures.questions = await self.teacher.open_session(self.deck, figures.questions)
        try:
            await asyncio.gather(*(self._join(phone, code) for phone in self.phones))
            self.phones = [phone for phone in self.phones if phone.phase]
            figures.joined = len(self.phones)
            before = sum(phone.jar.received for phone in self.phones)
            for number in range(1, figures.questions + 1):
                await self._ask(number)
            received = sum(phone.jar.received for phone in self.phones) - before
            figures.bytes_per_phone = received / max(1, figures.joined * figures.questions)
            await self.teacher.do("end")
            await self._read_back()
        finally:
            figures.healed = sum(phone.healed for phone in self.phones)
            figures.refused = dict(self.refused)
            self.teacher.close()
            for phone in self.phones:
                phone.close()

    async def _join(self, phone: Phone, code: str) -> None:
        await asyncio.sleep(self.join_over * phone.number / max(1, len(self.phones)))
        start = time.perf_counter()
        try:
            await phone.join(code)
        except (Refused, OSError, EOFError, TimeoutError) as error:
            self.refused[f"join: {error or type(error).__name__}"] += 1
            phone.phase = ""
        else:
            self.figures.join.append(time.perf_counter() - start)

    async def _ask(self, number: int) -> None:
        """One question from the host's key to the reveal on the last phone."""
        phones, figures = self.phones, self.figures
        while await self.teacher.look() not in {"lobby", "standings"}:
            await self.teacher.do("next")
        old = phones[0].round
        await self.teacher.do("next")
        await self._until_new_round(old)
        rounds = {phone.round for phone in phones if phone.round != old}
        for phone in phones:
            at = phone.arrived.get(("question", phone.round))
            if at is not None and phone.round in rounds:
                figures.question_to_phone.append(at - self.teacher.pressed)
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

    async def _until_new_round(self, old: str) -> None:
        async def one(phone: Phone) -> bool:
            until = time.perf_counter() + PATIENCE
            while phone.phase != "question" or phone.round == old:
                phone.changed.clear()
                left = until - time.perf_counter()
                if left <= 0:
                    return False
                with suppress(TimeoutError):
                    await asyncio.wait_for(phone.changed.wait(), left)
            return True

        came = await asyncio.gather(*(one(phone) for phone in self.phones))
        if not all(came):
            self.refused["no question on a phone"] += came.count(False)

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
                self.figures.repeated += (await phone.answer(choice, client_id)).status == 200
        return now

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
