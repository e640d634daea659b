"""What the host of a table may do while it is on, by the names the forms use."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from ..errors import IsRated, NotNow
from ..models import Table
from .clocks import extend, pause, resume
from .opening import set_nameless, start
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


def hurry_bots(table_id: int) -> None:
    """The only person at a table need not watch every computer player think: they move at once
    until it is the person's turn. Twice does no harm. Raises NotNow, IsRated."""
    from ..tasks import hurry

    table = Table.objects.get(pk=table_id)
    if not table.is_playing or table.paused_at is not None:
        raise NotNow
    if table.rated:
        raise IsRated
    if table.seats.filter(player__isnull=False).count() != 1:
        raise NotNow
    enqueue(hurry, table.pk)


#: Every action by its name in the form; `do` is the only way in.
ACTIONS: dict[str, Callable[[int], object]] = {
    "start": start,
    "pause": pause,
    "resume": resume,
    "extend": extend,
    "skip": _skip,
    "last_round": lambda table_id: tell_table(table_id, "last_round"),
    "void": lambda table_id: tell_table(table_id, "void"),
    "hide_names": lambda table_id: set_nameless(table_id, True),
    "show_names": lambda table_id: set_nameless(table_id, False),
    "end": end,
}


#: What can be done once only, so that a second press is refused anyway. In a lively game the page
#: of the host is often a move behind: that is no reason not to pause.
_ONCE = frozenset({"start", "pause", "resume", "last_round", "hide_names", "show_names", "end"})


#: What is about the decision that is open, whoever has moved on it meanwhile.
_ON_DECISION = frozenset({"skip", "void"})


def do(table_id: int, action: str, version: int, decision: str = "") -> None:
    """One action of the host, answering what the host saw: of a double press the second is refused.
    Raises NotNow, and what the action raises."""
    act = ACTIONS.get(action)
    with transaction.atomic():
        table = locked(table_id)
        meant = table.version == version or action in _ONCE
        meant = meant or (action in _ON_DECISION and decision == table.decision != "")
        if act is None or not meant:
            raise NotNow
        act(table_id)
