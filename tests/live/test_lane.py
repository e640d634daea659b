"""The lane's door: who gets in, the polling twin, Redis away."""

from __future__ import annotations

import json
import time

import pytest

from live import tokens
from live.publish import cut, publish
from live.signals import redis_back
from live.tokens import LIFETIME, Slip, issue

from .listening import Page, ask


@pytest.mark.parametrize("path", ["/live/stream", "/live/version"])
async def test_a_forged_or_outdated_slip_is_refused(path, channel):
    good = issue(channel)
    outdated = Slip(channel, "", 0, int(time.time()) - 1).sign()
    for slip in ("", "x", good[:-1] + ("a" if good[-1] != "a" else "b"), outdated):
        status, _, _ = await ask(path, f"slip={slip}")
        assert status == 403


@pytest.mark.parametrize(
    ("path", "method"), [("/live/", "GET"), ("/live/else", "GET"), ("/live/version", "POST")]
)
async def test_anything_else_is_not_there(path, method, channel):
    status, _, _ = await ask(path, f"slip={issue(channel)}", method)
    assert status == 404


async def test_req_r11_the_poll_tells_the_newest_version_and_r23_the_servers_time(channel):
    query = f"slip={issue(channel)}"
    _, _, body = await ask("/live/version", query)
    assert json.loads(body)["v"] == 0
    publish(channel, "a", version=7)
    publish(channel, "late by a worker", version=5)
    status, headers, body = await ask("/live/version", query)
    news = json.loads(body)
    assert (status, news["v"]) == (200, 7)
    assert abs(news["now"] - time.time() * 1000) < 5000
    assert headers[b"cache-control"] == b"no-store"
    assert "slip" not in news


async def test_the_poll_renews_a_slip_past_half_its_time(channel):
    soon = int(time.time()) + LIFETIME // 3
    _, _, body = await ask("/live/version", f"slip={Slip(channel, '4', 2, soon).sign()}")
    renewed = tokens.read(json.loads(body)["slip"])
    assert (renewed.channel, renewed.subject, renewed.generation) == (channel, "4", 2)
    assert renewed.expires > soon


async def test_the_poll_refuses_and_never_renews_an_overtaken_slip(channel):
    soon = int(time.time()) + 60
    cut(channel, "4", generation=3)
    status, _, _ = await ask("/live/version", f"slip={Slip(channel, '4', 2, soon).sign()}")
    assert status == 403


async def test_while_redis_is_away_pages_are_sent_away_and_come_back_without_a_hole(
    channel, valkey
):
    page = await Page(issue(channel)).open()
    publish(channel, "a", version=1)
    await page.hear(1)

    valkey.kill()
    await page.until(lambda: page.ended)
    assert publish(channel, "lost, and said so", version=2) is False
    for path in ("/live/stream", "/live/version"):
        status, headers, _ = await ask(path, f"slip={issue(channel)}")
        assert status == 503
        assert int(headers[b"retry-after"]) > 0

    valkey.start()
    assert publish(channel, "b", version=3)
    back = Page(issue(channel), last=page.events[-1].id)
    while (await back.open()).status == 503:
        back = Page(issue(channel), last=page.events[-1].id)
    publish(channel, "c", version=4)
    assert await back.hear(2) == ["b", "c"]
    await back.leave()


async def test_req_r19_those_who_publish_are_told_when_redis_is_back(channel, valkey):
    told = []

    def hear(**_: object) -> None:
        told.append(True)

    redis_back.connect(hear)
    try:
        page = await Page(issue(channel)).open()
        valkey.kill()
        await page.until(lambda: page.ended)
        assert not told
        valkey.start()
        await page.until(lambda: bool(told))
    finally:
        redis_back.disconnect(hear)


async def test_a_page_opened_while_redis_is_away_is_told_to_come_back(channel, valkey):
    valkey.kill()
    status, headers, _ = await ask("/live/stream", f"slip={issue(channel)}")
    assert (status, int(headers[b"retry-after"]) > 0) == (503, True)
