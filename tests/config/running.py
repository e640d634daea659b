"""The whole site as `manage.py up` runs it, for tests that need the real thing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from config.supervisor import marked
from tests.environment import BASE

#: Seconds a first start may take on a busy machine: it seeds everything.
PATIENCE = 180
#: What a test run sets for itself must not reach a site with its own folder.
_OURS = ("REDIS_URL", "DATABASE_URL", "REDIS_PREFIX", "VAR_DIR", "RANGRO_TEST_FOLDER", "PORT")


def _environment(folder: Path) -> dict[str, str]:
    clean = {name: value for name, value in os.environ.items() if name not in _OURS}
    return {**clean, "VAR_DIR": str(folder)}


def manage(folder: Path, *words: str) -> tuple[int, str]:
    """(exit code, everything it said) of another command on the same data folder."""
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=BASE,
        env=_environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


class Site:
    """`manage.py up` on a data folder, with the embedded defaults."""

    def __init__(self, folder: Path, *options: str, **environment: str) -> None:
        self.folder = folder
        self._at = tempfile.TemporaryDirectory(prefix="rr-site-")
        self.ready, self.output = Path(self._at.name) / "ready", Path(self._at.name) / "output"
        # Deaf to Ctrl-C, as a shell script's "&" starts it. Not by `preexec_fn`: beside the
        # threads of a test run a child may stand still before it has begun.
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            with self.output.open("wb") as out:
                self.process = subprocess.Popen(
                    [sys.executable, "manage.py", "up", "--ready-file", str(self.ready), *options],
                    cwd=BASE,
                    env={**_environment(folder), **environment},
                    stdout=out,
                    stderr=out,
                )
        finally:
            signal.signal(signal.SIGINT, before)

    def until_ready(self) -> Site:
        deadline = time.monotonic() + PATIENCE
        while not self.ready.exists():
            assert self.process.poll() is None, self.said
            assert time.monotonic() < deadline, self.said
            time.sleep(0.1)
        self.url = json.loads(self.ready.read_text())["url"]
        return self

    @property
    def said(self) -> str:
        return self.output.read_text()

    def get(self, path: str) -> int:
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:
            return answer.status

    def interrupt(self) -> int:
        """Ctrl-C; the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(30)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def children(self) -> list[int]:
        return marked(str(self.folder / "run"))
