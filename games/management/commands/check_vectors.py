"""`manage.py check_vectors <game> FILE.json`: does an engine do what a vector file says?"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import registry


class Command(BaseCommand):
    help = "Run a file of test vectors through a game's rules. Exit 1 if any fails."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=registry.slugs())
        parser.add_argument("file", type=Path, help="JSON of the schema in the game's rules")

    def handle(self, *args: Any, **options: Any) -> None:
        vectors = registry.part(options["game"], "vectors")
        if vectors is None:
            raise CommandError(f"{options['game']} has no vectors.")
        passed = failed = 0
        for check in vectors.check(_read(options["file"])):
            if check.passed:
                passed += 1
                continue
            failed += 1
            self.stdout.write(f"FAILED {check.name}")
            self.stdout.write(f"  expected {json.dumps(check.expected, ensure_ascii=False)}")
            self.stdout.write(f"  got      {json.dumps(check.got, ensure_ascii=False)}")
        self.stdout.write(f"{passed} passed, {failed} failed")
        if failed or not passed:
            raise SystemExit(1)


def _read(file: Path) -> Any:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CommandError(f"{file} cannot be read: {error}") from error
    if not isinstance(data, dict):
        raise CommandError(f"{file} holds no object.")
    return data
