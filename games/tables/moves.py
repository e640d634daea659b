"""Moves of people and bots. A move names the decision it answers and carries a client id: the same
id again gets the first's receipt, whatever has happened since."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Any

import structlog
from django.db import IntegrityError, transaction

from .. import registry
from ..errors import (
    AlreadyMoved,
    BadMove,
    MoveRefused,
    NotYourTurn,
    StaleDecision,
    TableError,
)
from ..game import IllegalMove, InvalidMove, Refusal
from ..models import Seat, Table, TableMove
from ..position import Position, level_of
from .rows import By, Planned, locked, plan, store, tell_level

log = structlog.get_logger(__name__)

#: What a device names a move by. Moves of bots and clocks have a colon in their names, so that
#: nobody can use one up.
CLIENT_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")


@dataclass(frozen=True)
class Receipt:
    """What a move came to: the stored row, and whether it had been stored before."""

    move: TableMove
    repeated: bool


def play(
    table_id: int, seat: int, decision: str, client_id: str, data: Any, *, by: By = By.PERSON
) -> Receipt:
    """Store one move of a seat and only then say so.

    The step is worked out before the table is held. If another seat moved meanwhile and the
    decision is still open, it is worked out once more while the table is held, so that nobody waits
    for ever; games with long judgements have one seat to act, and never get there.

    Raises StaleDecision, AlreadyMoved, NotYourTurn, BadMove, MoveRefused, IsPaused, NotStarted,
    HasEnded.
    """
    if by == By.PERSON and not CLIENT_ID.fullmatch(client_id):
        raise BadMove
    kept = _stored(table_id, seat, client_id)
    if kept is not None:
        return Receipt(kept, repeated=True)
    try:
        return Receipt(_play(table_id, seat, decision, client_id, data, by), repeated=False)
    except (TableError, IntegrityError):
        # The same move may have come twice at once, and the other one was first.
        kept = _stored(table_id, seat, client_id)
        if kept is None:
            raise
        return Receipt(kept, repeated=True)


def _play(table_id: int, seat: int, decision: str, client_id: str, data: Any, by: By) -> TableMove:
    planned = _plan(Position.of(table_id), seat, decision, data)
    with transaction.atomic():
        table = locked(table_id)
        # The game may have been stopped or paused as well, which is no move.
        goes_on = table.is_playing and table.paused_at is None
        if not (goes_on and planned.position.stands_on(table)):
            planned = _plan(Position(table), seat, decision, data)
        after, row = store(planned, by, client_id)
        if by == By.PERSON:
            _was_here(after, seat)
    return row


def _stored(table_id: int, seat: int, client_id: str) -> TableMove | None:
    return TableMove.objects.filter(table_id=table_id, seat=seat, client_id=client_id).first()


def _plan(position: Position, seat: int, decision: str, data: Any) -> Planned:
    position.need_in_play()
    if position.table.decision != decision:
        raise StaleDecision
    if seat not in position.to_act:
        moved = TableMove.objects.filter(table=position.table, seat=seat, decision=decision)
        raise AlreadyMoved if moved.exists() else NotYourTurn
    try:
        return plan(position, seat, _read(position, data))
    except IllegalMove as refusal:
        raise refused(position.table, refusal) from refusal


def _read(position: Position, data: Any) -> Any:
    """A move from whatever somebody sent."""
    try:
        return position.game.decode_move(data)
    except InvalidMove as refusal:
        raise BadMove(sentence(position.table, refusal)) from refusal
    except (TypeError, ValueError, LookupError, AttributeError, RecursionError) as error:
        raise BadMove from error


def refused(table: Table, refusal: Refusal) -> MoveRefused:
    """The game's refusal with its sentence in the reader's language."""
    return MoveRefused(refusal.code, refusal.facts, sentence(table, refusal))


def sentence(table: Table, refusal: Refusal) -> Any:
    """What `REFUSALS` in the game's texts says of a code, None when it says nothing."""
    texts = registry.texts(table.game)
    found = getattr(texts, "REFUSALS", {}).get(refusal.code)
    if found is None or not refusal.facts:
        return found
    try:
        return str(found) % refusal.facts
    except (KeyError, ValueError, TypeError):
        log.warning("sentence without its facts", game=table.game, code=refusal.code)
        return None


def _was_here(position: Position, index: int) -> None:
    """A person moved: no deadline missed, and nobody need stand in any longer."""
    seat = next(seat for seat in position.seats if seat.index == index)
    if not seat.missed and not seat.away:
        return
    was_away, seat.away, seat.missed = seat.away, False, 0
    seat.save(update_fields=["away", "missed"])
    if was_away:
        tell_level(position, seat)


# --- bots ----------------------------------------------------------------------------------------


def bot_move(table_id: int, seat: int, decision: str) -> bool:
    """Have the bot of a seat choose and play; False when there was nothing to do. Comes twice or
    late without harm: a decision that is gone needs no move."""
    position = Position.of(table_id)
    table = position.table
    if not table.is_playing or table.paused_at is not None or table.decision != decision:
        return False
    sitting = Seat.objects.filter(table=table, index=seat).first()
    level = level_of(position.game, sitting) if sitting is not None else ""
    if not level or seat not in position.to_act:
        return False
    data = _chosen(position, seat, level)
    try:
        play(table_id, seat, decision, f"bot:{table.moves + 1}", data, by=By.BOT)
    except (StaleDecision, AlreadyMoved, NotYourTurn):
        return False
    return True


def _chosen(position: Position, seat: int, level: str) -> Any:
    """What the bot plays; the game's default when it fails, so that no table waits for a bug."""
    game, table = position.game, position.table
    bot = game.bots[level]
    view = position.view(seat)
    rng = Random(f"{table.seed}/{table.moves + 1}/bot/{seat}")  # noqa: S311  a game, no secret
    try:
        move = bot.choose(game, view, seat, bot.budget, rng)
        game.check(position.state, seat, move, position.content)
    except Exception:
        log.exception("bot failed", game=table.game, table=table.pk, seat=seat, level=level)
        move = game.default_move(view, seat, position.chance("default"))
    return game.encode_move(move)
