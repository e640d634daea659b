"""The web process is killed in mid-stream: every page hears every event in order, once."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys

from live.publish import last_id, publish
from live.tokens import issue
from tests.environment import BASE

from .listening import PATIENCE, parse

PAGES, EVENTS, FAULT_AT = 50, 100, 30


def _start(port: int) -> subprocess.Popen[bytes]:
    granian = [sys.executable, "-m", "granian", "--interface", "asginl", "--log-level", "critical"]
    return subprocess.Popen(
        [*granian, "--port", str(port), "config.asgi:application"],
        cwd=BASE,
        start_new_session=True,
    )


def _kill(server: subprocess.Popen[bytes]) -> None:
    os.killpg(server.pid, signal.SIGKILL)
    server.wait()


async def _listen(port: int, slip: str, last: str, heard: list[str]) -> None:
    """As a browser does: open, take in, come back with the last id."""
    while len(heard) < EVENTS:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
            continue
        query = f"/live/stream?slip={slip}&last={last}"
        writer.write(f"GET {query} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
        text, taken = "", 0
        try:
            while len(heard) < EVENTS and (data := await reader.read(65536)):
                text += data.decode()
                events = parse(text.partition("\r\n\r\n")[2])
                for event in events[taken:]:
                    heard.append(event.data)
                    last = event.id or last
                taken = len(events)
        except OSError:
            pass
        writer.close()


async def test_a_killed_web_process_loses_and_doubles_nothing(channel):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = _start(port)
    try:
        last, slip = last_id(channel), issue(channel)
        heard: list[list[str]] = [[] for _ in range(PAGES)]
        pages = asyncio.gather(*(_listen(port, slip, last, mine) for mine in heard))
        for number in range(EVENTS):
            if number == 0 or number == FAULT_AT:
                async with asyncio.timeout(PATIENCE * 3):
                    while number and not all(heard):  # every page listens before the fault
                        await asyncio.sleep(0.05)
            if number == FAULT_AT:
                _kill(server)
                server = _start(port)
            assert await asyncio.to_thread(publish, channel, str(number), version=number)
            await asyncio.sleep(0.02)
        await asyncio.wait_for(pages, PATIENCE * 3)
        assert all(mine == [str(number) for number in range(EVENTS)] for mine in heard)
    finally:
        _kill(server)
