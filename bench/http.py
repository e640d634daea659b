"""A browser's share of HTTP/1.1 on asyncio streams: cookies, kept connections, event streams.

Hand-made so that 200 phones cost the machine next to nothing beside the server they load.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

TIMEOUT = 60.0


class Refused(Exception):
    """An answer that a person would have seen as a failure."""


@dataclass(frozen=True)
class Answer:
    """`size` counts the bytes that came over the wire, headers included."""

    status: int
    headers: dict[str, str]
    body: str
    size: int

    @property
    def location(self) -> str:
        return self.headers.get("location", "")


class Jar:
    """One browser: its cookies, its address, and the bytes it has received."""

    def __init__(self, base: str, local: str | None = None, language: str = "vi") -> None:
        parts = urlsplit(base)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 80
        self.local = local
        self.cookies = {"lang": language}
        self.received = 0

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        local = (self.local, 0) if self.local else None
        return await asyncio.wait_for(
            asyncio.open_connection(self.host, self.port, limit=1 << 20, local_addr=local), TIMEOUT
        )

    def request(
        self, method: str, path: str, form: Mapping[str, str] | None, extra: Mapping[str, str]
    ) -> bytes:
        body = urlencode(form).encode() if form is not None else b""
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            "Accept-Encoding: identity",
            "Cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            *(f"{name}: {value}" for name, value in extra.items()),
        ]
        if form is not None:
            lines.append("Content-Type: application/x-www-form-urlencoded")
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body

    async def head(self, reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
        """Status and headers; cookies are kept."""
        raw = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TIMEOUT)
        self.received += len(raw)
        first, *lines = raw.decode("latin1").split("\r\n")
        headers: dict[str, str] = {}
        for line in filter(None, lines):
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
            if name.lower() == "set-cookie":
                cookie, _, kept = value.split(";")[0].strip().partition("=")
                self.cookies[cookie] = kept
        return int(first.split(" ")[1]), headers


class Line:
    """One kept connection of a browser; requests on it go one after the other."""

    def __init__(self, jar: Jar) -> None:
        self.jar = jar
        self._lock = asyncio.Lock()
        self._pair: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def open(self) -> None:
        if self._pair is None:
            self._pair = await self.jar.connect()

    async def get(self, path: str, **extra: str) -> Answer:
        return await self._do("GET", path, None, extra)

    async def post(self, path: str, form: Mapping[str, str], **extra: str) -> Answer:
        return await self._do("POST", path, form, extra)

    async def _do(
        self, method: str, path: str, form: Mapping[str, str] | None, extra: Mapping[str, str]
    ) -> Answer:
        headers = {name.replace("_", "-"): value for name, value in extra.items()}
        async with self._lock:
            await self.open()
            reader, writer = self._pair  # type: ignore[misc]
            before = self.jar.received
            try:
                writer.write(self.jar.request(method, path, form, headers))
                status, got = await self.jar.head(reader)
                body = await asyncio.wait_for(self._body(reader, got), TIMEOUT)
            except (OSError, EOFError, TimeoutError):
                self.close()
                raise
            if got.get("connection", "").lower() == "close":
                self.close()
            return Answer(status, got, body.decode(), self.jar.received - before)

    async def _body(self, reader: asyncio.StreamReader, headers: Mapping[str, str]) -> bytes:
        if headers.get("transfer-encoding", "").lower() == "chunked":
            parts = [part async for part in chunks(self.jar, reader)]
            return b"".join(parts)
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        self.jar.received += len(body)
        return body

    def close(self) -> None:
        if self._pair is not None:
            self._pair[1].close()
            self._pair = None


async def chunks(jar: Jar, reader: asyncio.StreamReader) -> AsyncGenerator[bytes, None]:
    """The parts of a chunked body, to its end."""
    while True:
        head = await reader.readuntil(b"\r\n")
        size = int(head.split(b";")[0], 16)
        part = await reader.readexactly(size + 2)
        jar.received += len(head) + len(part)
        if size == 0:
            return
        yield part[:-2]


@dataclass(frozen=True)
class Event:
    """One server-sent event; `at` is time.perf_counter() of its arrival."""

    name: str
    ident: str
    data: str
    at: float


async def events(jar: Jar, path: str) -> AsyncGenerator[Event, None]:
    """An event stream until its end. Raises Refused when it is not opened."""
    reader, writer = await jar.connect()
    try:
        writer.write(jar.request("GET", path, None, {"Accept": "text/event-stream"}))
        status, _ = await jar.head(reader)
        if status != 200:
            raise Refused(f"stream {status}")
        # The first event only says that the stream is open.
        yield Event("open", "", "", time.perf_counter())
        rest = b""
        async with aclosing(chunks(jar, reader)) as parts:
            async for part in parts:
                at = time.perf_counter()
                *whole, rest = (rest + part).split(b"\n\n")
                for raw in whole:
                    fields: dict[str, list[str]] = {}
                    for line in raw.decode().split("\n"):
                        name, colon, value = line.partition(":")
                        if colon and name:
                            fields.setdefault(name, []).append(value.removeprefix(" "))
                    if "data" in fields:
                        yield Event(
                            fields.get("event", ["message"])[0],
                            fields.get("id", [""])[0],
                            "\n".join(fields["data"]),
                            at,
                        )
    finally:
        writer.close()


def found(pattern: str, text: str) -> str:
    """The first group of a pattern in a page. Raises Refused when it is not there."""
    match = re.search(pattern, text)
    if match is None:
        raise Refused(f"no {pattern!r} in the page")
    return match.group(1)


def csrf(page: str) -> str:
    return found(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
