"""A class plays together, and in teams: two short lessons from the opening to the podium."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, WIDE
from .test_lesson import answer_all, join, no_sideways_scroll

pytestmark = pytest.mark.e2e


def open_room(teacher: Page, play: str) -> str:
    """Choose how the class plays and open a room with the first deck; its code."""
    teacher.locator(f"input[value={play}]").check()
    teacher.locator("select[name=size]").select_option("5")
    teacher.locator("button[name=deck]").first.click()
    teacher.wait_for_url(re.compile(r"/classrooms/sessions/\d+/$"))
    return re.sub(r"\D", "", teacher.locator(".code").inner_text())


def play_one_question(teacher: Page, phones: list[Page]) -> None:
    """Start, everybody answers, and on to the screen between two questions."""
    teacher.keyboard.press("Space")
    for page in phones:
        answer_all(page)
    expect(teacher.locator("[data-phase=reveal]")).to_be_visible(timeout=8000)
    teacher.keyboard.press("Space")
    for page in (teacher, *phones):
        expect(page.locator("[data-phase=standings]")).to_be_visible()


def finish(teacher: Page, phone: Page) -> None:
    """End after this question: the last screen on the wall and on the phone."""
    teacher.locator(".host-menu summary").click()
    teacher.locator(".host-menu a[href$='/end/']").click()
    teacher.locator("button[value=end]").click()
    expect(teacher.locator("[data-phase=podium]")).to_be_visible()
    expect(phone.locator("[data-phase=podium]")).to_be_visible()


def test_req_r55_a_class_plays_together_and_in_teams(open_browser, sign_in, assert_accessible):
    teacher = open_browser(WIDE)
    sign_in(teacher, "teacher")
    # For a class of its own: what is chosen here is not what other lessons are offered.
    teacher.goto("/classrooms/classes/")
    teacher.fill("[name=name]", "7A2")
    teacher.locator("main form button.btn").first.click()
    teacher.locator("a.btn[href*='/sessions/new/']").click()
    teacher.locator("input[value=accuracy]").check()
    teacher.fill("#q", "viet muong")
    teacher.locator("form.find button").click()
    expect(teacher.locator("input[value=accuracy]")).to_be_checked()  # through a search
    assert_accessible(teacher)
    code = open_room(teacher, "together")

    an, binh = (open_browser(PHONE) for _ in range(2))
    join(an, code, "Ánh")
    join(binh, code, "Bình")
    play_one_question(teacher, [an, binh])
    expect(teacher.locator(".our-light .goal")).to_contain_text("/6")  # 60 % of 2 × 5
    expect(an.locator(".class-part .goal")).to_contain_text("/6")
    for page in (teacher, an):
        assert_accessible(page)
        expect(page.locator(".top-list")).to_have_count(0)
    assert no_sideways_scroll(an)
    finish(teacher, an)
    assert_accessible(teacher)
    assert_accessible(an)
    teacher.locator("button[value=close]").click()

    teacher.goto("/classrooms/classes/")
    teacher.locator("a", has_text="7A2").click()
    teacher.locator("a.btn[href*='/sessions/new/']").click()
    expect(teacher.locator("input[value=together]")).to_be_checked()
    teacher.locator("input[value=teams]").check()
    teacher.locator("select[name=team_count]").select_option("2")
    assert open_room(teacher, "teams") == code
    join(an, code, "Ánh")
    join(binh, code, "Bình")
    expect(binh.locator(".my-team")).to_have_text("Đội Trăng")
    teacher.locator("[data-person]", has_text="Bình").click()
    expect(teacher.locator("dialog[open]")).to_be_visible()
    assert_accessible(teacher)
    teacher.locator("dialog [name=move]", has_text="Đội Nắng").click()
    expect(binh.locator(".my-team")).to_have_text("Đội Nắng")
    teacher.locator("#undo button").click()
    expect(binh.locator(".my-team")).to_have_text("Đội Trăng")
    assert_accessible(binh)
    play_one_question(teacher, [an, binh])
    expect(teacher.locator(".team-list li")).to_have_count(2)
    expect(binh.locator(".team-list li.me")).to_contain_text("Đội Trăng")
    for page in (teacher, binh):
        assert_accessible(page)
        expect(page.locator("main")).not_to_contain_text("Ánh")
    assert no_sideways_scroll(binh)
    finish(teacher, binh)
    assert_accessible(teacher)
    assert_accessible(binh)
