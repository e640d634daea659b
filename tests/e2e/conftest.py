"""The whole site as a person starts it, and real browsers."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

BASE = Path(__file__).resolve().parents[2]
START_SECONDS = 120
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
PHONE = {"width": 360, "height": 740}
WIDE = {"width": 1366, "height": 768}


def chromium_path() -> str | None:
    """CHROMIUM, else the first browser on PATH."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@dataclass(frozen=True)
class Site:
    """A running site: where it is, the environment its processes run in (for `manage.py` beside
    it), and its first logins by role ("teacher" → name, password)."""

    url: str
    folder: Path
    env: dict[str, str]
    logins: dict[str, tuple[str, str]]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """`manage.py up` in a folder of its own, on a free port."""
    folder = tmp_path_factory.mktemp("site")
    ready = folder / "ready.json"
    env = {**os.environ, "VAR_DIR": str(folder / "var"), "REDIS_PREFIX": "e2e"}
    env.pop("RANGRO_TEST_FOLDER", None)
    if env.pop("RANGRO_TEST_VALKEY", None):
        env.pop("REDIS_URL", None)  # the test run's own server; a site with the defaults brings one
    if url := os.environ.get("DATABASE_URL"):
        env["DATABASE_URL"] = _fresh_database(url)
    with (folder / "up.log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", "0", "--ready-file", str(ready)],
            cwd=BASE,
            env=env,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while not ready.exists():
            if server.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"the site did not start:\n{(folder / 'up.log').read_text()}")
            time.sleep(0.1)
        url = json.loads(ready.read_text())["url"]
        yield Site(url, folder, env, _logins(folder / "var"))
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)


def _fresh_database(url: str) -> str:
    """A database of the run's own beside the one of DATABASE_URL."""
    import psycopg

    name = f"e2e_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name}")
    return urlsplit(url)._replace(path=f"/{name}").geturl()


def _logins(var: Path) -> dict[str, tuple[str, str]]:
    lines = (var / "first-logins.txt").read_text().splitlines()
    pairs = (line.split("\t", 1) for line in lines if "\t" in line)
    return {name: (name, password) for name, password in pairs}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium_path()
    if path is None:
        pytest.skip("no Chromium: install it or set CHROMIUM to its path")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, chromium_sandbox=False, args=FLAGS
        )
        yield browser
        browser.close()


@pytest.fixture
def open_browser(browser: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """A person with a browser of their own; page errors and refused content fail the test."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def make(
        viewport: dict[str, int] = PHONE, language: str = "vi", dark: bool = False, **options
    ) -> Page:
        context = browser.new_context(
            base_url=site.url,
            viewport=viewport,
            color_scheme="dark" if dark else "light",
            **options,
        )
        context.add_cookies([{"name": "lang", "value": language, "url": site.url}])
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on(
            "console",
            lambda message: (
                troubles.append(message.text) if "Content Security Policy" in message.text else None
            ),
        )
        return page

    yield make
    for context in contexts:
        context.close()
    assert not troubles, troubles


@pytest.fixture
def sign_in(site: Site) -> Callable[[Page, str], None]:
    def act(page: Page, role: str) -> None:
        name, password = site.logins[role]
        page.goto("/accounts/login/")
        page.fill("[name=username]", name)
        page.fill("[name=password]", password)
        page.locator("main form button.btn").first.click()
        page.wait_for_url(lambda url: "/login" not in url)

    return act


@pytest.fixture(scope="session")
def axe() -> Axe:
    return Axe()


@pytest.fixture
def assert_accessible(axe: Axe) -> Callable[[Page], None]:
    """axe finds nothing on the page as it stands."""

    def check(page: Page) -> None:
        # Without `preload`: it copies style sheets into the page, which our CSP refuses.
        found = axe.run(page, options={"preload": False})
        assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"

    return check
