"""On paper: a deck printed, and a lesson in which some hold up cards."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, WIDE
from .test_lesson import no_sideways_scroll

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize(("viewport", "dark"), [(WIDE, False), (PHONE, True)])
def test_a_deck_is_printed(open_browser, sign_in, assert_accessible, viewport, dark):
    teacher = open_browser(viewport, "vi", dark)
    sign_in(teacher, "teacher")
    teacher.goto("/quizzes/challenge-mixed/")
    teacher.get_by_role("link", name="In", exact=True).click()
    teacher.get_by_text("Thẻ câu hỏi để cắt").click()
    expect(teacher.get_by_label("In chữ to")).to_be_hidden()
    teacher.get_by_text("Phiếu bài tập").click()
    teacher.get_by_text("Hai đề: A, B").click()
    teacher.get_by_text("10", exact=True).click()
    teacher.fill("#seed", "12x")
    assert_accessible(teacher)
    assert no_sideways_scroll(teacher)
    teacher.get_by_role("button", name="Làm tệp in").click()
    expect(teacher.locator("#seed-error")).to_be_visible()
    expect(teacher.get_by_label("Hai đề: A, B")).to_be_checked()
    assert_accessible(teacher)
    teacher.fill("#seed", "0042")
    teacher.get_by_role("button", name="Làm tệp in").click()
    assert_accessible(teacher)
    ready = teacher.get_by_role("link", name="Tải về")
    expect(ready).to_be_visible(timeout=120_000)
    assert_accessible(teacher)
    with teacher.expect_download() as download:
        ready.click()
    assert download.value.path().read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("dark", [False, True])
def test_cards_of_a_people_are_printed_by_anybody(open_browser, assert_accessible, dark):
    reader = open_browser(PHONE, "en", dark)
    reader.goto("/heritage/groups/ede/")
    reader.get_by_role("link", name="Print its card").click()
    expect(reader.locator("#of")).to_have_value("ede")
    assert_accessible(reader)
    assert no_sideways_scroll(reader)
    reader.get_by_role("button", name="Make the file").click()
    ready = reader.get_by_role("link", name="Download")
    expect(ready).to_be_visible(timeout=120_000)


def opened(teacher) -> str:
    """A room with the whole mixed deck; its page of who is on paper."""
    teacher.goto("/classrooms/sessions/new/?deck=challenge-mixed")
    teacher.locator("button[name=deck][value=challenge-mixed]").first.click()
    teacher.wait_for_url(re.compile(r"/classrooms/sessions/\d+/$"))
    return f"{teacher.url}paper/"


def test_cards_are_keyed_in_on_two_machines(open_browser, sign_in, assert_accessible):
    wall, desk = open_browser(WIDE), open_browser(PHONE, "vi", True)
    for browser in (wall, desk):
        sign_in(browser, "teacher")
    address = opened(wall)
    desk.goto(address)
    assert_accessible(desk)
    assert no_sideways_scroll(desk)
    desk.fill("#count", "4")
    desk.get_by_role("button", name="Thêm").click()
    desk.locator(".drawer summary").click()
    desk.fill("#names", "21. Nguyễn Thị Ánh Nguyệt")
    desk.get_by_role("button", name="Thêm").click()
    expect(desk.locator(".on-paper li")).to_have_count(5)
    assert_accessible(desk)
    expect(wall.locator(".names li")).to_have_count(5)
    expect(wall.locator(".names .card-no").last).to_contain_text("21")
    wall.keyboard.press("Space")

    # The page follows the lesson, and a tap is saved at once.
    expect(desk.locator("#keys")).to_be_visible()
    assert_accessible(desk)
    assert no_sideways_scroll(desk)
    desk.locator("li[data-number='21'] label[data-k=C]").click()
    expect(wall.locator("#count")).to_have_text("1/5")
    desk.locator("#quick").press_sequentially("1b 2a ")
    expect(desk.locator("#keyed")).to_have_text("3")
    expect(wall.locator("#count")).to_have_text("3/5")
    expect(desk.locator("[name=p2][value=A]")).to_be_checked()

    # What cannot be read is told; what another machine keyed in is seen.
    desk.locator("#quick").fill("77c")
    desk.locator("#quick").press("Enter")
    expect(desk.locator("#quick-said")).to_contain_text("thẻ số 77")
    wall.get_by_role("link", name="Nhập thẻ của 5 em").click()
    wall.locator("li[data-number='3'] label[data-k=D]").click()
    expect(desk.locator("[name=p3][value=D]")).to_be_checked()
    wall.locator("li[data-number='3'] label.none").click()
    expect(desk.locator("[name=p3][value=D]")).not_to_be_checked()
    assert_accessible(wall)

    wall.get_by_role("button", name="Xem đáp án").click()
    expect(wall.locator("[data-phase=reveal]")).to_be_visible()
    expect(desk.locator("#keys")).to_be_hidden()


def test_cards_are_keyed_in_without_scripts(open_browser, sign_in):
    wall, desk = open_browser(WIDE), open_browser(PHONE, java_script_enabled=False)
    for browser in (wall, desk):
        sign_in(browser, "teacher")
    address = opened(wall)
    desk.goto(address)
    desk.fill("#count", "3")
    desk.get_by_role("button", name="Thêm").click()
    expect(wall.locator(".names li")).to_have_count(3)
    wall.keyboard.press("Space")
    expect(wall.locator("[data-phase=question]")).to_be_visible()
    desk.goto(address)
    desk.locator("[name=p1][value=B]").check(force=True)
    desk.get_by_role("button", name="Lưu bảng").click()
    expect(desk.locator("#keyed")).to_have_text("1")
    desk.fill("#quick", "2a 3c 9d")
    desk.get_by_role("button", name="Nhập", exact=True).click()
    expect(desk.locator("[role=alert]")).to_contain_text("thẻ số 9")
    expect(desk.locator("#keyed")).to_have_text("3")
    expect(wall.locator("#count")).to_have_text("3/3")
