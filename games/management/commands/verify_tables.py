"""`manage.py verify_tables [CODE …]`: is what is stored about each table what its moves come to?"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Table
from games.verifying import differences


class Command(BaseCommand):
    help = "Plays every table again from its moves and compares; exit code 1 when one differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", help="only the tables with these codes")

    def handle(self, *args: Any, codes: list[str], **options: Any) -> None:
        tables = Table.objects.order_by("pk")
        if codes:
            tables = tables.filter(code__in=[code.upper() for code in codes])
        verified = wrong = 0
        for table in tables.prefetch_related("seats").iterator(chunk_size=50):
            found = list(differences(table))
            verified += not found
            wrong += bool(found)
            for what in found:
                self.stdout.write(f"{table.code} ({table.game}): {what}")
        self.stdout.write(f"{verified} verified, {wrong} wrong")
        if wrong:
            raise CommandError(f"{wrong} tables differ from their moves.")
