"""What happens at tables without anybody pressing a key. Each may run twice or late; those that
make moves run on the queue `bots` (settings), where a long search holds no lesson up."""

from __future__ import annotations

from celery import shared_task

from . import screens, standing, tables
from .o_an_quan.analysis import look

__all__ = ["look"]


@shared_task
def bot_move(table_id: int, seat: int, decision: str) -> None:
    tables.bot_move(table_id, seat, decision)


@shared_task
def expire(table_id: int) -> None:
    """At the deadline."""
    tables.expire(table_id)


@shared_task
def resolve(table_id: int, decision: str) -> None:
    """The host goes on without those who have yet to decide."""
    tables.resolve(table_id, decision)


@shared_task
def sweep() -> None:
    """The net under all of them and under pushes, every five seconds."""
    tables.sweep()
    screens.heal()


@shared_task
def clean_up() -> None:
    tables.clean_up()
    tables.forget_names()


@shared_task
def rebuild_ratings(game: str = "") -> None:
    standing.rebuild_ratings(game)
