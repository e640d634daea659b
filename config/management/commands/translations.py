"""`manage.py translations`: bring the Vietnamese catalogues up to what code and templates say."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from config import translations


class Command(BaseCommand):
    help = "Find strings to translate, merge them into locale/, say what is still untranslated."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("apps", nargs="*", help="default: all")
        parser.add_argument(
            "--check", action="store_true", help="write nothing; exit 1 when something is missing"
        )
        parser.add_argument("--compile", action="store_true", help="compile afterwards")

    def handle(self, *args: Any, **options: Any) -> None:
        apps = options["apps"] or list(translations.APPS)
        if not options["check"]:
            others = [translations.read(app) for app in translations.APPS]
            for app in apps:
                merged = translations.merge(app, others)
                if len(merged) and translations.write(app, merged):
                    self.stdout.write(f"locale/{app}: {len(merged)} messages")
            if options["compile"]:
                translations.compile_all()
        checked = [*apps, *translations.BY_HAND]
        told = [problem for app in checked for problem in translations.problems(app)]
        told += translations.disagreements()
        for problem in told:
            self.stdout.write(str(problem))
        self.stdout.write(f"{len(told)} to mend" if told else "every string has its Vietnamese")
        if options["check"] and told:
            sys.exit(1)
