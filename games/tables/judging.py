"""Moves that take long to judge or to play. A page has no time for them (it has one thread for
everybody): what a person sends is checked as far as that is quick, kept as a row, and played by a
worker on a queue of its own. From the row on the move is as good as made: whoever would move for
the seat, the clock or a computer player, plays it instead."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import structlog
from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from redis import RedisError

from ..errors import BadMove, IsPaused, MoveRefused, StaleDecision, TableError
from ..game import IllegalMove
from ..models import SentMove, Table
from ..position import Position
from ..refusing import refused
from .moves import CLIENT_ID, Receipt, need_to_act, play, read, stored
from .rows import By, enqueue, locked, save

log = structlog.get_logger(__name__)

#: A move that has brought a worker down so often is refused.
MOST_TRIES = 3
#: A move that has not been played for so long is asked for again.
PATIENCE = timedelta(seconds=3)
#: What a move is refused with whose judgement never came to an end.
NOT_JUDGED = "not_judged"


def send(table_id: int, seat: int, decision: str, client_id: str, data: Any) -> Receipt | None:
    """One move of a person: played and stored, or, when that takes long, kept for a worker, which
    is None. Either way it is there before this returns, and a repeated client id gets the same
    again. Raises what `play` raises; StaleDecision also while another move is being judged."""
    if not CLIENT_ID.fullmatch(client_id):
        raise BadMove
    kept = stored(table_id, seat, client_id)
    if kept is not None:
        return Receipt(kept, repeated=True)
    position = Position.of(table_id)
    need_to_act(position, seat, decision)
    if _is_judged(table_id, seat, decision, client_id):
        return None
    move = read(position, data)
    try:
        at_once = position.game.at_once(position.state, seat, move, position.content)
    except IllegalMove as refusal:
        raise refused(position.table, refusal) from refusal
    if at_once:
        return play(table_id, seat, decision, client_id, data)
    _keep(position, seat, decision, client_id, position.game.encode_move(move))
    return None


def _is_judged(table_id: int, seat: int, decision: str, client_id: str) -> bool:
    """Whether this very move is being judged. Raises StaleDecision when another one is, sent from
    another window: it is as good as made, and its seat may well be the next to move."""
    before = SentMove.objects.filter(table_id=table_id, seat=seat, decision=decision).first()
    if before is None or not before.is_open:
        return False
    if before.client_id != client_id:
        raise StaleDecision
    return True


def _keep(position: Position, seat: int, decision: str, client_id: str, data: Any) -> None:
    from ..tasks import judge

    with transaction.atomic():
        table = locked(position.table.pk)
        if not position.stands_on(table):
            position = Position(table)
        need_to_act(position, seat, decision)
        if _is_judged(table.pk, seat, decision, client_id):
            return
        SentMove.objects.update_or_create(
            table=table,
            seat=seat,
            defaults={
                "decision": decision,
                "client_id": client_id,
                "move": data,
                "refusal": None,
                "tries": 0,
                "at": timezone.now(),
            },
        )
        enqueue(judge, table.pk, seat)


def judge(table_id: int, seat: int) -> bool:
    """Play the move that a seat has sent; False when there is none, or none that the rules allow.
    May come twice, late, and while another process does the same."""
    sent = open_moves().filter(table_id=table_id, seat=seat).first()
    if sent is None or sent.table.paused_at is not None:
        return False
    if sent.tries >= MOST_TRIES:
        log.error("move never judged", table=table_id, seat=seat, move=sent.move)
        _refuse(sent, NOT_JUDGED, {})
        return False
    SentMove.objects.filter(pk=sent.pk).update(tries=F("tries") + 1)
    try:
        play(table_id, seat, sent.decision, sent.client_id, sent.move, by=By.PERSON)
    except IsPaused:
        return False
    except MoveRefused as refusal:
        _refuse(sent, refusal.code, dict(refusal.facts))
        return False
    except TableError:
        sent.delete()  # what it answers is decided: taken back, or over
        return False
    sent.delete()
    return True


def _refuse(sent: SentMove, code: str, facts: dict[str, Any]) -> None:
    """Whoever sent it is told, and moves anew."""
    with transaction.atomic():
        table = locked(sent.table_id)
        if not table.is_playing or table.decision != sent.decision:
            sent.delete()
            return
        refusal = {"code": code, "facts": facts}
        SentMove.objects.filter(pk=sent.pk, client_id=sent.client_id).update(refusal=refusal)
        save(table)


def open_moves() -> Any:
    """Moves that wait for their judgement, with their tables."""
    return SentMove.objects.filter(refusal__isnull=True).select_related("table")


def judge_again() -> int:
    """Ask again for judgements whose worker was killed, and put away what is no longer asked; how
    many were asked for."""
    from ..tasks import judge as task

    SentMove.objects.exclude(table__status=Table.Status.PLAYING).delete()
    waiting = open_moves().filter(at__lt=timezone.now() - PATIENCE, table__paused_at=None)
    asked = 0
    for sent in waiting:
        key = f"judged-again:{sent.pk}:{sent.tries}:{sent.client_id}"
        try:
            new = cache.add(key, 1, timeout=15)
        except RedisError:
            return asked
        if new:
            enqueue(task, sent.table_id, sent.seat)
            asked += 1
    return asked
