"""`manage.py replay FILE`: play an exported game again, move by move."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import registry
from games.game import Refusal


class Command(BaseCommand):
    help = "Replay an exported game of any kind and show each position. Exit 1 if it is refused."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{file} cannot be read: {error}") from error
        for slug in registry.slugs():
            notation = registry.part(slug, "notation")
            if notation is not None and notation.recognises(text):
                break
        else:
            raise CommandError(f"{file} is no record of any game here.")
        try:
            for line in notation.retell(text):
                self.stdout.write(line)
        except Refusal as refused:
            facts = " ".join(f"{name}={value}" for name, value in refused.facts.items())
            raise CommandError(f"refused: {refused.code} {facts}".rstrip()) from refused
