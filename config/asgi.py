"""One ASGI app, two lanes: `/live/` goes straight to the hub, all else to Django's pages."""

from __future__ import annotations

from live.lane import Receive, Scope, Send
from live.lane import application as live_lane

from .pages import PageLane
from .wsgi import application as wsgi

pages = PageLane(wsgi)


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
