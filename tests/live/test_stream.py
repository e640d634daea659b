"""What a page hears: order, resuming, its own part only, the end of its slip."""

from __future__ import annotations

import asyncio
import uuid

from django.conf import settings

from live import hub as hub_module
from live import lane, names
from live.publish import connection, cut, last_id, publish, publish_each, signal
from live.tokens import issue

from .listening import Page


async def test_pages_hear_events_in_the_order_they_were_published(channel):
    pages = [await Page(issue(channel)).open() for _ in range(3)]
    for number in range(20):
        assert publish(channel, f"<p>{number}</p>", version=number)
    for page in pages:
        assert await page.hear(20) == [f"<p>{number}</p>" for number in range(20)]
        assert page.status == 200
        assert page.headers[b"content-type"].startswith(b"text/event-stream")
        await page.leave()


async def test_a_channel_hears_nothing_of_another(channel):
    page = await Page(issue(channel)).open()
    publish(f"{channel}:other", "theirs", version=1)
    publish(channel, "ours", version=1)
    assert await page.hear(1) == ["ours"]
    await page.leave()


async def test_pages_that_all_come_at_once_on_a_new_process_all_listen():
    channels = [f"table:{uuid.uuid4().hex}" for _ in range(40)]
    pages = await asyncio.gather(*(Page(issue(name)).open() for name in channels))
    for name in channels:
        publish(name, name, version=1)
    for name, page in zip(channels, pages, strict=True):
        assert await page.hear(1) == [name]
        await page.leave()


async def test_a_returning_page_gets_what_it_missed_once(channel):
    page = await Page(issue(channel)).open()
    publish(channel, "a", version=1)
    publish(channel, "b", version=2)
    await page.hear(2)
    await page.leave()
    publish(channel, "c", version=3)
    seen = page.events[0].id
    by_address = await Page(issue(channel), last=seen).open()
    by_header = await Page(issue(channel), header=seen).open()
    publish(channel, "d", version=4)
    for back in (by_address, by_header):
        assert await back.hear(3) == ["b", "c", "d"]
        await back.leave()


async def test_a_page_misses_nothing_between_reading_its_state_and_listening(channel):
    last = last_id(channel)
    publish(channel, "between", version=1)
    page = await Page(issue(channel), last=last).open()
    assert await page.hear(1) == ["between"]
    await page.leave()


async def test_a_page_the_stream_no_longer_reaches_is_told_to_refresh(channel):
    publish(channel, "a", version=1)
    old = last_id(channel)
    connection().delete(names.stream(channel))
    await asyncio.sleep(0.01)  # or the same millisecond gives the same id again
    publish(channel, "b", version=2)
    page = await Page(issue(channel), last=old).open()
    await page.hear(2)
    assert [heard.event for heard in page.events] == ["refresh", "swap"]
    await page.leave()


async def test_a_last_id_that_is_none_is_ignored(channel):
    for nonsense in ("x", "-", "9" * 40, "1-2-3"):
        page = await Page(issue(channel), last=nonsense).open()
        assert page.status == 200
        await page.leave()


async def test_everybody_gets_only_their_own_part(channel):
    ann, binh, watcher = [await Page(issue(channel, who)).open() for who in ("1", "2", "")]
    publish_each(channel, {"1": "for Ann", "2": "for Bình"}, others="for all", version=1)
    assert await ann.hear(1) == ["for Ann"]
    assert await binh.hear(1) == ["for Bình"]
    assert await watcher.hear(1) == ["for all"]
    late = await Page(issue(channel, "1"), last="0-0").open()
    assert await late.hear(1) == ["for Ann"]
    for page in (ann, binh, watcher, late):
        assert "for Ann" not in page.text or page in (ann, late)
        await page.leave()


async def test_with_no_part_for_the_others_they_hear_nothing(channel):
    watcher = await Page(issue(channel)).open()
    publish_each(channel, {"1": "for Ann"}, version=1)
    publish(channel, "for all", version=2)
    assert await watcher.hear(1) == ["for all"]
    await watcher.leave()


async def test_a_raised_generation_ends_the_stream_and_refuses_the_old_slip(channel):
    old = issue(channel, "1", generation=0)
    removed, neighbour = await Page(old).open(), await Page(issue(channel, "2")).open()
    cut(channel, "1", generation=1)
    await removed.until(lambda: removed.ended)
    publish(channel, "later", version=1)
    assert await neighbour.hear(1) == ["later"]
    assert "later" not in removed.text

    refused = await Page(old).open()
    assert refused.status == 403
    again = await Page(issue(channel, "1", generation=1), last="0-0").open()
    assert await again.hear(1) == ["later"]
    for page in (neighbour, again):
        await page.leave()


async def test_passing_figures_come_as_the_latest_only(channel, quick_signals):
    page = await Page(issue(channel)).open()
    for number in range(200):
        signal([channel], "count", f"{number}/200")
    await page.until(lambda: bool(page.events) and page.events[-1].data == "199/200")
    assert len(page.events) < 100
    assert {heard.event for heard in page.events} == {"count"}
    assert {heard.id for heard in page.events} == {""}  # no resume point is moved
    await page.leave()


async def test_a_lagging_page_is_cut_and_resumes_without_a_hole(channel):
    page, quick = await Page(issue(channel)).open(), await Page(issue(channel)).open()
    page.hold.clear()
    expected = [str(number) for number in range(hub_module.QUEUE * 2)]
    for number, data in enumerate(expected):
        publish(channel, data, version=number)
        await quick.hear(number + 1)
    page.hold.set()
    await page.until(lambda: page.ended)
    heard = [event.data for event in page.events]
    assert len(heard) < len(expected)
    back = await Page(issue(channel), last=page.events[-1].id if heard else "0-0").open()
    assert heard + await back.hear(len(expected) - len(heard)) == expected
    for listening in (quick, back):
        await listening.leave()


async def test_a_page_that_left_is_forgotten(channel):
    page = await Page(issue(channel)).open()
    clients = lane.hub().channels[channel].clients
    assert len(clients) == 1
    await page.leave()
    assert not clients


async def test_every_kind_of_line_end_survives(channel):
    page = await Page(issue(channel)).open()
    publish(channel, "one\rtwo\r\nthree\nfour", version=1)
    assert await page.hear(1) == ["one\ntwo\nthree\nfour"]
    await page.leave()


async def test_what_cannot_be_understood_stops_nobody(channel):
    page = await Page(issue(channel)).open()
    for garbage in ("no lines", "x\nswap\ny", "\n@cut\nno number", '1-1\n@each\n{"not": "it"}'):
        connection().publish(names.push(channel), garbage)
    publish(channel, "still here", version=1)
    assert await page.hear(1) == ["still here"]
    await page.leave()


def test_two_sites_on_one_redis_do_not_hear_each_other():
    assert names.push("x").startswith(f"{settings.REDIS_PREFIX}:")
