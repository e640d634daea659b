"""`manage.py rebuild_ratings [GAME]`: the ratings anew from the results of all rated games."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.standing import rebuild_ratings


class Command(BaseCommand):
    help = "Works the ratings out anew from the results of all rated games."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="?", default="", help="only the ratings of one game")

    def handle(self, *args: Any, game: str, **options: Any) -> None:
        self.stdout.write(f"{rebuild_ratings(game)} ratings")
