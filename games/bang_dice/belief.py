"""What can be read from how people play: how likely each dealing of the roles is (section 17).

Every dealing that fits the cards in play is weighed by how probable it makes the free choices that
were seen: a player of a role takes each option with a probability that grows with its value for
that role (softmax). Nothing here is told a hidden role; `View.choices` is public.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Literal

from .values import ROLES, Choice, Chosen, Role, Seat, View

#: Roles by seat, one way they can have been dealt.
Dealing = tuple[Role, ...]
#: How somebody plays: by role, and for a Renegade by how the two sides stand.
Stance = Literal["sheriff", "deputy", "outlaw", "renegade", "renegade_weak", "renegade_last"]
#: What they are like to somebody: by role, or oneself.
Relation = Literal["sheriff", "deputy", "outlaw", "renegade", "self"]

#: What a point of damage is worth to who deals it.
DAMAGE: Mapping[Stance, Mapping[Relation, float]] = {
    "sheriff": {"sheriff": 0, "deputy": -2, "outlaw": 2, "renegade": 1, "self": -3},
    "deputy": {"sheriff": -3, "deputy": -1.5, "outlaw": 2, "renegade": 1, "self": -1.5},
    "outlaw": {"sheriff": 3, "deputy": 1, "outlaw": -1.5, "renegade": 0, "self": -1},
    "renegade": {"sheriff": -1.5, "deputy": 0, "outlaw": 1.5, "renegade": 0.5, "self": -2},
    "renegade_weak": {"sheriff": -0.5, "deputy": 1.5, "outlaw": 0.5, "renegade": 1, "self": -2},
    "renegade_last": {"sheriff": 3, "deputy": 0, "outlaw": 0, "renegade": 0, "self": -2},
}
#: What a point of each kind of choice is worth beside a point of damage: healing, and arrows that
#: Kit Carlson takes off somebody.
WEIGHT: Mapping[Chosen, float] = {"shots": 1.0, "start": -0.8, "beers": -0.8, "gatling": -0.3}
#: The law is clearly stronger with so many times the life of the Outlaws.
CLEARLY = 1.5


@lru_cache(maxsize=64)
def dealings(seats: int, sheriff: Seat | None) -> tuple[Dealing, ...]:
    """Every way the roles can lie when it is known where the Sheriff sits."""
    rest = [role for role in ROLES[seats] if role != "sheriff"]
    if sheriff is None:
        return tuple(sorted(set(permutations(ROLES[seats]))))
    return tuple(
        (*some[:sheriff], "sheriff", *some[sheriff:]) for some in sorted(set(permutations(rest)))
    )


def stance(roles: Sequence[Role], seat: Seat, life: Sequence[float]) -> Stance:
    """How somebody plays when the roles are these."""
    role = roles[seat]
    if role != "renegade":
        return role
    living = [roles[one] for one, points in enumerate(life) if points > 0]
    if sorted(living) == ["renegade", "sheriff"]:
        return "renegade_last"
    law = sum(points for one, points in zip(roles, life, strict=True) if one in _LAW)
    against = sum(points for one, points in zip(roles, life, strict=True) if one == "outlaw")
    return "renegade_weak" if law > CLEARLY * against else "renegade"


_LAW = ("sheriff", "deputy")


@lru_cache(maxsize=512)
def _weights(
    sheriff: Seat, limits: tuple[int, ...], temperature: float, choices: tuple[Choice, ...]
) -> tuple[float, ...]:
    """Logarithms of how probable each dealing makes the choices. Kept from choice to choice."""
    every = dealings(len(limits), sheriff)
    if not choices:
        return (0.0,) * len(every)
    before = _weights(sheriff, limits, temperature, choices[:-1])
    last = choices[-1]
    return tuple(
        weight + _told_by(last, dealing, limits, temperature)
        for weight, dealing in zip(before, every, strict=True)
    )


def _told_by(
    choice: Choice, dealing: Dealing, limits: tuple[int, ...], temperature: float
) -> float:
    """Logarithm of the probability of one choice if the roles are dealt like this."""
    plays = stance(dealing, choice.seat, choice.life)
    total = 0.0
    for taken, options in zip(choice.taken, choice.options, strict=True):
        relations = tuple(_relation(choice, dealing, limits, seat) for seat in options)
        total += _log_share(plays, choice.what, relations, options.index(taken), temperature)
    return total


def _relation(
    choice: Choice, dealing: Dealing, limits: tuple[int, ...], seat: Seat | None
) -> Relation | None:
    """Who an option is to the one who chooses; None for what does nothing to anybody."""
    if seat is None:
        return None
    if choice.what in ("start", "beers") and choice.life[seat] >= limits[seat]:
        return None
    return "self" if seat == choice.seat else dealing[seat]


@lru_cache(maxsize=16384)
def _log_share(
    plays: Stance,
    what: Chosen,
    relations: tuple[Relation | None, ...],
    taken: int,
    temperature: float,
) -> float:
    """Logarithm of the softmax of one option."""
    damage, weight = DAMAGE[plays], WEIGHT[what]
    values = [0.0 if one is None else weight * damage[one] / temperature for one in relations]
    return values[taken] - math.log(sum(map(math.exp, values)))


def believed(view: View, temperature: float | None) -> list[dict[Role, float]]:
    """How likely each role is for each seat, to who has this view. Without a temperature nothing
    is read from the choices: every dealing that is possible is as likely as the other."""
    roles = tuple(player.role for player in view.players)
    seats = len(roles)
    sheriff = next((seat for seat, role in enumerate(roles) if role == "sheriff"), None)
    every = dealings(seats, sheriff)
    if temperature is None or sheriff is None:
        weights: Sequence[float] = (0.0,) * len(every)
    else:
        limits = tuple(player.limit for player in view.players)
        for end in range(0, len(view.choices), 200):  # no deeper recursion than this
            _weights(sheriff, limits, temperature, view.choices[:end])
        weights = _weights(sheriff, limits, temperature, view.choices)
    fitting = [
        (weight, dealing)
        for weight, dealing in zip(weights, every, strict=True)
        if all(known is None or known == role for known, role in zip(roles, dealing, strict=True))
    ]
    highest = max(weight for weight, _ in fitting)
    found: list[dict[Role, float]] = [{} for _ in roles]
    total = 0.0
    for weight, dealing in fitting:
        share = math.exp(weight - highest)
        total += share
        for seat, role in enumerate(dealing):
            found[seat][role] = found[seat].get(role, 0.0) + share
    return [{role: share / total for role, share in one.items()} for one in found]
