"""Signing in: failed tries are counted for each account, unknown names cost little."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import RequestFactory
from django.urls import reverse

from players import backends, limits
from players.models import User

PASSWORD = "a-long-password-9"


@pytest.fixture
def lan(db):
    return User.objects.create_user("Lan", "Lan.Nguyen@example.org", PASSWORD)


def sign_in(client, name: str, password: str, address: str = "10.0.0.1"):
    return client.post(
        reverse("login"), {"username": name, "password": password}, REMOTE_ADDR=address
    )


def test_ways_to_write_one_account_share_one_counter(client, lan):
    names = ["lan.nguyen@example.org", "LAN.NGUYEN@EXAMPLE.ORG", " Lan.Nguyen@Example.org ", "Lan"]
    for at in range(settings.AXES_FAILURE_LIMIT):
        answer = sign_in(client, names[at % 4], "wrong")
    assert answer.status_code == 429
    for name in names:
        assert sign_in(client, name, PASSWORD).status_code == 429
    # Only there: elsewhere the teacher signs in.
    assert sign_in(client, "Lan", PASSWORD, "10.0.0.2").status_code == 302


@pytest.mark.parametrize("name", ["A" * 60_000, "a@" + "b" * 60_000])
def test_a_name_without_end_is_nobodys(client, lan, name):
    assert sign_in(client, name, PASSWORD).status_code == 200


def test_a_success_forgets_the_failures(client, lan):
    for _round in range(3):
        for _try in range(settings.AXES_FAILURE_LIMIT - 1):
            assert sign_in(client, "LAN.nguyen@example.org", "wrong").status_code == 200
        assert sign_in(client, "lan.NGUYEN@example.org", PASSWORD).status_code == 302


@pytest.fixture
def hashes(monkeypatch):
    """Passwords that were hashed for nobody."""
    spent: list[str] = []
    monkeypatch.setattr(User, "set_password", lambda self, password: spent.append(password))
    return spent


def test_unknown_names_cost_a_hash_only_now_and_then(client, lan, hashes, monkeypatch):
    monkeypatch.setattr(backends, "UNKNOWN_RATE", 0.001)
    for at in range(30):
        assert sign_in(client, f"nobody-{at}", "wrong").status_code == 200
    assert len(hashes) == backends.UNKNOWN_BURST
    # The teacher behind the same address is not held up, and another address has its own share.
    assert sign_in(client, "Lan", PASSWORD).status_code == 302
    sign_in(client, "nobody", "wrong", "10.0.0.9")
    assert len(hashes) == backends.UNKNOWN_BURST + 1


def test_a_name_without_a_request_still_costs_one(db, hashes):
    assert backends.NameOrEmailBackend().authenticate(None, "nobody", "x") is None
    assert hashes == ["x"]


@pytest.mark.parametrize("credentials", [{}, {"username": "Lan"}, {"password": "x"}])
def test_half_a_login_is_none(lan, credentials):
    request = RequestFactory().post("/")
    assert backends.NameOrEmailBackend().authenticate(request, **credentials) is None


def test_an_account_whose_name_is_an_address_is_found(client, db):
    User.objects.create_user("co@truong.vn", password=PASSWORD)
    assert sign_in(client, "co@truong.vn", PASSWORD).status_code == 302


def test_the_limit_is_asked_for_the_client_s_address(db, monkeypatch, hashes):
    asked = []
    monkeypatch.setattr(
        backends, "allow", lambda key, rate, burst: asked.append(key) or limits.ALLOWED
    )
    request = RequestFactory().post("/", REMOTE_ADDR="10.1.1.1")
    backends.NameOrEmailBackend().authenticate(request, "nobody", "x")
    assert asked == ["unknown-login:10.1.1.1"]


CHANGE = {"new_password1": "nhà dài 2026 đẹp", "new_password2": "nhà dài 2026 đẹp"}


def test_a_new_password_holds_and_signs_other_browsers_out(client, lan):
    other = type(client)()
    for each in (client, other):
        each.force_login(lan)
    page = client.get(reverse("password_change")).content.decode()
    assert "Mật khẩu mới" in page and 'autocomplete="new-password"' in page
    answer = client.post(reverse("password_change"), {"old_password": PASSWORD, **CHANGE})
    assert answer.status_code == 302
    assert client.get(reverse("password_change")).status_code == 200
    assert other.get(reverse("password_change")).status_code == 302
    assert sign_in(type(client)(), "Lan", CHANGE["new_password1"]).status_code == 302


@pytest.mark.parametrize(
    "given",
    [
        {"old_password": "wrong"},
        {"new_password2": "something else"},
        {"new_password1": "12345678", "new_password2": "12345678"},
        {"old_password": "\u0000" * 9},
        {"new_password1": "", "new_password2": ""},
    ],
)
def test_a_refused_new_password_says_why_and_changes_nothing(client, lan, given):
    client.force_login(lan)
    answer = client.post(reverse("password_change"), {"old_password": PASSWORD, **CHANGE, **given})
    assert answer.status_code in {200, 400}
    if answer.status_code == 200:
        assert "note bad" in answer.content.decode()
    lan.refresh_from_db()
    assert lan.check_password(PASSWORD)


def test_a_new_password_is_for_who_is_signed_in(client, db):
    assert client.get(reverse("password_change")).status_code == 302
