"""What happens in a lesson without anybody pressing a key. Each may run twice or late."""

from __future__ import annotations

from celery import shared_task

from . import class_games, healing, rounds, screens, sessions


@shared_task
def close_round(round_id: int, all_answered: bool = False) -> None:
    """At the deadline, or when the last answer is in."""
    rounds.close_if_due(round_id, all_answered=all_answered)


@shared_task
def sweep_deadlines() -> None:
    """The net under deadlines, pushes and lost tasks, every five seconds."""
    rounds.sweep()
    healing.heal()


@shared_task
def close_unattended() -> None:
    sessions.close_unattended()
    class_games.close_old()


@shared_task
def forget_nicknames() -> None:
    sessions.forget_nicknames()


@shared_task
def show_people(session_id: int) -> None:
    """The host's list of who is in, drawn once for all who came in the last moment."""
    screens.show_people(session_id)
