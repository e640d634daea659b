"""What is nobody else's business: files, folders, pages of signed-in people; and stale forms."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from config import doctor, environment, programs
from config.supervisor import Failure
from players.models import User


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def _same_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_the_data_folder_is_its_owner_s_only(tmp_path, monkeypatch, _same_umask):
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    tmp_path.chmod(0o755)
    old = [tmp_path / f"site.sqlite3{tail}" for tail in ("", "-wal", "-shm")]
    for path in old:
        path.touch(0o644)
    environment.keep_private()
    assert mode(tmp_path) == 0o700
    assert [mode(path) for path in old] == [0o600] * 3
    (tmp_path / "log").mkdir()
    (tmp_path / "log" / "web.log").touch()
    assert mode(tmp_path / "log") == 0o700
    assert mode(tmp_path / "log" / "web.log") == 0o600


def test_a_data_folder_that_is_not_there_yet_is_no_trouble(tmp_path, monkeypatch, _same_umask):
    monkeypatch.setenv("VAR_DIR", str(tmp_path / "var"))
    environment.keep_private()
    assert not (tmp_path / "var").exists()


def test_the_folder_of_the_socket_is_made_private(tmp_path):
    folder = tmp_path / "run"
    folder.mkdir(0o755)
    programs.own_folder(folder)
    programs.own_folder(tmp_path / "new")
    assert mode(folder) == mode(tmp_path / "new") == 0o700


def test_a_folder_of_somebody_else_is_refused(tmp_path, monkeypatch):
    theirs = tmp_path / "run"
    theirs.mkdir()
    monkeypatch.setattr(os, "getuid", lambda: theirs.stat().st_uid + 1)
    with pytest.raises(Failure) as refused:
        programs.own_folder(theirs)
    assert all(str(theirs) in sentence for sentence in refused.value.sentences)


def test_a_link_to_a_folder_is_refused(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "run").symlink_to(tmp_path / "real")
    with pytest.raises(Failure):
        programs.own_folder(tmp_path / "run")


@pytest.mark.parametrize(
    ("facts", "level"),
    [
        ({"used_memory": 10 << 20, "maxmemory": 256 << 20}, doctor.OK),
        ({"used_memory": 210 << 20, "maxmemory": 256 << 20}, doctor.NOTE),
        ({"used_memory": 900 << 20, "maxmemory": 0}, doctor.OK),
    ],
)
def test_the_doctor_says_when_redis_is_nearly_full(monkeypatch, facts, level):
    monkeypatch.setattr(doctor.redis.Redis, "info", lambda self, section: facts)
    assert doctor._memory().level == level


# --- pages ---------------------------------------------------------------------------------------


def test_pages_of_a_signed_in_person_stay_out_of_shared_caches(client, db):
    assert "private" not in client.get("/").headers.get("Cache-Control", "")
    client.force_login(User.objects.create_user("lan"))
    for path in ("/", "/quizzes/", "/heritage/", "/leaderboards/", "/nowhere/"):
        assert "private" in client.get(path).headers["Cache-Control"], path


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/quizzes/", "/heritage/", "/heritage/groups/ede/", "/heritage/provinces/ha-noi/"),
        *("/heritage/search/?q=tay", "/leaderboards/", "/accounts/login/", "/admin/login/"),
    ],
)
def test_what_answers_get_answers_head(client, db, path):
    whole, head = client.get(path), client.head(path)
    assert (head.status_code, head.content) == (whole.status_code, b"")


@pytest.mark.parametrize(
    ("language", "words"),
    [("vi", "Trang đã mở quá lâu"), ("en", "This page was open for too long")],
)
def test_a_stale_form_gets_our_page_in_the_reader_s_language(db, language, words):
    client = Client(enforce_csrf_checks=True)
    client.cookies["lang"] = language
    page = client.post(reverse("login"), {"username": "a", "password": "b"})
    assert page.status_code == 403
    assert words in page.content.decode()
    assert "CSRF" not in page.content.decode()


def test_the_page_for_a_stale_form_needs_neither_database_nor_context():
    page = render_to_string("403_csrf.html")
    assert page.count("<h1") == 1
    assert 'href="/"' in page
