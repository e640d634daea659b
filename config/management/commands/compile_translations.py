"""`manage.py compile_translations`: the .mo files Django reads, from the .po files people write."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from config import translations


class Command(BaseCommand):
    help = "Compile the catalogues that changed."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        for path in translations.compile_all():
            if options["verbosity"]:
                self.stdout.write(path.relative_to(settings.BASE_DIR).as_posix())
