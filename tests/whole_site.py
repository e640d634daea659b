"""The whole site in a folder of its own, on the database and the Redis the run was given, and what
a test may do to it: look into the database, run a command beside it, kill a process."""

from __future__ import annotations

import itertools
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import redis

from tests.environment import BASE

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
    #: What a test has killed and was not yet waited for: process by program.
    killed: dict[str, int] = field(default_factory=dict)
    _shells: list[subprocess.Popen[str]] = field(default_factory=list)

    @property
    def brings_valkey(self) -> bool:
        """Whether its Redis is its own, and so a test's to kill."""
        return "REDIS_URL" not in self.env

    def shell(self, code: str) -> str:
        """What a piece of Python prints in the site's own Django."""
        if not self._shells or self._shells[-1].poll() is not None:
            self._shells.append(_shell(self.env))
        shell = self._shells[-1]
        assert shell.stdin is not None and shell.stdout is not None
        print(json.dumps(code), file=shell.stdin, flush=True)
        printed, trouble = json.loads(shell.stdout.readline())
        if trouble:
            raise RuntimeError(trouble)
        return str(printed)

    def close_shells(self) -> None:
        """End what `shell` has kept open."""
        for shell in self._shells:
            shell.communicate(timeout=30)
        self._shells.clear()

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
        pids = {program: self.pid(program) for program in programs}
        self.killed.update(pids)
        for pid in pids.values():
            os.kill(pid, signal.SIGKILL)

    def wait_until_up_again(self) -> None:
        """After `kill`: everything has been started anew, and the site answers."""
        until = time.monotonic() + START_SECONDS
        while any(self.pid(program) == pid for program, pid in self.killed.items()) or (
            self.killed and not self._answers()
        ):
            if time.monotonic() > until:
                raise RuntimeError("the site did not come back")
            time.sleep(0.1)
        self.killed.clear()

    def _answers(self) -> bool:
        try:
            with urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


#: Answers each line, a piece of Python in JSON, with what it printed and where it failed: one
#: process for all of a site's questions, for a start of Django takes seconds.
_SHELL = """
import contextlib, io, json, sys, traceback
import django
django.setup()
from django.db import close_old_connections
for line in sys.stdin:
    printed, trouble = io.StringIO(), ""
    close_old_connections()
    with contextlib.redirect_stdout(printed):
        try:
            exec(json.loads(line), {"__name__": "__main__"})
        except Exception:
            trouble = traceback.format_exc()
    print(json.dumps([printed.getvalue(), trouble]), flush=True)
"""


def _shell(env: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _SHELL],
        cwd=BASE,
        env={"DJANGO_SETTINGS_MODULE": "config.settings", **env},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@contextmanager
def running_site(folder: Path) -> Iterator[Site]:
    """`manage.py up` in a folder, on a free port.

    On a Redis of the run's own its names are like nobody else's: two sites that share them take
    each other's tasks, and as their tables have the same numbers, a page shows the pushes of the
    other site and then waits for ever, for its own have lower versions.
    """
    ready, log = folder / "ready.json", folder / "up.log"
    prefix = f"e2e{uuid.uuid4().hex[:8]}"
    env = {**os.environ, "VAR_DIR": str(folder / "var"), "REDIS_PREFIX": prefix}
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
        site = Site(url, folder, env, _logins(folder / "var"))
        try:
            yield site
        finally:
            site.close_shells()
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)
        if server_of_run := env.get("REDIS_URL"):
            _forget(server_of_run, prefix)


def _forget(url: str, prefix: str) -> None:
    """Take away what a site has left on a Redis that outlives it."""
    with closing(redis.Redis.from_url(url)) as connection:
        for key in connection.scan_iter(f"{prefix}:*", count=1000):
            connection.delete(key)


_databases = itertools.count(1)


def _fresh_database(url: str) -> str:
    """A database of the run's own beside the one of DATABASE_URL."""
    import psycopg

    name = f"e2e_{os.getpid()}_{next(_databases)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name}")
    return urlsplit(url)._replace(path=f"/{name}").geturl()


def _logins(var: Path) -> dict[str, tuple[str, str]]:
    lines = (var / "first-logins.txt").read_text().splitlines()
    pairs = (line.split("\t", 1) for line in lines if "\t" in line)
    return {name: (name, password) for name, password in pairs}
