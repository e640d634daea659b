"""`manage.py check_content`: are the site's own decks complete, and does every answer hold?"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from quizzes.checks import check


class Command(BaseCommand):
    help = "Check the site's own questions: how many, well founded, both languages. Exit 1 if not."

    def handle(self, *args: Any, **options: Any) -> None:
        report = check()
        for count in report.counts:
            mark = "ok" if count.enough else "TOO FEW"
            self.stdout.write(f"{count.name:<28}{count.found:>6} of {count.needed:>4}  {mark}")
        self.stdout.write("right letters of single choices with four:")
        for slug, spread in report.spreads:
            shown = "  ".join(f"{each} {count:>3}" for each, count in spread.items())
            self.stdout.write(f"  {slug:<42}{shown}")
        for finding in report.findings:
            self.stderr.write(str(finding))
        if not report.ok:
            raise CommandError(f"{len(report.findings)} problems in the content.")
        self.stdout.write("The content is in order.")
