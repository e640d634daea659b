"""Background work on players."""

from __future__ import annotations

from celery import shared_task

from . import leaderboards


@shared_task
def rebuild_leaderboards() -> dict[str, int]:
    """Every minute by beat; adding up twice gives the same boards."""
    return leaderboards.rebuild()
