"""Fixtures for everybody: the seeded site, people with their logins."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command

from tests.whole_site import Site, running_site


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers last: Playwright keeps an event loop running, beside which no async test can."""
    items.sort(key=lambda item: "/e2e/" in str(item.path))


@pytest.fixture(scope="session", autouse=True)
def _plain_static_files():
    """No manifest in tests: they run without collectstatic."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """The whole seed once: every test sees the atlas and the decks as a fresh site has them."""
    with django_db_blocker.unblock():
        call_command("seed", verbosity=0)


@pytest.fixture(autouse=True)
def _empty_cache():
    """Rate limits and counters of one test are no business of the next."""
    cache.clear()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The whole running site, started once for all tests that need it."""
    with running_site(tmp_path_factory.mktemp("site")) as running:
        yield running
