"""The wall: what opens closes again, and what comes up covers nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from .conftest import WIDE
from .decks import go_on, make_plain, open_room
from .test_lesson import join

pytestmark = pytest.mark.e2e


BOXES = """selectors => selectors.map(each => {
    const box = document.querySelector(each)?.getBoundingClientRect();
    return box && {x: box.x, y: box.y, width: box.width, height: box.height};
})"""


def apart(page: Page, *selectors: str) -> bool:
    """Whether none of these lies over another, or over the edge of the screen."""
    # All at one moment: a push may bring new elements between two questions.
    boxes = page.evaluate(BOXES, list(selectors))
    size = page.viewport_size
    assert all(boxes) and size
    inside = all(box["y"] >= 0 and box["y"] + box["height"] <= size["height"] + 1 for box in boxes)
    return inside and all(
        one["y"] + one["height"] <= other["y"] + 1
        or other["y"] + other["height"] <= one["y"] + 1
        or one["x"] + one["width"] <= other["x"] + 1
        or other["x"] + other["width"] <= one["x"] + 1
        for at, one in enumerate(boxes)
        for other in boxes[at + 1 :]
    )


def test_menu_requests_and_banner(open_browser, sign_in, site):
    make_plain(site, wall=[120, 120])
    teacher = open_browser(WIDE)
    sign_in(teacher, "teacher")
    code = open_room(teacher, "wall")
    an, binh = open_browser(), open_browser()
    join(an, code, "Ánh")
    join(binh, code, "Bình")
    expect(teacher.locator(".names li")).to_have_count(2, timeout=8000)
    go_on(teacher, "question")

    menu = teacher.locator(".host-menu")
    menu.locator("summary").click()
    teacher.locator("button[name=action][value=lock]").focus()
    teacher.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()
    menu.locator("summary").click()
    teacher.locator("h1.q").click()
    expect(menu).not_to_have_attribute("open", "")

    site.shell(
        "from classrooms import screens\n"
        "from classrooms.models import Handover, Participant\n"
        "from players.models import Player\n"
        f"binh = Participant.objects.get(session__code='{code}', nickname='Bình')\n"
        "Handover.objects.create(participant=binh, player=Player.objects.create())\n"
        "screens.people_changed(binh.session_id)"
    )
    expect(teacher.locator(".requests")).to_be_visible(timeout=10_000)
    assert apart(teacher, ".bar1", "h1.q", ".answers", ".meters", ".requests")

    expect(an.locator("[data-phase=question]")).to_be_visible()
    an.context.set_offline(True)
    expect(an.locator("#banner")).to_contain_text("Mạng của bạn đang yếu")
    assert apart(an, "#banner", ".strip", ".qrow", ".answers")
    an.context.set_offline(False)
