"""A picture is framed by dragging, at the editors' desk and in a teacher's own deck."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from .conftest import PHONE, WIDE

pytestmark = pytest.mark.e2e


@pytest.fixture
def upload(tmp_path: Path) -> Path:
    """Left half red, right half blue."""
    image = Image.new("RGB", (1200, 600), (200, 0, 0))
    image.paste((0, 0, 200), (600, 0, 1200, 600))
    path = tmp_path / "halves.png"
    image.save(path)
    return path


def drag(page: Page, name: str, by: float) -> None:
    """A grip to the right by that share of the picture."""
    grip = page.locator(f"[data-grip={name}]")
    grip.evaluate("e => e.scrollIntoView({block: 'center'})")
    grip.hover()
    page.mouse.down()
    stage, held = page.locator(".crop-stage").bounding_box(), grip.bounding_box()
    assert stage and held
    x, y = held["x"] + held["width"] / 2, held["y"] + held["height"] / 2
    page.mouse.move(x + by * stage["width"], y, steps=4)
    page.mouse.up()


def colours(page: Page, picture: str) -> list[str]:
    """What the picture shows at its left and right edges."""
    expect(page.locator(picture).first).to_be_visible()
    return page.evaluate(
        """async selector => {
          const image = document.querySelector(selector);
          await image.decode();
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
          const at = canvas.getContext("2d");
          at.drawImage(image, 0, 0);
          return [4, canvas.width - 5].map(x => {
            const [r, , b] = at.getImageData(x, canvas.height / 2, 1, 1).data;
            return r > b ? "red" : "blue";
          });
        }""",
        picture,
    )


def test_an_editor_frames_a_photograph_and_frames_it_anew(
    open_browser, sign_in, upload, assert_accessible
):
    page = open_browser(WIDE)
    sign_in(page, "editor")
    page.goto("/admin/heritage/photo/add/")
    expect(page.locator(".crop")).to_be_hidden()
    page.set_input_files("#id_image", upload)
    expect(page.locator(".crop")).to_be_visible()
    drag(page, "nw", 0.6)
    expect(page.locator("#id_crop_left")).to_have_value("60.0")
    page.fill("#id_alt_vi", "Hai màu")
    page.fill("#id_alt_en", "Two colours")
    page.fill("#id_author", "An")
    page.fill("#id_licence", "CC BY 4.0")
    assert_accessible(page)
    page.locator("[name=_continue]").last.click()
    # Again: the whole upload is there, the frame stands where it was left.
    expect(page.locator(".crop")).to_be_visible()
    expect(page.locator("#id_crop_left")).to_have_value("60.0")
    page.goto("/admin/heritage/photo/")
    assert colours(page, "#result_list img") == ["blue", "blue"]
    page.locator("#result_list a", has_text="Hai màu").click()
    page.get_by_role("button", name="Cả ảnh").click()
    expect(page.locator("#id_crop_left")).to_have_value("0.0")
    page.locator("[name=_save]").last.click()
    assert colours(page, "#result_list img") == ["red", "blue"]


def test_a_teacher_frames_the_picture_of_a_question_on_a_phone(open_browser, sign_in, upload):
    page = open_browser(PHONE, has_touch=True)
    sign_in(page, "teacher")
    page.goto("/quizzes/mine/")
    page.fill("#title", "Hai màu")
    page.get_by_role("button", name="Tạo và soạn câu hỏi").click()
    page.wait_for_url("**/questions/new/")
    page.fill("#id_text_vi", "Đây là màu gì?")
    page.locator("summary", has_text="Hình ảnh").click()
    page.set_input_files("#id_image", upload)
    drag(page, "se", -0.6)
    page.locator(".savebar .btn").first.click()
    expect(page.locator(".messages")).to_be_visible()
    assert colours(page, "#preview .pic img") == ["red", "red"]
