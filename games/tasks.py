"""What happens at tables without anybody pressing a key. Each may run twice or late; those that
make moves run on the queues `bots` and `judge` (settings), where a long search holds no lesson up
and no judgement."""

from __future__ import annotations

from typing import Any

from celery import shared_task

from heritage.printing import store

from . import foreseeing, screens, standing, tables
from .o_an_quan.analysis import look
from .rang_ro import printing

__all__ = ["look"]


@shared_task
def bot_move(table_id: int, seat: int, decision: str) -> None:
    tables.bot_move(table_id, seat, decision)


@shared_task
def judge(table_id: int, seat: int) -> None:
    """The move that a seat has sent."""
    tables.judge(table_id, seat)


@shared_task
def foresee(table_id: int, seat: int) -> None:
    """What the move would lead to that a seat is looking at."""
    foreseeing.find_out(table_id, seat)


@shared_task
def hurry(table_id: int) -> None:
    """One move of a bot at once, then the next, until a person is to act."""
    if tables.hurry(table_id):
        screens.enqueue(hurry, table_id)


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
    tables.judge_again()
    tables.watch_over()
    screens.heal()


@shared_task
def clean_up() -> None:
    tables.clean_up()
    tables.forget_names()
    store.clean_up()


@shared_task
def print_game(key: str, part: str, language: str, site: str, material: dict[str, Any]) -> None:
    """Some half a minute for the whole game."""
    printing.make(key, part, language, site, material)


@shared_task
def rebuild_ratings(game: str = "") -> None:
    standing.refresh_ratings(game)
