"""What a move would lead to, for who asks before making it. A page has no time to judge that: it
asks, the worker that judges moves finds it out, and the page asks again until it is known.

Of each seat only the newest question waits, and one task at most: whoever drags a piece about asks
often. Questions and answers are in the cache, for they are worth nothing later. docs/explanation/
tables.md says more.
"""

from __future__ import annotations

import hashlib
import json
import time
from enum import Enum
from typing import Any

from django.core.cache import cache
from redis import RedisError

from .game import Json, Refusal
from .models import Table
from .position import Position

#: Seconds for which an answer is kept; for which one is waited for; after which a task counts as
#: lost, for its worker was killed.
KEPT, PATIENCE, LOST = 600, 6, 3


class Unknown(Enum):
    """Why there is no answer."""

    YET = "it is being worked out"
    EVER = "nobody works it out: the worker or Redis is away"


def foreseen(table: Table, seat: int, move: Json) -> Json | Unknown:
    """What a move of a seat that is to act would lead to, as `Game.foresee` has it; what is not
    known yet is asked for."""
    answer, wish = _names(table.pk, seat, table.decision, move)
    try:
        found = cache.get(answer)
        if found is not None:
            return found["is"]
        asked = cache.get(wish)
        if asked is None or asked["answer"] != answer:
            asked = {"answer": answer, "decision": table.decision, "move": move, "at": time.time()}
            cache.set(wish, asked, KEPT)
        elif time.time() - asked["at"] > PATIENCE:
            return Unknown.EVER
        if cache.add(f"{wish}:task", 1, LOST):
            _hand_over(table.pk, seat)
    except RedisError:
        return Unknown.EVER
    return Unknown.YET


def _names(table_id: int, seat: int, decision: str, move: Json) -> tuple[str, str]:
    """How answer and question are called in the cache."""
    told = json.dumps([decision, move], sort_keys=True)
    digest = hashlib.sha256(told.encode()).hexdigest()[:24]
    return f"foreseen:{table_id}:{seat}:{digest}", f"foresee:{table_id}:{seat}"


def _hand_over(table_id: int, seat: int) -> None:
    from . import screens, tasks

    screens.enqueue(tasks.foresee, table_id, seat)


def find_out(table_id: int, seat: int) -> bool:
    """Answer the newest question of a seat; False when there is none any more."""
    wish = f"foresee:{table_id}:{seat}"
    try:
        # First this, then the question: one that comes later than that hands over a task again.
        cache.delete(f"{wish}:task")
        asked: Any = cache.get(wish)
        if asked is None or cache.get(asked["answer"]) is not None:
            return False
        position = Position.of(table_id)
        table = position.table
        if table.decision != asked["decision"] or seat not in position.to_act:
            return False
        move = position.game.decode_move(asked["move"])
        try:
            found = position.game.foresee(position.view(seat), move)
        except Refusal:
            return False  # the page has said so already
        cache.set(asked["answer"], {"is": found}, KEPT)
    except RedisError:
        return False
    return True
