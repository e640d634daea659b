"""`manage.py playout <game>`: whole games between computer players, and their statistics."""

from __future__ import annotations

import json
import math
from argparse import ArgumentParser
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import registry
from games.figures import Figure
from games.game import InvalidOptions


class Command(BaseCommand):
    help = "Play whole games and print each statistic of the game with its standard error."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=registry.slugs())
        parser.add_argument("--games", type=int, default=1000)
        parser.add_argument("--seats", type=int, help="default: as few as may play")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--level", help="default: the first of the game's statistics")
        parser.add_argument("--preset", help="ready-made rules; default: the game's first")
        parser.add_argument("--options", type=json.loads, default={}, help="JSON, over the preset")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        slug = options["game"]
        game, playout = registry.game(slug), registry.part(slug, "playout")
        if playout is None:
            raise CommandError(f"{slug} has no statistics.")
        seats = game.seats.start if options["seats"] is None else options["seats"]
        if seats not in game.seats:
            raise CommandError(f"{slug} is for {game.seats.start} to {game.seats.stop - 1}.")
        if options["games"] < 1:
            raise CommandError("At least one game.")
        level = options["level"] or playout.LEVELS[0]
        if level not in playout.LEVELS:
            raise CommandError(f"Levels: {', '.join(playout.LEVELS)}.")
        preset = options["preset"] or next(iter(game.presets))
        if preset not in game.presets:
            raise CommandError(f"Ready-made rules: {', '.join(game.presets)}.")
        try:
            settings = game.read_options({**game.presets[preset], **options["options"]})
        except (InvalidOptions, TypeError) as error:
            raise CommandError(f"These options are not known: {error}") from error
        # The same seed must give the same games everywhere; nothing secret hangs on it.
        rng = Random(options["seed"])  # noqa: S311
        figures = playout.playout(options["games"], seats, rng, level, settings)
        if not options["json"]:
            for figure in figures:
                self.stdout.write(f"{figure.metric:<24}{figure.value:>12.4f} ± {figure.se:.4f}")
            return
        told = {
            "game": slug,
            "games": options["games"],
            "seats": seats,
            "seed": options["seed"],
            "level": level,
            "options": game.write_options(settings),
            "stats": [_as_json(figure) for figure in figures],
        }
        self.stdout.write(json.dumps(told, ensure_ascii=False))


def _as_json(figure: Figure) -> dict[str, Any]:
    """NaN is no JSON: a value that cannot be had is null."""
    value, se = (None if math.isnan(each) else each for each in (figure.value, figure.se))
    return {"metric": figure.metric, "value": value, "se": se}
