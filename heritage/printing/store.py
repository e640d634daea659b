"""Files that take a while to make: a worker makes each once, it is kept under a name that nobody
can guess and that says what is in it, and it is gone a week after.

A page asks `state_of`; `begin` says whether the caller is to hand the work to a worker, which runs
`make`. Nothing here knows what is printed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import structlog
from django.core.cache import cache
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.utils import timezone
from django.utils.crypto import salted_hmac

log = structlog.get_logger(__name__)

#: How long a file is kept after it was made.
KEPT = timedelta(days=7)
#: Seconds without a sign of life after which work counts as broken off and may be begun again.
PATIENCE = 90
#: Letters of a key.
KEY_LENGTH = 40
_FOLDER = "prints"


class NotAsAsked(Exception):
    """What was to be printed has changed between the asking and the making."""


@dataclass(frozen=True)
class State:
    """How far a file is. `done` of `total` pages; neither ready, running nor failed: not begun."""

    ready: bool = False
    running: bool = False
    failed: bool = False
    done: int = 0
    total: int = 0


def key_of(digest: str) -> str:
    """The name of a file by what is in it; not to be found out without the site's secret."""
    return salted_hmac("heritage.printing", digest, algorithm="sha256").hexdigest()[:KEY_LENGTH]


def is_key(text: str) -> bool:
    return len(text) == KEY_LENGTH and all(letter in "0123456789abcdef" for letter in text)


def storage() -> Storage:
    """Where the files lie: nothing there has an address of its own."""
    return storages["private"]


def _name(key: str) -> str:
    return f"{_FOLDER}/{key}.pdf"


def _slot(key: str) -> str:
    return f"print:{key}"


def state_of(key: str) -> State:
    if storage().exists(_name(key)):
        return State(ready=True)
    found: dict[str, Any] | None = cache.get(_slot(key))
    if found is None:
        return State()
    gone = time.time() - found["at"] > PATIENCE
    return State(
        running=not found["failed"] and not gone,
        failed=found["failed"] or gone,
        done=found["done"],
        total=found["total"],
    )


def begin(key: str, total: int) -> bool:
    """Whether the caller is the one to have it made: it is neither there nor on its way."""
    state = state_of(key)
    if state.ready or state.running:
        return False
    _tell(key, 0, total)
    return True


def give_up(key: str) -> None:
    """Nobody will make it after all: it may be begun again."""
    cache.delete(_slot(key))


def make(key: str, total: int, draw: Callable[[Callable[[int], None]], bytes]) -> None:
    """Draw and keep it; `draw` gets a function to tell how many pages are done. May run twice. A
    failure is told to whoever waits, logged and raised, but for `NotAsAsked`."""
    if storage().exists(_name(key)):
        return
    _tell(key, 0, total)
    try:
        data = draw(lambda done: _tell(key, done, total))
    except NotAsAsked:
        _tell(key, 0, total, failed=True)
        return
    except Exception:
        _tell(key, 0, total, failed=True)
        raise
    name = _name(key)
    if not storage().exists(name):
        storage().save(name, ContentFile(data))
    cache.delete(_slot(key))
    log.info("printed", pages=total, size=len(data))


def _tell(key: str, done: int, total: int, *, failed: bool = False) -> None:
    state = {"done": done, "total": total, "failed": failed, "at": time.time()}
    cache.set(_slot(key), state, timeout=3600)


def opened(key: str) -> Any:
    """The file, open for reading; the caller closes it. Raises FileNotFoundError."""
    return storage().open(_name(key))


def clean_up() -> int:
    """Remove what is older than KEPT; how many files that were."""
    try:
        _folders, files = storage().listdir(_FOLDER)
    except FileNotFoundError:
        return 0
    before, removed = timezone.now() - KEPT, 0
    for file in files:
        name = f"{_FOLDER}/{file}"
        if storage().get_modified_time(name) < before:
            storage().delete(name)
            removed += 1
    return removed
