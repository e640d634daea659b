"""The server under load: started in a folder of its own, its CPU time read from /proc."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BASE = Path(__file__).resolve().parent.parent
#: First start: migrations, seed, static files (seconds).
PATIENCE = 240


class Server:
    """`with Server() as server:` runs `manage.py up`; its data are gone afterwards."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="rr-bench-"))
        self.log = self.folder / "up.log"
        self.url = ""
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Server:
        ready = self.folder / "ready.json"
        command = [sys.executable, "manage.py", "up", "--port", "0", "--host", "127.0.0.1"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*command, "--ready-file", str(ready)],
                cwd=BASE,
                env={**os.environ, "VAR_DIR": str(self.folder / "var")},
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        until = time.monotonic() + PATIENCE
        while not ready.exists():
            if self.process.poll() is not None or time.monotonic() > until:
                said = self.log.read_text(errors="replace")
                self.__exit__()
                raise SystemExit(f"The server did not start:\n{said}")
            time.sleep(0.2)
        self.url = json.loads(ready.read_text())["url"]
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def pid(self) -> int:
        return self.process.pid if self.process else 0

    def teacher(self) -> tuple[str, str]:
        """Name and password of the first teacher."""
        for line in (self.folder / "var" / "first-logins.txt").read_text().splitlines():
            name, _, password = line.partition("\t")
            if name == "teacher":
                return name, password
        raise SystemExit("There is no teacher among the first logins.")

    def rows(self, session: int) -> tuple[int, int] | None:
        """(answers, answers that repeat another's place) of a session, straight from the table;
        None when the data are not in SQLite."""
        found = self.sql(
            "SELECT count(*), count(DISTINCT a.round_id || '/' || a.participant_id)"
            " FROM classrooms_answer a JOIN classrooms_round r ON r.id = a.round_id"
            f" WHERE r.session_id = {session:d}",
        )
        if found is None:
            return None
        total, distinct = found[0]
        return total, total - distinct

    def sql(self, query: str) -> list[tuple[Any, ...]] | None:
        """Rows straight from the database; None when the data are not in SQLite."""
        path = self.folder / "var" / "site.sqlite3"
        if os.environ.get("DATABASE_URL") or not path.exists():
            return None
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            return database.execute(query).fetchall()

    def manage(self, *words: str) -> int:
        """Exit code of a `manage.py` command beside the site."""
        env = {**os.environ, "VAR_DIR": str(self.folder / "var")}
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=BASE,
            env=env,
            stdout=subprocess.DEVNULL,
            check=False,
        )
        return done.returncode


@dataclass(frozen=True)
class Snapshot:
    """What the processes below one have used so far, by what they do: CPU seconds, and kB of
    memory that is theirs alone."""

    cpu: dict[str, float]
    kb: dict[str, float]

    @classmethod
    def of(cls, root: int) -> Snapshot:
        """Linux only: elsewhere, and for no process, all is empty."""
        if not root or not Path("/proc/self/stat").exists():
            return cls({}, {})
        ticks = os.sysconf("SC_CLK_TCK")
        parents: dict[int, int] = {}
        spent: dict[int, float] = {}
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                # The name in brackets may hold spaces: what counts comes after it.
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has ended meanwhile
            parents[int(entry.name)] = int(fields[1])
            spent[int(entry.name)] = (int(fields[11]) + int(fields[12])) / ticks
        cpu: Counter[str] = Counter()
        kb: Counter[str] = Counter()
        for pid in parents:
            if _is_below(pid, root, parents):
                role = _role(pid)
                cpu[role] += spent[pid]  # type: ignore[assignment]
                kb[role] += _own_kb(pid)
        return cls(dict(cpu), dict(kb))

    def cpu_since(self, before: Snapshot) -> dict[str, float]:
        return {role: round(self.cpu[role] - before.cpu.get(role, 0), 2) for role in self.cpu}


def _own_kb(pid: int) -> int:
    """Memory that would be free without this process."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


def _is_below(pid: int, root: int, parents: dict[int, int]) -> bool:
    while pid > 1:
        if pid == root:
            return True
        pid = parents.get(pid, 0)
    return False


def _role(pid: int) -> str:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return "other"
    for word, role in (("valkey", "redis"), ("redis", "redis"), ("celery", "celery"),
                       ("granian", "web"), ("uvicorn", "web")):  # fmt: skip
        if word in command:
            return role
    return "other"
