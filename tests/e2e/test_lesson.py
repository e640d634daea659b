"""Done-when 1: a teacher and three students in four browsers play a deck through to the report."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, WIDE

pytestmark = pytest.mark.e2e


def join(page: Page, code: str, name: str) -> None:
    page.goto("/")
    page.fill("input[name=code]", code)
    page.locator("form:has(input[name=code]) button").click()
    page.fill("input[name=nickname]", name)
    page.locator("form:has(input[name=nickname]) button.gold").click()
    expect(page.locator("[data-phase=lobby]")).to_be_visible()


def no_sideways_scroll(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def answer_all(page: Page) -> None:
    """Answer the open question with its first choice."""
    expect(page.locator("[data-phase=question]")).to_be_visible()
    box = page.locator("[data-answer] input[type=checkbox]").first
    if box.count():
        page.locator("[data-answer] label.answer").first.click()
        page.locator("[data-answer] .send").click()
    elif page.locator("[data-answer] [name=place]").count():  # a deck may hold a question of places
        page.locator("[data-answer] [name=place]").select_option(index=1)
        page.locator("[data-answer] .send").click()
    else:
        page.locator("[data-answer] button.answer").first.click()
    expect(page.locator("[data-phase=sent], [data-phase=reveal]")).to_be_visible()


def test_a_teacher_and_three_students_play_a_deck_through(
    open_browser, sign_in, assert_accessible, site
):
    teacher = open_browser(WIDE)
    sign_in(teacher, "teacher")
    teacher.goto("/classrooms/sessions/new/?q=viet+muong")
    assert_accessible(teacher)
    teacher.locator("select[name=size]").first.select_option("5")
    teacher.locator("button[name=deck]").first.click()
    teacher.wait_for_url(re.compile(r"/classrooms/sessions/\d+/$"))
    code = "".join(teacher.locator(".code").inner_text().split())
    assert re.fullmatch(r"\d{6}", code.replace("\u00a0", ""))
    code = code.replace("\u00a0", "")

    an, binh, chi = (open_browser(PHONE) for _ in range(3))
    for page, name in ((an, "Ánh"), (binh, "Bình"), (chi, "H’Linh")):
        join(page, code, name)
    expect(teacher.locator(".names li")).to_have_count(3, timeout=8000)
    assert_accessible(teacher)
    assert_accessible(an)

    total = 5
    for number in range(1, total + 1):
        teacher.keyboard.press("Space")  # the one key: start, or next question
        expect(an.locator("[data-phase=question]")).to_be_visible()
        if number == 1:
            assert_accessible(teacher)
            assert_accessible(an)
            assert no_sideways_scroll(an)
            an.reload()  # in mid-question: the same question, and on we go
            expect(an.locator("[data-phase=question]")).to_be_visible()
        for page in (an, binh, chi):
            answer_all(page)
        expect(teacher.locator("[data-phase=reveal]")).to_be_visible(timeout=8000)
        expect(binh.locator("[data-phase=reveal]")).to_be_visible()
        if number == 1:
            assert_accessible(teacher)
            assert_accessible(binh)
            an.reload()
            expect(an.locator("[data-phase=reveal]")).to_be_visible()
            expect(an.locator(".expl")).to_contain_text("Nguồn")
        teacher.keyboard.press("Space")
        if number < total:
            expect(teacher.locator("[data-phase=standings]")).to_be_visible()
            if number == 1:
                assert_accessible(teacher)
                assert_accessible(chi)
    expect(teacher.locator("[data-phase=podium]")).to_be_visible()
    expect(chi.locator("[data-phase=podium]")).to_be_visible()
    assert_accessible(teacher)
    assert_accessible(chi)

    teacher.locator("a.btn", has_text="Xem báo cáo").click()
    table = teacher.locator("table.matrix")
    expect(table.locator("tbody tr")).to_have_count(3)
    expect(table).to_contain_text("H’Linh")
    teacher.evaluate("document.querySelectorAll('details').forEach(each => (each.open = true))")
    assert_accessible(teacher)
    teacher.set_viewport_size(PHONE)
    assert no_sideways_scroll(teacher)
    with teacher.expect_download() as download:
        teacher.locator("a", has_text="CSV dấu phẩy").click()
    text = download.value.path().read_text(encoding="utf-8-sig")
    assert "H’Linh" in text and text.count("\n") == 4


def test_a_student_without_javascript_joins_and_answers(open_browser, sign_in):
    teacher = open_browser(WIDE)
    sign_in(teacher, "teacher")
    teacher.goto("/classrooms/sessions/new/")
    teacher.locator("button[name=deck]").first.click()
    code = re.sub(r"\D", "", teacher.locator(".code").inner_text())
    student = open_browser(PHONE, java_script_enabled=False)
    join(student, code, "Dung")
    expect(teacher.locator(".names li")).to_have_count(1, timeout=8000)
    teacher.keyboard.press("Space")
    expect(teacher.locator("[data-phase=question]")).to_be_visible()
    student.reload()
    student.locator("[data-answer] button").first.click()
    expect(student.locator("[data-phase=sent], [data-phase=reveal]")).to_be_visible()
