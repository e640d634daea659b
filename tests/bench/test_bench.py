"""The load client tells the truth: its figures, its reading of HTTP, and one small run."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.figures import Figures, percentile
from bench.http import Jar, Line, Refused, events

BASE = Path(__file__).resolve().parents[2]


def test_percentiles_are_values_that_were_measured():
    values = [float(n) for n in range(1, 101)]
    assert [percentile(values, p) for p in (50, 95, 99)] == [50.0, 95.0, 99.0]
    assert percentile([7.0], 99) == 7.0


@pytest.mark.parametrize(
    "flaw",
    [
        {"lost": 1},
        {"changed": 1},
        {"doubled": 1},
        {"unasked": 1},
        {"joined": 39},
        {"acknowledged": 239},
    ],
)
def test_a_run_with_any_flaw_is_not_good(flaw):
    fine = {"students": 40, "questions": 6, "answers": "burst", "joined": 40, "acknowledged": 240}
    assert Figures(**fine).good
    assert not Figures(**(fine | flaw)).good


def test_the_table_and_the_json_say_the_same():
    figures = Figures(2, 1, "spread", joined=2, answer=[0.010, 0.020])
    assert figures.as_json()["answer_ms"] == {"p50": 10.0, "p95": 20.0, "p99": 20.0}
    assert "10 · 20 · 20" in figures.table()


async def serve(raw: bytes):
    """A server that gives these bytes to everybody."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(raw)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    return server, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_cookies_and_chunked_bodies_are_read():
    raw = (
        b"HTTP/1.1 200 OK\r\nset-cookie: a=1; Path=/\r\nset-cookie: b=2\r\n"
        b"transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
    )
    server, url = await serve(raw)
    async with server:
        jar = Jar(url)
        answer = await Line(jar).get("/")
    assert answer.body == "abcde"
    assert {"a": "1", "b": "2"}.items() <= jar.cookies.items()
    assert answer.size == jar.received == len(raw)


async def test_events_are_put_together_across_chunks():
    frames = b"id: 1-0\nevent: swap\ndata: <p>\ndata: x</p>\n\n: hb\n\nid: 2-0\ndata: y\n\n"
    cut = len(frames) // 2
    chunked = b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in (frames[:cut], frames[cut:]))
    head = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
    server, url = await serve(head + chunked + b"0\r\n\r\n")
    async with server:
        got = [(e.name, e.ident, e.data) async for e in events(Jar(url), "/")]
    assert got == [("open", "", ""), ("swap", "1-0", "<p>\nx</p>"), ("message", "2-0", "y")]


async def test_a_stream_that_is_refused_is_told():
    server, url = await serve(b"HTTP/1.1 503 No\r\ncontent-length: 0\r\n\r\n")
    async with server:
        with pytest.raises(Refused, match="503"):
            _ = [event async for event in events(Jar(url), "/")]


@pytest.mark.e2e
@pytest.mark.once
def test_a_small_lesson_is_stored_to_the_last_answer():
    # On the embedded defaults, whatever the other tests run on.
    apart = {"DATABASE_URL", "REDIS_URL", "REDIS_PREFIX", "VAR_DIR"}
    environment = {name: value for name, value in os.environ.items() if name not in apart}
    done = subprocess.run(
        [sys.executable, "-m", "bench", "--students", "3", "--questions", "2",
         "--join-over", "0.5", "--json"],
        cwd=BASE,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    figures = json.loads(done.stdout)
    assert figures["stored"] == figures["acknowledged"] == 6
    assert figures["csv_rows"] == 3
    assert figures["reveal_to_phone_ms"]["p99"] is not None


def test_an_import_of_more_than_an_own_deck_holds_is_saved(db, tmp_path, capsys):
    from bench import imports

    file = str(tmp_path / "csv")
    imports._make("csv", 301, file)
    imports._take("csv", file)
    assert json.loads(capsys.readouterr().out)["saved"] == 301
