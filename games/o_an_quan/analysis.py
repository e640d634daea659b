"""A finished game looked at again by the computer, one turn a task, and the picture of it.

What is found is kept in the cache, not with the table: it can be worked out anew at any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from celery import shared_task
from django.core.cache import cache
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from redis import RedisError

from heritage.templatetags.look import number

from . import rules, words
from .hints import Review, review
from .rules import Move
from .story import Turn

#: Turns looked ahead, as far as the strongest bot looks.
DEPTH = 8
#: Seconds what was found is kept, and seconds until a task that was lost is asked for again.
KEPT, PATIENCE = 7 * 86_400, 20
#: So many points lost in one turn are worth pointing out.
SLIP = 3.0
_WIDTH, _HEIGHT, _MIDDLE = 720, 240, 120
#: Points ahead beyond which the curve runs along the edge.
_MOST = 30.0


@dataclass(frozen=True)
class Progress:
    """The moves of a game, and those looked at so far."""

    moves: tuple[Move, ...]
    reviews: tuple[Review, ...]

    @property
    def is_done(self) -> bool:
        return len(self.reviews) >= len(self.moves)

    @property
    def percent(self) -> int:
        return round(100 * len(self.reviews) / len(self.moves)) if self.moves else 100


def _key(table_id: int) -> str:
    return f"oaq:analysis:{table_id}"


def of_table(table_id: int, turns: Sequence[Turn]) -> Progress:
    """What has been found so far; asks for the next turn to be looked at when nobody is at it."""
    moves = tuple(turn.move for turn in turns if isinstance(turn.move, Move))
    try:
        found: list[list[Any]] = cache.get(_key(table_id), [])
        if len(found) < len(moves) and cache.add(f"{_key(table_id)}:asked", 1, timeout=PATIENCE):
            _ask(table_id)
    except RedisError:
        found = []
    return Progress(moves, tuple(_read(row) for row in found[: len(moves)]))


def _read(row: list[Any]) -> Review:
    ply, player, move, value, best, best_value = row
    return Review(ply, player, Move.parse(move), value, Move.parse(best), best_value)


def _ask(table_id: int) -> None:
    from ..screens import enqueue

    enqueue(look, table_id)


@shared_task(name="games.tasks.look")
def look(table_id: int) -> None:
    """Look at the next turn of a table; then ask for the one after it, so that bots that are to
    move meanwhile wait for one turn at most."""
    from .. import history
    from ..models import Table
    from .face import turns_of

    table = Table.objects.filter(pk=table_id, status=Table.Status.FINISHED).first()
    if table is None:
        return
    turns = [turn for turn in turns_of(history.of_table(table)) if turn.player is not None]
    found: list[list[Any]] = cache.get(_key(table_id), [])
    if len(found) >= len(turns):
        return
    turn = turns[len(found)]
    assert isinstance(turn.move, Move)  # noqa: S101  words were left out above
    seen = next(review(turn.before, [turn.move], DEPTH))
    row = [len(found) + 1, seen.player, str(seen.move), seen.value, str(seen.best), seen.best_value]
    found.append(row)
    cache.set(_key(table_id), found, timeout=KEPT)
    cache.set(f"{_key(table_id)}:asked", 1, timeout=PATIENCE)
    if len(found) < len(turns):
        _ask(table_id)


# --- what is shown --------------------------------------------------------------------------------


def rows(progress: Progress, turns: Sequence[Turn]) -> list[dict[str, Any]]:
    """Each turn with what would have been best."""
    return [
        {
            "ply": each.ply,
            "sign": (2, 1)[each.player],
            "player": words.player_name(each.player),
            "move": str(each.move),
            "won": words.worth(turns[each.ply - 1].events, turns[0].before.options.quan_value),
            "best": str(each.best) if each.loss > 0 else "",
            "loss": _shown(each.loss),
            "slip": each.loss >= SLIP,
            "ahead": _ahead(each.ahead),
        }
        for each in progress.reviews
    ]


def _ahead(points: float) -> str:
    """Who is ahead by how much, as a short word."""
    if not points:
        return _("even")
    leader = words.player_name(rules.BLUE if points > 0 else rules.YELLOW)
    return f"{leader} +{_shown(abs(points))}"


def _shown(points: float) -> str:
    """Points as the reader's language writes them: 15,5 or 15.5, and 15 for a whole number."""
    return number(Decimal(f"{points:g}"))


def curve(reviews: Sequence[Review], turns: int) -> SafeString:
    """Who was ahead when: above the middle Blue, below it Yellow. Turns lost have a dot."""
    step = _WIDTH / max(1, turns)
    points = [(0.0, float(_MIDDLE))]
    for each in reviews:
        ahead = max(-_MOST, min(_MOST, each.ahead))
        points.append((each.ply * step, _MIDDLE - ahead / _MOST * (_MIDDLE - 14)))
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    end = points[-1][0]
    area = f"0,{_MIDDLE} {line} {end:.1f},{_MIDDLE}"
    slips = format_html_join(
        "",
        '<circle class="slip" cx="{}" cy="{}" r="6"><title>{}</title></circle>',
        (
            (f"{x:.1f}", f"{y:.1f}", f"{each.ply}. {each.move}: −{_shown(each.loss)}")
            for each, (x, y) in zip(reviews, points[1:], strict=True)
            if each.loss >= SLIP
        ),
    )
    last = _ahead(reviews[-1].ahead) if reviews else _("even")
    return format_html(
        '<svg class="curve" viewBox="0 0 {w} {h}" role="img" aria-label="{label}">'
        '<defs><clipPath id="above"><rect width="{w}" height="{m}"/></clipPath>'
        '<clipPath id="below"><rect y="{m}" width="{w}" height="{m}"/></clipPath></defs>'
        '{areas}<path class="zero" d="M0 {m}h{w}"/><polyline class="line" points="{line}"/>{slips}'
        '<text x="6" y="20">{blue}</text><text x="6" y="{low}">{yellow}</text></svg>',
        w=_WIDTH,
        h=_HEIGHT,
        m=_MIDDLE,
        label=_("Who was ahead, turn by turn; at the end: %(last)s") % {"last": last},
        areas=mark_safe(  # noqa: S308  numbers of ours only
            f'<polygon class="up" clip-path="url(#above)" points="{area}"/>'
            f'<polygon class="down" clip-path="url(#below)" points="{area}"/>'
        ),
        line=line,
        slips=slips,
        blue=words.player_name(rules.BLUE),
        yellow=words.player_name(rules.YELLOW),
        low=_HEIGHT - 10,
    )
