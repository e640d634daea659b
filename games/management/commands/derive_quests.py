"""`manage.py derive_quests [--write]`: the quests of Rạng Rỡ Việt Nam anew from the atlas."""

from __future__ import annotations

import csv
import io
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from typing import Any

from django.core.management.base import BaseCommand

from games.rang_ro import standard
from games.rang_ro.core.balance import Ways, derive
from games.rang_ro.core.world import World


class Command(BaseCommand):
    help = "Derive the quests of the 54 peoples so that all cost about the same."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true", help="into the game's data")

    def handle(self, *args: Any, **options: Any) -> None:
        ways = Ways(World(standard.content() | {"peoples": {}}))
        rows: list[tuple[int, int, str]] = []
        targets: list[tuple[int, str]] = []
        for size in standard.SIZES:
            target, quests = derive(ways, standard.homes(), size)
            targets.append((size, f"{target:.2f}"))
            costs = [cost for _regions, cost in quests.values()]
            rows += [(code, size, ";".join(regions)) for code, (regions, _) in quests.items()]
            self.stdout.write(
                f"{size} slots: target {target:.2f}, quests {min(costs):.1f} to {max(costs):.1f}"
            )
        files = {
            "quests.csv": _table(("people", "size", "regions"), sorted(rows)),
            "targets.csv": _table(("size", "coins"), targets),
        }
        same = True
        for name, text in files.items():
            file = standard.DATA / name
            if file.read_text(encoding="utf-8") != text:
                same = False
                if options["write"]:
                    file.write_text(text, encoding="utf-8")
        self.stdout.write("as stored" if same else "written" if options["write"] else "others")


def _table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(head)
    table.writerows(rows)
    return text.getvalue()
