"""A teacher copies a deck of the library, changes a question and plays it with a student; writes a
deck of their own and shares it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, WIDE
from .test_lesson import join, no_sideways_scroll

pytestmark = pytest.mark.e2e


def test_a_copied_deck_is_changed_and_played(open_browser, sign_in):
    teacher = open_browser(WIDE)
    sign_in(teacher, "teacher")
    teacher.goto("/quizzes/challenge-mixed/")
    teacher.get_by_role("button", name="Chép về bộ của tôi").click()
    teacher.wait_for_url(re.compile(r"/quizzes/mine/\d+/$"))
    deck = teacher.url
    teacher.locator(".own-questions .t").first.click()
    teacher.fill("#id_text_vi", "Câu hỏi thầy cô vừa sửa lại?")
    teacher.get_by_role("button", name="Lưu", exact=False).first.click()
    expect(teacher.locator(".messages")).to_contain_text("chơi được")

    teacher.goto(deck)
    teacher.get_by_role("link", name="Mở phòng chơi với bộ này").click()
    teacher.locator("select[name=size]").select_option("")
    teacher.locator("button[name=deck]").first.click()
    teacher.wait_for_url(re.compile(r"/classrooms/sessions/\d+/$"))
    code = re.sub(r"\D", "", teacher.locator(".code").inner_text())
    student = open_browser(PHONE)
    join(student, code, "Ánh")
    expect(teacher.locator(".names li")).to_have_count(1)
    teacher.locator("button[name=action][value=next]").first.click()
    expect(teacher.locator("[data-phase=question]")).to_contain_text("Câu hỏi thầy cô vừa sửa lại?")
    expect(student.locator("[data-phase=question]")).to_be_visible()


@pytest.mark.parametrize(("viewport", "dark"), [(WIDE, False), (PHONE, True)])
def test_a_deck_is_written_checked_and_shared(
    open_browser, sign_in, assert_accessible, viewport, dark
):
    teacher = open_browser(viewport, "vi", dark)
    sign_in(teacher, "teacher")
    teacher.goto("/quizzes/mine/")
    assert_accessible(teacher)
    teacher.fill("#title", "Ôn tập lớp 7A2")
    teacher.get_by_role("button", name="Tạo và soạn câu hỏi").click()
    teacher.wait_for_url("**/questions/new/")
    teacher.fill("#id_text_vi", "Nhà dài là nhà truyền thống của dân tộc nào?")
    for at, text in enumerate(("Thái", "Ê-đê", "Mông", "Ê-đê")):
        teacher.fill(f"#id_choices-{at}-text_vi", text)
    teacher.check("#id_choices-1-is_right")
    # What is wrong stands at its field, and the phone beside it shows what was typed.
    expect(teacher.locator("#live-id_choices-3-text_vi")).to_contain_text("trùng với B")
    expect(teacher.locator("#preview .phone")).to_contain_text("Nhà dài là nhà")
    assert_accessible(teacher)
    assert no_sideways_scroll(teacher)
    teacher.check("#id_choices-0-is_right")
    expect(teacher.locator("#id_choices-1-is_right")).not_to_be_checked()
    teacher.check("#id_choices-1-is_right")
    teacher.fill("#id_choices-3-text_vi", "Tày")
    expect(teacher.locator("#problem-count")).to_have_text("Sẵn sàng để chơi")
    teacher.get_by_role("button", name="Lưu", exact=False).first.click()
    expect(teacher.locator(".messages")).to_contain_text("chơi được")

    teacher.locator("a.up").click()
    teacher.get_by_role("button", name="Chia sẻ bằng địa chỉ").click()
    assert_accessible(teacher)
    assert no_sideways_scroll(teacher)
    shared = teacher.locator(".address a").get_attribute("href")
    pupil = open_browser(PHONE)
    pupil.goto(shared)
    expect(pupil.locator("h1")).to_have_text("Ôn tập lớp 7A2")
    pupil.locator("form.card .btn.big").click()
    pupil.get_by_role("button", name="Ê-đê").click()
    expect(pupil.locator("[data-next]")).to_be_visible()

    teacher.get_by_role("button", name="Cất câu 1 đi").click()
    teacher.locator("summary", has_text="1 câu hỏi đã cất đi").click()
    teacher.get_by_role("button", name="Lấy lại").click()
    expect(teacher.locator(".own-questions li")).to_have_count(1)
