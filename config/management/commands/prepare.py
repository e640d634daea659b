"""`manage.py prepare`: what `up` does before it serves, for sites run by a service manager."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from config import environment as env
from config.preparation import logins_file, prepare


class Command(BaseCommand):
    help = "Migrate, build, translate, collect, seed; make the first logins of a new site."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        env.keep_private()
        for account in prepare():
            self.stdout.write(f"{account.username}\t{account.password}\t({logins_file()})")
