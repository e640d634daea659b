"""One ASGI app, two lanes: `/live/` goes straight to the hub, all else to Django's pages."""

from __future__ import annotations

import gc

from django.urls import get_resolver

from live.lane import Receive, Scope, Send
from live.lane import application as live_lane

from .pages import PageLane
from .wsgi import application as wsgi

pages = PageLane(wsgi)

# Every page is loaded now, not by the first reader who waits for it. What is there by then stays:
# the collector need not look through all of it again and again.
get_resolver().url_patterns  # noqa: B018  read for what it loads
gc.collect()
gc.freeze()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http":
        lane = live_lane if scope["path"].startswith("/live/") else pages
        await lane(scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
