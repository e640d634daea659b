"""`python run.py bench atlas`: what the pages of the atlas cost, one reader, one after the other.

Each page is asked for `--rounds` times on a kept connection, in both languages by turns; the table
has the time from the request to the whole reply, over the loopback.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from typing import Any

from .http import Jar, Line
from .server import Server

#: One page of every kind; peoples and provinces with the most to tell and with the least.
PAGES = (
    "/heritage/",
    "/heritage/?region=central-highlands",
    "/heritage/?q=e+de",
    "/heritage/groups/kinh/",
    "/heritage/groups/tay/",
    "/heritage/groups/hmong/",
    "/heritage/groups/o-du/",
    "/heritage/provinces/",
    "/heritage/provinces/ha-noi/",
    "/heritage/provinces/ha-giang/",
    "/heritage/units/",
    "/heritage/languages/",
    "/heritage/languages/austroasiatic/",
    "/heritage/festivals/",
    "/heritage/listings/",
)
#: The 95th percentile that every page keeps (ms).
AIM = 60.0


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py bench atlas", description=__doc__)
    parser.add_argument("--rounds", type=int, default=40, help="requests a page")
    parser.add_argument("--url", help="a running site instead of one of its own")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args(words)


async def measure(url: str, rounds: int) -> list[dict[str, Any]]:
    """Times of each page in ms, after two requests that warm it up. Stops at a page that fails."""
    lines = [Line(Jar(url, language=language)) for language in ("vi", "en")]
    rows = []
    for page in PAGES:
        times = []
        for at in range(-2, rounds):
            start = time.perf_counter()
            answer = await lines[at % 2].get(page)
            if answer.status != 200:
                raise SystemExit(f"{page}: {answer.status}")
            if at >= 0:
                times.append(1000 * (time.perf_counter() - start))
        times.sort()
        rows.append(
            {
                "page": page,
                "p50": round(times[len(times) // 2], 1),
                "p95": round(times[min(len(times) - 1, int(0.95 * len(times)))], 1),
                "kb": round(answer.size / 1000, 1),
            }
        )
    return rows


def table_of(rows: list[dict[str, Any]]) -> str:
    lines = [f"{'page':<40}{'p50 ms':>8}{'p95 ms':>8}{'kB':>8}"]
    lines += [f"{row['page']:<40}{row['p50']:>8}{row['p95']:>8}{row['kb']:>8}" for row in rows]
    return "\n".join(lines)


def main(words: list[str]) -> int:
    """Exit code 0: every page keeps the aim."""
    options = arguments(words)
    if options.url:
        rows = asyncio.run(measure(options.url.rstrip("/"), options.rounds))
    else:
        with Server() as server:
            rows = asyncio.run(measure(server.url, options.rounds))
    print(json.dumps(rows) if options.json else table_of(rows))
    return 0 if all(row["p95"] <= AIM for row in rows) else 1
