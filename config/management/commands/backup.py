"""`manage.py backup FILE`: the whole site into one file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from config import backups
from config.supervisor import Failure


class Command(BaseCommand):
    help = "Write database, pictures and secret key into one file."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            backups.backup(options["file"].resolve())
        except Failure as failure:
            self.stderr.write("\n".join(failure.sentences), self.style.ERROR)
            sys.exit(1)
        self.stdout.write(str(options["file"]))
