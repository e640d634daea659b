"""A teacher and a student, each with a browser of their own, through the pages only."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import random
import re
import time
from contextlib import suppress
from typing import Any

from .http import Answer, Jar, Refused, csrf, found
from .screens import PATIENCE, POLL, TROUBLE, Screen

#: A class behind one address: so many phones share one.
CLASS = 45
#: As the host's page: how often it asks whose phone is silent (seconds).
PRESENT = 5.0

ROUND = re.compile(r'name="round" value="(\d+)"')
CHOICE = re.compile(r'name="choice" value="(\d)"')
POINTS = re.compile(r'id="pts"[^>]*>[^\d<]*([\d.,]*)')


class Phone(Screen):
    """A student's phone."""

    def __init__(
        self, base: str, number: int, many_addresses: bool = False, poll: float = POLL
    ) -> None:
        local = f"127.0.{1 + number // CLASS}.1" if many_addresses else None
        super().__init__(Jar(base, local), poll)
        self.number = number
        self.nickname = f"HS {2001 + number}"
        self.round, self.choices = "", []  # type: ignore[var-annotated]
        self.arrived: dict[tuple[str, str], float] = {}

    async def join(self, code: str) -> None:
        """From the typed code to the page that listens. Raises Refused."""
        page = await self._patiently(lambda: self.line.get(f"/join/?code={code}"))
        form = {"csrfmiddlewaretoken": csrf(page.body), "code": code, "nickname": self.nickname}
        answer = await self._patiently(lambda: self.line.post("/join/", form))
        if answer.status != 302:
            raise Refused(f"join {answer.status}")
        await self.open(answer.location)

    async def _patiently(self, ask: Any) -> Answer:
        """Ask again when told to wait, as a person would."""
        for _ in range(10):
            answer: Answer = await ask()
            if answer.status != 429:
                return answer
            await asyncio.sleep(float(answer.headers.get("retry-after", 1)))
        raise Refused("429 ten times")

    def took(self, html: str, at: float) -> None:
        if self.phase == "question":
            self.round = found(ROUND.pattern, html)
            self.choices = sorted(set(CHOICE.findall(html)))
        self.arrived.setdefault((self.phase, self.round), at)

    @property
    def points(self) -> int | None:
        """The total this phone shows; None while it shows none."""
        shown = POINTS.search(self.html)
        digits = re.sub(r"\D", "", shown.group(1)) if shown else ""
        return int(digits) if digits else None

    async def wait_for(
        self, phase: str, round_: str | None = None, patience: float = PATIENCE
    ) -> bool:
        """Whether the phone came to show this phase (of this round) in time."""
        return await self.until(
            lambda: self.phase == phase and round_ in {None, self.round}, patience
        )

    async def answer(self, choice: str, client_id: str, round_: str | None = None) -> Answer:
        """Send one answer with the time of the tap, again and again until it is taken or refused
        for good. Raises Refused."""
        form = {
            "round": round_ or self.round,
            "client_id": client_id,
            "choice": choice,
            "at": str(round(time.time() * 1000 + self.offset)),
        }
        for attempt in range(12):
            with suppress(*TROUBLE):
                form["csrfmiddlewaretoken"] = self.token
                answer = await self.line.post(f"{self.path}answer/", form, HX_Request="true")
                if answer.status < 500 and answer.status != 429:
                    if answer.status == 200:
                        self._take(answer.body, time.perf_counter())
                    return answer
            await asyncio.sleep(min(8.0, 0.5 * 2**attempt) * (0.5 + random.random() / 2))
        raise Refused("no reply after twelve tries")


class Teacher(Screen):
    """The host's browser."""

    def __init__(self, base: str, username: str, password: str, poll: float = POLL) -> None:
        super().__init__(Jar(base), poll)
        self.username, self.password = username, password
        self.session = 0
        self.pressed = 0.0

    async def sign_in(self) -> None:
        page = await self.line.get("/accounts/login/")
        form = {
            "csrfmiddlewaretoken": csrf(page.body),
            "username": self.username,
            "password": self.password,
        }
        if (await self.line.post("/accounts/login/", form)).status != 302:
            raise Refused("the login was refused")

    async def open_session(self, deck: str = "", questions: int = 1) -> tuple[str, int]:
        """Choose a deck, open a room; its code and how many questions will be asked."""
        deck = deck or await self._a_deck(questions)
        page = await self.line.get("/classrooms/sessions/new/")
        answer = await self.line.post(
            "/classrooms/sessions/new/",
            {"csrfmiddlewaretoken": csrf(page.body), "deck": deck},
        )
        self.session = int(found(r"/classrooms/sessions/(\d+)/$", answer.location))
        await self.open(answer.location)
        self._spawn(self._present())
        about = json.loads((await self.line.get(f"/api/v1/sessions/{self.session}/")).body)
        return about["code"], min(questions, about["question_count"])

    async def _a_deck(self, questions: int) -> str:
        decks = json.loads((await self.line.get("/api/v1/decks/?page_size=100")).body)["results"]
        if not decks:
            raise Refused("no deck is published")
        long_enough = [deck for deck in decks if deck["question_count"] >= questions]
        chosen: str = (long_enough or decks)[0]["slug"]
        return chosen

    async def _present(self) -> None:
        while True:
            await asyncio.sleep(PRESENT)
            with suppress(*TROUBLE):
                await self.poll_line.get(f"{self.path}present/")

    async def press(self, action: str) -> bool:
        """One press of a key; False when the lesson had moved on, which is then shown.
        Raises Refused, and what a broken connection raises."""
        form = {
            "csrfmiddlewaretoken": self.token,
            "action": action,
            "version": str(self.version // 10),
        }
        self.pressed = time.perf_counter()
        answer = await self.line.post(f"{self.path}do/", form, HX_Request="true")
        if answer.status not in {200, 409}:
            raise Refused(f"{action} {answer.status}")
        if answer.status == 409:
            self.version = 0
        self._take(answer.body, time.perf_counter())
        return answer.status == 200

    async def finish(self, patience: float = PATIENCE) -> None:
        """End the lesson here: the podium. Raises Refused."""
        await self.go_to("podium", key="end", patience=patience)

    async def go_to(self, *phases: str, key: str = "next", patience: float = PATIENCE) -> None:
        """Press one key until one of these phases is shown. Raises Refused."""
        end = time.perf_counter() + patience
        while self.phase not in phases:
            if time.perf_counter() > end:
                raise Refused(f"no {' or '.join(phases)}, still {self.phase}")
            try:
                await self.press(key)
            except TROUBLE:
                await asyncio.sleep(0.25)

    async def report(self) -> dict[str, Any]:
        answer = await self.line.get(f"/api/v1/sessions/{self.session}/report/")
        read: dict[str, Any] = json.loads(answer.body)
        return read

    async def csv_rows(self) -> int:
        answer = await self.line.get(f"/classrooms/sessions/{self.session}/report.csv")
        return len(list(csv.reader(io.StringIO(answer.body)))) - 1
