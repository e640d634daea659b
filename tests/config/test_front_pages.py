"""The front door, the frame of every page, and the pages that say no."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import Group
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import reverse

from config import views
from players.models import User


def test_the_front_page_asks_for_the_code_first(db, client):
    page = client.get("/").content.decode()
    assert page.count("<h1") == 1
    assert page.index('name="code"') < page.index(reverse("heritage:atlas"), page.index("<main"))
    assert f'<form action="{reverse("classrooms:join")}"' in page


def test_the_front_page_shows_one_seed_for_each_people(db, client):
    page = client.get("/").content.decode()
    art = page[page.index('class="art"') :]
    assert len(re.findall(r'<rect class="f-\w+"', art)) == 54


def test_the_front_page_stands_on_a_site_without_data(client, monkeypatch, db):
    monkeypatch.setattr(
        views.LanguageBranch.objects,
        "annotate",
        lambda **_: views.LanguageBranch.objects.none(),
    )
    assert client.get("/").status_code == 200


@pytest.mark.parametrize(("language", "words"), [("vi", "Vào phòng chơi"), ("en", "Join a room")])
def test_the_switch_changes_the_language_and_comes_back(db, client, language, words):
    answer = client.post(reverse("language"), {"language": language, "next": "/"})
    assert answer["Location"] == "/"
    page = client.get("/").content.decode()
    assert f'<html lang="{language}"' in page
    assert words in page


def test_the_switch_never_leads_to_another_site(db, client):
    answer = client.post(reverse("language"), {"language": "en", "next": "//example.org/"})
    assert answer["Location"] == "/"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_chosen_theme_is_there_before_any_script_runs(db, client, theme):
    client.cookies["theme"] = theme
    assert f'data-theme="{theme}"' in client.get("/").content.decode()


def test_an_unknown_theme_is_ignored(db, client):
    client.cookies["theme"] = '"><script>'
    assert "data-theme=" not in client.get("/").content.decode().split("<head>")[0]


def test_the_header_offers_to_sign_in_and_then_to_sign_out(db, client):
    assert reverse("login") in client.get("/").content.decode()
    client.force_login(User.objects.create_user("lan", password="a-long-password-9"))
    page = client.get("/").content.decode()
    assert f'method="post" action="{reverse("logout")}"' in page
    assert f'href="{reverse("login")}"' not in page


def test_an_editor_finds_the_editors_desk_and_no_desk_that_stays_shut(db, client):
    editor = User.objects.create_user("header-editor", is_staff=True)
    editor.groups.add(Group.objects.get(name="editors"))
    client.force_login(editor)
    page = client.get("/quizzes/").content.decode()
    assert f'href="{reverse("admin:index")}"' in page
    assert f'href="{reverse("classrooms:desk")}"' not in page
    refused = client.get(reverse("classrooms:desk"))
    assert refused.status_code == 403
    assert refused.content.decode().count(f'href="{reverse("admin:index")}"') > 1


def test_a_teacher_who_is_refused_is_shown_the_way_to_the_own_desk(db, client):
    teacher = User.objects.create_user("header-teacher")
    teacher.groups.add(Group.objects.get(name="teachers"))
    client.force_login(teacher)
    page = client.get("/admin/", follow=True)
    assert page.status_code == 403
    assert f'class="btn" href="{reverse("classrooms:desk")}"' in page.content.decode()


def test_a_name_may_be_typed_in_any_case(db, client):
    User.objects.create_user("Header-Lan", password="a-long-password-9")
    answer = client.post(
        reverse("login"), {"username": "header-lan", "password": "a-long-password-9"}
    )
    assert answer.status_code == 302


def test_names_that_differ_by_case_only_are_kept_apart(db, client):
    for name in ("Header-An", "header-an"):
        User.objects.create_user(name, password=f"a-long-password-{name}")
    for name, status in (("header-an", 302), ("HEADER-AN", 200)):
        data = {"username": name, "password": "a-long-password-header-an"}
        assert client.post(reverse("login"), data).status_code == status


def test_a_wrong_password_is_told_beside_the_form(db, client):
    page = client.post(reverse("login"), {"username": "nobody", "password": "wrong"})
    text = page.content.decode()
    assert page.status_code == 200
    assert 'role="alert"' in text
    assert "Tên đăng nhập hoặc mật khẩu chưa đúng" in text
    assert 'value="nobody"' in text


def test_an_unknown_address_gets_a_page_with_a_way_home(db, client):
    page = client.get("/nowhere/")
    assert page.status_code == 404
    assert 'href="/"' in page.content.decode()


@pytest.mark.parametrize("name", ["400.html", "403.html", "registration/locked.html"])
def test_pages_that_refuse_say_what_to_do(db, name):
    request = RequestFactory().get("/")
    page = render_to_string(name, request=request)
    assert page.count("<h1") == 1


def test_the_page_for_a_broken_site_needs_neither_database_nor_context():
    page = render_to_string("500.html")
    assert page.count("<h1") == 1
    assert 'href="/"' in page
