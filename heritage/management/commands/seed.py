"""`manage.py seed`: the atlas, then whatever the floors above bring (heritage.signals.seeding)."""

from __future__ import annotations

import io
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from heritage import seed
from heritage.seeding import Seeder, SeedError
from heritage.signals import seeding


class Command(BaseCommand):
    help = "Load the site's own data; may be run again at any time, editors' changes stay."

    def handle(self, *args: Any, verbosity: int = 1, **options: Any) -> None:
        out = self.stdout if verbosity else io.StringIO()
        try:
            with Seeder() as seeder:
                seed.run(seeder, out)
                seeding.send(sender=type(self), seeder=seeder, stdout=out)
        except SeedError as error:
            raise CommandError(f"Nothing was written. {error}") from error
        out.write(seeder.report())
