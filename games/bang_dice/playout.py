"""Whole games between equal players, and what they come to on average.

The metrics, each with its standard error. Shares of the games: how they ended (with three players
by winner and way), `multiple_eliminations` (two or more at once in one group), `survival_*` of a
character over the games it was in. Means per game: `turns` begun, `rounds` (1 plus how often the
turn passed the place of who began), `storms`, `gatlings` fired, `survivors`, `deaths_*` by cause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from games.figures import Figure, Ratio

from . import bots, rules
from .characters import CHARACTERS
from .events import Out, Returned, Salvo, Storm, Turn
from .shootout import Shootout, Throw
from .values import (
    FACES,
    ROLES,
    Beers,
    Gatling,
    Heal,
    Move,
    Options,
    Phase,
    React,
    Reroll,
    Roll,
    Seat,
    Shots,
    Slab,
    State,
    Stop,
)

#: Chooses the move that is due in a game in progress.
Choose = Callable[[Shootout], Move]

#: The bot of section 19 that chooses at random is "rb1", and "random" as in every game.
LEVELS = ("random", "rb1", *bots.LEVELS)
CAUSES = ("shots", "gatling", "storm", "dynamite")
#: Results by number of players: three, and more.
SIDES = ("law", "outlaws", "renegade", "abandoned")
HUNT = (
    *(f"{way}_{role}" for way in ("hunter", "last_standing") for role in ROLES[3]),
    "nobody_left",
    "abandoned",
)


def chooser(level: str, rng: Random) -> Choose:
    """How a level plays. Raises KeyError for a level that is not in `LEVELS`."""
    if level in ("random", "rb1"):
        return RandomBot(rng).choose
    settings = bots.LEVELS[level]

    def choose(game: Shootout) -> Move:
        state = game.frozen()
        seat = state.asked or 0
        return bots.choose(rules.view(state, seat), seat, settings, rng)

    return choose


class RandomBot:
    """RB-1 of section 19: chooses at random among what is allowed, the same on every engine."""

    def __init__(self, rng: Random) -> None:
        self.random = rng.random
        self.by_phase: dict[Phase, Choose] = {
            "start": self.start,
            "roll": self.roll,
            "shots": self.shots,
            "beers": self.beers,
            "gatling": self.gatling,
            "bart": self.bart,
            "pedro": self.pedro,
        }

    def choose(self, game: Shootout) -> Move:
        return self.by_phase[game.phase](game)

    def coin(self) -> bool:
        return self.random() < 0.5

    def one_of(self, seats: Sequence[Seat]) -> Seat:
        return seats[int(self.random() * len(seats))]

    def start(self, game: Shootout) -> Move:
        at = int(self.random() * (len(game.living) + 1))
        return Heal(None if at == len(game.living) else game.living[at])

    def roll(self, game: Shootout) -> Move:
        if not game.rolls_used:
            return Roll()
        locked, random = game.locked(), self.random
        dice = tuple([die for die in range(5) if die not in locked and random() < 0.5])
        return Reroll(dice) if dice else Stop()

    def shots(self, game: Shootout) -> Move:
        dice, one_of = game.shot_dice(), self.one_of
        targets = tuple([(die, one_of(game.targets(game.dice[die]))) for die in dice])
        slab = None
        if game.powers[game.turn].doubles and (beers := game.beers()) and self.coin():
            slab = Slab(beers[0], one_of(dice))
        return Shots(targets, slab)

    def beers(self, game: Shootout) -> Move:
        return Beers(tuple([self.one_of(game.living) for _ in game.beers()]))

    def gatling(self, game: Shootout) -> Move:
        held, kit = game.holders(), []
        for _ in range(game.discards()):
            if self.coin() and (holders := [seat for seat in game.living if held[seat]]):
                kit.append(self.one_of(holders))
                held[kit[-1]] -= 1
        return Gatling(tuple(kit))

    def bart(self, game: Shootout) -> Move:
        pile, taken = game.pile, 0
        for _ in range(game.queue[0].points):
            if pile > 1 and self.coin():
                pile, taken = pile - 1, taken + 1
        return React("bart", taken)

    def pedro(self, game: Shootout) -> Move:
        seat, points = game.queue[0]
        held, back = game.arrows[seat], 0
        for _ in range(points):
            if held > back and self.coin():
                back += 1
        return React("pedro", back)


def throw_of(rng: Random) -> Throw:
    """Fair dice."""
    random = rng.random
    return lambda n: tuple([FACES[int(random() * 6)] for _ in range(n)])


def begin(seats: int, rng: Random, options: Options) -> State:
    """A first position with cards dealt at random."""
    roles, order = list(ROLES[seats]), list(range(seats))
    rng.shuffle(roles)
    if options.shuffle_seats:
        rng.shuffle(order)
    characters = rng.sample(list(CHARACTERS), seats)
    return rules.deal(options, tuple(order), tuple(roles), tuple(characters))


def play(game: Shootout, chosen: Sequence[Choose], throw: Throw) -> None:
    """Play on to the end; `chosen` by seat."""
    while game.phase != "over":
        move = rules.forced(game) or chosen[game.asked or 0](game)
        rules.carry_out(game, move, throw)


def playout(games: int, seats: int, rng: Random, level: str, options: Options) -> list[Figure]:
    """So many games of `level` against itself."""
    table = Statistics(seats)
    chosen = [chooser(level, rng)] * seats
    throw = throw_of(rng)
    for _ in range(games):
        game = Shootout(begin(seats, rng, options))
        play(game, chosen, throw)
        table.add(game)
    return table.figures()


class Statistics:
    """The metrics of games that were played from their first position."""

    def __init__(self, seats: int) -> None:
        names = [*(HUNT if seats == 3 else SIDES), "turns", "rounds", "storms", "gatlings"]
        names += ["survivors", *(f"deaths_{cause}" for cause in CAUSES), "multiple_eliminations"]
        self.results = HUNT if seats == 3 else SIDES
        self.ratios = {name: Ratio(name) for name in names}
        self.survival = {name: Ratio(f"survival_{name}") for name in CHARACTERS}

    def add(self, game: Shootout) -> None:
        """One finished game, with all its events."""
        deaths: Counter[str] = Counter()
        most = together = storms = gatlings = passed = 0
        seat = game.state.turn
        place = {one: at for at, one in enumerate(game.order)}
        for event in game.events:
            kind = type(event)
            if isinstance(event, Out):
                deaths[event.why] += 1
                together += 1
                most = max(most, together)
            elif kind is not Returned:
                together = 0
                storms += kind is Storm
                gatlings += kind is Salvo
                if isinstance(event, Turn):
                    passed += _passes(game, place, seat, event.seat)
                    seat = event.seat
        values = {
            "turns": game.turns,
            "rounds": 1 + passed,
            "storms": storms,
            "gatlings": gatlings,
            "survivors": len(game.living),
            "multiple_eliminations": most > 1,
            **{f"deaths_{cause}": deaths[cause] for cause in CAUSES},
            **dict.fromkeys(self.results, 0),
            self._result(game): 1,
        }
        for name, ratio in self.ratios.items():
            ratio.add(values[name])
        there = dict(zip(game.state.characters, game.alive, strict=True))
        for name, ratio in self.survival.items():
            ratio.add(there.get(name, 0), name in there)

    def _result(self, game: Shootout) -> str:
        assert game.result is not None  # noqa: S101  it is over
        reason, winners = game.result
        if reason in ("hunter", "last_standing"):
            return f"{reason}_{game.roles[winners[0]]}"
        return reason

    def figures(self) -> list[Figure]:
        return [ratio.figure() for ratio in (*self.ratios.values(), *self.survival.values())]


def _passes(game: Shootout, place: dict[Seat, int], before: Seat, after: Seat) -> bool:
    """Whether the turn going from one seat to the next comes to the place of who began."""
    seats, first = len(game.order), place[game.state.turn]
    ahead = (first - place[before] - 1) % seats
    return ahead < (place[after] - place[before]) % seats
