"""What a game's rules refuse, in the reader's language."""

from __future__ import annotations

from typing import Any

import structlog

from . import registry
from .errors import MoveRefused
from .game import Refusal
from .models import Table

log = structlog.get_logger(__name__)


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
