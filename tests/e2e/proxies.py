"""What stands between a school and the site: a proxy that buffers, a network that drops."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from urllib.parse import urlsplit

#: A buffering proxy hands a response on when it ends or when it has so much of it (bytes).
BUFFER = 64 * 1024
#: How long a connection lasts on a bad network, on average (seconds).
LASTS = 1.5

Reader, Writer = asyncio.StreamReader, asyncio.StreamWriter
GONE = (OSError, EOFError, asyncio.LimitOverrunError)


class Proxy:
    """`async with Proxy(site.url) as proxy:` hands everything on at once; see below for less."""

    drops = False

    def __init__(self, to: str) -> None:
        parts = urlsplit(to)
        self.host, self.port = parts.hostname or "", parts.port or 80
        self.url = ""

    async def __aenter__(self):
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()

    async def _serve(self, reader: Reader, writer: Writer) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection(self.host, self.port)
        except OSError:
            writer.close()
            return
        try:
            await self.carry(reader, writer, far_reader, far_writer)
        except asyncio.CancelledError:
            pass  # the test is over
        finally:
            writer.close()
            far_writer.close()

    async def carry(
        self, reader: Reader, writer: Writer, far_reader: Reader, far_writer: Writer
    ) -> bool:
        """Both ways until one side ends, or its time is over: True."""
        ways = [
            asyncio.create_task(pump(reader, far_writer)),
            asyncio.create_task(self.bring(far_reader, writer)),
        ]
        ended: set[asyncio.Task[None]] = set()
        while not ended:
            ended, _ = await asyncio.wait(
                ways,
                return_when=asyncio.FIRST_COMPLETED,
                timeout=random.expovariate(1 / LASTS),
            )
            if self.drops:
                break
        for way in ways:
            way.cancel()
        return not ended

    async def bring(self, far: Reader, near: Writer) -> None:
        """What the site sends, to the phone."""
        await pump(far, near)


class BufferingProxy(Proxy):
    """Holds every response back until it is complete or 64 kB long: an event stream, for ever.
    `held` counts the bytes of streams that were not handed on."""

    held = 0

    async def bring(self, far: Reader, near: Writer) -> None:
        with suppress(*GONE):
            while True:
                kept = await far.readuntil(b"\r\n\r\n")
                length = b"content-length:"
                found = [line for line in kept.lower().split(b"\r\n") if line.startswith(length)]
                if found:
                    kept += await far.readexactly(int(found[0].removeprefix(length)))
                elif b"chunked" in kept.lower():
                    kept = await self._chunked(far, near, kept)
                near.write(kept)

    async def _chunked(self, far: Reader, near: Writer, kept: bytes) -> bytes:
        """What is still kept when the response has ended."""
        while True:
            head = await far.readuntil(b"\r\n")
            kept += head + await far.readexactly(int(head, 16) + 2)
            self.held = max(self.held, len(kept))
            if head == b"0\r\n":
                return kept
            if len(kept) >= BUFFER:
                near.write(kept)
                kept = b""


class DroppingProxy(Proxy):
    """Cuts every connection at a random moment once `drops` is set, whatever is on its way.
    `cut` counts how often."""

    cut = 0

    async def carry(
        self, reader: Reader, writer: Writer, far_reader: Reader, far_writer: Writer
    ) -> bool:
        over = await super().carry(reader, writer, far_reader, far_writer)
        if over:
            self.cut += 1
            for each in (writer, far_writer):
                each.transport.abort()
        return over


async def pump(reader: Reader, writer: Writer) -> None:
    with suppress(*GONE):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
