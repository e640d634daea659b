"""R9–R11, R64: behind a proxy that holds the pushes back, and on a network that drops."""

from __future__ import annotations

import pytest

from tests.whole_site import Site

from .proxies import BufferingProxy, DroppingProxy
from .room import Room

pytestmark = pytest.mark.e2e
#: The page asks every four seconds; here the lesson need not last so long.
POLL = 0.5


async def play(room: Room) -> None:
    for _ in range(2):
        await room.ask()
        await room.all_answer(within=0.5)
        await room.all_see("reveal")
    await room.check()


async def test_req_r64_a_lesson_behind_a_proxy_that_buffers(site: Site):
    async with (
        BufferingProxy(site.url) as proxy,
        Room(site, 5, questions=2, poll=POLL, url=proxy.url) as room,
    ):
        await play(room)
        assert proxy.held > 1000  # pushes were sent, and kept back
        assert all(phone.healed >= 4 for phone in room.phones)


async def test_req_r64_a_lesson_on_a_network_that_drops(site: Site):
    async with (
        DroppingProxy(site.url) as proxy,
        Room(site, 5, questions=2, poll=POLL, url=proxy.url) as room,
    ):
        proxy.drops = True
        await play(room)
        assert proxy.cut > 10
