"""The page lane gives Django what a WSGI server would, and the browser what Django says."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from django.http import FileResponse, HttpResponse, StreamingHttpResponse

from config import pages
from config.pages import PageLane

Headers = list[tuple[bytes, bytes]]


class Answer:
    """What the lane sent."""

    def __init__(self) -> None:
        self.messages: list[Any] = []

    async def take(self, message: Any) -> None:
        self.messages.append(message)

    @property
    def status(self) -> int:
        return self.messages[0]["status"]

    @property
    def headers(self) -> Headers:
        return self.messages[0]["headers"]

    @property
    def body(self) -> bytes:
        return b"".join(message["body"] for message in self.messages[1:])


async def ask(
    lane: PageLane,
    path: str = "/",
    headers: Headers | None = None,
    chunks: tuple[bytes, ...] = (b"",),
    leaves: bool = False,
    **scope: Any,
) -> Answer:
    parts = [
        {"type": "http.request", "body": chunk, "more_body": leaves or chunk is not chunks[-1]}
        for chunk in chunks
    ]
    waiting = iter([*parts, {"type": "http.disconnect"}])

    async def receive() -> dict[str, Any]:
        return next(waiting)

    answer = Answer()
    whole = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "http_version": "1.1",
        "headers": headers or [],
        "server": ("10.0.0.1", 8000),
        "client": ("10.0.0.7", 50000),
        **scope,
    }
    await lane(whole, receive, answer.take)
    return answer


class Recorder:
    """A WSGI app that keeps the environ it got and answers with a Django response."""

    def __init__(self, response: HttpResponse | StreamingHttpResponse | None = None) -> None:
        self.response = response or HttpResponse("ok")
        self.calls: list[dict[str, Any]] = []
        self.body = b""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        self.calls.append(environ)
        self.body = environ["wsgi.input"].read()
        cookies = [("Set-Cookie", c.output(header="")) for c in self.response.cookies.values()]
        start_response(
            f"{self.response.status_code} {self.response.reason_phrase}",
            [*self.response.items(), *cookies],
        )
        return self.response

    @property
    def environ(self) -> dict[str, Any]:
        return self.calls[0]


async def test_a_request_arrives_whole():
    app = Recorder()
    await ask(
        PageLane(app),
        "/di-sản/Ê Đê",
        headers=[(b"host", b"lan:8000"), (b"content-type", b"text/plain"), (b"x-a", b"1")],
        chunks=(b"a=", "é".encode()),
        method="POST",
        query_string=b"q=%C4%91",
    )
    assert app.environ["REQUEST_METHOD"] == "POST"
    assert app.environ["PATH_INFO"].encode("latin1").decode() == "/di-sản/Ê Đê"
    assert app.environ["QUERY_STRING"] == "q=%C4%91"
    assert app.environ["HTTP_HOST"] == "lan:8000"
    assert app.environ["CONTENT_TYPE"] == "text/plain"
    assert app.environ["REMOTE_ADDR"] == "10.0.0.7"
    assert app.body == "a=é".encode()


async def test_a_body_sent_without_its_length_is_still_read():
    app = Recorder()
    await ask(PageLane(app), method="POST", chunks=(b"abc", b"def"))
    assert app.environ["CONTENT_LENGTH"] == "6"


async def test_a_header_with_an_underscore_passes_for_no_other():
    app = Recorder()
    await ask(PageLane(app), headers=[(b"x_forwarded_for", b"6.6.6.6"), (b"x-ok", b"1")])
    assert "HTTP_X_FORWARDED_FOR" not in app.environ
    assert app.environ["HTTP_X_OK"] == "1"


async def test_a_header_given_twice_is_joined_and_cookies_by_semicolon():
    app = Recorder()
    twice = [(b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"accept", b"x"), (b"accept", b"y")]
    await ask(PageLane(app), headers=twice)
    assert app.environ["HTTP_COOKIE"] == "a=1; b=2"
    assert app.environ["HTTP_ACCEPT"] == "x,y"


async def test_every_cookie_of_the_answer_is_sent():
    response = HttpResponse("ok")
    response.set_cookie("a", "1")
    response.set_cookie("b", "2")
    answer = await ask(PageLane(Recorder(response)))
    cookies = [value for name, value in answer.headers if name.lower() == b"set-cookie"]
    assert [cookie.split(b";")[0] for cookie in cookies] == [b"a=1", b"b=2"]
    assert (answer.status, answer.body) == (200, b"ok")


async def test_a_file_is_streamed_and_closed(tmp_path: Path):
    path = tmp_path / "picture.bin"
    path.write_bytes(bytes(range(256)) * 1024)
    file = path.open("rb")
    answer = await ask(PageLane(Recorder(FileResponse(file))))
    assert answer.body == path.read_bytes()
    assert len(answer.messages) > 2
    assert file.closed


async def test_a_stream_may_hold_empty_parts():
    answer = await ask(PageLane(Recorder(StreamingHttpResponse([b"a", b"", b"b"]))))
    assert answer.body == b"ab"


async def test_of_a_body_over_the_limit_nothing_is_handed_on(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pages, "BODY_LIMIT", 10)
    app = Recorder()
    await ask(PageLane(app), method="POST", chunks=(b"123456", b"789012", b"345678"))
    assert app.environ[pages.TOO_LARGE] and app.environ["CONTENT_LENGTH"] == "0"
    assert app.body == b""


async def test_a_browser_that_leaves_in_mid_upload_calls_nothing():
    app = Recorder()
    answer = await ask(PageLane(app), method="POST", chunks=(b"half",), leaves=True)
    assert not app.calls
    assert not answer.messages


async def test_requests_are_answered_one_after_the_other_in_one_thread():
    app = Recorder()
    lane = PageLane(app)
    await asyncio.gather(*(ask(lane, f"/{number}") for number in range(5)))
    assert len(app.calls) == 5
    assert len(lane.pool._threads) == 1
