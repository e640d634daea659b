"""`python run.py bench`: start the site on data of its own, play a lesson, print the figures.
`python run.py bench tables`: the same for game tables (bench/tables.py);
`bench imports`: files of many questions (bench/imports.py);
`bench atlas`: what each page of the atlas costs (bench/atlas.py);
`bench rafter`: how fast a raft is judged, and whether games play again alike (bench/rafter.py)."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import sys
import time
from contextlib import ExitStack

from . import atlas, imports, rafter, tables
from .figures import Figures
from .lesson import Lesson
from .server import Server, Snapshot


def arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py bench", description=__doc__)
    parser.add_argument("--students", type=int, default=40)
    parser.add_argument("--questions", type=int, default=6)
    parser.add_argument("--answers", choices=["burst", "spread"], default="burst")
    parser.add_argument(
        "--join-over", type=float, help="seconds in which all join; default: 150 a second"
    )
    parser.add_argument("--deck", default="", help="slug; default: one that is long enough")
    parser.add_argument(
        "--url", help="a running site; its teacher in BENCH_TEACHER, BENCH_PASSWORD"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args(words)


def run(options: argparse.Namespace) -> Figures:
    with ExitStack() as stack:
        server = None
        if options.url:
            url = options.url.rstrip("/")
            login = os.environ.get("BENCH_TEACHER", ""), os.environ.get("BENCH_PASSWORD", "")
        else:
            server = stack.enter_context(Server())
            url, login = server.url, server.teacher()
        pid = server.pid if server else 0
        marks: dict[str, Snapshot] = {}
        lesson = Lesson(
            url,
            login,
            options.students,
            options.questions,
            options.answers,
            options.deck,
            options.join_over,
            lambda name: marks.update({name: Snapshot.of(pid)}),
        )
        figures = lesson.figures
        own, start = time.process_time(), time.perf_counter()
        asyncio.run(lesson.play())
        figures.wall = time.perf_counter() - start
        figures.client_cpu = time.process_time() - own
        figures.cpu_joining = marks["joined"].cpu_since(marks["start"])
        figures.cpu_playing = marks["played"].cpu_since(marks["joined"])
        figures.grown_kb = marks["more"].kb.get("web", 0) - marks["before more"].kb.get("web", 0)
        if server is not None:
            rows = server.rows(lesson.teacher.session)
            if rows is not None:
                figures.table_rows = rows[0]
                figures.doubled += rows[1]
                figures.unasked += max(0, rows[0] - figures.stored)
    return figures


def main() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if sys.argv[1:2] == ["tables"]:
        sys.exit(tables.main(sys.argv[2:]))
    if sys.argv[1:2] == ["imports"]:
        sys.exit(imports.main(sys.argv[2:]))
    if sys.argv[1:2] == ["atlas"]:
        sys.exit(atlas.main(sys.argv[2:]))
    if sys.argv[1:2] == ["rafter"]:
        sys.exit(rafter.main(sys.argv[2:]))
    options = arguments(sys.argv[1:])
    figures = run(options)
    print(json.dumps(figures.as_json()) if options.json else figures.table())
    sys.exit(0 if figures.good else 1)


if __name__ == "__main__":
    main()
