"""What the host of a table may do while it is on, by the names the forms use."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from ..errors import IsRated, NotNow
from ..models import Table
from .clocks import extend, pause, resume
from .opening import start
from .rows import enqueue, locked
from .seating import end, tell_table


def _skip(table_id: int) -> None:
    """Go on without those who have yet to decide; the worker does it, for a default may take long
    to find."""
    from ..tasks import resolve

    table = Table.objects.get(pk=table_id)
    if not table.is_playing or table.paused_at is not None:
        raise NotNow
    if table.rated:
        raise IsRated
    enqueue(resolve, table.pk, table.decision)


#: Every action by its name in the form; `do` is the only way in.
ACTIONS: dict[str, Callable[[int], object]] = {
    "start": start,
    "pause": pause,
    "resume": resume,
    "extend": extend,
    "skip": _skip,
    "last_round": lambda table_id: tell_table(table_id, "last_round"),
    "void": lambda table_id: tell_table(table_id, "void"),
    "end": end,
}


def do(table_id: int, action: str, version: int) -> None:
    """One action of the host, answering what the host saw: of a double press the second is refused.
    Raises NotNow, and what the action raises."""
    act = ACTIONS.get(action)
    with transaction.atomic():
        if act is None or locked(table_id).version != version:
            raise NotNow
        act(table_id)
