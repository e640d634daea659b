"""Deadlines: what happens when one passes, and how clocks stand and run on. Deadlines are columns,
so a restart keeps them; a task at the time and a sweeper under it see to them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import structlog
from django.core.cache import cache
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from redis import RedisError

from ..errors import HasEnded, IsPaused, IsRated, NotNow, NotStarted, StaleDecision, TableError
from ..models import GRACE, Seat, Table
from ..position import Position, stand_in
from .judging import judge
from .moves import play
from .rows import By, enqueue, locked, note_earliest, plan, save, store, wake
from .seating import set_away

log = structlog.get_logger(__name__)

#: After so many deadlines missed in a row a bot plays for the person.
MISSES = 2
#: What one press of "more time" gives everybody.
EXTENSION = timedelta(seconds=30)
#: A bot that has not moved for so long is asked again.
PATIENCE = timedelta(seconds=10)
#: More defaults than this in one go would mean that a game never stops asking.
MOST_DEFAULTS = 64


def expire(table_id: int) -> int:
    """Play the game's own move for every clock that has run out; how many there were. Safe to call
    at any time, any number of times."""
    played = 0
    try:
        while played < MOST_DEFAULTS and _expire_one(table_id):
            played += 1
    except Table.DoesNotExist:
        pass  # put away since the clock was set
    return played


def _expire_one(table_id: int) -> bool:
    position = Position.of(table_id)
    table = position.table
    over = timezone.now() - GRACE
    if not table.is_playing or table.paused_at is not None:
        return False
    if table.clock_by is not None and table.clock_by <= over:
        return _time_up(position)
    late = table.seats.filter(act_by__lte=over).order_by("act_by", "index").first()
    if late is None:
        return False
    fair = late.plays_itself or position.game.silence(position.state, late.index)
    return _default(position, late.index, missed=not fair)


def _time_up(position: Position) -> bool:
    """The table's own clock has run out."""
    move = _chosen(position, None)
    with transaction.atomic():
        table = locked(position.table.pk)
        if not position.stands_on(table) or not table.is_playing or table.paused_at is not None:
            # Whatever came between was a move: look again.
            return table.is_playing and table.paused_at is None
        # It has struck: the game names it anew if it wants another one.
        table.clock_by = None
        store(plan(position, None, move), By.CLOCK)
    return True


def _default(position: Position, index: int, *, missed: bool) -> bool:
    """Play what the game plays for a seat whose time is up, or what it has sent in time."""
    table = position.table
    if judge(table.pk, index):
        return True
    data = position.game.encode_move(_chosen(position, index))
    try:
        play(table.pk, index, table.decision, f"clock:{table.moves + 1}", data, by=By.CLOCK)
    except StaleDecision:
        return True  # somebody was quicker; look again
    except TableError as error:
        log.error("default refused", game=table.game, table=table.pk, seat=index, code=error.code)
        return False
    if missed:
        _missed(table.pk, index)
    return True


def _chosen(position: Position, seat: int | None) -> Any:
    return position.game.default_move(position.view(seat), seat, position.chance("default"))


def _missed(table_id: int, index: int) -> None:
    """Count a missed deadline. After the second in a row a bot plays for the person; a rated game
    is lost."""
    with transaction.atomic():
        position = Position(locked(table_id))
        seat = Seat.objects.get(table_id=table_id, index=index)
        if not position.table.is_playing or seat.plays_itself:
            return
        seat.missed += 1
        if position.table.rated and seat.missed >= MISSES:
            _forfeit(position, seat)
        elif seat.missed >= MISSES and stand_in(position.game):
            set_away(position, seat)
        else:
            seat.save(update_fields=["missed"])


def _forfeit(position: Position, seat: Seat) -> None:
    """In a rated game no bot stands in: who lets the clock run out twice has lost."""
    seat.save(update_fields=["missed"])
    for what in ("timeout", "resign"):
        move = position.game.table_move(position.state, what, seat.index, "")
        if move is not None:
            position.table.given_up_by = seat.index
            store(plan(position, None, move), By.CLOCK)
            return


def resolve(table_id: int, decision: str) -> int:
    """The host goes on without those who have yet to decide: the game's default for each, which
    nobody is blamed for. How many moves that was."""
    played = 0
    found = Table.objects.filter(pk=table_id).first()
    if found is None:
        return 0
    position = Position(found)
    for seat in sorted(position.to_act) if position.table.is_playing else []:
        position = Position.of(table_id)
        table = position.table
        if not table.is_playing or table.decision != decision or seat not in position.to_act:
            break
        played += _default(position, seat, missed=False)
    return played


# --- pause, more time ----------------------------------------------------------------------------


def _held(table_id: int) -> Table:
    table = locked(table_id)
    if table.is_over:
        raise HasEnded
    if not table.is_playing:
        raise NotStarted
    if table.rated:
        raise IsRated
    return table


def pause(table_id: int) -> None:
    """All clocks stand, nobody moves. Raises IsPaused, IsRated, NotStarted, HasEnded."""
    with transaction.atomic():
        table = _held(table_id)
        if table.paused_at is not None:
            raise IsPaused
        table.paused_at = timezone.now()
        save(table)


def resume(table_id: int) -> None:
    """The clocks run on from where they stood, and bots go on thinking. Raises NotNow."""
    with transaction.atomic():
        table = _held(table_id)
        if table.paused_at is None:
            raise NotNow
        stood = timezone.now() - table.paused_at
        table.paused_at = None
        _shift(table, stood)
        save(table)
        position = Position(table)
        for seat in table.seats.filter(to_act=True):
            wake(position, seat)


def extend(table_id: int) -> None:
    """More time for everybody who is to act. Raises NotNow when no clock runs."""
    with transaction.atomic():
        table = _held(table_id)
        if not table.seats.filter(act_by__isnull=False).exists():
            raise NotNow
        clock_by = table.clock_by
        _shift(table, EXTENSION)
        table.clock_by = clock_by
        note_earliest(table, list(table.seats.all()))
        save(table)


def _shift(table: Table, later: timedelta) -> None:
    """Move every clock of a table."""
    seats = list(table.seats.all())
    for seat in seats:
        if seat.act_by is not None:
            seat.act_by += later
    Seat.objects.bulk_update(seats, ["act_by"])
    if table.clock_by is not None:
        table.clock_by += later
    note_earliest(table, seats)


# --- the nets ------------------------------------------------------------------------------------


def settle(table: Table) -> None:
    """Ask for what is overdue: whoever looks at a table keeps it going while beat is away. Nothing
    is played here, in a request: a default may take long to find."""
    from ..tasks import expire as task

    overdue = table.act_by is not None and table.act_by + GRACE + GRACE < timezone.now()
    if overdue and table.paused_at is None:
        enqueue(task, table.pk)


def sweep() -> int:
    """Every passed deadline, and every bot that should have moved: the net under the tasks. How
    many moves the clocks made."""
    due = Table.objects.filter(
        status=Table.Status.PLAYING, paused_at=None, act_by__lte=timezone.now() - GRACE
    )
    played = 0
    for pk in due.values_list("pk", flat=True):
        try:
            played += expire(pk)
        except Exception:
            # One broken table must not keep the others waiting.
            log.exception("table not moved on", table=pk)
    nudge_bots()
    return played


def nudge_bots() -> int:
    """Ask bots again whose task was lost; how many. Each move of a seat is asked for at most twice
    a minute."""
    from ..tasks import bot_move

    waiting = Seat.objects.filter(
        Q(player__isnull=True) | Q(away=True),
        to_act=True,
        table__status=Table.Status.PLAYING,
        table__paused_at=None,
        table__touched_at__lt=timezone.now() - PATIENCE,
    ).select_related("table")
    asked = 0
    for seat in waiting.only("index", "table__decision", "table__moves"):
        key = f"nudged:{seat.table_id}:{seat.table.moves}:{seat.index}"
        try:
            new = cache.add(key, 1, timeout=30)
        except RedisError:
            return asked
        if new:
            enqueue(bot_move, seat.table_id, seat.index, seat.table.decision)
            asked += 1
    return asked
