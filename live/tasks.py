"""Beat's sign of life, read by /readyz."""

from __future__ import annotations

import time

from celery import shared_task
from django.core.cache import cache

HEARTBEAT_KEY = "beat"


@shared_task
def heartbeat() -> None:
    cache.set(HEARTBEAT_KEY, time.time(), timeout=60)
