"""Means and ratios with their standard errors, gathered game by game. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A measured value and its standard error (NaN when there are fewer than two games)."""

    metric: str
    value: float
    se: float


class Ratio:
    """Something per something, such as stones per turn, over games that are independent.

    The turns of one game are not, so the standard error is that of a ratio estimator with the game
    as the unit: √(Σ(y − r·x)² ÷ (n − 1) ÷ n) ÷ mean of x (W. G. Cochran, *Sampling Techniques*,
    3rd edition 1977, section 6.3). With every x = 1 it is the standard error of a mean.
    """

    def __init__(self, metric: str) -> None:
        self.metric = metric
        self._games = 0
        self._x = self._y = self._xx = self._xy = self._yy = 0.0

    def add(self, y: float, x: float = 1.0) -> None:
        """One game: `y` in all, over `x` units."""
        self._games += 1
        self._x += x
        self._y += y
        self._xx += x * x
        self._xy += x * y
        self._yy += y * y

    def figure(self) -> Figure:
        games = self._games
        if not self._x:
            return Figure(self.metric, math.nan, math.nan)
        ratio = self._y / self._x
        if games < 2:
            return Figure(self.metric, ratio, math.nan)
        squares = max(0.0, self._yy - 2 * ratio * self._xy + ratio * ratio * self._xx)
        return Figure(
            self.metric, ratio, math.sqrt(squares / (games - 1) / games) / (self._x / games)
        )
