"""`python -m bench.games`: how fast the engine of Ô ăn quan is, and how strong the bots are.

    python -m bench.games speed
    python -m bench.games duel master random --pairs 100 --preset luat_goc
    python -m bench.games teams hard normal --pairs 500 --seats 6

Times are processor time of this process; no site and no database is needed.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from games.bang_dice import playout as shootout
from games.chance import ScriptedChance
from games.o_an_quan import core, playout, rules, search, vectors
from games.o_an_quan.bots import LEVELS
from games.o_an_quan.game import GAME
from games.o_an_quan.rules import PRESETS, Move, Options, State
from games.tournament import meeting

from .figures import percentile
from .teams import teams


def sample(options: Options, count: int, seed: int = 1) -> list[tuple[State, Move]]:
    """Positions of random games, each with the move that was played there."""
    rng = Random(seed)
    found: list[tuple[State, Move]] = []
    while len(found) < count:
        state = rules.start(options)
        while not state.over:
            move = rng.choice(rules.legal_moves(state))
            found.append((state, move))
            state, _ = rules.play(state, move)
    return found[:count]


def speed() -> Iterator[tuple[str, float]]:
    """Name and value of each figure."""
    start = rules.start()
    began = time.process_time()
    found = core.perft(start.options, core.pack(start), 7)
    yield "core: move sequences of length 7", found
    yield "core: seconds for them", time.process_time() - began
    began = time.process_time()
    yield "rules: move sequences of length 5", vectors.perft(start, 5)
    yield "rules: seconds for them", time.process_time() - began

    played = sample(Options(), 20_000)
    chance = ScriptedChance([])
    began = time.process_time()
    for state, move in played:
        rules.play(state, move)
    yield "rules: moves a second", len(played) / (time.process_time() - began)
    began = time.process_time()
    for state, move in played:
        GAME.play(state, state.side, move, {}, chance)
    yield "contract: moves a second", len(played) / (time.process_time() - began)

    for preset in ("luat_goc", "quan_non"):
        yield from _searching(preset)


def _searching(preset: str) -> Iterator[tuple[str, float]]:
    """The master's depth on positions of random games; those that are short to the end too."""
    seconds, positions = [], 0
    for state, _ in sample(PRESETS[preset], 150, seed=3):
        began = time.process_time()
        positions += search.search(state, LEVELS["master"].depth).positions
        seconds.append(time.process_time() - began)
    yield f"{preset}: positions a second of search", positions / sum(seconds)
    for percent in (50, 95, 100):
        yield f"{preset}: seconds to depth 8, p{percent}", percentile(seconds, percent)
    began = time.process_time()
    *_, last = search.deepen(
        rules.start(PRESETS[preset]), lambda positions: time.process_time() - began > 1
    )
    yield f"{preset}: depth in 1 s from the start", last.depth


def duel(strong: str, weak: str, pairs: int, preset: str, seed: int) -> dict[str, Any]:
    """Pairs of games with the starter exchanged, levels searching their depth and no more."""
    options = PRESETS[preset]
    played = meeting(strong, weak, pairs, partial(playout.versus, options=options), Random(seed))
    share = played.wins / played.games
    return {
        "strong": strong,
        "weak": weak,
        "preset": preset,
        "seed": seed,
        "games": played.games,
        "wins": played.wins,
        "draws": played.draws,
        "losses": played.losses,
        "win_share": round(share, 4),
        "se": round(math.sqrt(share * (1 - share) / played.games), 4),
        "points_ahead": round(played.points_ahead, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.games", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("speed")
    fight = commands.add_parser("duel")
    fight.add_argument("strong", choices=playout.LEVELS)
    fight.add_argument("weak", choices=playout.LEVELS)
    fight.add_argument("--pairs", type=int, default=100)
    fight.add_argument("--preset", choices=list(PRESETS), default="quan_non")
    fight.add_argument("--seed", type=int, default=1)
    sides = commands.add_parser("teams")
    sides.add_argument("strong", choices=shootout.LEVELS)
    sides.add_argument("weak", choices=shootout.LEVELS)
    sides.add_argument("--pairs", type=int, default=500)
    sides.add_argument("--seats", type=int, default=6)
    sides.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.command == "speed":
        for name, value in speed():
            print(f"{name:<42}{value:>14,.3f}".rstrip("0").rstrip("."), flush=True)
    elif options.command == "teams":
        words = (options.strong, options.weak, options.pairs, options.seats, options.seed)
        print(json.dumps(teams(*words)))
    else:
        words = (options.strong, options.weak, options.pairs, options.preset, options.seed)
        print(json.dumps(duel(*words)))


if __name__ == "__main__":
    main()
