"""The site put together: settings, addresses, the ASGI app with its two lanes, Celery, `up`."""

from .celery import app as celery_app

__all__ = ["celery_app"]
