"""Computer players of three levels (section 17). Pure: each is given a view and chance.

A bot knows what its seat knows. It values damage to every seat by the roles it believes in, and
healing the other way round; with that it picks targets, drinkers and dice.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import product
from random import Random
from typing import Any

from games.game import Bot

from .belief import DAMAGE, Stance, believed, stance
from .characters import CHARACTERS
from .foresight import Counts, best_throw
from .shootout import ALL_DICE, PREY, steps
from .values import (
    BLAST,
    Beers,
    Face,
    Gatling,
    Heal,
    Move,
    React,
    Reroll,
    Role,
    Roll,
    Seat,
    Shots,
    Slab,
    Stop,
    View,
)


@dataclass(frozen=True)
class Level:
    """`temperature` of what is read from the others' choices, None: nothing is. `careful`: looks
    at the storm and the dynamite that a throw may bring."""

    temperature: float | None
    careful: bool = False


#: The weakest first.
LEVELS: Mapping[str, Level] = {
    "easy": Level(None),
    "normal": Level(2.0),
    "hard": Level(2.0, careful=True),
}

#: Added for a hit that eliminates an enemy, taken away for one that eliminates a friend.
KILL = 1.5
#: A point of healing beside a point of damage; one arrow less or more beside a point of life.
HEALING = 0.8
ARROW = 0.3
#: How likely an arrow in hand costs a life before it can be put back.
STORMY = 0.6
#: To be out is as bad as so many points of damage to oneself.
DEATH = 6
#: Arrows that a player takes in a turn on average.
ARROWS_A_TURN = 1.3
#: More ways to share out shots than this are not all tried.
MOST_WAYS = 300
#: Values closer than this are the same, and chance picks.
SAME = 1e-6


def choose(view: View, seat: Seat, level: Level, rng: Random) -> Move:
    """The move of a level for the decision that is open to this seat; a legal one."""
    mind = Mind(view, seat, level)
    match view.phase:
        case "start":
            return mind.heal_first(rng)
        case "roll" if view.dice is None:
            return Roll()
        case "roll":
            return mind.roll()
        case "shots":
            return mind.shoot(rng)
        case "beers":
            return Beers(mind.drinkers(len(view.beers), rng))
        case "gatling":
            return mind.take_arrows()
        case "bart":
            return mind.replace_hits()
        case "pedro":
            return React("pedro", view.most)
    raise ValueError("the game is over")


class Mind:
    """What a seat makes of its view."""

    def __init__(self, view: View, seat: Seat, level: Level) -> None:
        self.view, self.me, self.level = view, seat, level
        self.power = CHARACTERS[view.players[seat].character]
        self.life = [player.life for player in view.players]
        self.arrows = [player.arrows for player in view.players]
        self.living = [one for one in view.order if view.players[one].alive]
        self.others = [one for one in self.living if one != seat]

    @cached_property
    def damage(self) -> list[float]:
        """What a point of damage to each seat is worth to this one."""
        seats = range(len(self.life))
        if len(seats) == 3:
            return [self._hunted(seat) for seat in seats]
        roles = believed(self.view, self.level.temperature)
        values = DAMAGE[self._stance(roles)]
        found = []
        for seat in seats:
            if seat == self.me:
                found.append(values["self"])
            else:
                found.append(sum(share * values[role] for role, share in roles[seat].items()))
        return found

    def _hunted(self, seat: Seat) -> float:
        """With three players all is known: the prey first, later anybody."""
        if seat == self.me:
            return -2.0
        return 3.0 if not self.view.hunt or self._is_prey(seat) else 0.5

    def _is_prey(self, seat: Seat) -> bool:
        mine, theirs = self.view.players[self.me].role, self.view.players[seat].role
        return mine is not None and theirs == PREY[mine]

    def _stance(self, roles: Sequence[Mapping[Role, float]]) -> Stance:
        """How this seat plays; a Renegade by how strong it believes the sides to be."""
        likely = [max(shares, key=lambda role: shares[role]) for shares in roles]
        return stance(likely, self.me, self.life)

    # --- what things are worth --------------------------------------------------------------------

    def hits(self, seat: Seat, points: int) -> float:
        """What so many points at once on a seat are worth."""
        life, worth = self.life[seat], self.damage[seat]
        value = worth * min(points, life)
        if self.view.players[seat].character == "el_gringo":
            value -= ARROW
        if points < life:
            return value
        if len(self.life) == 3:
            return value + (KILL if worth > 1 else -KILL)
        if self.view.players[seat].role == "sheriff" and self._needs_sheriff:
            return value - 100
        return value + math.copysign(KILL, worth)

    @cached_property
    def _needs_sheriff(self) -> bool:
        """A Renegade among others must not let the Sheriff die."""
        return self.view.players[self.me].role == "renegade" and len(self.living) > 2

    def healing(self, seat: Seat, points: int, life: Sequence[int]) -> float:
        """What so much healing is worth to this seat; a little more where little life is left."""
        won = min(points, self.view.players[seat].limit - life[seat])
        return -self.damage[seat] * HEALING * won * (1 + 1 / max(1, life[seat]))

    def best_heal(self) -> float:
        own = self.power.drinks(self.life[self.me])
        return max(
            self.healing(seat, own if seat == self.me else 1, self.life) for seat in self.living
        )

    def reach(self, face: Face) -> list[Seat]:
        """Whom a shot with this face could hit now."""
        living = self.living
        far = 1 if face == "one" or len(living) <= 3 else 2
        at = living.index(self.me)
        found = steps(len(living), self.power.distances(far))
        return [living[(at + step) % len(living)] for step in found]

    def salvo(self) -> float:
        """What firing the Gatling is worth."""
        hit = [
            self.hits(seat, 1)
            for seat in self.others
            if CHARACTERS[self.view.players[seat].character].gatling_loss()
        ]
        return sum(hit) + self.arrow * self.arrows[self.me]

    @property
    def arrow(self) -> float:
        """What an arrow in the own hands costs. A careful bot knows that a storm will come."""
        return -STORMY * self.damage[self.me] if self.level.careful else ARROW

    def storm(self, more: int) -> float:
        """What an arrow storm now is worth, with so many more arrows in the own hands."""
        total = 0.0
        for seat in self.living:
            held = self.arrows[seat] + (more if seat == self.me else 0)
            lost = CHARACTERS[self.view.players[seat].character].storm_loss(held)
            if lost:
                total += self.hits(seat, lost) if seat != self.me else self._own_loss(lost)
        return total

    def _own_loss(self, lost: int) -> float:
        left = self.life[self.me] - lost
        return self.damage[self.me] * (lost if left > 0 else lost + DEATH)

    # --- decisions --------------------------------------------------------------------------------

    def heal_first(self, rng: Random) -> Move:
        """Sid: himself when low, else the friend with the least life, else himself."""
        players, me = self.view.players, self.me
        hurt = [seat for seat in self.living if self.life[seat] < players[seat].limit]
        if me in hurt and self.life[me] < 4:
            return Heal(me)
        friends = [seat for seat in hurt if self.damage[seat] < 0]
        if not friends:
            return Heal(None)
        return Heal(min(friends, key=lambda seat: (self.life[seat], seat != me, rng.random())))

    def shoot(self, rng: Random) -> Move:
        """The best way to share out the shots, and a beer for a second hit if that is worth it."""
        dice = [die for die, _ in self.view.targets]
        ways = self._ways()
        values = [self._volley(way) for way in ways]
        best = max(values)
        chosen = ways[rng.choice([n for n, value in enumerate(values) if value > best - SAME])]
        targets = tuple(zip(dice, chosen, strict=True))
        slab = None
        if self.view.may_double:
            gains = [self._volley((*chosen, seat)) - best for seat in chosen]
            most = max(gains)
            if most > max(0.0, self.best_heal()):
                slab = Slab(self.view.beers[0], dice[gains.index(most)])
        return Shots(targets, slab)

    def _ways(self) -> list[tuple[Seat, ...]]:
        options = [seats for _, seats in self.view.targets]
        if math.prod(map(len, options)) <= MOST_WAYS:
            return list(product(*options))
        # Die by die the best that goes with those before it.
        way: tuple[Seat, ...] = ()
        for seats in options:
            way = max(((*way, seat) for seat in seats), key=self._volley)
        return [way]

    def _volley(self, targets: Sequence[Seat]) -> float:
        return sum(self.hits(seat, targets.count(seat)) for seat in set(targets))

    def drinkers(self, beers: int, rng: Random) -> tuple[Seat, ...]:
        """Each beer to whom it does most good."""
        life, found = list(self.life), []
        own = self.power.drinks(life[self.me])
        for _ in range(beers):
            values = {
                seat: self.healing(seat, own if seat == self.me else 1, life)
                for seat in self.living
            }
            best = max(values.values())
            who = rng.choice([seat for seat, value in values.items() if value > best - SAME])
            points = own if who == self.me else 1
            life[who] = min(self.view.players[who].limit, life[who] + points)
            found.append(who)
        return tuple(found)

    def take_arrows(self) -> Move:
        """Kit: his own arrows, then those of friends who hold most."""
        held = list(self.arrows)
        if self.view.fires:
            held[self.me] = 0
        kit = []
        for _ in range(self.view.most):
            friends = [seat for seat in self.living if held[seat] and self.damage[seat] < 0]
            if not friends:
                break
            kit.append(max(friends, key=lambda seat: (seat == self.me, held[seat])))
            held[kit[-1]] -= 1
        return Gatling(tuple(kit))

    def replace_hits(self) -> Move:
        """Bart: arrows, unless a storm is near and he would hold many; life comes first."""
        group = self.view.group
        points = group.queue[0].points if group else 0
        wanted = self.view.most
        while wanted and self.view.pile <= 3 and self.arrows[self.me] + wanted >= 3:
            wanted -= 1
        needed = points - self.life[self.me] + 1
        return React("bart", min(self.view.most, max(wanted, needed, 0)))

    def roll(self) -> Move:
        """Throw again what is worth less than a fresh die on average, or stop."""
        dice = self.view.dice or ()
        if self.level.careful:
            return self._look_ahead(dice)
        worth = self._faces(dice)
        fresh = sum(worth.values()) / len(worth)
        # An arrow that lies there has been paid, and a dynamite that may be thrown is a danger.
        kept = {die: 0.0 if dice[die] == "arrow" else worth[dice[die]] for die in ALL_DICE}
        loose = [die for die in ALL_DICE if die not in self.view.locked]
        again = [die for die in loose if kept[die] < fresh]
        if dice.count("dynamite") == BLAST - 1 and self.life[self.me] < 3:
            again = sorted(again, key=lambda die: kept[die])[:2]
        return Reroll(tuple(again)) if again else Stop()

    def _look_ahead(self, dice: Sequence[Face]) -> Move:
        locked = frozenset[Face](("dynamite",) if self.power.locked(("dynamite",)) else ())
        left = self.view.rolls - self.view.rolls_used
        again = best_throw(dice, locked, cache(self._final), cache(self._price), left)
        return Reroll(again) if again else Stop()

    def _final(self, counts: Counts) -> float:
        """What these final dice are worth."""
        _, dynamites, ones, twos, beers, gatlings = counts
        value = self._own_loss(1) if dynamites >= BLAST else 0.0
        if dynamites >= BLAST and self.life[self.me] == 1:
            return value
        value += self._shots_worth(ones, twos) + self._beers_worth(beers)
        if gatlings >= self.power.gatling:
            value += self.salvo()
        if self.power.discards(gatlings):
            held = sum(self.arrows[seat] for seat in self.living if self.damage[seat] < 0)
            value += self.arrow * min(gatlings, held)
        bonus = 0 if ones or twos else self.power.heals_at_end(())
        return value + (self.healing(self.me, bonus, self.life) if bonus else 0.0)

    def _shots_worth(self, ones: int, twos: int) -> float:
        """What so many shots of either face are worth, each face for itself."""
        one = max(self._spread("one", ones)) if ones else 0.0
        return one + (max(self._spread("two", twos)) if twos else 0.0)

    def _spread(self, face: Face, n: int) -> Iterator[float]:
        """What so many shots are worth, all on one seat or on two."""
        reach = self.reach(face)
        for seat in reach:
            yield self.hits(seat, n)
            for other in reach:
                for some in range(1, n):
                    if other != seat:
                        yield self.hits(seat, some) + self.hits(other, n - some)

    def _beers_worth(self, beers: int) -> float:
        life, total = list(self.life), 0.0
        own = self.power.drinks(life[self.me])
        for _ in range(beers):
            gains = {
                seat: self.healing(seat, own if seat == self.me else 1, life)
                for seat in self.living
            }
            who = max(gains, key=lambda seat: gains[seat])
            total += gains[who]
            won = own if who == self.me else 1
            life[who] = min(self.view.players[who].limit, life[who] + won)
        return total

    def _price(self, arrows: int) -> float:
        """What it costs to take so many arrows now."""
        if arrows < self.view.pile:
            return -self.arrow * arrows
        return self.storm(self.view.pile) - self.arrow * (arrows - self.view.pile)

    def _faces(self, dice: Sequence[Face]) -> dict[Face, float]:
        """What each face would be worth, lying there at the end."""
        danger = _at_least(self.view.pile, len(self.others) * ARROWS_A_TURN)
        return {
            "arrow": -ARROW * danger * (1 + self.arrows[self.me]),
            "dynamite": 0.0,
            "one": max(self.hits(seat, 1) for seat in self.reach("one")),
            "two": max(self.hits(seat, 1) for seat in self.reach("two")),
            "beer": self.best_heal(),
            "gatling": self.salvo() / self.power.gatling,
        }


@lru_cache(maxsize=256)
def _at_least(wanted: int, mean: float) -> float:
    """The chance that something expected so often happens at least `wanted` times (Poisson)."""
    return 1 - sum(math.exp(-mean) * mean**n / math.factorial(n) for n in range(wanted))


def _bot(level: Level) -> Bot[View, Move]:
    def play(game: Any, view: View, seat: int, budget: float, rng: Random) -> Move:
        return choose(view, seat, level, rng)

    return Bot(play, budget=0.3, pause=(0.6, 1.6))


BOTS: Mapping[str, Bot[View, Move]] = {name: _bot(level) for name, level in LEVELS.items()}
