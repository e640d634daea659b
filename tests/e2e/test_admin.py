"""The admin as an editor meets it: one page of each kind, found clean by axe, nothing cut off."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, WIDE

pytestmark = pytest.mark.e2e

FACT, QUESTION = "/admin/heritage/fact/", "/admin/quizzes/question/"
#: Addresses that can be told beforehand.
PAGES = [
    "/admin/",
    "/admin/heritage/",
    "/admin/password_change/",
    "/admin/heritage/ethnicgroup/",
    f"{FACT}?visible=waiting&_facets=True",
    f"{FACT}add/",
    f"{FACT}import/",
    f"{FACT}export/",
    "/admin/heritage/heritagelisting/add/",
    "/admin/heritage/photo/?q=khongco",
    "/admin/heritage/languagebranch/add/?_popup=1",
    "/admin/quizzes/deck/",
    QUESTION,
    f"{QUESTION}add/",
    f"{QUESTION}import/",
]
#: Of these the first row is opened, and what its page links to.
LISTS = ["/admin/heritage/ethnicgroup/", FACT, QUESTION]
FOR_ADMINS = ["/admin/players/user/", "/admin/players/player/", "/admin/auth/group/add/"]
#: Those that are most at risk of not fitting a phone.
NARROW = ["/admin/", f"{FACT}?q=le+hoi", f"{FACT}add/", f"{FACT}export/", f"{QUESTION}add/"]
LOOKS = [(WIDE, "vi", False, PAGES), (PHONE, "en", True, NARROW)]


def check(page: Page, address: str, assert_accessible) -> None:
    answer = page.goto(address)
    assert answer.status == 200, address
    # Select2 and the two-list choosers draw themselves once the page is there.
    page.wait_for_load_state("load")
    look(page, assert_accessible)


def look(page: Page, assert_accessible) -> None:
    assert_accessible(page)
    fits = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert fits, f"{page.url} scrolls sideways"


def links(page: Page, css: str) -> list[str]:
    return page.eval_on_selector_all(css, "all => all.map(each => new URL(each.href).pathname)")


def first_row(page: Page, address: str) -> str:
    page.goto(address)
    return next(each for each in links(page, "#result_list a") if each.endswith("/change/"))


@pytest.mark.once
@pytest.mark.parametrize(
    ("viewport", "language", "dark", "pages"), LOOKS, ids=["wide-vi", "phone-en-dark"]
)
def test_pages_of_an_editor(
    open_browser, sign_in, assert_accessible, viewport, language, dark, pages
):
    page = open_browser(viewport, language, dark)
    sign_in(page, "editor")
    for address in pages:
        check(page, address, assert_accessible)


def test_a_row_its_history_and_its_end(open_browser, sign_in, assert_accessible):
    page = open_browser(WIDE, dark=True)
    sign_in(page, "editor")
    for address in LISTS:
        change = first_row(page, address)
        check(page, change, assert_accessible)
        for end in ("history/", "delete/"):
            check(page, re.sub(r"change/$", end, change), assert_accessible)


def test_req_r53_the_editor_of_every_newer_kind(open_browser, sign_in, assert_accessible):
    page = open_browser(WIDE)
    sign_in(page, "editor")
    for kind in ("typed", "map-pin", "order", "match"):
        check(page, first_row(page, f"{QUESTION}?kind={kind}"), assert_accessible)


def test_pages_of_an_administrator(open_browser, sign_in, assert_accessible):
    page = open_browser(WIDE)
    sign_in(page, "admin")
    for address in FOR_ADMINS:
        check(page, address, assert_accessible)
    check(page, first_row(page, "/admin/players/user/"), assert_accessible)


def test_what_an_editor_does_wrong_is_said_in_the_form(open_browser, sign_in, assert_accessible):
    page = open_browser(PHONE)
    sign_in(page, "editor")
    page.goto(f"{FACT}add/")
    page.locator("[name=_save]:visible").first.click()
    expect(page.locator(".errornote")).to_be_visible()
    look(page, assert_accessible)


def test_related_rows_are_found_by_typing_and_named_aloud(open_browser, sign_in, assert_accessible):
    page = open_browser(WIDE)
    sign_in(page, "editor")
    page.goto(f"{FACT}add/")
    box = page.get_by_role("combobox", name="Dân tộc", exact=True)
    box.click()
    page.locator(".select2-dropdown .select2-search__field").fill("e de")
    page.get_by_role("option", name="Ê-đê").wait_for()
    look(page, assert_accessible)
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox", name="Dân tộc: Ê-đê")).to_be_visible()


def test_rows_are_shown_before_they_are_taken_in(open_browser, sign_in, assert_accessible):
    page = open_browser(WIDE, dark=True)
    sign_in(page, "editor")
    page.goto("/admin/heritage/groupname/import/")
    sheet = "group,name,kind,note,source,order\nede,Tên thử,other,,Nguồn,3\n"
    page.set_input_files(
        "[type=file]", {"name": "names.csv", "mimeType": "text/csv", "buffer": sheet.encode()}
    )
    page.select_option("[name=format]", label="csv")
    page.locator("input.default").click()
    expect(page.locator(".import-preview tr.new")).to_have_count(1)
    look(page, assert_accessible)


def test_the_theme_of_the_site_holds_in_the_admin(open_browser, sign_in):
    page = open_browser(WIDE)
    sign_in(page, "editor")
    page.goto("/admin/")
    page.locator("[data-themes] button[value=dark]").click()
    page.goto(FACT)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 16, 13)"
