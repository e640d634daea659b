"""What Rạng Rỡ Việt Nam is played with, as editors and teachers have it."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.utils.translation import override


@pytest.fixture(autouse=True)
def toys():
    """No toys here: the games as they are offered."""


@pytest.fixture
def editor(client, db):
    user = get_user_model().objects.create_user("editor", "e@example.org", "x", is_staff=True)
    user.groups.add(Group.objects.get(name="editors"))
    client.force_login(user)
    return client


@pytest.fixture(params=["vi", "en"])
def language(request, client):
    client.cookies["lang"] = request.param
    with override(request.param):
        yield request.param
