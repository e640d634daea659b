"""People at a table of Rafter Five: by fingers, by keys, by mouse; and rafts put up for a test."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.whole_site import Site

GAME = "/games/rafter_five/"
TABLE = re.compile(r"/games/t/\w+/$")

#: A Python line for `Site.shell` that gives the table of a code as `table`.
_TABLE = (
    "from dataclasses import replace; from bench import rafter;"
    "from games.rafter_five.game import GAME; from games.rafter_five.rules import Options;"
    "from tests.games.rafter_five_pages.conftest import put, table_at; table = table_at('{code}');"
)


def code_of(page: Page) -> str:
    return page.url.rstrip("/").rpartition("/")[2]


def put_full_raft(site: Site, code: str) -> None:
    """The table stands with 42 planks and 41 chests; the last one is about to be put down."""
    site.shell(
        _TABLE.format(code=code)
        + "seats = table.seats.count(); state, _ = rafter.placing(seats);"
        + "put(table, replace(state, options=Options(seconds=0)))"
    )


def leave_last_chests(site: Site, code: str) -> None:
    """As if a long game lay behind: everybody has one chest left to place."""
    site.shell(
        _TABLE.format(code=code)
        + "state = GAME.decode(table.state);"
        + "put(table, replace(state, players=tuple(replace(one, store=one.store[-1:])"
        + " for one in state.players)))"
    )


def step(page: Page, name: str) -> None:
    # What is judged by a worker takes its time on a busy machine.
    expect(page.locator(f"[data-phase-of={name}]")).to_be_visible(timeout=20_000)


#: Milliseconds from the end of a drag until the finger is anywhere else. Of taps that followed it
#: within 0.2 s the browser made no click in 3 of 24 tries, of 35 after this pause in none.
ON_ITS_WAY = 400


class Fingers:
    """Real touches on a page: the browser makes of them what it makes of a finger on glass."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)

    def _send(self, kind: str, points: Sequence[tuple[float, float]]) -> None:
        touches = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, *paths: Sequence[tuple[float, float]]) -> None:
        """One finger a path, all at once: put down, moved from place to place, taken up."""
        self._send("touchStart", [path[0] for path in paths])
        for n in range(1, len(paths[0])):
            self._send("touchMove", [path[n] for path in paths])
        self._send("touchEnd", [])
        self.page.wait_for_timeout(ON_ITS_WAY)


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
