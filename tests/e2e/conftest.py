"""The whole site as a person starts it, and real browsers."""

from __future__ import annotations

import os
import shutil
import time
from collections import deque
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

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
        .filter(each => each.playState === "running"
            && Number.isFinite(each.effect.getComputedTiming().endTime))
        .map(each => each.finished))"""
#: What a failed journey tells of each of its pages.
WHERE_IT_STANDS = """() => [
    `focus: ${document.activeElement?.outerHTML.slice(0, 200)}`,
    `body: ${document.body.className}`,
    `banner: ${document.getElementById("banner")?.textContent}`,
    ...[...document.querySelectorAll("#stage, [data-phase], #ask, form#move")].map(
        each => `${each.tagName}#${each.id} ${JSON.stringify(each.dataset).slice(0, 600)}`),
    ...[...document.querySelectorAll("main button")].slice(0, 12).map(
        each => `button ${each.disabled ? "(disabled) " : ""}${each.textContent.trim()}`),
]"""
#: Of the requests of a page, so many of the last are told.
LATEST = 25

_pages = pytest.StashKey[list[tuple[Page, "deque[str]"]]]()


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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    """A failed journey says where each of its pages stood and what they had asked for last."""
    report = yield
    if call.when == "call" and report.failed:
        for page, asked in item.stash.get(_pages, []):
            report.sections.append((f"page {page.url}", "\n".join([*_standing(page), *asked])))
    return report


def _standing(page: Page) -> list[str]:
    try:
        return list(page.evaluate(WHERE_IT_STANDS))
    except Error as error:
        return [f"not to be looked at: {error}"]


def _listen(page: Page) -> deque[str]:
    asked: deque[str] = deque(maxlen=LATEST)
    begun = time.monotonic()

    def note(words: str) -> None:
        asked.append(f"{time.monotonic() - begun:8.2f} {words[:300]}")

    page.on("response", lambda got: note(f"{got.status} {got.request.method} {got.url}"))
    page.on("requestfailed", lambda lost: note(f"{lost.failure} {lost.method} {lost.url}"))
    page.on("console", lambda said: note(f"console {said.type}: {said.text}"))
    return asked


@pytest.fixture
def open_browser(
    browser: Browser, site: Site, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Page]]:
    """A person with a browser of their own; page errors and refused content fail the test."""
    contexts: list[BrowserContext] = []
    pages = request.node.stash.setdefault(_pages, [])
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
        pages.append((page, _listen(page)))
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
