"""Linear programmes, handed to HiGHS: the one module that knows the solver.

HiGHS: Q. Huangfu and J. A. J. Hall, “Parallelizing the dual revised simplex method”, *Mathematical
Programming Computation* 10 (2018), pp. 119–142. One thread and no clock, so that the same programme
gives the same answer on one machine; machines may differ in the last digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import highspy
import numpy as np
from numpy.typing import NDArray

from games.game import IllegalMove

Numbers = NDArray[np.float64]


class NotJudged(IllegalMove):
    """The solver gave no optimum, so there is no verdict; `status` is what it said instead. The
    programmes of a raft always have one: this is a fault to report, never a reason to guess."""

    def __init__(self, status: str) -> None:
        super().__init__("not_judged", status=status)


class Row(NamedTuple):
    """A condition: least ≤ Σ coefficient × column ≤ most, with (column, coefficient) in `terms`."""

    terms: tuple[tuple[int, float], ...]
    least: float
    most: float


class _Solver(highspy.Highs):
    """HiGHS without the callbacks, which we do not use and whose setting up prints a banner into
    whatever a command writes."""

    def __init__(self) -> None:
        super(highspy.Highs, self).__init__()


def minimise(
    cost: Numbers,
    lowest: Numbers,
    highest: Numbers,
    rows: Sequence[Row],
) -> tuple[list[float], list[float]]:
    """The columns that make Σ cost × column least, between their bounds and under all rows; and the
    multiplier of each row, which is what one more unit of it would cost. Raises NotJudged."""
    programme = highspy.HighsLp()
    programme.num_col_, programme.num_row_ = len(cost), len(rows)
    programme.col_cost_, programme.col_lower_, programme.col_upper_ = cost, lowest, highest
    programme.row_lower_ = np.array([row.least for row in rows], dtype=float)
    programme.row_upper_ = np.array([row.most for row in rows], dtype=float)
    matrix = programme.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.start_ = np.cumsum([0, *(len(row.terms) for row in rows)], dtype=np.int32)
    matrix.index_ = np.array([at for row in rows for at, _ in row.terms], dtype=np.int32)
    matrix.value_ = np.array([number for row in rows for _, number in row.terms], dtype=float)
    solver = _Solver()
    for name, value in (("output_flag", False), ("solver", "simplex"), ("threads", 1)):
        solver.setOptionValue(name, value)
    solver.passModel(programme)
    solver.run()
    status = solver.getModelStatus()
    if status != highspy.HighsModelStatus.kOptimal:
        raise NotJudged(solver.modelStatusToString(status))
    solution = solver.getSolution()
    return list(solution.col_value), list(solution.row_dual)
