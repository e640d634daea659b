"""A live session of all four kinds without choices, by touch, by keyboard and without a script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.whole_site import Site

from .conftest import WIDE
from .test_lesson import join, no_sideways_scroll

pytestmark = pytest.mark.e2e
SMALL = {"width": 360, "height": 640}
KINDS = ("typed", "map-pin", "order", "match")
#: One question of each kind, copied from the site's own deck.
COPY = """
from quizzes.models import Deck, Question
deck = Deck.objects.create(slug="four-kinds", title_vi="Bốn kiểu", title_en="Four kinds",
                           topic="other", state="published")
for at, kind in enumerate(("typed", "map-pin", "order", "match"), 1):
    each = Question.objects.filter(deck__slug="mixed-kinds", kind=kind).first()
    each.pk, each.deck, each.position, each.key = None, deck, at, f"four.{at}"
    each.seconds = 120
    each.save()
"""


def deck_of_four(site: Site) -> None:
    site.shell(COPY)


def fits(page: Page) -> bool:
    """Everything to answer with is on the screen."""
    return page.evaluate(
        "document.querySelector('[data-answer] .send').getBoundingClientRect().bottom"
        " <= window.innerHeight"
    )


def kind_of(page: Page) -> str:
    expect(page.locator("[data-phase=question]")).to_be_visible()
    for kind, selector in (
        ("typed", ".typed"),
        ("map-pin", ".pin"),
        ("order", ".sort"),
        ("match", ".match"),
    ):
        if page.locator(f"[data-answer] {selector}").count():
            return kind
    raise AssertionError("another kind")


def by_touch(page: Page, kind: str) -> None:
    if kind == "typed":
        page.fill("[name=text]", "dap an")
    elif kind == "map-pin":
        expect(page.locator(".pin-map svg")).to_be_visible()
        page.locator(".pin-map").click(position={"x": 150, "y": 60})
        if not page.locator("[name=place]").input_value():
            page.select_option("[name=place]", index=1)
        expect(page.locator(".pin-map .picked").first).to_be_attached()
    elif kind == "order":
        first = page.locator(".sort li label").first.inner_text()
        rows = page.locator(".sort li")
        top, below = rows.nth(0).bounding_box(), rows.nth(1).bounding_box()
        page.mouse.move(top["x"] + 60, top["y"] + top["height"] / 2)
        page.mouse.down()
        page.mouse.move(below["x"] + 60, below["y"] + below["height"] - 4, steps=6)
        page.mouse.up()
        expect(page.locator(".sort li label").nth(1)).to_have_text(first)
    else:
        for right in page.locator(".partners .pair-part").all():
            right.click()
        expect(page.locator(".match .pair-part.paired")).to_have_count(
            page.locator(".match-row").count()
        )
    page.locator("[data-answer] .send").click()


def by_keyboard(page: Page, kind: str) -> None:
    if kind == "typed":
        page.locator("[name=text]").focus()
        page.keyboard.type("Mông")
        page.keyboard.press("Enter")
        return
    if kind == "map-pin":
        page.locator("[name=place]").focus()
        page.keyboard.press("ArrowDown")
    elif kind == "order":
        last = page.locator(".sort li label").nth(1).inner_text()
        page.locator(".sort li").nth(1).locator("[data-move=up]").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".sort li label").first).to_have_text(last)
        expect(page.locator(".reply [role=status]")).to_contain_text(last)
    else:
        for right in page.locator(".partners .pair-part").all():
            right.focus()
            page.keyboard.press("Enter")
    page.locator("[data-answer] .send").focus()
    page.keyboard.press("Enter")


def without_script(page: Page, kind: str) -> None:
    page.reload()
    if kind == "typed":
        page.fill("[name=text]", "Mông")
    elif kind == "map-pin":
        page.select_option("[name=place]", index=3)
    else:
        for at, box in enumerate(page.locator("[data-answer] select").all(), start=1):
            box.select_option(index=at)
    page.locator("[data-answer] .send").click()


def test_req_r53_all_four_kinds_are_played_by_touch_keyboard_and_without_a_script(
    open_browser, sign_in, assert_accessible, site
):
    teacher = open_browser(WIDE)
    sign_in(teacher, "teacher")
    deck_of_four(site)
    teacher.goto("/classrooms/sessions/new/?topic=other")
    row = teacher.locator(".deck-list li:has([name=deck][value=four-kinds])")
    row.locator("select[name=size]").select_option("")
    row.locator("button[name=deck]").click()
    teacher.wait_for_url(re.compile(r"/classrooms/sessions/\d+/$"))
    code = re.sub(r"\D", "", teacher.locator(".code").inner_text())
    an, binh = open_browser(SMALL, has_touch=True), open_browser(SMALL)
    chi = open_browser(SMALL, java_script_enabled=False)
    for page, name in ((an, "Ánh"), (binh, "Bình"), (chi, "Chi")):
        join(page, code, name)
    assert an.locator("link[rel=prefetch]").count() == 1
    expect(teacher.locator(".names li")).to_have_count(3, timeout=8000)

    for expected in KINDS:
        teacher.keyboard.press("Space")
        kind = kind_of(an)
        assert kind == expected
        if kind == "map-pin":
            expect(an.locator(".pin-map svg")).to_be_visible()
        assert_accessible(teacher)
        assert_accessible(an)
        assert no_sideways_scroll(an) and fits(an), kind
        by_touch(an, kind)
        expect(an.locator("[data-phase=sent]")).to_be_visible()
        by_keyboard(binh, kind)
        expect(binh.locator("[data-phase=sent]")).to_be_visible()
        without_script(chi, kind)
        expect(teacher.locator("[data-phase=reveal]")).to_be_visible(timeout=8000)
        expect(an.locator("[data-phase=reveal]")).to_be_visible()
        expect(an.locator("#say")).to_contain_text(re.compile("Đúng|Chưa đúng"))
        assert_accessible(teacher)
        assert_accessible(an)
        if expected != KINDS[-1]:
            teacher.keyboard.press("Space")
            expect(teacher.locator("[data-phase=standings]")).to_be_visible()
            teacher.wait_for_timeout(300)  # the press before has come back
    teacher.goto(teacher.url + "report/")
    expect(teacher.locator("table.matrix tbody tr")).to_have_count(3)
    assert_accessible(teacher)
