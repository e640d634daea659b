"""Every page as a person meets it: axe finds nothing, nothing scrolls sideways, both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, WIDE

pytestmark = pytest.mark.e2e

PUBLIC = [
    "/",
    "/join/",
    "/join/?code=000000",
    "/accounts/login/",
    "/heritage/",
    "/heritage/?q=e+de",
    "/heritage/?q=khongco",
    "/heritage/?q=da+nang",
    "/heritage/?group=thai",
    "/heritage/groups/ede/",
    "/heritage/groups/kinh/",
    "/heritage/provinces/",
    "/heritage/provinces/da-nang/",
    "/heritage/groups/o-du/",
    "/heritage/languages/",
    "/heritage/languages/sino-tibetan/",
    "/heritage/festivals/",
    "/heritage/listings/",
    "/heritage/units/",
    "/heritage/units/?q=ha+giang",
    "/heritage/credits/",
    "/quizzes/",
    "/quizzes/?q=tay+nguyen",
    "/quizzes/challenge-mixed/",
    "/quizzes/challenge-mixed/practice/",
    "/quizzes/groups/ede/",
    "/leaderboards/",
    "/games/",
    "/games/o_an_quan/",
    "/games/o_an_quan/rules/",
    "/games/o_an_quan/lessons/3/",
    "/games/o_an_quan/record/",
    "/games/bang_dice/",
    "/games/bang_dice/rules/",
    "/games/bang_dice/characters/",
    "/games/bang_dice/lessons/4/",
    "/games/rang_ro_viet_nam/",
    "/games/rang_ro_viet_nam/rules/",
    "/games/rang_ro_viet_nam/characters/",
    "/games/rang_ro_viet_nam/lessons/1/",
    "/nowhere/",
    "/play/999999999/",
]
TEACHER = [
    "/quizzes/challenge-mixed/",
    "/classrooms/",
    "/classrooms/sessions/new/",
    "/classrooms/sessions/new/?q=khongco",
    "/accounts/password/",
]
#: Between the two, size, language and theme all differ: what axe sees.
LOOKS = [(PHONE, "vi", False), (WIDE, "en", True)]
IDS = ["phone-vi-light", "wide-en-dark"]


def check(page, address: str) -> None:
    answer = page.goto(address)
    assert answer.status < 500, address
    fits = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert fits, f"{address} scrolls sideways"
    foreign = page.evaluate(
        "performance.getEntriesByType('resource').map(e => e.name)"
        ".filter(name => !name.startsWith(location.origin) && !name.startsWith('data:'))"
    )
    assert not foreign, f"{address} asks another host: {foreign}"


@pytest.mark.once
@pytest.mark.parametrize(("viewport", "language", "dark"), LOOKS, ids=IDS)
def test_public_pages(open_browser, assert_accessible, viewport, language, dark):
    page = open_browser(viewport, language, dark)
    for address in PUBLIC:
        check(page, address)
        assert_accessible(page)


@pytest.mark.once
@pytest.mark.parametrize(("viewport", "language"), [(PHONE, "en"), (WIDE, "vi")])
def test_public_pages_fit_in_the_other_language_too(open_browser, viewport, language):
    page = open_browser(viewport, language)
    for address in PUBLIC:
        check(page, address)


@pytest.mark.once
@pytest.mark.parametrize(("viewport", "language", "dark"), LOOKS, ids=IDS)
def test_teacher_pages(open_browser, sign_in, assert_accessible, viewport, language, dark):
    page = open_browser(viewport, language, dark)
    sign_in(page, "teacher")
    for address in TEACHER:
        check(page, address)
        assert_accessible(page)


def test_going_back_in_the_atlas_brings_the_filters_back(open_browser):
    page = open_browser(WIDE)
    page.goto("/heritage/")
    for name, value in (("region", "central-highlands"), ("size", "10000")):
        page.select_option(f"#{name}", value)
        page.wait_for_url(f"**{name}={value}*")
    page.go_back()
    expect(page.locator("#size")).to_have_value("")
    expect(page.locator("#region")).to_have_value("central-highlands")


def test_enter_sends_several_right_answers_and_goes_on(open_browser):
    page = open_browser(WIDE)
    page.goto("/quizzes/regional-central-highlands/")
    page.locator("input[value=all]").check()
    page.locator("form.card .btn.big").click()
    several = False
    while not several:
        page.wait_for_selector(".ask")
        several = page.locator(".answers .send").count() == 1
        page.keyboard.press("1")
        if several:
            page.keyboard.press("Enter")
        page.wait_for_selector("[data-next]")
        page.keyboard.press("Enter")
    page.wait_for_selector("h1")


def test_the_first_click_on_a_found_people_shows_it(open_browser):
    page = open_browser(WIDE)
    page.goto("/heritage/")
    page.locator("#q").click()
    page.keyboard.type("thai")
    expect(page.locator("[data-group]")).to_have_count(1)
    page.locator("[data-group=thai]").click()
    expect(page.locator("#map figcaption b")).to_have_text("Thái")
    expect(page.locator("[data-group=thai]")).to_have_attribute("aria-current", "true")
    assert page.url.endswith("?q=thai&group=thai")
