"""Two levels of bots as teams at tables of the dice shoot-out: the law against all others."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from games.bang_dice import playout
from games.bang_dice.bots import LEVELS
from games.bang_dice.shootout import Shootout
from games.bang_dice.values import Options
from games.figures import Ratio

from .figures import percentile

LAW = ("sheriff", "deputy")


def teams(strong: str, weak: str, pairs: int, seats: int, seed: int) -> dict[str, Any]:
    """Pairs of games with the same cards: once the law is of the strong level and everybody else of
    the weak one, once the other way round. So a level that is no better wins half of all games,
    whatever the odds of the law are. The standard error takes a pair as the unit."""
    rng = Random(seed)
    seconds: dict[str, list[float]] = {strong: [], weak: []}
    players = {level: _timed(level, rng, seconds[level]) for level in (strong, weak)}
    share, law = Ratio("win_share"), Ratio("law")
    for _ in range(pairs):
        cards = playout.begin(seats, rng, Options())
        won = 0
        for lawful in (strong, weak):
            other = weak if lawful == strong else strong
            chosen = [players[lawful if role in LAW else other] for role in cards.roles]
            game = Shootout(cards)
            playout.play(game, chosen, playout.throw_of(rng))
            law_won = game.result is not None and game.result.reason == "law"
            law.add(law_won)
            won += law_won == (lawful == strong)
        share.add(won / 2)
    figure = share.figure()
    return {
        "strong": strong,
        "weak": weak,
        "seats": seats,
        "seed": seed,
        "games": 2 * pairs,
        "win_share": round(figure.value, 4),
        "se": round(figure.se, 4),
        "law": round(law.figure().value, 4),
        "ms": {
            level: [round(1000 * percentile(taken, p), 1) for p in (50, 99, 100)]
            for level, taken in seconds.items()
        },
    }


def _timed(level: str, rng: Random, seconds: list[float]) -> playout.Choose:
    """A player of a level, who notes the processor time of every decision."""
    choose = playout.chooser(level, rng)
    if level not in LEVELS:
        return choose

    def timed(game: Shootout) -> Any:
        began = time.thread_time()
        move = choose(game)
        seconds.append(time.thread_time() - began)
        return move

    return timed
