"""Computer players at the table: what they choose, and when they do."""

from __future__ import annotations

from random import Random
from typing import Any

import structlog

from .. import history
from ..errors import AlreadyMoved, NotYourTurn, StaleDecision
from ..models import Seat, Table
from ..position import Position, level_of
from .judging import judge
from .moves import play
from .rows import By

log = structlog.get_logger(__name__)


def bot_move(table_id: int, seat: int, decision: str) -> bool:
    """Have the bot of a seat choose and play; False when there was nothing to do. Comes twice or
    late without harm: a decision that is gone needs no move."""
    table = Table.objects.filter(pk=table_id).first()
    if table is None or not table.is_playing or table.paused_at is not None:
        return False
    position = Position(table)
    if table.decision != decision:
        return False
    sitting = Seat.objects.filter(table=table, index=seat).first()
    level = level_of(position.game, sitting) if sitting is not None else ""
    if not level or seat not in position.to_act:
        return False
    if judge(table_id, seat):
        return True  # what the person had sent before the bot came
    data = _chosen(position, seat, level)
    try:
        play(table_id, seat, decision, f"bot:{table.moves + 1}", data, by=By.BOT)
    except (StaleDecision, AlreadyMoved, NotYourTurn):
        return False
    return True


def hurry(table_id: int) -> bool:
    """Have the bot whose turn it is move now, without its pause; False when no bot is to act."""
    position = Position.of(table_id)
    table = position.table
    if not table.is_playing or table.paused_at is not None:
        return False
    seat = next((one for one in position.seats if one.index in position.to_act and one.bot), None)
    return seat is not None and bot_move(table_id, seat.index, table.decision)


def _chosen(position: Position, seat: int, level: str) -> Any:
    """What the bot plays; the game's default when it fails, so that no table waits for a bug."""
    game, table = position.game, position.table
    bot = game.bots[level]
    view = position.view(seat)
    place = history.place(table)
    rng = Random(f"{table.seed}/{place}/bot/{seat}")  # noqa: S311  a game, no secret
    try:
        move = bot.choose(game, view, seat, bot.budget, rng)
        game.check(position.state, seat, move, position.content)
    except Exception:
        log.exception("bot failed", game=table.game, table=table.pk, seat=seat, level=level)
        move = game.default_move(view, seat, position.chance("default"))
    return game.encode_move(move)
