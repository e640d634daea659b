"""`manage.py check_content`: are the atlas and the site's own decks complete, does all of it hold?

`--sample 40` prints so many public statements of the atlas, taken at random, with their sources;
`--seed 7` takes the same ones again.
"""

from __future__ import annotations

import random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from heritage.checks import check_atlas, sample
from quizzes.checks import check

#: Provinces or peoples told in one line.
ROW = 4


class Command(BaseCommand):
    help = (
        "Check the atlas and the site's own questions: how many, well founded, both languages. "
        "Exit 1 if not."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--sample", type=int, default=0, metavar="N", help="print N statements, sources too"
        )
        parser.add_argument("--seed", type=int, help="of the sample; another one each time if not")

    def handle(self, *args: Any, **options: Any) -> None:
        atlas, report = check_atlas(), check()
        for count in atlas.counts + report.counts:
            mark = "ok" if count.enough else "TOO FEW"
            self.stdout.write(f"{count.name:<28}{count.found:>6} of {count.needed:>4}  {mark}")
        for name, table in report.tables:
            self.stdout.write(f"{name}:")
            cells = [f"{slug} {count}" for slug, count in table.items()]
            for at in range(0, len(cells), ROW):
                self.stdout.write("  " + "".join(f"{cell:<22}" for cell in cells[at : at + ROW]))
        self.stdout.write("right letters of single choices with four:")
        for slug, spread in report.spreads:
            shown = "  ".join(f"{each} {count:>3}" for each, count in spread.items())
            self.stdout.write(f"  {slug:<42}{shown}")
        self._print_sample(options["sample"], options["seed"])
        problems = [*atlas.findings, *map(str, report.findings)]
        for problem in problems:
            self.stderr.write(problem)
        if not (atlas.ok and report.ok):
            raise CommandError(f"{len(problems)} problems in the content.")
        self.stdout.write("The content is in order.")

    def _print_sample(self, count: int, seed: int | None) -> None:
        chance = random.Random(seed)  # noqa: S311 - a sample, no secret
        for statement in sample(max(count, 0), chance):
            mark = "ok" if statement.is_sourced else "NO SOURCE"
            self.stdout.write(f"{mark}  {statement.where}: {statement.text}")
            self.stdout.write(f"    {statement.source}")
