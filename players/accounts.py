"""Roles and first logins: the groups "teachers" and "editors", and the accounts of a new site.

Permissions are only ever added to a group: what an administrator gave on top stays.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TextIO

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import Q

from .models import User

TEACHERS, EDITORS = "teachers", "editors"

#: What a teacher may do. Which sessions and decks is decided by their owner, not here.
TEACHER_PERMISSIONS = ("classrooms.add_session", "quizzes.add_deck", "quizzes.view_deck")
#: Apps whose every model an editor may add, change, delete, import and publish.
EDITOR_APPS = ("heritage", "quizzes")
#: What editors may do besides: see to what people complain of at game tables.
EDITOR_PERMISSIONS = ("games.view_report", "games.change_report")
#: Content that lies in another app, of which an editor may do the same.
EDITOR_MODELS = ("games.functioncard", "games.quest")
#: The book-keeping of `seed` is no content.
NOT_CONTENT = ("heritage.seedrow",)

# Things of sky, water, field and house without their diacritics: easy to read out and to type.
_WORD_LIST = (
    "ba ban bep bien buoi buom ca cam cat cau cham chanh cheo chieng cong cua cuc da dan dao "
    "de doi dong dua en gach gam gio gom gung hac hang hien ho hoi huou ken khan khen khoai "
    "lac lua luoi mai may mit mua nai nang ngai nghe ngo nha nhan non nua nui oc que ram rung "
    "san sao sen sim song suoi suong thac theu thuyen tom trang trau tre trich trong truc tui "
    "vac vai vong vung xoai yen "
)
_WORDS = _WORD_LIST.split()


@dataclass(frozen=True)
class Account:
    """A login as it is shown once, to whoever started the site. Never logged."""

    username: str
    role: str
    password: str = field(repr=False)


def is_teacher(user: Any) -> bool:
    """Whether a user (or an anonymous one) may lead sessions."""
    return bool(user.is_active and user.has_perm("classrooms.add_session"))


def is_editor(user: Any) -> bool:
    """Whether a user may change the site's own content."""
    return bool(user.is_active and user.has_perm("quizzes.change_question"))


def seed_groups(*, stdout: TextIO, **_: object) -> None:
    """Receiver of `heritage.signals.seeding`."""
    for group, added in ensure_groups().items():
        stdout.write(f"auth.Group {group}: {added} permissions added\n")


def ensure_groups() -> dict[str, int]:
    """Both groups with their permissions; how many permissions each lacked until now."""
    teacher = _named(TEACHER_PERMISSIONS)
    editor = Q(content_type__app_label__in=EDITOR_APPS)
    for name in EDITOR_MODELS:
        app, model = name.split(".")
        editor |= Q(content_type__app_label=app, content_type__model=model)
    for name in NOT_CONTENT:
        app, model = name.split(".")
        editor &= ~Q(content_type__app_label=app, content_type__model=model)
    editor |= _named(EDITOR_PERMISSIONS)
    return {TEACHERS: _grant(TEACHERS, teacher), EDITORS: _grant(EDITORS, editor)}


def _named(permissions: Iterable[str]) -> Q:
    found = Q(pk__in=())
    for name in permissions:
        app, codename = name.split(".")
        found |= Q(content_type__app_label=app, codename=codename)
    return found


def _grant(group_name: str, wanted: Q) -> int:
    group, _ = Group.objects.get_or_create(name=group_name)
    missing = Permission.objects.filter(wanted).exclude(group=group)
    count = missing.count()
    if count:
        group.permissions.add(*missing)
    return count


def readable_password() -> str:
    """Four words and four digits, some 39 bits: enough behind the login's own limit."""
    words = "-".join(secrets.choice(_WORDS) for _ in range(4))
    return f"{words}-{secrets.randbelow(10_000):04d}"


def first_accounts() -> list[Account]:
    """A teacher, an editor and an administrator for a site that has no user yet; else nothing."""
    with transaction.atomic():
        if User.objects.exists():
            return []
        ensure_groups()
        accounts = [
            Account("teacher", "teacher", readable_password()),
            Account("editor", "editor", readable_password()),
            Account("admin", "admin", readable_password()),
        ]
        for account in accounts:
            user = User.objects.create_user(
                account.username,
                password=account.password,
                is_staff=account.role != "teacher",
                is_superuser=account.role == "admin",
            )
            if account.role != "admin":
                group = TEACHERS if account.role == "teacher" else EDITORS
                user.groups.add(Group.objects.get(name=group))
    return accounts
