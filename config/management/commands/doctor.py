"""`manage.py doctor`: what is wrong with this installation, and how to mend it."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from config import doctor


class Command(BaseCommand):
    help = "Say what is wrong and how to mend it; exit code 1 when something is."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=os.environ.get("PORT") or 8000)

    def handle(self, *args: Any, **options: Any) -> None:
        signs = {doctor.OK: "✓", doctor.NOTE: "·", doctor.WRONG: "✗"}
        wrong = False
        for finding in doctor.examine(options["port"]):
            self.stdout.write(f"{signs[finding.level]} {finding.what}")
            for sentence in filter(None, finding.how):
                self.stdout.write(f"    {sentence}")
            wrong |= finding.level == doctor.WRONG
        if wrong:
            sys.exit(1)
