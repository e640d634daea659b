"""Handing work to a worker."""

from __future__ import annotations

import structlog
from celery import Task
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)


def enqueue(task: Task, *args: object) -> bool:
    """Whether a worker will do it; False while the queue is away."""
    try:
        task.apply_async(args, retry=False)
    except (OperationalError, RedisError, OSError) as error:
        log.warning("task not queued", task=task.name, error=str(error))
        return False
    return True
