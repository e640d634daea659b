"""People with a part to play, made where a test needs several of them."""

from __future__ import annotations

from django.contrib.auth.models import Group

from players.models import User


def editor(name: str) -> User:
    """Somebody who keeps the atlas and the decks."""
    user = User.objects.create_user(name, password="x", is_staff=True)
    user.groups.add(Group.objects.get(name="editors"))
    return user
