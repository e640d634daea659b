"""How a careful bot weighs its dice: every way the next throws can fall, valued as final dice.

Looks two throws ahead: what lies there now against what each set of dice would bring on average if
the best is made of what falls, the arrows, the storm and the dynamite of the throws included.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product

from .values import BLAST, DICE, FACES, Die, Face

#: How many dice show each face, in the order of `FACES`.
Counts = tuple[int, ...]
#: What final dice are worth.
Worth = Callable[[Counts], float]
#: What taking so many arrows at once is worth; never more than 0 unless a storm comes.
Price = Callable[[int], float]

ARROW, DYNAMITE = FACES.index("arrow"), FACES.index("dynamite")
#: Throws that are thought of: one more, and what could still be thrown after it.
DEPTH = 2


@lru_cache(maxsize=DICE + 1)
def throws(dice: int) -> tuple[tuple[Counts, float], ...]:
    """Every way so many dice can fall, with its probability."""
    found = []
    for faces in combinations_with_replacement(range(len(FACES)), dice):
        counts = tuple(faces.count(face) for face in range(len(FACES)))
        ways = math.factorial(dice)
        for count in counts:
            ways //= math.factorial(count)
        found.append((counts, ways / len(FACES) ** dice))
    return tuple(found)


def count(faces: Sequence[Face]) -> Counts:
    return tuple(faces.count(face) for face in FACES)


def best_throw(
    dice: Sequence[Face], locked: frozenset[Face], worth: Worth, price: Price, left: int
) -> tuple[Die, ...]:
    """The dice to pick up; none when nothing promises more than what lies there. `locked` faces
    stay; so many throws are `left`, of which two are thought of."""
    outlook = _Outlook(locked, worth, price)
    best: Counts | None = None
    shown = count(dice)
    most = worth(shown)
    for again in _picked_up(shown, locked):
        value = outlook.throw(_less(shown, again), min(left, DEPTH))
        if value > most:
            best, most = again, value
    return () if best is None else _places(dice, best)


class _Outlook:
    """What throws promise, kept for one decision. Arrows are paid throw by throw, as if the pile
    were as it is now."""

    def __init__(self, locked: frozenset[Face], worth: Worth, price: Price) -> None:
        self._locked, self._worth, self._price = locked, worth, price
        self._thrown: dict[tuple[Counts, int], float] = {}
        self._shown: dict[tuple[Counts, int], float] = {}

    def throw(self, kept: Counts, left: int) -> float:
        """What it promises to throw the dice that are not kept, with so many throws left."""
        key = kept, left
        if key not in self._thrown:
            self._thrown[key] = sum(
                share * (self.lying(_more(kept, fallen), left - 1) + self._price(fallen[ARROW]))
                for fallen, share in throws(DICE - sum(kept))
            )
        return self._thrown[key]

    def lying(self, shown: Counts, left: int) -> float:
        """What dice that show this are worth with so many throws left."""
        if not left or shown[DYNAMITE] >= BLAST:
            return self._worth(shown)
        key = shown, left
        if key not in self._shown:
            again = _picked_up(shown, self._locked)
            thrown = [self.throw(_less(shown, some), left) for some in again]
            self._shown[key] = max(self._worth(shown), *thrown)
        return self._shown[key]


def _more(some: Counts, others: Counts) -> Counts:
    return tuple([a + b for a, b in zip(some, others, strict=True)])


def _less(some: Counts, others: Counts) -> Counts:
    return tuple([a - b for a, b in zip(some, others, strict=True)])


@lru_cache(maxsize=1024)
def _picked_up(shown: Counts, locked: frozenset[Face]) -> tuple[Counts, ...]:
    """Every set of dice that may be picked up, one of each kind, never none."""
    free = [range(1 if face in locked else n + 1) for face, n in zip(FACES, shown, strict=True)]
    return tuple(again for again in product(*free) if any(again))


def _places(dice: Sequence[Face], again: Counts) -> tuple[Die, ...]:
    """Which dice those are, the first of each face."""
    wanted = dict(zip(FACES, again, strict=True))
    found = []
    for die, face in enumerate(dice):
        if wanted[face]:
            wanted[face] -= 1
            found.append(die)
    return tuple(found)
