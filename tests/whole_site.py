"""The whole site in a folder of its own, on the database and the Redis the run was given, and what
a test may do to it: look into the database, run a command beside it, kill a process."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.environment import BASE, WORKER

#: A first start on a busy machine: it fills everything.
START_SECONDS = 400


@dataclass(frozen=True)
class Site:
    """A running site: where it is, the environment its processes run in (for `manage.py` beside
    it), and its first logins by role ("teacher" → name, password)."""

    url: str
    folder: Path
    env: dict[str, str]
    logins: dict[str, tuple[str, str]]

    @property
    def brings_valkey(self) -> bool:
        """Whether its Redis is its own, and so a test's to kill."""
        return "REDIS_URL" not in self.env

    def shell(self, code: str) -> str:
        """What a piece of Python prints in the site's own Django."""
        done = subprocess.run(
            [sys.executable, "manage.py", "shell", "-v0", "-c", code],
            cwd=BASE,
            env=self.env,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        return done.stdout

    def sql(self, statement: str) -> list[tuple[Any, ...]]:
        """Rows of a query, or [] after a change; values stand in the statement."""
        if url := self.env.get("DATABASE_URL"):
            import psycopg

            options = "-c timezone=UTC"
            with psycopg.connect(url, autocommit=True, options=options) as connection:
                cursor = connection.execute(statement)
                return cursor.fetchall() if cursor.description else []
        path = self.folder / "var" / "site.sqlite3"
        with closing(sqlite3.connect(path, timeout=10, isolation_level=None)) as connection:
            return connection.execute(statement).fetchall()

    def pid(self, program: str) -> int:
        """The process that `up` runs a program as: valkey, web, worker, worker-live."""
        pids = json.loads((self.folder / "var" / "run" / "pids.json").read_text())
        return int(pids[program][0])

    def web_processes(self) -> list[int]:
        """The processes that answer requests, below the one that watches over them."""
        web = self.pid("web")
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
                if (
                    int(parent) == web
                    and b"resource_tracker" not in (entry / "cmdline").read_bytes()
                ):
                    found.append(int(entry.name))
            except OSError:
                continue  # it has ended meanwhile
        return sorted(found)

    def kill(self, *programs: str) -> None:
        """kill -9, with nothing in between."""
        for pid in [self.pid(program) for program in programs]:
            os.kill(pid, signal.SIGKILL)


@contextmanager
def running_site(folder: Path) -> Iterator[Site]:
    """`manage.py up` in a folder, on a free port."""
    ready, log = folder / "ready.json", folder / "up.log"
    env = {**os.environ, "VAR_DIR": str(folder / "var"), "REDIS_PREFIX": f"e2e{WORKER}"}
    env.pop("RANGRO_TEST_FOLDER", None)
    if env.pop("RANGRO_TEST_VALKEY", None):
        env.pop("REDIS_URL", None)  # the test run's own server; a site with the defaults brings one
    if url := os.environ.get("DATABASE_URL"):
        env["DATABASE_URL"] = _fresh_database(url)
    with log.open("w") as out:
        server = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", "0", "--ready-file", str(ready)],
            cwd=BASE,
            env=env,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while not ready.exists():
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"the site did not start:\n{log.read_text()}")
            time.sleep(0.1)
        url = json.loads(ready.read_text())["url"]
        yield Site(url, folder, env, _logins(folder / "var"))
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)


def _fresh_database(url: str) -> str:
    """A database of the run's own beside the one of DATABASE_URL."""
    import psycopg

    name = f"e2e_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name}")
    return urlsplit(url)._replace(path=f"/{name}").geturl()


def _logins(var: Path) -> dict[str, tuple[str, str]]:
    lines = (var / "first-logins.txt").read_text().splitlines()
    pairs = (line.split("\t", 1) for line in lines if "\t" in line)
    return {name: (name, password) for name, password in pairs}
