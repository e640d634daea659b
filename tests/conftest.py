"""Fixtures for everybody: the seeded site, people with their logins."""

from __future__ import annotations

import inspect

import pytest
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.test import override_settings
from django.test.utils import setup_databases, teardown_databases

#: Begun first of their part, so that no worker is left alone with them at the end.
LONGEST = ("test_up", "test_robust")
#: Whatever has to do with where rows are kept and messages pass: these run against PostgreSQL and
#: Redis as well. Folders and files of tests that ask the database, and journeys in browsers.
CROSSING = (
    "tests/live",
    "tests/players",
    "tests/classrooms",
    "tests/games/test_",
    "tests/games/pages/test_table",
    "tests/heritage/test_seed",
    "tests/heritage/test_pages",
    "tests/heritage/test_admin",
    "tests/heritage/test_sensitive",
    "tests/heritage/test_prepared",
    "tests/heritage/test_imports",
    "tests/quizzes/test_services",
    "tests/quizzes/test_seeding",
    "tests/quizzes/test_practice",
    "tests/quizzes/test_mistakes",
    "tests/quizzes/test_own_decks",
    "tests/quizzes/test_second_person",
    "tests/quizzes/files/test_importing",
    "tests/config/test_api",
    "tests/config/test_admin_look",
    "tests/config/test_private",
    "tests/config/test_robust",
)
CROSSING_JOURNEYS = (
    "test_crowd",
    "test_import",
    "test_killed",
    "test_lesson",
    "test_networks",
    "test_rang_ro_class",
    "test_reload",
    "test_tables",
    "test_tables_killed",
    "test_three_people_play_to_the_end_by_touch_by_keys_and_by_mouse",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The running site last, and there browsers after scripted people: Playwright keeps an event
    loop running, beside which no async test can."""

    def order(item: pytest.Item) -> tuple[int, bool]:
        is_long = item.path.stem in LONGEST
        if "/e2e/" not in str(item.path):
            return 0, not is_long
        return 1 if inspect.iscoroutinefunction(getattr(item, "function", None)) else 2, not is_long

    items.sort(key=order)
    for item in items:
        _keeps_the_seed(item)
        if not _crosses(item):
            item.add_marker(pytest.mark.once)


def _crosses(item: pytest.Item) -> bool:
    path = item.path.as_posix()
    if "/e2e/" in path:
        return bool({item.path.stem, getattr(item, "originalname", "")} & set(CROSSING_JOURNEYS))
    inside = path[path.rindex("/tests/") + 1 :]
    # Presence and limits live on Redis alone; the rest without rows is rules, words and pictures.
    on_redis = inside.startswith(("tests/live", "tests/players"))
    return inside.startswith(CROSSING) and (on_redis or _asks_the_database(item))


def _keeps_the_seed(item: pytest.Item) -> None:
    """Django empties every table after a test of transactions, and with them the seed that all
    tests after it on the same worker count on."""
    mark = item.get_closest_marker("django_db")
    if "/e2e/" not in str(item.path) and (
        (mark is not None and mark.kwargs.get("transaction"))
        or "transactional_db" in getattr(item, "fixturenames", ())
    ):
        raise pytest.UsageError(f"{item.nodeid} would empty the tables; ask for committed rows")


def _asks_the_database(item: pytest.Item) -> bool:
    wanted = {"db", "transactional_db", "django_db_setup"} & set(getattr(item, "fixturenames", ()))
    return bool(wanted or item.get_closest_marker("django_db"))


@pytest.fixture(scope="session", autouse=True)
def _plain_static_files():
    """No manifest in tests: they run without collectstatic."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain}):
        yield


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords():
    """The hash of real accounts takes a tenth of a second on purpose; tests make hundreds."""
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.MD5PasswordHasher",
        *settings.PASSWORD_HASHERS,
    ]


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment, django_db_modify_db_settings, django_db_blocker):
    """The whole seed once: every test sees the atlas and the decks as a fresh site has them.

    In place of pytest-django's own, which makes no database for tests that ask for committed rows
    through a fixture like this one alone.
    """
    with django_db_blocker.unblock():
        made = setup_databases(verbosity=0, interactive=False, serialized_aliases=())
        call_command("seed", verbosity=0)
    yield
    with django_db_blocker.unblock():
        teardown_databases(made, verbosity=0)


@pytest.fixture(autouse=True)
def _empty_cache():
    """Rate limits and counters of one test are no business of the next."""
    cache.clear()
