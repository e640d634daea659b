"""Tables nobody comes back to, and names nobody should keep."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from ..models import Content, Report, Seat, Table
from .rows import close, locked, save

#: A table that never began is gone after so long, one that stands still ends without a result.
WAITING_FOR = timedelta(hours=6)
PLAYING_FOR = timedelta(hours=48)


def clean_up() -> dict[str, int]:
    """Take away idle tables; how many of each kind."""
    now = timezone.now()
    waiting = Table.objects.filter(
        status=Table.Status.WAITING, touched_at__lt=now - WAITING_FOR
    ).delete()[1]
    stopped = 0
    idle = Table.objects.filter(
        status=Table.Status.PLAYING, touched_at__lt=now - PLAYING_FOR
    ).values_list("pk", flat=True)
    for pk in idle:
        with transaction.atomic():
            table = locked(pk)
            if table.is_playing and table.touched_at < now - PLAYING_FOR:
                close(table, Table.Status.STOPPED)
                save(table)
                stopped += 1
    Content.objects.filter(tables=None, created_at__lt=now - WAITING_FOR).delete()
    return {"waiting": waiting.get("games.Table", 0), "stopped": stopped}


def forget_names() -> int:
    """Names at tables are children's data: gone after their time; who won stays. How many."""
    before = timezone.now() - timedelta(days=settings.NICKNAME_DAYS)
    Report.objects.filter(table__ended_at__lt=before).exclude(called="").update(called="")
    return Seat.objects.filter(table__ended_at__lt=before).exclude(name="").update(name="")
