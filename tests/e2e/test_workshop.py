"""Done-when 3: an editor adds a photograph of a people, edits a fact in both languages, sees what
changed word by word, goes back; a reader reports a mistake; two people for what is sensitive."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from .conftest import PHONE, WIDE

pytestmark = pytest.mark.e2e

GROUP = "/heritage/groups/ede/"


def picture() -> dict:
    out = io.BytesIO()
    Image.new("RGB", (1200, 800), (150, 90, 40)).save(out, "JPEG")
    return {"name": "nha-dai.jpg", "mimeType": "image/jpeg", "buffer": out.getvalue()}


def save(page: Page) -> None:
    page.locator("[name=_save]:visible").first.click()
    expect(page.locator(".messages .banner.ok")).to_be_visible()


def look(page: Page, assert_accessible) -> None:
    assert_accessible(page)
    fits = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert fits, f"{page.url} scrolls sideways"


def open_fact(page: Page, people: str) -> None:
    """The form of a public fact, by the table that says how complete the pages are."""
    page.goto("/admin/completeness/")
    page.locator(f"#people-{people} td.there a").first.click()
    page.locator("#result_list tbody th a").first.click()
    page.wait_for_url(re.compile("/change/"))


def test_an_editor_adds_a_photograph_edits_a_fact_and_goes_back(
    open_browser, sign_in, assert_accessible
):
    page = open_browser(WIDE)
    sign_in(page, "editor")

    # The desk says which people has no picture, and how full the pages are.
    page.goto("/admin/")
    look(page, assert_accessible)
    page.locator(".desk-gaps a", has_text="Dân tộc chưa có ảnh").click()
    expect(page.locator("#result_list")).to_contain_text("Ê-đê")

    # A photograph with all that belongs to it.
    page.goto("/admin/heritage/photo/add/")
    page.set_input_files("[name=image]", picture())
    page.get_by_role("combobox", name="Dân tộc", exact=True).click()
    page.locator(".select2-dropdown .select2-search__field").fill("e de")
    page.get_by_role("option", name="Ê-đê").click()
    for name, text in (
        ("alt_vi", "Một ngôi nhà dài"),
        ("alt_en", "A longhouse"),
        ("author", "Người thử"),
        ("licence", "CC BY 4.0"),
    ):
        page.fill(f"[name={name}]", text)
    save(page)
    page.goto(GROUP)
    expect(page.get_by_role("img", name="Một ngôi nhà dài")).to_be_visible()

    # A fact in both languages.
    open_fact(page, "ede")
    address = page.url
    was = page.input_value("[name=text_vi]"), page.input_value("[name=text_en]")
    page.fill("[name=text_vi]", f"{was[0]} Câu thêm để thử.")
    page.fill("[name=text_en]", f"{was[1]} A sentence to try.")
    save(page)
    page.goto(GROUP)
    expect(page.locator(".facts")).to_contain_text("Câu thêm để thử")

    # What changed, word by word, in both languages.
    page.goto(address.split("/change/")[0] + "/history/")
    look(page, assert_accessible)
    newest = page.locator(".version").first
    expect(newest.locator("ins")).to_contain_text(["Câu thêm để thử", "A sentence to try"])
    page.locator(".version").nth(1).get_by_role("link", name=re.compile("So sánh")).click()
    expect(page.locator(".diff-table del")).to_contain_text(["Câu thêm để thử"] * 1)
    look(page, assert_accessible)

    # And back, which is a version too.
    page.get_by_role("button", name="Trở về bản này").click()
    expect(page.locator(".version")).to_have_count(3)
    page.goto(address)
    expect(page.locator("[name=text_vi]")).to_have_value(was[0])
    expect(page.locator("[name=text_en]")).to_have_value(was[1])
    page.goto(GROUP)
    expect(page.locator(".facts")).not_to_contain_text("Câu thêm để thử")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_a_reader_reports_a_mistake_and_an_editor_answers(
    open_browser, sign_in, assert_accessible, script
):
    reader = open_browser(PHONE, dark=script, java_script_enabled=script)
    reader.goto("/heritage/groups/tay/")
    reader.locator(".fact a.mistake").first.click()
    reader.locator(".said input").first.check()
    reader.get_by_role("button", name="Gửi cho người biên tập").click()
    expect(reader.locator(".note.bad")).to_be_visible()
    if script:
        look(reader, assert_accessible)
    words = f"Chỗ này sai rồi, {'có' if script else 'không có'} kịch bản."
    reader.get_by_label("Sai ở đâu?").fill(words)
    reader.get_by_role("button", name="Gửi cho người biên tập").click()
    expect(reader.locator(".banner.ok")).to_contain_text("Cảm ơn")
    assert reader.url.endswith("/heritage/groups/tay/")

    page = open_browser(WIDE)
    sign_in(page, "editor")
    page.goto("/admin/")
    page.locator(".desk-card a", has_text=words).click()
    expect(page.locator(".field-wrong")).to_contain_text(words)
    look(page, assert_accessible)
    page.get_by_role("button", name="Từ chối").click()
    expect(page.locator(".field-note .errorlist")).to_be_visible()
    page.fill("[name=note]", "Nguồn vẫn nói như vậy.")
    page.get_by_role("button", name="Từ chối").click()
    expect(page.locator(".messages .banner.ok")).to_be_visible()


def test_what_is_sensitive_needs_a_second_person(open_browser, sign_in, assert_accessible):
    writer, second = open_browser(WIDE), open_browser(WIDE, dark=True)
    sign_in(writer, "editor")
    sign_in(second, "admin")
    open_fact(writer, "thai")
    address = writer.url
    said = writer.input_value("[name=text_vi]")
    writer.check("[name=sensitive]")
    writer.fill("[name=text_vi]", f"{said} Một điều cần hai người.")
    save_warned(writer)
    review = address.split("/change/")[0] + "/review/"
    writer.goto(review)
    expect(writer.get_by_role("button", name="Duyệt")).to_have_count(0)

    second.goto("/heritage/groups/thai/")
    expect(second.locator("main")).not_to_contain_text(said)
    second.goto("/admin/")
    second.locator(".desk-card a", has_text=said[:40]).first.click()
    expect(second.locator(".diff-table ins").first).to_contain_text("Một điều cần hai người")
    look(second, assert_accessible)
    second.get_by_role("button", name="Duyệt").click()
    second.goto("/heritage/groups/thai/")
    expect(second.locator("main")).to_contain_text("Một điều cần hai người")


def save_warned(page: Page) -> None:
    page.locator("[name=_save]:visible").first.click()
    expect(page.locator(".messages .banner", has_text="Nhạy cảm")).to_be_visible()


def test_pages_of_the_workshop_are_found_clean(open_browser, sign_in, assert_accessible):
    page = open_browser(PHONE, "en", dark=True)
    sign_in(page, "editor")
    for address in ("/admin/", "/admin/completeness/", "/admin/quizzes/mistake/"):
        assert page.goto(address).status == 200
        look(page, assert_accessible)
    page.goto("/admin/quizzes/question/")
    page.goto(page.locator("#result_list a").first.get_attribute("href").split("?")[0])
    page.goto(page.url.split("/change/")[0] + "/history/")
    look(page, assert_accessible)
