"""Chance as a thing that is handed in: named streams from a table's secret seed, or a script.

Every draw is also written down in `drawn`, in plain JSON, in the order it was made; a game keeps
what it needs of that in the record of its move, and a script made from it plays the same again.
"""

from __future__ import annotations

import hashlib
import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import Any, TypeVar

Item = TypeVar("Item")


class ScriptEnded(Exception):
    """A script does not hold the draw that is asked for."""


class Chance(ABC):
    """What a game may draw. A stream is a name ("dice", "deck"): draws from one never shift those
    of another."""

    def __init__(self) -> None:
        #: Dice as faces, a shuffle as the old places in their new order, a pick as a place.
        self.drawn: list[Any] = []

    def dice(self, stream: str, n: int, sides: int) -> tuple[int, ...]:
        """`n` dice with faces 1 to `sides`, in the order they fell."""
        faces = self._dice(stream, n, sides)
        self.drawn.append(list(faces))
        return faces

    def shuffle(self, stream: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items in a new order, each order as likely as any other."""
        order = self._order(stream, len(items))
        self.drawn.append(list(order))
        return tuple(items[place] for place in order)

    def pick(self, stream: str, items: Sequence[Item]) -> Item:
        """One item, each as likely as any other. Raises ValueError when there is none."""
        if not items:
            raise ValueError("nothing to pick from")
        place = self._place(stream, len(items))
        self.drawn.append(place)
        return items[place]

    def normal(self, stream: str, sigma: float) -> float:
        """A number around 0 with standard deviation `sigma`, in the unit of `sigma`."""
        number = self._normal(stream, sigma)
        self.drawn.append(number)
        return number

    @abstractmethod
    def _dice(self, stream: str, n: int, sides: int) -> tuple[int, ...]: ...

    @abstractmethod
    def _order(self, stream: str, size: int) -> tuple[int, ...]: ...

    @abstractmethod
    def _place(self, stream: str, size: int) -> int: ...

    @abstractmethod
    def _normal(self, stream: str, sigma: float) -> float: ...


class TableChance(Chance):
    """Draws for one move of one table. The same seed, move number, purpose and stream give the
    same draws on every machine and every version of Python: they are SHA-256 in counter mode.

    `purpose` keeps apart what is drawn for the move itself and what a bot or a default draws to
    choose it.
    """

    def __init__(self, seed: str, move: int, purpose: str = "play") -> None:
        super().__init__()
        self._key = f"{seed}/{move}/{purpose}"
        self._counters: dict[str, int] = {}

    def _word(self, stream: str) -> int:
        """The next 64 bits of a stream."""
        counter = self._counters.get(stream, 0)
        self._counters[stream] = counter + 1
        block = hashlib.sha256(f"{self._key}/{stream}/{counter}".encode()).digest()
        return int.from_bytes(block[:8], "big")

    def _place(self, stream: str, size: int) -> int:
        # What lies above the last whole multiple of `size` would favour the low places.
        fair = 2**64 - 2**64 % size
        word = self._word(stream)
        while word >= fair:
            word = self._word(stream)
        return word % size

    def _dice(self, stream: str, n: int, sides: int) -> tuple[int, ...]:
        return tuple(1 + self._place(stream, sides) for _ in range(n))

    def _order(self, stream: str, size: int) -> tuple[int, ...]:
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            other = self._place(stream, last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _normal(self, stream: str, sigma: float) -> float:
        # The middle of one of 2**53 equal parts: never 0 or 1, where the inverse has no value.
        part = ((self._word(stream) >> 11) + 0.5) / 2**53
        return NormalDist(0, 1).inv_cdf(part) * sigma


class ScriptedChance(Chance):
    """Gives what a list says, in its order, whatever the stream: for vectors, tests and replays.

    Takes the form of `drawn`. Raises ScriptEnded when the list is used up, ValueError when an
    entry is no such draw.
    """

    def __init__(self, results: Iterable[Any]) -> None:
        super().__init__()
        self._left = list(results)[::-1]

    @property
    def left(self) -> int:
        """How many draws nobody has asked for yet."""
        return len(self._left)

    def _next(self, what: str) -> Any:
        if not self._left:
            raise ScriptEnded(what)
        return self._left.pop()

    def _dice(self, stream: str, n: int, sides: int) -> tuple[int, ...]:
        faces = self._next(stream)
        if len(faces) != n or not all(1 <= face <= sides for face in faces):
            raise ValueError(f"{faces!r} are not {n} dice of {sides} sides")
        return tuple(faces)

    def _order(self, stream: str, size: int) -> tuple[int, ...]:
        order = self._next(stream)
        if sorted(order) != list(range(size)):
            raise ValueError(f"{order!r} is no order of {size}")
        return tuple(order)

    def _place(self, stream: str, size: int) -> int:
        place = self._next(stream)
        if not 0 <= place < size:
            raise ValueError(f"{place!r} is no place among {size}")
        return int(place)

    def _normal(self, stream: str, sigma: float) -> float:
        number = float(self._next(stream))
        if not math.isfinite(number):
            raise ValueError(f"{number!r} is no number")
        return number
