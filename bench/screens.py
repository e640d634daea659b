"""A page that follows its session as static/js/live.js does: stream, version poll, reload."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections.abc import Callable
from contextlib import aclosing, suppress
from html import unescape
from urllib.parse import quote

from .http import Event, Jar, Line, Refused, events, found

#: As the page: the version is asked for this often, a silent server less and less (seconds).
POLL, LONGEST_WAIT = 4.0, 15.0
#: How long anything may take before the run goes on without it.
PATIENCE = 20.0

STAGE = re.compile(r'data-phase="(\w+)"\s+data-version="(\d+)"\s+data-step="(\d+)"')
#: What a lost connection, a silent server or a server error come as.
TROUBLE = (OSError, EOFError, TimeoutError, ValueError, Refused)


class Screen:
    """One open page. `heard` keeps every event of its stream when it is made a list."""

    def __init__(self, jar: Jar, poll: float = POLL) -> None:
        self.jar, self.poll = jar, poll
        self.line, self.poll_line = Line(jar), Line(jar)
        self.path = self.stage_path = self.slip = self.last = self.token = ""
        self.phase, self.version = "", 0
        self.html = ""  # the stage as it is shown
        self.clock: dict[str, float] = {}
        self.offset = 0.0  # the server's clock minus ours, in ms
        self.healed = 0
        self.changed = asyncio.Event()
        self.opened = asyncio.Event()
        self.heard: list[Event] | None = None
        self._stream: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    # --- opening ----------------------------------------------------------------------------

    async def open(self, path: str) -> None:
        """Ask for the page, take it in and listen. Raises Refused when there is none."""
        page = await self.line.get(path)
        if page.status != 200:
            raise Refused(f"{path} {page.status}")
        self.path, self.version = path, 0  # another page counts its versions for itself
        self._read_page(page.body)
        if not self._tasks:
            self._spawn(self._poll())

    async def reload(self) -> None:
        """As the browser's own button: nothing is kept but cookies. Keeps trying."""
        wait = 0.25
        while True:
            with suppress(*TROUBLE):
                page = await self.line.get(self.path)
                if page.status == 200:
                    self.version = 0
                    self._read_page(page.body)
                    return
            await asyncio.sleep(wait)
            wait = min(4.0, wait * 2)

    def _read_page(self, html: str) -> None:
        self.slip, self.last, self.token, self.stage_path = (
            unescape(found(rf'data-{name}="([^"]*)"', html))
            for name in ("slip", "last", "csrf", "stage")
        )
        self._take(html, time.perf_counter())
        self.listen()

    def listen(self) -> None:
        """Open the stream, instead of the one before."""
        if self._stream is not None:
            self._stream.cancel()
        self.opened.clear()
        self._stream = asyncio.create_task(self._listen())

    def _spawn(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        for task in (*self._tasks, *filter(None, [self._stream])):
            task.cancel()
        self.line.close()
        self.poll_line.close()

    def resume(self) -> None:
        """The network is back after `close`; the page was never left."""
        self.listen()
        self._spawn(self._poll())

    # --- what comes ---------------------------------------------------------------------------

    async def _listen(self) -> None:
        failures = 0
        while True:
            with suppress(*TROUBLE):
                path = f"/live/stream?slip={quote(self.slip)}&last={quote(self.last)}"
                async with aclosing(events(self.jar, path)) as stream:
                    async for event in stream:
                        failures = 0
                        self.opened.set()
                        self._hear(event)
            failures += 1
            wait = min(LONGEST_WAIT, 0.5 * 1.5**failures)
            await asyncio.sleep(wait * (0.5 + random.random() / 2))

    def _hear(self, event: Event) -> None:
        if self.heard is not None:
            self.heard.append(event)
        if event.ident:
            self.last = event.ident
        if event.name == "swap":
            self._take(event.data, event.at)
        elif event.name == "clock":
            clock = json.loads(event.data)
            if clock["v"] >= self.version // 10:
                self.version = clock["v"] * 10 + self.version % 10
                self.clock = clock
                self.changed.set()
        elif event.name == "refresh":
            self._spawn(self._refresh())

    def _take(self, html: str, at: float) -> bool:
        """Bring a page or fragment in, unless it is older than what is shown."""
        stage = STAGE.search(html)
        if stage is None:
            return False
        version = int(stage.group(2)) * 10 + int(stage.group(3))
        if version < self.version:
            return False
        self.phase, self.version, self.html = stage.group(1), version, html
        self.took(html, at)
        self.changed.set()
        return True

    def took(self, html: str, at: float) -> None:
        """A newer stage is shown; `at` is time.perf_counter()."""

    async def _refresh(self) -> bool:
        stage = await self.line.get(self.stage_path, HX_Request="true")
        if stage.status in {403, 404}:
            await self.reload()
        elif stage.status == 200:
            self.healed += self._take(stage.body, time.perf_counter())
        return stage.status == 200

    # --- the polling twin -----------------------------------------------------------------------

    async def _poll(self) -> None:
        failures = 0
        while True:
            try:
                failures = 0 if await self._ask() else failures + 1
            except TROUBLE:
                failures += 1
            wait = min(LONGEST_WAIT, self.poll * max(1, failures))
            await asyncio.sleep(wait * (0.8 + 0.4 * random.random()))

    async def _ask(self) -> bool:
        """Ask for the newest version, fetch the stage when behind; whether the server is there."""
        sent = time.perf_counter()
        answer = await self.poll_line.get(f"/live/version?slip={quote(self.slip)}")
        if answer.status == 403:
            await self.reload()
        if answer.status != 200:
            return await self._refresh()
        news = json.loads(answer.body)
        trip = (time.perf_counter() - sent) * 1000
        self.offset = news["now"] + trip / 2 - time.time() * 1000
        self.slip = news.get("slip", self.slip)
        if news["v"] > self.version // 10:
            await self._refresh()
        return True

    # --- waiting ----------------------------------------------------------------------------------

    async def until(self, true: Callable[[], bool], patience: float = PATIENCE) -> bool:
        """Whether it came true in time; looked at after every change of the screen."""
        end = time.perf_counter() + patience
        while not true():
            self.changed.clear()
            left = end - time.perf_counter()
            if left <= 0:
                return False
            with suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), left)
        return True
