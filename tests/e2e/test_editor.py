"""Done-when 4: an editor adds a question, is told what is wrong, mends it, previews, publishes,
and takes a change back, choices included."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import WIDE

pytestmark = pytest.mark.e2e

TEXTS = {
    "text_vi": "Tranh Đông Hồ được in trên loại giấy nào?",
    "text_en": "On which paper are Dong Ho prints made?",
    "explanation_vi": "Giấy dó làm từ vỏ cây dó.",
    "explanation_en": "Do paper is made from the bark of the do tree.",
    "source_vi": "Nguồn của bài thử",
    "source_en": "A source for this test",
}
CHOICES = [("Giấy dó", "Do paper"), ("Giấy báo", "Newsprint"), ("Lụa", "Silk")]


def fill_choice(page: Page, row: int, vi: str, en: str) -> None:
    page.fill(f"[name=choices-{row}-text_vi]", vi)
    page.fill(f"[name=choices-{row}-text_en]", en)


def test_an_editor_writes_mends_previews_publishes_and_reverts(open_browser, sign_in):
    page = open_browser(WIDE)
    sign_in(page, "editor")
    page.goto("/admin/quizzes/question/add/")

    # Told what is wrong while typing: a choice stands twice, none is marked right.
    for name, text in TEXTS.items():
        page.fill(f"[name={name}]", text)
    for row, (vi, en) in enumerate(CHOICES):
        fill_choice(page, row, vi, en)
    page.fill("[name=choices-1-text_vi]", "Giấy dó")
    page.select_option("[name=group]", index=1)
    page.select_option("[name=deck]", label="Nhóm Việt – Mường")
    wrong = page.locator(".errorlist")
    expect(wrong.filter(has_text="Phương án B trùng với A")).to_be_visible()
    expect(wrong.filter(has_text="đánh dấu đúng")).to_be_visible()

    # Publishing now is refused, with the reason, and nothing typed is lost.
    page.locator("[name=_publish]").click()
    expect(page.locator("[name=text_vi]")).to_have_value(TEXTS["text_vi"])
    expect(page.locator(".errorlist, .errornote").first).to_be_visible()

    # Mended, the counter says that nothing is left.
    page.check("[name=choices-0-is_right]")
    fill_choice(page, 1, *CHOICES[1])
    expect(page.locator("#problem-count")).to_contain_text("Không còn gì phải sửa")

    # Preview as a student, in a tab of its own, before anything is published.
    with page.context.expect_page() as opened:
        page.locator("button[formtarget=_blank]").click()
    preview = opened.value
    expect(preview.locator("body")).to_contain_text(TEXTS["text_vi"])
    preview.close()

    page.locator("[name=_publish]").click()
    page.wait_for_url(lambda url: "/add/" not in url)
    page.goto("/admin/quizzes/question/?q=tranh+dong+ho+duoc+in")
    row = page.locator("#result_list tbody tr").first
    expect(row).to_contain_text("đã xuất bản")
    row.locator("th a, a").first.click()
    change_url = page.url

    # A change and its way back, choices included.
    page.fill("[name=text_vi]", "Câu hỏi bị sửa nhầm?")
    page.fill("[name=choices-0-text_vi]", "Phương án bị sửa nhầm")
    page.locator("[name=_save]").click()
    expect(page.locator(".messages .banner.ok")).to_be_visible()
    page.goto(change_url.replace("/change/", "/history/"))
    page.locator(".version a", has_text=re.compile("So sánh", re.I)).first.click()
    expect(page.locator(".diff-table")).to_contain_text("Phương án bị sửa nhầm")
    page.locator("form input[type=submit].default").click()
    page.goto(change_url)
    expect(page.locator("[name=text_vi]")).to_have_value(TEXTS["text_vi"])
    expect(page.locator("[name=choices-0-text_vi]")).to_have_value("Giấy dó")
