"""Fixtures for everybody: the seeded site, people with their logins."""

from __future__ import annotations

import inspect

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command

#: Begun first of their part, so that no worker is left alone with them at the end.
LONGEST = ("test_up", "test_robust")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The running site last, and there browsers after scripted people: Playwright keeps an event
    loop running, beside which no async test can."""

    def order(item: pytest.Item) -> tuple[int, bool]:
        is_long = item.path.stem in LONGEST
        if "/e2e/" not in str(item.path):
            return 0, not is_long
        return 1 if inspect.iscoroutinefunction(getattr(item, "function", None)) else 2, not is_long

    items.sort(key=order)


@pytest.fixture(scope="session", autouse=True)
def _plain_static_files():
    """No manifest in tests: they run without collectstatic."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords():
    """The hash of real accounts takes a tenth of a second on purpose; tests make hundreds."""
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.MD5PasswordHasher",
        *settings.PASSWORD_HASHERS,
    ]


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """The whole seed once: every test sees the atlas and the decks as a fresh site has them."""
    with django_db_blocker.unblock():
        call_command("seed", verbosity=0)


@pytest.fixture(autouse=True)
def _empty_cache():
    """Rate limits and counters of one test are no business of the next."""
    cache.clear()
