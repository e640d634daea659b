"""Starts, watches and stops the site's processes as one, and leaves no orphan behind.

Three nets. `stop` ends the children in order. On Linux each child also asks the kernel to be told
when its parent dies, so that even `kill -9` of the parent ends it. What still survives (a worker
whose own parent was killed too) is found by the next start: by the pid file, and on Linux by a mark
every child carries in its environment.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

#: Seconds a process may take to answer at its start.
START_SECONDS = 60.0
#: Seconds `stop` gives all children together before it kills.
STOP_SECONDS = 4.0
#: A process that ends this often within a minute is not started again.
MOST_RESTARTS = 5
TICK_SECONDS = 0.2
#: A log beyond this size is moved aside (bytes).
LOG_LIMIT = 10 << 20
#: Lines a log may bring to the terminal in one tick; the file holds the rest.
ECHO_LINES = 10

_MARK = "RANG_RO_SITE"
_LAUNCH = Path(__file__).with_name("launch.py")
_TROUBLE = re.compile(
    r"\[(error|critical)\s*\]|\b(ERROR|CRITICAL)\b|\"level\": \"(error|critical)\""
)


class Failure(Exception):
    """The site cannot run; `sentences` says why, Vietnamese first, then English."""

    def __init__(self, vietnamese: str, english: str) -> None:
        super().__init__(english)
        self.sentences = (vietnamese, english)


@dataclass(frozen=True)
class Program:
    """One process of the site. `ready` says whether it answers; `last` stops after all others."""

    name: str
    argv: Sequence[str]
    ready: Callable[[], bool] | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    last: bool = False


class Log:
    """What one child writes, in a file; its errors are repeated to the terminal."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size:
            path.replace(path.with_suffix(".log.1"))
        path.touch()
        self._seen = 0

    def open(self) -> IO[bytes]:
        """For the child: appending, so that it goes on at the start after `_turn`."""
        return self.path.open("ab")

    def troubles(self) -> list[str]:
        """Complete lines written since the last call that tell of an error."""
        with self.path.open("rb") as file:
            file.seek(self._seen)
            fresh = file.read()
        end = fresh.rfind(b"\n") + 1
        self._seen += end
        if self._seen > LOG_LIMIT:
            self._turn()
        lines = fresh[:end].decode(errors="replace").splitlines()
        return [line for line in lines if _TROUBLE.search(line)][:ECHO_LINES]

    def _turn(self) -> None:
        # The child holds the file open: copy what is there and empty it under the child's hands.
        shutil.copyfile(self.path, self.path.with_suffix(".log.1"))
        os.truncate(self.path, 0)
        self._seen = 0


@dataclass
class Child:
    """A program and the process it runs as now."""

    program: Program
    log: Log
    process: subprocess.Popen[bytes]
    ends: deque[float] = field(default_factory=deque)
    due: float | None = None  # when to start it again (monotonic seconds)


class Supervisor:
    """Runs programs for one data folder.

    `run` holds the lock and the pid file, `logs` a file a program; `say(vietnamese, english)` tells
    the person. Use as a context manager: leaving it stops every child.
    """

    def __init__(self, run: Path, logs: Path, say: Callable[[str, str], None]) -> None:
        self.run, self.logs, self.say = run, logs, say
        self.children: dict[str, Child] = {}
        self._lock: IO[str] | None = None

    def __enter__(self) -> Supervisor:
        self.run.mkdir(parents=True, exist_ok=True)
        self._lock = (self.run / "up.lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.close()
            raise Failure(
                f"Trang này đang chạy với thư mục dữ liệu {self.run.parent}; xin dừng nó trước.",
                f"The site is already running on the data folder {self.run.parent}; stop it first.",
            ) from None
        try:
            self._reap()
        except BaseException:
            self._lock.close()
            raise
        _raise_file_limit()
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop()
        if self._lock is not None:
            self._lock.close()

    # --- starting ---------------------------------------------------------------------------

    def start(self, *programs: Program) -> None:
        """Start programs and wait until all of them are ready. Raises Failure."""
        for program in programs:
            log = Log(self.logs / f"{program.name}.log")
            self.children[program.name] = Child(program, log, self._spawn(program, log))
        self._write_pids()
        deadline = time.monotonic() + START_SECONDS
        for program in programs:
            child = self.children[program.name]
            while program.ready is not None and not program.ready():
                if child.process.poll() is not None or time.monotonic() > deadline:
                    raise Failure(
                        f"Không khởi động được {program.name}; xem {child.log.path}.",
                        f"{program.name} did not start; see {child.log.path}.",
                    )
                time.sleep(0.05)

    def _spawn(self, program: Program, log: Log) -> subprocess.Popen[bytes]:
        environment = {**os.environ, **program.env, _MARK: str(self.run)}
        with log.open() as out:
            return subprocess.Popen(
                _bound(program.argv),
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                # Ctrl-C in the terminal is ours alone to pass on.
                start_new_session=True,
            )

    # --- watching ---------------------------------------------------------------------------

    def watch(self, each_tick: Callable[[], None] = lambda: None) -> None:
        """Until interrupted: repeat errors to the terminal, start again what ended.
        Raises Failure when a program keeps ending."""
        while True:
            for child in self.children.values():
                for line in child.log.troubles():
                    self.say(f"[{child.program.name}] {line}", "")
                self._mend(child)
            each_tick()
            time.sleep(TICK_SECONDS)

    def _mend(self, child: Child) -> None:
        now, name = time.monotonic(), child.program.name
        if child.due is None:
            if child.process.poll() is None:
                return
            _kill_group(child.process.pid)  # its own children must not hold the port
            while child.ends and now - child.ends[0] > 60:
                child.ends.popleft()
            child.ends.append(now)
            if len(child.ends) >= MOST_RESTARTS:
                raise Failure(
                    f"{name} đã tắt {MOST_RESTARTS} lần trong một phút; xem {child.log.path}.",
                    f"{name} ended {MOST_RESTARTS} times within a minute; see {child.log.path}.",
                )
            child.due = now + 0.1 * 2 ** (len(child.ends) - 1)
            self.say(f"{name} đã tắt, đang mở lại …", f"{name} ended, starting it again …")
        elif now >= child.due:
            child.due = None
            child.process = self._spawn(child.program, child.log)
            self._write_pids()

    def restart(self, *names: str) -> None:
        """End programs and start them again (the code changed)."""
        children = [self.children[name] for name in names]
        _end([child.process for child in children], STOP_SECONDS)
        for child in children:
            child.process, child.due = self._spawn(child.program, child.log), None
        self._write_pids()

    # --- stopping ---------------------------------------------------------------------------

    def stop(self) -> None:
        """End every child: first those that use the others, then the rest."""
        quiet = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        previous = [(number, signal.signal(number, signal.SIG_IGN)) for number in quiet]
        try:
            for last in (False, True):
                _end(
                    [c.process for c in self.children.values() if c.program.last is last],
                    STOP_SECONDS,
                )
            self.children.clear()
            (self.run / "pids.json").unlink(missing_ok=True)
        finally:
            for number, handler in previous:
                signal.signal(number, handler)

    # --- what the last run left ---------------------------------------------------------------

    def _write_pids(self) -> None:
        pids = {n: [c.process.pid, started_at(c.process.pid)] for n, c in self.children.items()}
        temporary = self.run / "pids.json.new"
        temporary.write_text(json.dumps(pids))
        temporary.replace(self.run / "pids.json")

    def _reap(self) -> None:
        """End what a killed run left behind; the lock says that no other run is alive."""
        left = set(marked(str(self.run)))
        try:
            pids = json.loads((self.run / "pids.json").read_text())
            left |= {
                pid for pid, started in pids.values() if started and started_at(pid) == started
            }
        except (OSError, ValueError, TypeError):
            pass  # none, or torn when the machine went down
        if not left:
            return
        self.say("Đang dọn những gì lần trước để lại …", "Ending what the last run left …")
        for number, patience in ((signal.SIGTERM, STOP_SECONDS), (signal.SIGKILL, 2.0)):
            for pid in left:
                try:
                    os.kill(pid, number)
                except ProcessLookupError:
                    pass
            deadline = time.monotonic() + patience
            while any(map(started_at, left)) and time.monotonic() < deadline:
                time.sleep(0.05)
        (self.run / "pids.json").unlink(missing_ok=True)


def is_running(run: Path) -> bool:
    """Whether a supervisor holds the lock of this folder."""
    try:
        with (run / "up.lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def started_at(pid: int) -> str | None:
    """When a process started, as something to compare; None when it is gone or a zombie."""
    if sys.platform == "linux":
        try:
            words = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            return None
        return None if words[0] in "ZX" else words[19]
    told = subprocess.run(
        ["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return told.stdout.strip() or None


def marked(mark: str) -> list[int]:
    """Processes that carry this site's mark in their environment; none where /proc is unknown."""
    wanted = f"{_MARK}={mark}".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (entry / "environ").read_bytes().split(b"\0"):
                found.append(int(entry.name))
        except OSError:
            continue  # ended meanwhile, or another user's
    return [pid for pid in found if pid != os.getpid()]


def _bound(argv: Sequence[str]) -> list[str]:
    """The words that start a program whose life ends with ours, where the kernel can be asked."""
    if sys.platform != "linux":
        return list(argv)
    return [sys.executable, "-I", "-S", str(_LAUNCH), str(os.getpid()), *argv]


def _signal_group(pid: int, number: int) -> None:
    try:
        os.killpg(pid, number)
    except (ProcessLookupError, PermissionError):
        pass  # macOS answers with a permission error for a group of zombies


def _kill_group(pid: int) -> None:
    """What a dead leader's group still holds. Its number is not given anew while members live."""
    _signal_group(pid, signal.SIGKILL)


def _end(processes: Sequence[subprocess.Popen[bytes]], patience: float) -> None:
    """Ask processes to end, wait `patience` seconds for all of them, then kill their groups."""
    for process in processes:
        if process.poll() is None:
            process.terminate()
    deadline = time.monotonic() + patience
    for process in processes:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            pass
        _kill_group(process.pid)
        process.wait()


def _raise_file_limit() -> None:
    """An open stream is an open file; many machines start with 1024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    except (ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
