"""Two games with the seats exchanged, so that each begins once; the points of both are added. Who
gives up one of them has lost the pair.

The first game starts the second by itself (games.tables); here is what a pair comes to.
"""

from __future__ import annotations

from dataclasses import dataclass

from .models import Table


@dataclass(frozen=True)
class Pair:
    """The two tables; the second is None until the first is over, and after one given up."""

    first: Table
    second: Table | None

    @property
    def points(self) -> list[tuple[float, float]]:
        """The points of each game that is over, in the order of the seats of the first game."""
        found = []
        for table in (self.first, self.second):
            result = table.result if table is not None else None
            if result is None:
                continue
            ours, theirs = result.points or [float(place == 1) for place in result.places]
            found.append((ours, theirs) if table is self.first else (theirs, ours))
        return found

    @property
    def total(self) -> tuple[float, float]:
        """The points of both games together, by the seats of the first."""
        return sum(ours for ours, _ in self.points), sum(theirs for _, theirs in self.points)

    @property
    def is_over(self) -> bool:
        if self._given_up_by is not None:
            return True
        return self.second is not None and self.second.result is not None

    @property
    def score(self) -> float | None:
        """1 when seat 0 of the first game has won the pair, 0 when it has lost, ½ for equal points;
        None while it is being played."""
        if not self.is_over:
            return None
        if self._given_up_by is not None:
            return float(self._given_up_by != 0)
        ours, theirs = self.total
        return 0.5 if ours == theirs else float(ours > theirs)

    @property
    def _given_up_by(self) -> int | None:
        """By its seat in the first game."""
        if self.first.given_up_by is not None:
            return self.first.given_up_by
        second = self.second
        if second is not None and second.given_up_by is not None:
            return 1 - second.given_up_by
        return None


def pair_of(table: Table) -> Pair | None:
    """The pair that a table is part of, None for a single game."""
    if table.leg == 1:
        return Pair(table, Table.objects.filter(rematch_of=table, leg=2).first())
    if table.leg == 2 and table.rematch_of is not None:
        return Pair(table.rematch_of, table)
    return None
