"""A whole game in two browsers, one of which goes on with another device; keys, touch, buttons."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, WIDE

pytestmark = pytest.mark.e2e

GAME = "/games/o_an_quan/"
TABLE = re.compile(r"/games/t/\w+/$")


def settled(page: Page) -> None:
    """Nothing is being shown any more."""
    expect(page.locator("svg.oaq.showing")).to_have_count(0)


def sow_by_keys(page: Page, square: str, arrow: str) -> None:
    """Choose a square by its number from the left, then the way."""
    expect(page.locator("#move")).to_be_visible()
    settled(page)
    page.keyboard.press(square)
    expect(page.locator(".oaq .picked")).to_have_count(1)
    page.keyboard.press(arrow)
    page.keyboard.press("Enter")


def test_two_people_play_a_whole_game_and_one_changes_the_device(open_browser, assert_accessible):
    an, ben = open_browser(WIDE), open_browser(PHONE, "en", dark=True)
    an.goto(GAME)
    an.fill("[name=name]", "Ánh")
    an.locator("button[value=invite]").click()
    an.wait_for_url(TABLE)
    assert_accessible(an)
    address = an.url
    ben.goto(address)
    ben.locator("a", has_text="Sit here").click()
    assert_accessible(ben)
    ben.fill("[name=name]", "Ben")
    ben.keyboard.press("Enter")
    ben.wait_for_url(TABLE)
    expect(an.locator(".seats")).to_contain_text("Ben", timeout=8000)
    an.locator("button[value=start]").click()

    # Ánh plays by keys alone; the hints say what would come of it.
    expect(an.locator("#move")).to_be_visible()
    assert_accessible(an)
    an.keyboard.press("1")
    expect(an.locator("[data-foresee]")).to_contain_text("Coi chừng")
    an.keyboard.press("Escape")
    expect(an.locator(".oaq .picked")).to_have_count(0)
    sow_by_keys(an, "1", "ArrowLeft")
    expect(ben.locator(".log .new")).to_contain_text("B1c", timeout=8000)
    expect(ben.locator("#say")).to_contain_text("Blue sows square 1 clockwise")
    expect(an.locator("#move")).to_have_count(0)

    # Ben's phone is put away: the seat moves to another device by its link.
    ben.goto(f"{address}seat/")
    link = ben.locator("[data-copy-from]").input_value()
    ben.close()
    tablet = open_browser(WIDE, "en")
    tablet.goto("/games/seat/" + link.split("/games/seat/")[1])
    tablet.locator("main button.btn").click()
    tablet.wait_for_url(TABLE)
    expect(tablet.locator("#move")).to_be_visible()
    assert_accessible(tablet)
    # By touch: a square, then the arrow on the board. Ben sits below, so Y3c goes to the left.
    settled(tablet)
    tablet.locator("#sq-Y3").click()
    tablet.locator(".oaq .way").first.click()

    expect(an.locator("[data-phase=finished]")).to_be_visible(timeout=8000)
    expect(an.locator(".ended")).to_contain_text("Lần này bạn thua rồi")
    expect(tablet.locator(".ended")).to_contain_text("You have won!")
    settled(an)
    assert_accessible(an)

    an.locator(".ended a", has_text="Xem lại").click()
    an.wait_for_url("**/replay/")  # and its script
    an.locator("[data-slider]").focus()
    an.keyboard.press("ArrowLeft")
    expect(an.locator("#said")).to_contain_text("Xanh rải ô 1")
    assert_accessible(an)
    an.goto(f"{address}analysis/")
    expect(an.locator("#analysis[data-done='1']")).to_be_visible(timeout=20_000)
    assert_accessible(an)

    # Who would like to play again is seen by the other, who joins with a tap.
    an.goto(address)
    tablet.locator("button[value=rematch]").click()
    tablet.wait_for_url(lambda url: url != address and TABLE.search(url) is not None)
    expect(an.locator(".ended")).to_contain_text("Ben muốn chơi lại", timeout=8000)
    an.locator("button[value=rematch]").click()
    an.wait_for_url(tablet.url)
    expect(tablet.locator("[data-phase=playing]")).to_be_visible(timeout=8000)


def test_without_a_script_a_move_is_a_square_and_a_button(open_browser):
    page = open_browser(PHONE, java_script_enabled=False)
    page.goto(GAME)
    page.locator("button[value=two]").click()
    page.wait_for_url(TABLE)
    page.locator("[name=square][value=B2]").check()
    page.locator("[name=way][value=c]").click()
    expect(page.locator(".log .new")).to_contain_text("B2c")
    expect(page.locator("[name=square][value=Y3]")).to_be_visible()


def test_against_the_computer_a_move_is_taken_back(open_browser, assert_accessible):
    page = open_browser(PHONE)
    page.goto(GAME)
    page.locator("[name=level][value=beginner]").check()
    page.locator("button[value=bot]").click()
    page.wait_for_url(TABLE)
    sound = page.locator("[data-sound]")
    expect(sound).to_have_attribute("aria-pressed", "false")  # silent until somebody wants it
    sound.click()
    sow_by_keys(page, "2", "ArrowLeft")
    expect(page.locator("#board[data-ply='2']")).to_be_visible(timeout=15_000)
    expect(sound).to_have_attribute("aria-pressed", "true")  # through every push
    settled(page)
    assert_accessible(page)
    page.locator("button[value=undo]").click()
    expect(page.locator("#board[data-ply='0']")).to_be_visible()
    expect(page.locator("#sq-B2")).to_have_attribute("data-n", "5")
    expect(page.locator("#banner")).to_contain_text("Đã lùi lại")
    sow_by_keys(page, "3", "ArrowRight")
    expect(page.locator("#board[data-ply='2']")).to_be_visible(timeout=15_000)
    # The log of the whole game is that of the game as it stands.
    page.locator("details:has(#whole-log) summary").click()
    expect(page.locator("#whole-log li")).to_have_count(2)
    expect(page.locator("#whole-log")).not_to_contain_text("B2c")


def test_a_push_takes_no_button_from_under_a_finger(open_browser):
    an, ben = open_browser(WIDE), open_browser(PHONE, "en")
    an.goto("/games/bang_dice/")
    an.fill("[name=name]", "Ánh")
    an.locator("button[value=invite]").click()
    an.wait_for_url(TABLE)
    ben.goto(f"{an.url}sit/")
    ben.fill("[name=name]", "Ben")
    button = an.locator("form[data-do] button[value=bot]").last.bounding_box()
    an.mouse.move(button["x"] + button["width"] / 2, button["y"] + button["height"] / 2)
    an.mouse.down()
    ben.keyboard.press("Enter")
    ben.wait_for_url(TABLE)
    an.wait_for_timeout(400)  # Ben's coming is pushed meanwhile
    an.mouse.up()
    expect(an.locator(".seats")).to_contain_text("Ben", timeout=8000)
    expect(an.locator(".seats")).to_contain_text("Ánh")
    expect(an.locator(".seats [data-seat]")).to_have_count(3)  # she, Ben and a computer player
