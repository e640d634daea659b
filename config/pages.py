"""The page lane: an ASGI app around Django's WSGI handler, one thread hop a request.

Django's own ASGI handler hops at every sync middleware; here a page costs a tenth of it. One page
thread a process: two rendering threads fight over a lock for every localised number
(docs/explanation/two-lanes.md has the figures).
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any

from live.arrival import ARRIVED
from live.lane import Receive, Scope, Send

#: A request body larger than this goes to a temporary file (bytes).
SPOOL_AT = 1 << 20
#: No upload of this site is larger (bytes); the answer is a page with status 413.
BODY_LIMIT = 24 << 20
#: Whether the body was larger, in the environ of the page that says so: it is not handed on.
TOO_LARGE = "site.too_large"

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class PageLane:
    """`await PageLane(wsgi)(scope, receive, send)`."""

    def __init__(self, wsgi: Wsgi) -> None:
        self.wsgi = wsgi
        self.pool = ThreadPoolExecutor(1, thread_name_prefix="page")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await self._body(receive)
        if body is None:
            return
        with body:
            too_large = body.tell() > BODY_LIMIT
            if too_large:
                body.seek(0)
                body.truncate()
            environ = _environ(scope, body)
            environ[TOO_LARGE] = too_large
            environ[ARRIVED] = time.time()
            # A phone may send without saying how much; Django reads only what is said.
            environ["CONTENT_LENGTH"] = str(body.tell())
            body.seek(0)
            await self._respond(environ, send)

    @staticmethod
    async def _body(receive: Receive) -> IO[bytes] | None:
        """The whole body, None when the client left before its end."""
        body = tempfile.SpooledTemporaryFile(max_size=SPOOL_AT)  # noqa: SIM115
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                body.close()
                return None
            if body.tell() <= BODY_LIMIT:
                body.write(message.get("body", b""))
            if not message.get("more_body"):
                return body

    async def _respond(self, environ: dict[str, Any], send: Send) -> None:
        run = asyncio.get_running_loop().run_in_executor
        status, headers, whole, parts = await run(self.pool, self._call, environ)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        if parts is None:
            await send({"type": "http.response.body", "body": whole})
            return
        chunks = iter(parts)
        try:
            while (chunk := await run(self.pool, next, chunks, None)) is not None:
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            await run(self.pool, parts.close)

    def _call(self, environ: dict[str, Any]) -> tuple[int, list[tuple[bytes, bytes]], bytes, Any]:
        """In the page thread: status, headers, and the body whole or, if streaming, in parts."""
        started: list[Any] = []

        def start_response(
            status: str, headers: list[tuple[str, str]], exc_info: Any = None
        ) -> None:
            started[:] = [
                int(status[:3]),
                # Django's cookies begin with a space, which stricter servers refuse.
                [(k.lower().encode("latin1"), v.strip().encode("latin1")) for k, v in headers],
            ]

        parts: Any = self.wsgi(environ, start_response)
        if getattr(parts, "streaming", False) or hasattr(parts, "file_to_stream"):
            return started[0], started[1], b"", parts
        try:
            whole = b"".join(parts)
        finally:
            if hasattr(parts, "close"):
                parts.close()
        return started[0], started[1], whole, None


def _environ(scope: Scope, body: IO[bytes] | io.BytesIO) -> dict[str, Any]:
    """PEP 3333's dictionary for an ASGI http scope."""
    host, port = scope.get("server") or ("localhost", 80)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": scope.get("root_path", ""),
        "PATH_INFO": scope["path"].encode().decode("latin1"),
        "QUERY_STRING": scope["query_string"].decode("latin1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if scope.get("client"):
        environ["REMOTE_ADDR"] = scope["client"][0]
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin1"), raw_value.decode("latin1")
        if "_" in name:
            continue  # X_FORWARDED_FOR must not pass for X-Forwarded-For
        key = name.upper().replace("-", "_")
        if key not in {"CONTENT_LENGTH", "CONTENT_TYPE"}:
            key = f"HTTP_{key}"
        if key in environ:
            value = environ[key] + ("; " if key == "HTTP_COOKIE" else ",") + value
        environ[key] = value
    return environ
