"""An editor brings a Kahoot sheet with two faulty rows into a deck of their own, mends them in
place and plays what came in; once with scripts, once without."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.quizzes.files.made import kahoot

from .conftest import PHONE, WIDE

pytestmark = pytest.mark.e2e

QUESTIONS = (
    ("Nhà dài là của dân tộc nào?", "Ê-đê", "Tày", "Nùng", None, 20, "1"),
    ("Chọn nhạc cụ của Tây Nguyên", "Cồng", "Chiêng", "Đàn bầu", None, 30, "1,2"),
    ("Lễ Katê là của dân tộc nào?", "Chăm", "Khmer", None, None, 20, None),
    ("Ai múa khèn?", "Mông", "Hoa", None, None, 20, 4),
)


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "kahoot.xlsx"
    path.write_bytes(kahoot(*QUESTIONS))
    return path


def bring(page: Page, sheet: Path) -> None:
    page.goto("/quizzes/import/")
    page.set_input_files("#file", sheet)
    page.locator("form[enctype] .btn.big").click()


def mend(page: Page) -> None:
    """Both faulty rows, each by a tick at its first answer."""
    for _row in range(2):
        row = page.locator(".file-row.faulty").first
        expect(row.locator(".faults")).to_contain_text("Cột H")
        row.locator("[name=right]").first.check()
        row.get_by_role("button", name="Kiểm tra lại").click()
    expect(page.locator(".file-row.faulty")).to_have_count(0)


def test_an_editor_mends_a_kahoot_sheet_in_place(open_browser, sign_in, sheet, assert_accessible):
    page = open_browser(WIDE)
    sign_in(page, "editor")
    bring(page, sheet)
    expect(page.locator(".file-row.faulty")).to_have_count(2)
    expect(page.locator("[name=confirm]")).to_contain_text("2")
    assert_accessible(page)
    mend(page)
    page.fill("#title", "Từ Kahoot")
    page.locator("[name=confirm]").click()
    expect(page.locator("h1")).to_contain_text("Đã nhập 4 câu hỏi")
    assert_accessible(page)

    # All four are complete, so the deck can be played at once.
    page.get_by_role("link", name="Xem bộ câu hỏi").click()
    expect(page.locator("h1")).to_have_text("Từ Kahoot")
    expect(page.locator(".own-questions > li")).to_have_count(4)
    expect(page.locator(".own-questions .badge.warn")).to_have_count(0)

    # And it goes out again, with what each format would lose said before.
    page.locator("a[href$='/export/']").click()
    expect(page.locator(".exports > li")).not_to_have_count(0)
    assert_accessible(page)
    with page.expect_download() as download:
        page.locator("a[href*='/export/kahoot/']").click()
    assert download.value.suggested_filename.endswith(".xlsx")


def test_without_scripts_on_a_phone(open_browser, sign_in, sheet):
    page = open_browser(PHONE, java_script_enabled=False)
    sign_in(page, "editor")
    bring(page, sheet)
    # The page of the progress reloads itself.
    expect(page.locator(".file-row.faulty")).to_have_count(2, timeout=30_000)
    mend(page)
    page.locator("[name=confirm]").click()
    expect(page.locator("h1")).to_contain_text("Đã nhập 4 câu hỏi", timeout=30_000)
