"""The raft of the day: everybody's sea is the same that day, and the first try counts."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, FloatField, OuterRef, QuerySet
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import Content, Seat, Table
from .content import of_day

#: How many stand on the list.
BEST = 10


def goes_on(day: str) -> bool:
    """Whether others may still play the raft of this day (ISO, "" for no raft of a day): what tells
    the order of its planks is kept back."""
    return day == timezone.localdate().isoformat()


def board(day: str | None = None) -> dict[str, Any]:
    """The list of a day (ISO, in the site's time zone; today's if none is given): place, name and
    chests of each person's first try. Equal scores share a place, who was there first above."""
    day = day or timezone.localdate().isoformat()
    scored = _scored(day)
    rows: list[dict[str, Any]] = []
    found = scored.values_list("name", "score")
    for n, (name, score) in enumerate(found.order_by("-score", "table__ended_at")[:BEST]):
        same = n and rows[n - 1]["score"] == int(score)
        rows.append(
            {
                "name": name or _("a guest"),
                "score": int(score),
                "place": rows[n - 1]["place"] if same else n + 1,
            }
        )
    return {"day": day, "rows": rows, "tries": len(rows) if len(rows) < BEST else scored.count()}


def _scored(day: str) -> QuerySet[Any]:
    """The seats of that day's first tries, with their `score`. A try that is not over, or in which
    a move was taken back, counts as one and has none. Whoever plays with the same content plays
    the raft of that day: an indexed key."""
    tries = Seat.objects.filter(
        table__content=Content.digest_of(of_day(day)),
        table__size=1,
        table__started_at__isnull=False,
        player__isnull=False,
    )
    earlier = tries.filter(player=OuterRef("player"), table__lt=OuterRef("table"))
    points = KeyTransform("points", "table__outcome")
    return (
        tries.filter(table__status=Table.Status.FINISHED, table__undone=0)
        .exclude(Exists(earlier))
        .annotate(score=Cast(KeyTextTransform("0", points), FloatField()))
        .filter(score__isnull=False)
    )
