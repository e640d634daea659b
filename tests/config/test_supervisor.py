"""Processes started as one stay one: restarted when they end, gone when it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from config import supervisor
from config.supervisor import Failure, Program, Supervisor, marked, started_at

PATIENCE = 10


def program(code: str, name: str = "child", **options) -> Program:
    return Program(name, [sys.executable, "-c", code], **options)


SLEEPER = "import time; time.sleep(60)"


class Stop(Exception):
    """Ends `watch` in a test."""


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def site(tmp_path: Path, said: list[str]) -> Iterator[Supervisor]:
    with Supervisor(tmp_path / "run", tmp_path / "log", lambda *words: said.append(words[0])) as it:
        yield it


def watch_until(site: Supervisor, true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE

    def look() -> None:
        if true():
            raise Stop
        assert time.monotonic() < deadline

    with pytest.raises(Stop):
        site.watch(look)


def test_what_ends_is_started_again(site):
    site.start(program(SLEEPER))
    first = site.children["child"].process.pid
    os.kill(first, signal.SIGKILL)
    watch_until(site, lambda: site.children["child"].process.pid != first)
    assert started_at(first) is None
    assert site.children["child"].process.poll() is None


def test_what_keeps_ending_is_given_up_with_a_sentence(site, monkeypatch):
    monkeypatch.setattr(supervisor, "TICK_SECONDS", 0.01)
    site.start(program("raise SystemExit(3)"))
    with pytest.raises(Failure) as failure:
        site.watch()
    assert all("child" in sentence for sentence in failure.value.sentences)


def test_what_never_answers_is_said_with_its_log(site, tmp_path):
    with pytest.raises(Failure) as failure:
        site.start(program("print('why')", ready=lambda: False))
    assert str(tmp_path / "log" / "child.log") in failure.value.sentences[0]
    assert (tmp_path / "log" / "child.log").read_text() == "why\n"


def test_errors_of_a_child_are_repeated_to_the_terminal_and_the_rest_kept_in_its_log(site, said):
    lines = "all well\n2026-11-30 [error    ] the disk is full\n"
    site.start(program(f"print({lines!r}, end='', flush=True); import time; time.sleep(60)"))
    watch_until(site, lambda: bool(said))
    assert said == ["[child] 2026-11-30 [error    ] the disk is full"]
    assert site.children["child"].log.path.read_text() == lines


def test_a_log_does_not_grow_for_ever(site, said, monkeypatch):
    monkeypatch.setattr(supervisor, "LOG_LIMIT", 1000)
    site.start(program("print('x' * 2000, flush=True); import time; time.sleep(60)"))
    log = site.children["child"].log
    watch_until(site, lambda: log.path.with_suffix(".log.1").exists())
    assert log.path.stat().st_size == 0


def test_stopping_ends_also_what_ignores_the_request_and_what_children_started(site, monkeypatch):
    monkeypatch.setattr(supervisor, "STOP_SECONDS", 0.5)
    stubborn = (
        "import signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        f"subprocess.Popen([sys.executable, '-c', {SLEEPER!r}]); time.sleep(60)"
    )
    site.start(program(stubborn))
    mark = str(site.run)
    watch_until(site, lambda: len(marked(mark)) == 2)
    site.stop()
    gone = time.monotonic() + PATIENCE
    while marked(mark) and time.monotonic() < gone:
        time.sleep(0.05)  # killed, but the kernel has not cleared it away yet
    assert marked(mark) == []


def test_a_second_one_on_the_same_folder_is_refused(site, tmp_path):
    with (
        pytest.raises(Failure) as failure,
        Supervisor(tmp_path / "run", tmp_path / "log", lambda *words: None),
    ):
        pass
    assert str(tmp_path) in failure.value.sentences[1]


def test_the_next_start_ends_what_a_killed_one_left(tmp_path):
    run, log = tmp_path / "run", tmp_path / "log"
    # As if the supervisor and its child had been killed together: the grandchild lives on.
    orphan = subprocess.Popen(
        [sys.executable, "-c", SLEEPER], env={**os.environ, "RANG_RO_SITE": str(run)}
    )
    bystander = subprocess.Popen([sys.executable, "-c", SLEEPER])
    try:
        with Supervisor(run, log, lambda *words: None):
            assert orphan.wait(PATIENCE) == -signal.SIGTERM
            assert bystander.poll() is None
    finally:
        for process in (orphan, bystander):
            process.kill()
            process.wait()


def test_a_pid_that_was_given_to_somebody_else_is_left_alone(tmp_path):
    run = tmp_path / "run"
    run.mkdir()
    bystander = subprocess.Popen([sys.executable, "-c", SLEEPER])
    (run / "pids.json").write_text(f'{{"web": [{bystander.pid}, "another start"]}}')
    try:
        with Supervisor(run, tmp_path / "log", lambda *words: None):
            assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()


def test_a_child_dies_with_a_supervisor_that_is_killed(tmp_path):
    code = (
        "import sys; from pathlib import Path; from config.supervisor import *;"
        f"site = Supervisor(Path({str(tmp_path / 'run')!r}), Path({str(tmp_path)!r}), print);"
        "site.__enter__();"
        f"site.start(Program('child', [sys.executable, '-c', {SLEEPER!r}])); site.watch()"
    )
    parent = subprocess.Popen([sys.executable, "-c", code])
    deadline = time.monotonic() + PATIENCE
    while not (left := marked(str(tmp_path / "run"))) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(left) == 1
    parent.kill()
    parent.wait()
    while started_at(left[0]) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert started_at(left[0]) is None
