"""Work that takes longer than a request may, or waits for its hour: files of questions, sheets to
print, what is forgotten at night. Each may run twice or late."""

from __future__ import annotations

from typing import Any

from celery import shared_task

from .importing import services
from .mistakes import services as mistakes
from .printing import making, peoples


@shared_task
def read_import(pk: str) -> None:
    services.read(pk)


@shared_task
def save_import(pk: str) -> None:
    services.save(pk)


@shared_task
def forget_imports() -> int:
    """Every hour by beat: what nobody confirmed within a day."""
    return services.forget_old()


@shared_task
def print_deck(key: str, deck_pk: int, options: dict[str, Any], site: str) -> None:
    """A second or two for twenty questions."""
    making.make(key, deck_pk, options, site)


@shared_task
def print_peoples(key: str, selection: str, language: str, site: str) -> None:
    """Some seconds for all 54."""
    peoples.make(key, selection, language, site)


@shared_task
def forget_contacts() -> int:
    """Every night by beat: what readers left to be asked back, once its time is over."""
    return mistakes.forget_contacts()
