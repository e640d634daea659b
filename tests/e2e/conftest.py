"""The whole site as a person starts it, and real browsers."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.whole_site import Site, running_site

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
AT_REST = """() => Promise.allSettled(
    document.getAnimations()
        .filter(each => Number.isFinite(each.effect.getComputedTiming().endTime))
        .map(each => each.finished))"""


def chromium_path() -> str | None:
    """CHROMIUM, else the first browser on PATH."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The whole running site, started once."""
    with running_site(tmp_path_factory.mktemp("site")) as running:
        yield running


@pytest.fixture(autouse=True)
def _up_again(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that has killed something leaves the site as it found it: the next one would meet a
    closed door."""
    running = request.getfixturevalue("site") if "site" in request.fixturenames else None
    yield
    if running is not None:
        running.wait_until_up_again()


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
        # What is on its way in or out is judged where it comes to rest: half faded, every colour
        # is too pale.
        page.evaluate(AT_REST)
        # Without `preload`: it copies style sheets into the page, which our CSP refuses.
        found = axe.run(page, options={"preload": False})
        assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"

    return check
