"""structlog over the standard library: one line an event, JSON when a machine reads it."""

from __future__ import annotations

import logging
import logging.config
from typing import Any

import structlog


def configure(options: dict[str, Any]) -> None:
    """Settings' LOGGING_CONFIG. `options`: level (name), json (bool)."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
    ]
    renderer: Any = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if options["json"]
        else structlog.dev.ConsoleRenderer(colors=False)
    )
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {
                "line": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "foreign_pre_chain": shared,
                    "processors": [
                        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                        structlog.processors.format_exc_info,
                        renderer,
                    ],
                }
            },
            "handlers": {"err": {"class": "logging.StreamHandler", "formatter": "line"}},
            "root": {"handlers": ["err"], "level": options["level"]},
            "loggers": {
                # Celery says each task at INFO; ten a second would bury everything else.
                "celery": {"level": "WARNING"},
                "django.request": {"level": "ERROR"},
                # Whatever phones and scanners ask of an address: refused, and no fault of the site.
                "django.security.DisallowedHost": {"level": "CRITICAL"},
            },
        }
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
