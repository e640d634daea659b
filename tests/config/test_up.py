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

from .running import Site, manage

pytestmark = [pytest.mark.e2e, pytest.mark.once]


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """One data folder for the whole module: the first start fills it."""
    base = Path(tempfile.mkdtemp(prefix="rr-up-"))
    yield base / "var"
    shutil.rmtree(base)


@pytest.fixture(scope="module")
def first(folder: Path) -> Site:
    """The first start, ended by Ctrl-C."""
    site = Site(folder, "--port", "0").until_ready()
    assert site.get("/healthz") == 200
    assert site.get("/") == 200
    site.interrupt()
    return site


@pytest.fixture(scope="module")
def site(first: Site, folder: Path) -> Iterator[Site]:
    """The second start, which the last test kills."""
    running = Site(folder, "--port", "0").until_ready()
    yield running
    if running.process.poll() is None:
        running.interrupt()


def gone(site: Site) -> bool:
    deadline = time.monotonic() + 10
    while site.children() and time.monotonic() < deadline:
        time.sleep(0.1)
    return not site.children()


def password(folder: Path) -> str:
    return re.search(r"teacher\s+(\S+)", (folder / "first-logins.txt").read_text()).group(1)


def test_the_first_start_says_where_everything_is_and_the_logins(first, folder):
    for word in ("teacher", "editor", str(folder), "Ctrl-C", first.url.rpartition(":")[2]):
        assert word in first.said
    assert (folder / "first-logins.txt").stat().st_mode & 0o777 == 0o600
    assert password(folder) in first.said


def test_ctrl_c_stops_every_child(first):
    assert first.process.returncode == 0
    assert gone(first)
    assert not first.ready.exists()


def test_a_stopped_site_is_backed_up_and_restored(first, folder, tmp_path):
    count = ("shell", "-v0", "-c", "from players.models import *; print(User.objects.count())")
    empty = ("shell", "-v0", "-c", "from players.models import *; User.objects.all().delete()")
    file = str(tmp_path / "site.tar.gz")
    assert manage(folder, "backup", file)[0] == 0
    assert Path(file).stat().st_mode & 0o777 == 0o600
    manage(folder, *empty)
    assert manage(folder, *count)[1].strip() == "0"
    assert manage(folder, "restore", file)[0] == 0
    assert manage(folder, *count)[1].strip() == "3"


def test_a_second_start_finds_the_data_and_says_no_logins(site, folder):
    assert site.get("/healthz") == 200
    assert password(folder) not in site.said


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


def test_a_second_site_on_the_same_data_is_refused_in_a_sentence(site, folder):
    second = Site(folder.parent / "var", "--port", "0")
    assert second.process.wait(60) == 1
    assert "đang chạy" in second.said
    assert "already running" in second.said
    assert "Traceback" not in second.said
    assert site.get("/healthz") == 200


def test_a_running_site_is_backed_up_but_not_restored(site, folder, tmp_path):
    file = str(tmp_path / "site.tar.gz")
    assert manage(folder, "backup", file)[0] == 0
    code, said = manage(folder, "restore", file)
    assert code == 1
    assert "Stop the site" in said
    assert site.get("/healthz") == 200


def test_the_doctor_finds_a_running_site_well(site, folder):
    deadline = time.monotonic() + 30
    while "✗ background work" in manage(folder, "doctor")[1] and time.monotonic() < deadline:
        time.sleep(1)  # the first heartbeat comes within 15 s
    code, said = manage(folder, "doctor")
    assert code == 0, said
    assert "✗" not in said


def test_the_doctor_names_what_an_empty_folder_lacks(tmp_path):
    code, said = manage(tmp_path / "var", "doctor", "--port", "0")
    assert code == 1
    for lacking in ("✗ database", "✗ fonts", "✗ static files", "✗ content"):
        assert lacking in said
    assert "manage.py seed" in said


def test_a_file_that_is_no_backup_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("no archive")
    code, said = manage(tmp_path / "var", "restore", str(tmp_path / "file"))
    assert code == 1
    assert "no backup" in said
    assert "Traceback" not in said


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


def test_a_redis_that_does_not_answer_is_said_in_a_sentence(tmp_path):
    site = Site(tmp_path / "var", "--port", "0", REDIS_URL="redis://127.0.0.1:1/0")
    assert site.process.wait(60) == 1
    assert "REDIS_URL" in site.said
    assert "Traceback" not in site.said


def test_a_killed_site_leaves_no_process_and_starts_again(site, folder):
    site.kill()
    assert gone(site)
    again = Site(folder, "--port", "0").until_ready()
    assert again.get("/healthz") == 200
    assert again.interrupt() == 0
