"""A class with its own lasting code: who teaches it, and the door while no lesson is open."""

from __future__ import annotations

import secrets

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.db.models.signals import pre_delete
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from players.models import User

from . import sessions
from .errors import LessonError
from .models import CLASS_CODES_FROM, Class

CODE_TRIES = 50
NAME_LENGTH = 60


class ClassError(LessonError):
    code, status = "class", 400


def create(owner: User, name: str) -> Class:
    """A class with a fresh code of six digits. Raises ClassError for an empty or too long name."""
    name = _clean(name)
    for _attempt in range(CODE_TRIES):
        code = str(CLASS_CODES_FROM + secrets.randbelow(1_000_000 - CLASS_CODES_FROM))
        try:
            with transaction.atomic():
                return Class.objects.create(owner=owner, name=name, code=code)
        except IntegrityError:
            continue
    raise RuntimeError("no free class code")


def _clean(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise ClassError(_("Type a name for the class."))
    if len(name) > NAME_LENGTH:
        raise ClassError(_("The name of a class has at most 60 characters."))
    return name


def rename(group: Class, name: str) -> None:
    """Raises ClassError."""
    group.name = _clean(name)
    group.save(update_fields=["name"])


def set_archived(group: Class, archived: bool) -> None:
    """Put a class away, or take it up again; its code stays its own, its reports stay too."""
    group.archived_at = timezone.now() if archived else None
    group.save(update_fields=["archived_at"])


def add_teacher(group: Class, login: str) -> User:
    """Let a colleague teach the class, by user name or e-mail address. Raises ClassError for
    somebody who is not here, is no teacher, or teaches it already."""
    login = login.strip()
    found = User.objects.filter(
        Q(username__iexact=login) | Q(email__iexact=login), is_active=True
    ).first()
    if not login or found is None or not found.has_perm("classrooms.add_session"):
        raise ClassError(_("No teacher here has this user name or e-mail address."))
    if found == group.owner or group.co_teachers.filter(pk=found.pk).exists():
        raise ClassError(_("This teacher teaches the class already."))
    group.co_teachers.add(found)
    return found


def connect() -> None:
    """A class that is deleted closes its open room: the code would otherwise be nobody's."""
    pre_delete.connect(_close_room, sender=Class, dispatch_uid="classrooms.close_room")


def _close_room(instance: Class, **_kwargs: object) -> None:
    for pk in instance.sessions.filter(closed_at=None).values_list("pk", flat=True):
        sessions.close(pk)
