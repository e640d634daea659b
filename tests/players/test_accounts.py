"""Groups, first logins, and what the admin lets whom do."""

from __future__ import annotations

import logging
from io import StringIO

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command

from players.accounts import Account, ensure_groups, first_accounts, is_editor, is_teacher
from players.backends import NameOrEmailBackend
from players.models import Player, User


@pytest.fixture
def accounts(db) -> dict[str, Account]:
    return {account.role: account for account in first_accounts()}


def test_seeding_makes_both_groups(db):
    assert set(Group.objects.values_list("name", flat=True)) >= {"teachers", "editors"}


def test_ensuring_the_groups_again_adds_nothing_and_takes_nothing_away(db):
    ensure_groups()
    teachers = Group.objects.get(name="teachers")
    teachers.permissions.add(Permission.objects.get(codename="view_logentry"))
    assert ensure_groups() == {"teachers": 0, "editors": 0}
    assert teachers.permissions.filter(codename="view_logentry").exists()


def test_a_permission_that_came_later_is_given(db):
    editors = Group.objects.get(name="editors")
    editors.permissions.remove(Permission.objects.get(codename="change_deck"))
    assert ensure_groups()["editors"] == 1


def test_a_new_site_gets_a_teacher_an_editor_and_an_admin_who_can_log_in(accounts):
    assert set(accounts) == {"teacher", "editor", "admin"}
    for account in accounts.values():
        found = NameOrEmailBackend().authenticate(None, account.username, account.password)
        assert found is not None
    teacher, editor, admin = (
        User.objects.get(username=accounts[role].username)
        for role in ("teacher", "editor", "admin")
    )
    assert (teacher.is_staff, editor.is_staff, admin.is_staff) == (False, True, True)
    assert (is_teacher(teacher), is_editor(teacher)) == (True, False)
    assert (is_teacher(editor), is_editor(editor)) == (False, True)
    assert admin.is_superuser
    assert not editor.is_superuser


def test_a_site_with_a_user_gets_no_accounts(db):
    User.objects.create_user("an")
    assert first_accounts() == []
    assert User.objects.count() == 1


def test_passwords_differ_and_are_neither_logged_nor_shown_by_repr(db, caplog):
    with caplog.at_level(logging.DEBUG):
        accounts = first_accounts()
    assert len({account.password for account in accounts}) == 3
    for account in accounts:
        assert account.password not in caplog.text
        assert account.password not in repr(account)
        assert len(account.password) >= 14


def test_an_editor_may_do_everything_with_content_and_nothing_with_people(accounts):
    editor = User.objects.get(username="editor")
    for model in ("heritage.{}_ethnicgroup", "heritage.{}_fact", "quizzes.{}_question"):
        assert all(editor.has_perm(model.format(act)) for act in ("add", "change", "delete"))
    assert not editor.has_perm("heritage.change_seedrow")
    assert not editor.has_perm("players.change_user")
    assert not editor.has_perm("classrooms.change_session")


def test_an_editor_sees_content_in_the_admin_and_no_users(accounts, client):
    client.force_login(User.objects.get(username="editor"), "players.backends.NameOrEmailBackend")
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/players/user/").status_code == 403


def test_a_teacher_does_not_enter_the_admin(accounts, client):
    client.force_login(User.objects.get(username="teacher"), "players.backends.NameOrEmailBackend")
    assert client.get("/admin/").status_code == 302


def test_an_admin_adds_a_user_with_an_address_and_cannot_edit_a_player(accounts, client):
    client.force_login(User.objects.get(username="admin"), "players.backends.NameOrEmailBackend")
    made = client.post(
        "/admin/players/user/add/",
        {
            "username": "co-lan",
            "email": "lan@example.org",
            "usable_password": "true",
            "password1": "hoa-sen-ven-ho-41",
            "password2": "hoa-sen-ven-ho-41",
        },
    )
    assert made.status_code == 302, made.context["errors"]
    assert User.objects.get(username="co-lan").email == "lan@example.org"
    player = Player.objects.create()
    assert client.get(f"/admin/players/player/{player.pk}/change/").status_code == 200
    assert (
        client.post(f"/admin/players/player/{player.pk}/change/", {"user": ""}).status_code == 403
    )
    assert client.get("/admin/players/player/add/").status_code == 403
    for page in ("user", "player", f"user/{User.objects.get(username='co-lan').pk}/change"):
        assert client.get(f"/admin/players/{page}/").status_code == 200
    assert client.get("/admin/players/player/?q=not-an-id").status_code == 200


def test_two_accounts_with_one_address_are_refused_in_the_form(accounts, client):
    client.force_login(User.objects.get(username="admin"), "players.backends.NameOrEmailBackend")
    User.objects.create_user("first", "Lan@example.org")
    answer = client.post(
        "/admin/players/user/add/",
        {
            "username": "second",
            "email": "lan@example.org",
            "usable_password": "true",
            "password1": "hoa-sen-ven-ho-41",
            "password2": "hoa-sen-ven-ho-41",
        },
    )
    assert answer.status_code == 200
    assert not User.objects.filter(username="second").exists()


def test_seeding_again_reports_the_groups(db):
    out = StringIO()
    call_command("seed", stdout=out)
    assert "teachers: 0 permissions added" in out.getvalue()
