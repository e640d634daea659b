"""A person at a game table, with a browser of their own, through the pages only."""

from __future__ import annotations

import asyncio
import random
import re
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress

from .http import Answer, Jar, Refused, csrf, found
from .screens import PATIENCE, POLL, TROUBLE, Screen

GAME = "/games/o_an_quan/"

_HIDDEN = re.compile(r'<input type="hidden" name="(decision|seat)" value="([^"]*)"')
_SQUARE = re.compile(r'name="square" value="(\w\w)">')
_WAY = re.compile(r'name="way" value="([ac])"')


class Player(Screen):
    """One seat at a table of Ô ăn quan. `kept` is what the server has acknowledged: the moves in
    their order, by the name this device gave each."""

    def __init__(self, base: str, name: str, local: str | None = None, poll: float = POLL) -> None:
        super().__init__(Jar(base, local), poll)
        self.name = name
        self.kept: dict[str, str] = {}
        self.form: dict[str, str] = {}
        self.squares: list[str] = []
        self.ways: list[str] = []
        #: When the newest stage came (time.perf_counter()).
        self.came = 0.0

    def took(self, html: str, at: float) -> None:
        form = html.partition('<form id="move"')[2].partition("</form>")[0]
        self.form, self.came = dict(_HIDDEN.findall(form)), at
        self.squares, self.ways = _SQUARE.findall(form), _WAY.findall(form)

    @property
    def may_move(self) -> bool:
        return bool(self.squares)

    async def open_table(self, way: str, **fields: str) -> str:
        """A new table of this person's (`way`: bot, invite or two); its address. Raises Refused."""
        page = await self.line.get(GAME)
        form = {"csrfmiddlewaretoken": csrf(page.body), "way": way, "name": self.name, **fields}
        answer = await self.line.post(f"{GAME}open/", form)
        if answer.status != 302:
            raise Refused(f"open {answer.status}")
        await self.open(answer.location)
        return self.path

    async def sit(self, path: str) -> None:
        """Take the free seat of somebody's table. Raises Refused."""
        page = await self.line.get(f"{path}sit/")
        form = {"csrfmiddlewaretoken": csrf(page.body), "name": self.name}
        answer = await self.line.post(f"{path}sit/", form)
        if answer.status != 302:
            raise Refused(f"sit {answer.status}")
        await self.open(path)

    async def press(self, action: str) -> Answer:
        """A button of the table, such as `start`."""
        version = found(r'data-version="(\d+)"', self.html)
        form = {"csrfmiddlewaretoken": self.token, "action": action, "version": version}
        answer = await self.line.post(f"{self.path}do/", form, HX_Request="true")
        self._take(answer.body, time.perf_counter())
        return answer

    async def turn(self, patience: float = PATIENCE) -> bool:
        """Whether this seat came to move, and the game is not over."""
        before_the_end = {"waiting", "playing"}
        await self.until(lambda: self.may_move or self.phase not in before_the_end, patience)
        return self.may_move and self.phase == "playing"

    async def move(self, square: str = "", way: str = "") -> Answer:
        """Sow a square, any by default, and send it again under its name until it is taken or
        refused for good, as the page does. Raises Refused after twelve tries."""
        form = {
            **self.form,
            "square": square or random.choice(self.squares),
            "way": way or random.choice(self.ways),
            "client_id": secrets.token_hex(12),
        }
        for attempt in range(12):
            with suppress(*TROUBLE):
                answer = await self.line.post(
                    f"{self.path}move/", form | {"csrfmiddlewaretoken": self.token}, HX_Request="1"
                )
                if answer.status < 500 and answer.status != 429:
                    self._acknowledged(form, answer)
                    return answer
            await asyncio.sleep(min(8.0, 0.5 * 2**attempt) * (0.5 + random.random() / 2))
        raise Refused("no reply after twelve tries")

    def _acknowledged(self, form: Mapping[str, str], answer: Answer) -> None:
        if answer.status == 200:
            self.kept[form["client_id"]] = form["square"] + form["way"]
            self._take(answer.body, time.perf_counter())
