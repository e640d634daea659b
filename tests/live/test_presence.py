"""Who is connected, as a page learns it: one writing a process, whatever the number of pages."""

from __future__ import annotations

import asyncio
import json
import time
import uuid

import pytest

from live import lane, presence, tokens
from live.publish import connection

from .listening import PATIENCE, Page, ask


@pytest.fixture
def room() -> str:
    return f"room:{uuid.uuid4().hex}"


@pytest.fixture
def quick_writing(monkeypatch):
    monkeypatch.setattr(presence, "WRITE_SECONDS", 0.05)


async def until(true) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.02)


async def test_who_polls_is_present_and_who_is_silent_is_not(channel, room, quick_writing):
    slip = tokens.issue(channel, "7", room=room)
    await ask("/live/version", f"slip={slip}")
    await until(lambda: presence.present(room) == {"7"})
    key = presence.names.seen(room)
    connection().zadd(key, {"7": time.time() - presence.SEEN_SECONDS - 1})
    assert presence.present(room) == set()


async def test_an_open_stream_counts_from_its_start(channel, room, quick_writing):
    page = await Page(tokens.issue(channel, "7", room=room)).open()
    await until(lambda: presence.present(room) == {"7"})
    await page.leave()


async def test_a_page_nobody_looks_at_is_there_as_long_as_its_stream_is_open(
    channel, room, quick_writing
):
    """A browser lets it ask once a minute only."""
    slips = {name: tokens.issue(channel, name, room=room) for name in ("behind", "front", "shut")}
    pages = [await Page(slips[name]).open() for name in ("behind", "front")]
    for name, slip in slips.items():
        hidden = "" if name == "front" else "&hidden=kept"
        await ask("/live/version", f"slip={slip}{hidden}")
    await until(lambda: presence.present(room) == set(slips))
    key = presence.names.seen(room)
    long_ago = time.time() - presence.SEEN_SECONDS - 1
    connection().zadd(key, dict.fromkeys(slips, long_ago))
    await until(lambda: presence.present(room) == {"behind"})
    seen = presence.last_seen([room, "nowhere"])
    assert seen is not None and seen["nowhere"] == {}
    assert seen[room]["behind"] < 5 < presence.SEEN_SECONDS < seen[room]["shut"]
    await ask("/live/version", f"slip={slips['behind']}")  # it is looked at again
    await until(lambda: (room, "behind") not in lane.hub()._behind)
    for page in pages:
        await page.leave()


async def test_many_pages_are_written_in_one_call(channel, room, quick_writing):
    calls = []
    slips = [tokens.issue(channel, str(n), room=room) for n in range(40)]
    await ask("/live/version", f"slip={slips[0]}")
    hub = lane.hub()
    whole = hub.redis.pipeline
    hub.redis.pipeline = lambda **options: calls.append(1) or whole(**options)
    before = len(calls)
    hub._seen.clear()
    for slip in slips:
        hub.note(tokens.read(slip))
    await until(lambda: (presence.present(room) or set()) >= {str(n) for n in range(40)})
    assert len(calls) - before <= 3


async def test_a_page_is_told_whether_the_watched_room_is_led(channel, room, quick_writing):
    phone = tokens.issue(channel, "7", room=f"{room}:phones", watch=room)

    async def there() -> bool:
        _, _, body = await ask("/live/version", f"slip={phone}")
        return json.loads(body)["there"]

    assert await there() is False
    presence.note(room, "host")
    assert await there() is True


async def test_a_page_in_the_background_leads_its_room_until_it_may_ask_again(
    channel, room, quick_writing
):
    """Its browser lets it ask once a minute; a page that is looked at asks every few seconds, and
    is missed soon."""
    slip = tokens.issue(channel, "host", room=room)
    key = presence.names.alive(room)
    await ask("/live/version", f"slip={slip}")
    await until(lambda: connection().exists(key))
    assert connection().ttl(key) <= presence.LED_SECONDS < 10
    await ask("/live/version", f"slip={slip}&hidden=1")
    await until(lambda: connection().ttl(key) > 60)
    await ask("/live/version", f"slip={slip}")
    await until(lambda: connection().ttl(key) <= presence.LED_SECONDS)


async def test_a_slip_without_rooms_is_told_nothing_of_presence(channel):
    _, _, body = await ask("/live/version", f"slip={tokens.issue(channel)}")
    assert "there" not in json.loads(body)


def test_rooms_survive_the_renewal_of_a_slip(channel):
    slip = tokens.read(tokens.issue(channel, "7", 2, room="r", watch="w"))
    renewed = tokens.read(slip.renewed(time.time()).sign())
    assert (renewed.room, renewed.watch, renewed.subject, renewed.generation) == ("r", "w", "7", 2)
