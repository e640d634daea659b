"""What each audience of a table sees now: one context for a page, the same for a pushed fragment.

A channel is one audience: a seat, or the spectators in one language. Fragments are rendered on
commit, outside the transaction, from the rows as they are then. What a game draws comes from
templates/games/<slug>/, given the view of that audience and nothing else.
"""

from __future__ import annotations

import re
import threading
from datetime import timedelta
from typing import Any

import structlog
from celery import Task
from django.conf import settings
from django.db.models import Q, prefetch_related_objects
from django.template.loader import render_to_string
from django.utils import timezone, translation
from kombu.exceptions import OperationalError
from redis import RedisError

from live import presence
from live.publish import behind_versions, publish

from . import faces, selectors
from .audiences import host_channel, seat_channel, watch_channel, watch_room
from .models import Seat, Table
from .scenes import Scene

log = structlog.get_logger(__name__)

LANGUAGES = list(dict(settings.LANGUAGES))

#: What templates are indented with: nothing that a reader sees, but a good part of a push.
_INDENT = re.compile(r"\s*\n\s*")
#: A sign without words, which static/js/live.js draws by its name.
_SIGN = re.compile(
    r'<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><use href="[^"#]*#i-([\w-]+)"/></svg>'
)


def enqueue(task: Task, *args: Any, **options: Any) -> None:
    """Hand a task to Celery; when the broker is away the sweeper does its work later."""
    try:
        task.apply_async(args, retry=False, **options)
    except (OperationalError, RedisError, OSError) as error:
        log.warning("task not queued", task=task.name, error=str(error))


# --- what is shown -------------------------------------------------------------------------------


def context(table: Table, seat: int | None, *, language: str | None = None) -> dict[str, Any]:
    """Everything a page of this audience is made from, in the language that is active."""
    return {
        "table": table,
        "seen": selectors.seen(table, seat),
        # Drawn by the game where it can, else the table says who sits there and whose turn it is.
        "boards": [f"games/{table.game}/board.html", "games/_no_board.html"],
        "language": language or translation.get_language(),
    }


def fragment(table: Table, seat: int | None, language: str) -> str:
    """The part of the page that changes, for one audience."""
    with translation.override(language):
        if not faces.has_face(table.game):
            html = render_to_string("games/_table.html", context(table, seat, language=language))
            return _short(html)
        mine = _own(table, seat)
        hosts = any(one.player_id == table.host_id for one in mine)
        scene = Scene(table, mine, is_host=hosts, brief=True)
        html = render_to_string("games/table/_stage.html", scene.context())
        return _short(html)


def _short(html: str) -> str:
    """A push without what a page knows by itself. Pushes are many and go to cheap phones."""
    return _SIGN.sub(r'<svg data-i="\1"/>', _INDENT.sub("\n", html))


def _own(table: Table, index: int | None) -> list[Seat]:
    """The seat, and whoever sits beside it on the same device."""
    seats = list(table.seats.all())
    me = next((one for one in seats if one.index == index), None)
    if me is None or me.player_id is None:
        return []
    return [one for one in seats if one.player_id == me.player_id]


# --- what changed --------------------------------------------------------------------------------


class _Pushed(threading.local):
    """What the last change told of in this thread brought to the seats of its table: by table,
    seat and language."""

    def __init__(self) -> None:
        self.fragments: dict[tuple[int, int, str], str] = {}


_pushed = _Pushed()


def pushed(table_id: int, seat: int, language: str) -> str:
    """The fragment that this request has just pushed to a seat, "" for none. Given out once."""
    return _pushed.fragments.pop((table_id, seat, language), "")


def table_changed(table_id: int) -> None:
    """A table moved on: every audience gets what it sees now."""
    _pushed.fragments.clear()
    table = selectors.with_seats(table_id)
    prefetch_related_objects([table], "log")  # once for all audiences
    seats = [seat for seat in table.seats.all() if seat.is_person]
    told: set[Any] = set()
    for seat in seats:
        if seat.player_id in told:
            continue  # two on one device listen to the first of their places
        told.add(seat.player_id)
        html = fragment(table, seat.index, seat.language)
        _pushed.fragments[table_id, seat.index, seat.language] = html
        publish(seat_channel(table_id, seat.index), html, version=table.version)
    if table.host_id is not None and all(seat.player_id != table.host_id for seat in seats):
        # A host without a seat may read either language: the page asks for what it shows.
        publish(host_channel(table_id), "", version=table.version, event="refresh")
    watched = presence.present(watch_room(table_id)) if table.spectators else set()
    for language in LANGUAGES:
        # Nobody there: the version alone, for whoever comes back to a page left open.
        empty = watched is not None and not watched
        html = "" if empty else fragment(table, None, language)
        publish(watch_channel(table_id, language), html, version=table.version)


def heal() -> int:
    """Push again where a push was lost, because Redis was away or emptied meanwhile: tables that
    are not over, or only just. How many there were."""
    lately = timezone.now() - timedelta(minutes=10)
    running = Table.objects.filter(Q(ended_at=None) | Q(ended_at__gt=lately))
    live = dict(running.values_list("pk", "version"))
    channels = {watch_channel(pk, LANGUAGES[0]): version for pk, version in live.items()}
    behind = behind_versions(channels)
    lost = [pk for pk in live if watch_channel(pk, LANGUAGES[0]) in behind]
    for pk in lost:
        table_changed(pk)
    return len(lost)
