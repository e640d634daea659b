"""`manage.py up` from an empty folder to Ctrl-C, with everything that can go wrong on the way."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import tempfile
import time
import urllib.error
from collections.abc import Iterator
from pathlib import Path

import pytest

from .running import Site

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """One data folder for the whole module: the first start fills it."""
    base = Path(tempfile.mkdtemp(prefix="rr-up-"))
    yield base / "var"
    shutil.rmtree(base)


@pytest.fixture
def site(folder: Path) -> Iterator[Site]:
    running = Site(folder, "--port", "0").until_ready()
    yield running
    running.process.poll()
    if running.process.returncode is None:
        running.interrupt()


def gone(site: Site) -> bool:
    deadline = time.monotonic() + 10
    while site.children() and time.monotonic() < deadline:
        time.sleep(0.1)
    return not site.children()


def test_the_first_start_prints_the_logins_once_and_ctrl_c_stops_every_child(folder):
    first = Site(folder, "--port", "0").until_ready()
    assert first.get("/healthz") == 200
    assert first.get("/") == 200
    for word in ("teacher", "editor", str(folder), "Ctrl-C", first.url.rpartition(":")[2]):
        assert word in first.said
    kept = folder / "first-logins.txt"
    assert kept.stat().st_mode & 0o777 == 0o600
    password = re.search(r"teacher\s+(\S+)", kept.read_text()).group(1)
    assert password in first.said
    assert first.interrupt() == 0
    assert gone(first)
    assert not first.ready.exists()

    second = Site(folder, "--port", "0").until_ready()
    assert password not in second.said
    assert second.interrupt() == 0


def test_a_killed_site_leaves_no_process_and_starts_again(site, folder):
    site.kill()
    assert gone(site)
    again = Site(folder, "--port", "0").until_ready()
    assert again.get("/healthz") == 200
    assert again.interrupt() == 0


def test_a_killed_web_server_or_valkey_comes_back(site, folder):
    for name in ("web", "valkey"):
        pid = json.loads((folder / "run" / "pids.json").read_text())[name][0]
        os.kill(pid, signal.SIGKILL)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            time.sleep(0.2)
            if json.loads((folder / "run" / "pids.json").read_text())[name][0] == pid:
                continue
            try:
                if site.get("/live/version?slip=none"):
                    break
            except urllib.error.HTTPError as answer:
                if answer.code == 403:
                    break
            except OSError:
                continue
        assert site.get("/healthz") == 200
    assert site.interrupt() == 0


def test_a_second_site_on_the_same_data_is_refused_in_a_sentence(site, folder):
    second = Site(folder.parent / "var", "--port", "0")
    assert second.process.wait(60) == 1
    assert "đang chạy" in second.said
    assert "already running" in second.said
    assert "Traceback" not in second.said
    assert site.get("/healthz") == 200


def test_a_taken_port_is_said_in_a_sentence(folder):
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        site = Site(folder, PORT=port)
        assert site.process.wait(60) == 1
    assert f"Cổng {port}" in site.said
    assert f"Port {port}" in site.said
    assert "Traceback" not in site.said


@pytest.mark.parametrize("key", ["", "given"])
def test_a_folder_that_cannot_be_written_is_said_in_a_sentence(tmp_path, key):
    (tmp_path / "file").write_text("")
    environment = {"SECRET_KEY": key} if key else {}
    site = Site(tmp_path / "file" / "var", "--port", "0", **environment)
    assert site.process.wait(60) == 1
    assert "Không ghi được" in site.said
    assert "cannot be written" in site.said
    assert "Traceback" not in site.said


def test_a_redis_that_does_not_answer_is_said_in_a_sentence(folder):
    site = Site(folder, "--port", "0", REDIS_URL="redis://127.0.0.1:1/0")
    assert site.process.wait(60) == 1
    assert "REDIS_URL" in site.said
    assert "Traceback" not in site.said
