"""`manage.py tournament <game>`: every level against every other, in pairs of games with the
starter exchanged and the points of both added."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import registry
from games.game import InvalidOptions
from games.tournament import Meeting, round_robin, standings


class Command(BaseCommand):
    help = "Play a tournament of computer players in pairs of games with the starter exchanged."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", choices=registry.slugs())
        parser.add_argument("--levels", help="with commas between; default: all bots")
        parser.add_argument("--pairs", type=int, default=20, help="pairs of games of every two")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--preset", default="", help="default: the rules of ranked games")
        parser.add_argument("--options", type=json.loads, default={}, help="JSON, over the preset")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        slug = options["game"]
        game, playout = registry.game(slug), registry.part(slug, "playout")
        versus = getattr(playout, "versus", None)
        if playout is None or versus is None:
            raise CommandError(f"{slug} has no tournaments.")
        levels = options["levels"].split(",") if options["levels"] else list(game.bots)
        if len(set(levels)) < max(2, len(levels)) or not set(levels) <= set(playout.LEVELS):
            raise CommandError(f"Two or more different ones of: {', '.join(playout.LEVELS)}.")
        if options["pairs"] < 1:
            raise CommandError("At least one pair of games.")
        ranked = getattr(getattr(registry.part(slug, "face"), "FACE", None), "ranked", "")
        preset = options["preset"] or ranked or next(iter(game.presets), "")
        if preset and preset not in game.presets:
            raise CommandError(f"Presets: {', '.join(game.presets)}.")
        try:
            given = {**game.presets.get(preset, {}), **options["options"]}
            settings = game.read_options(given)
        except (InvalidOptions, TypeError, AttributeError) as error:
            raise CommandError(f"These options are not known: {error}") from error
        played = round_robin(
            levels, options["pairs"], partial(versus, options=settings), options["seed"]
        )
        if options["json"]:
            told = {
                "game": slug,
                "seed": options["seed"],
                "options": game.write_options(settings),
                "meetings": [_as_json(each) for each in played],
                "standings": [
                    {"level": name, "pairs_won": won, "points_ahead": ahead}
                    for name, won, ahead in standings(played)
                ],
            }
            self.stdout.write(json.dumps(told, ensure_ascii=False))
            return
        for each in played:
            self.stdout.write(
                f"{each.one:>9} – {each.other:<9} pairs {each.won}–{each.drawn}–{each.lost}"
                f"  ({each.score:.0%} ± {each.se:.0%})  games {each.wins}–{each.draws}–"
                f"{each.losses}  {each.points_ahead:+.1f} points a game"
                f"  the first won {each.first} of {each.games}"
            )
        for place, (name, won, ahead) in enumerate(standings(played), 1):
            self.stdout.write(f"{place}. {name:<9} {won:g} pairs, {ahead:+g} points")


def _as_json(each: Meeting) -> dict[str, Any]:
    names = ("one", "other", "pairs", "won", "drawn", "lost", "wins", "draws", "losses", "first")
    told = {name: getattr(each, name) for name in names}
    return told | {
        "score": round(each.score, 4),
        "se": round(each.se, 4),
        "points_ahead": round(each.points_ahead, 2),
    }
