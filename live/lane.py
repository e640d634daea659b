"""The live lane: `/live/stream` and `/live/version` answered without entering Django's handler.

Middleware does not run here; what a page may hear is decided by its signed slip alone.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, MutableMapping
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings

from . import tokens
from .hub import Hub, Unavailable, stream_key

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_hub: Hub | None = None


def hub() -> Hub:
    """This process's hub, made at the first stream."""
    global _hub
    if _hub is None:
        _hub = Hub(settings.REDIS_URL)
    return _hub


async def _answer(send: Send, status: int, body: bytes = b"", retry_after: int = 0) -> None:
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    if retry_after:
        headers.append((b"retry-after", str(retry_after).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _asked(query: bytes) -> tuple[str, str, str]:
    """(slip, hidden, last) of a query."""
    given = parse_qs(query.decode("latin1"))
    slip, hidden, last = (given.get(name, [""])[0] for name in ("slip", "hidden", "last"))
    return slip, hidden, last


#: Each page asks the same every few seconds.
_asked_again = lru_cache(maxsize=4096)(_asked)
#: Longer queries than a page's own are not kept (bytes).
USUAL_QUERY = 512


def _last_id(scope: Scope, asked: str) -> str:
    header = next((v.decode("latin1") for k, v in scope["headers"] if k == b"last-event-id"), "")
    last = header or asked
    try:
        return "{}-{}".format(*stream_key(last))
    except ValueError:
        return ""


async def _version(slip: tokens.Slip, hidden: str, send: Send) -> None:
    now = time.time()
    version, watched = await hub().version(slip, hidden=bool(hidden), kept=hidden == "kept")
    answer: dict[str, Any] = {"v": version, "now": int(now * 1000)}
    if slip.watch:
        answer["there"] = watched
    if slip.wants_renewal(now):
        answer["slip"] = slip.renewed(now).sign()
    await _answer(send, 200, json.dumps(answer, separators=(",", ":")).encode())


async def _stream(slip: tokens.Slip, last: str, receive: Receive, send: Send) -> None:
    client = await hub().open(slip)
    await send(
        {
            "type": "http.response.start",
            "status": 200,
            "headers": [
                (b"content-type", b"text/event-stream; charset=utf-8"),
                (b"cache-control", b"no-store"),
                # nginx and kin: do not hold the frames back.
                (b"x-accel-buffering", b"no"),
            ],
        }
    )

    async def watch() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        client.cut()

    watcher = asyncio.create_task(watch())
    try:
        async for chunk in hub().stream(slip, client, last):
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    except OSError:
        pass  # the phone went away in mid-frame; it resumes by id
    finally:
        watcher.cancel()
        client.cut()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """ASGI entry of the lane. 403 for a bad slip, 404 for another path, 503 while Redis is away."""
    if scope["method"] != "GET" or scope["path"] not in {"/live/stream", "/live/version"}:
        await _answer(send, 404)
        return
    try:
        query = scope["query_string"]
        raw, hidden, last = (_asked_again if len(query) <= USUAL_QUERY else _asked)(query)
        slip = tokens.read(raw)
        if scope["path"] == "/live/version":
            await _version(slip, hidden, send)
        else:
            await _stream(slip, _last_id(scope, last), receive, send)
    except (tokens.SlipRefused, PermissionError):
        await _answer(send, 403)
    except Unavailable:
        await _answer(send, 503, retry_after=2)
