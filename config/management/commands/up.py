"""`manage.py up`: everything the site needs on one machine, in one command, until Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connections

from config import environment as env
from config import programs
from config.preparation import logins_file, prepare
from config.sources import Sources
from config.supervisor import Failure, Supervisor
from heritage.network import lan_addresses
from players.accounts import Account


class Command(BaseCommand):
    help = "Prepare the data, then run the web server, the workers and Valkey until Ctrl-C."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--port",
            type=int,
            default=os.environ.get("PORT") or 8000,
            help="default: PORT or 8000; 0 takes a free one",
        )
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on")  # noqa: S104
        parser.add_argument(
            "--workers", type=int, default=_cores(), help="web processes; default: one a core"
        )
        parser.add_argument("--reload", action="store_true", help="restart when the code changes")
        parser.add_argument("--ready-file", type=Path, help="write a JSON line there once it runs")

    def handle(self, *args: Any, **options: Any) -> None:
        # A shell starts what it runs in the background with Ctrl-C ignored, and nohup is meant.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _interrupt)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, _interrupt)
        env.keep_private()
        var = env.var_dir()
        try:
            programs.check_writable(var)
            port = programs.free_port(options["host"], options["port"])
            with Supervisor(var / "run", var / "log", self.say) as site:
                self.run(site, port, options)
        except Failure as failure:
            self.stderr.write("\n".join(failure.sentences), self.style.ERROR)
            sys.exit(1)
        except KeyboardInterrupt:
            self.say("Đã dừng.", "Stopped.")
        finally:
            if options["ready_file"]:
                options["ready_file"].unlink(missing_ok=True)

    def run(self, site: Supervisor, port: int, options: dict[str, Any]) -> None:
        if os.environ.get("REDIS_URL"):
            if not programs.redis_answers(settings.REDIS_URL):
                raise Failure("Redis ở REDIS_URL không trả lời.", "Redis at REDIS_URL is silent.")
        else:
            site.start(programs.valkey())
        self.say("Đang chuẩn bị dữ liệu …", "Preparing the data …")
        accounts = prepare()
        connections.close_all()
        web = programs.web(options["host"], port, max(1, options["workers"]))
        workers = programs.workers()
        site.start(web, *workers)
        self.greet(port, accounts)
        if options["ready_file"]:
            ready = {"url": f"http://127.0.0.1:{port}", "port": port, "pid": os.getpid()}
            temporary = options["ready_file"].with_suffix(".new")
            temporary.write_text(json.dumps(ready))
            temporary.replace(options["ready_file"])
        if options["reload"]:
            sources = Sources(settings.BASE_DIR)
            names = [program.name for program in (web, *workers)]

            def look() -> None:
                if sources.changed():
                    self.say("Mã nguồn đã đổi, đang mở lại …", "The code changed, restarting …")
                    site.restart(*names)

            site.watch(look)
        else:
            site.watch()

    def say(self, vietnamese: str, english: str) -> None:
        self.stdout.write(" · ".join(filter(None, (vietnamese, english))))
        self.stdout.flush()

    def greet(self, port: int, accounts: list[Account]) -> None:
        """Where the site is, where its data lies, and, once only, the first logins."""
        lan = [f"http://{address}:{port}" for address in lan_addresses()]
        phones = ([settings.SITE_URL] if settings.SITE_URL else lan) or ["–"]
        rows = [
            ("Rạng Rỡ đang chạy", "is running", ""),
            ("Máy này", "this computer", f"http://localhost:{port}"),
            *(("Điện thoại", "phones", address) for address in phones),
            ("Dữ liệu", "data", str(env.var_dir())),
            ("Dừng", "stop", "Ctrl-C"),
        ]
        self.box(rows)
        if accounts:
            rows = [(account.username, "", account.password) for account in accounts]
            kept = str(logins_file())
            self.box([("Đăng nhập lần đầu", "first logins", ""), *rows, ("Giữ ở", "kept in", kept)])

    def box(self, rows: list[tuple[str, str, str]]) -> None:
        lines = [f"{' · '.join(filter(None, row[:2])):<28} {row[2]}".rstrip() for row in rows]
        width = max(map(len, lines))
        self.stdout.write("┌" + "─" * (width + 2) + "┐")
        for line in lines:
            self.stdout.write(f"│ {line:<{width}} │")
        self.stdout.write("└" + "─" * (width + 2) + "┘")
        self.stdout.flush()


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def _cores() -> int:
    """Web processes: as many as cores, two at least, so that one slow page holds up nobody."""
    affinity = getattr(os, "sched_getaffinity", None)
    return max(2, len(affinity(0)) if affinity else os.cpu_count() or 1)
