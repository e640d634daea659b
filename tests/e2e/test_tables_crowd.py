"""Many tables at once, as the bench plays them: every acknowledged move is stored once."""

from __future__ import annotations

import pytest

from bench.tables import Tables
from tests.whole_site import Site

pytestmark = [pytest.mark.e2e, pytest.mark.once]


async def test_people_and_bots_at_many_tables_lose_no_move(site: Site):
    tables = Tables(site.url, 5, seconds=4, think=0.4)
    await tables.play()
    figures = tables.figures
    assert not figures.refused
    assert figures.moves == len(figures.move) >= 10
    kept = sorted(name for player in tables.players for name in player.kept)
    assert len(kept) == figures.moves
    names = ",".join(f"'{name}'" for name in kept)
    rows = site.sql(
        f"SELECT client_id FROM games_tablemove WHERE client_id IN ({names}) ORDER BY client_id"
    )
    assert [row[0] for row in rows] == kept
