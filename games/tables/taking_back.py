"""Taking moves back, in practice: a person alone against computer players goes back to the start of
their last turn, as often as they like. Nothing is unwritten (games.history), the game counts as
practice from then on, and chance gives the same again for the same: nobody gets better dice by
it."""

from __future__ import annotations

from django.db import transaction

from .. import history, selectors
from ..errors import IsRated, NotAlone, NotNow
from ..position import Position
from .rows import locked, store_back, tell_level


def take_back(table_id: int, index: int, version: int) -> None:
    """Back to the start of the last turn of this seat, or as far towards it as nothing was revealed
    (`games.history.taken_back`). The table must be at the version the person saw. Raises NotNow
    (it has moved on, or there is nothing to take back), NotAlone, IsRated, IsPaused, NotStarted,
    HasEnded."""
    position = Position.of(table_id)
    position.need_in_play()
    steps = list(selectors.fold(position.table))
    rows = [row for row, _state in steps]
    left = history.taken_back(position.game, position.state, rows, index)
    with transaction.atomic():
        table = locked(table_id)
        if table.version != version or not position.stands_on(table):
            raise NotNow
        position.need_in_play()
        if table.rated:
            raise IsRated
        alone = history.alone(table.seats.all())
        if alone is None or alone.index != index or history.with_others(rows, index):
            raise NotAlone
        if not left:
            raise NotNow
        row, state = steps[left - 1]
        after, _row = store_back(position, index, row.number, state)
        # Whether a bot stood in may have been another then than it is now.
        tell_level(after, alone)
