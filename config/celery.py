"""Celery: its broker is the same Redis as everything else; the schedule stands here in code."""

import os

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("rang_ro")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Every task here may run twice or late without harm.
app.conf.beat_schedule = {
    "close what has passed its deadline": {
        "task": "classrooms.tasks.sweep_deadlines",
        "schedule": 5.0,
        "options": {"queue": "live", "expires": 5},
    },
    "move game tables on": {
        "task": "games.tasks.sweep",
        "schedule": 5.0,
        "options": {"queue": "bots", "expires": 5},
    },
    "put idle game tables away": {
        "task": "games.tasks.clean_up",
        "schedule": crontab(minute=40),
    },
    "rebuild the ratings": {
        "task": "games.tasks.rebuild_ratings",
        "schedule": crontab(minute=10),
        "options": {"expires": 600},
    },
    "close sessions nobody leads": {
        "task": "classrooms.tasks.close_unattended",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "forget nicknames after their time": {
        "task": "classrooms.tasks.forget_nicknames",
        "schedule": crontab(hour=3, minute=20),
    },
    "forget imports nobody confirmed": {
        "task": "quizzes.tasks.forget_imports",
        "schedule": crontab(minute=50),
    },
    "forget how readers can be asked back": {
        "task": "quizzes.tasks.forget_contacts",
        "schedule": crontab(hour=3, minute=35),
    },
    "rebuild the leaderboards": {
        "task": "players.tasks.rebuild_leaderboards",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "tell readyz that beat is alive": {
        "task": "live.tasks.heartbeat",
        "schedule": 15.0,
        "options": {"expires": 15},
    },
}
