"""Who edits questions: one may publish, one may only write."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.files.storage import InMemoryStorage

from heritage.printing import store
from players.models import User
from quizzes.printing import views as printing


@pytest.fixture
def editor(client, db):
    """A client signed in as an editor, reading English."""
    user = User.objects.create_user("bien-tap", is_staff=True)
    user.groups.add(Group.objects.get(name="editors"))
    client.force_login(user)
    client.cookies["lang"] = "en"
    return client


@pytest.fixture
def writer(client, db):
    """Signed in as somebody who may write but not publish."""
    user = User.objects.create_user("cong-tac", is_staff=True)
    names = ("add_question", "change_question", "view_question", "import_question", "add_choice")
    user.user_permissions.set(
        Permission.objects.filter(
            codename__in=[*names, "change_choice", "delete_choice", "view_choice"]
        )
    )
    client.force_login(user)
    client.cookies["lang"] = "en"
    return client


@pytest.fixture
def shelf(monkeypatch):
    """A shelf of its own for each test."""
    found = InMemoryStorage()
    monkeypatch.setattr(store, "storage", lambda: found)
    return found


@pytest.fixture
def waiting(monkeypatch, shelf):
    """Work handed to the worker, to be done when the test says so."""
    found = []
    monkeypatch.setattr(printing, "enqueue", lambda task, *args: found.append((task, args)) or True)

    def work():
        while found:
            task, args = found.pop(0)
            task(*args)

    work.found = found
    return work
