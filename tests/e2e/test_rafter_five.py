"""Rafter Five in browsers: a turn by finger on a phone, one by keys, one without script."""

from __future__ import annotations

import os
import re
import signal
import time

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, WIDE
from .rafters import (
    GAME,
    TABLE,
    Fingers,
    code_of,
    leave_last_chests,
    middle,
    put_full_raft,
    step,
)
from .room import PATIENCE
from .test_tables_killed import moves_of, verify

pytestmark = pytest.mark.e2e


def alone(page: Page) -> None:
    page.goto(GAME)
    page.locator("button[value=steady]").first.click()
    page.wait_for_url(TABLE)
    page.locator("[value=standard]").click()
    expect(page.locator("[data-kind=lift]")).to_be_visible()


def test_a_turn_by_finger_on_a_phone(open_browser, assert_accessible):
    page = open_browser(PHONE, "vi", has_touch=True)
    alone(page)
    assert_accessible(page)
    page.locator("#top [data-rafter='3'] text").tap(force=True)
    expect(page.locator("[name=rafter][value='3']")).to_be_checked()
    page.locator("[data-go]").tap()
    step(page, "draw")
    page.locator("[data-go]").tap()
    step(page, "lay")
    assert_accessible(page)
    # Board and decision are in sight together.
    go = page.locator("[data-go]").bounding_box()
    assert go["y"] + go["height"] <= PHONE["height"]
    x, rot = page.input_value("[name=x]"), page.input_value("[name=rot]")
    box = page.locator("#top").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 40, middle[1], steps=4)
    page.mouse.up()
    assert float(page.input_value("[name=x]")) > float(x)
    handle = page.locator(".held.on .grip").bounding_box()
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    page.mouse.move(middle[0], middle[1] - 60, steps=4)
    page.mouse.up()
    assert page.input_value("[name=rot]") != rot
    page.locator("[name=x]").fill("240")
    expect(page.locator("#verdict.miss")).to_be_visible()
    page.keyboard.press("Tab")
    page.locator("[name=x]").fill("0")
    page.locator("[name=y]").fill("0")
    page.locator("[name=rot]").fill("90")  # free whatever the plank
    expect(page.locator("#verdict.ok")).to_be_visible()
    page.locator("[data-go]").tap()
    step(page, "man")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_tap_on_the_held_plank_puts_the_rafter_there(open_browser):
    page = open_browser(PHONE, "en", has_touch=True)
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: said.type == "error" and wrong.append(said.text))
    alone(page)
    page.locator("#top [data-rafter='3'] text").tap(force=True)
    page.locator("[data-go]").tap()
    step(page, "draw")
    page.locator("[data-go]").tap()
    step(page, "lay")
    for far in ("5000", "1e308"):
        before = page.locator("#iso").bounding_box()
        page.locator("[name=x]").fill(far)
        expect(page.locator("#verdict.miss")).to_contain_text("too far from the raft")
        left, _up, wide, _high = map(float, page.get_attribute("#iso", "viewBox").split())
        assert max(abs(left), wide) < 1500
        assert page.locator("#iso").bounding_box()["width"] == before["width"]
        assert page.input_value("[name=x]") == far
    page.locator("[name=x]").fill("")
    expect(page.locator("#verdict.miss")).to_contain_text("numbers")
    for name, value in (("x", "0"), ("y", "0"), ("rot", "90")):
        page.locator(f"[name={name}]").fill(value)
    expect(page.locator("#verdict.ok")).to_be_visible()
    page.locator("[data-go]").tap()
    step(page, "man")
    chosen = page.locator("[name=type]:checked")
    expect(chosen).to_have_value("man")

    def spot(x: float, y: float) -> tuple[float, float]:
        return tuple(
            page.evaluate(
                "([x, y]) => { const at = new DOMPoint(x, -y).matrixTransform("
                "document.getElementById('top').getScreenCTM()); return [at.x, at.y]; }",
                [x, y],
            )
        )

    page.touchscreen.tap(*spot(0, -28))
    expect(page.locator("[name=y]")).to_have_value(re.compile(r"^-(27|28|29)$"))
    expect(chosen).to_have_value("man")
    # Dragged, it is the plank that is meant.
    page.mouse.move(*spot(0, 30))
    page.mouse.down()
    page.mouse.move(*spot(20, 30), steps=6)
    page.mouse.up()
    expect(chosen).to_have_value("lay")
    assert float(page.input_value("[name=x]")) > 5
    page.locator("label:has([name=type][value=man])").tap()
    expect(page.locator("[name=y]")).to_have_value(re.compile(r"^-(27|28|29)$"))
    assert not [said for said in wrong if "attribute" in said or "Error" in said], wrong


def test_a_turn_and_a_fall_by_keys(open_browser, assert_accessible):
    page = open_browser(WIDE, "en", dark=True)
    alone(page)
    page.keyboard.press("4")  # the lane without it is free whatever the plank
    page.keyboard.press("Enter")
    step(page, "draw")
    page.keyboard.press("Enter")
    step(page, "lay")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[name=x]")).to_have_value("1")
    page.keyboard.press("]")
    expect(page.locator("[name=rot]")).to_have_value("359")
    page.keyboard.press("[")
    for _press in range(6):
        page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("[name=x]")).to_have_value("61")  # its middle is over the sea
    expect(page.locator("#verdict.ok")).to_be_visible()
    page.keyboard.press("Enter")
    step(page, "man")
    assert_accessible(page)
    page.keyboard.press("Enter")
    expect(page.locator(".rafter-ended")).to_be_visible(timeout=20_000)  # a worker judges
    expect(page.locator("#say")).to_contain_text("2 pieces fall!")
    expect(page.locator("body.showing")).to_have_count(0)
    expect(page.locator("#iso .ip")).to_have_count(4)
    assert_accessible(page)
    page.goto(f"{page.url}replay/")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#iso .ip")).to_have_count(5)  # four rafters and the held plank
    page.locator("[data-turn='45']").click()
    expect(page.locator("#iso")).to_have_attribute("data-yaw", "45")
    assert_accessible(page)


def test_a_turn_without_script(open_browser):
    page = open_browser(PHONE, "en", java_script_enabled=False)
    alone(page)
    page.locator("[name=rafter][value='3']").check()
    page.locator("[value=lift]").click()
    page.locator("[value=pile]").click()
    page.locator("[name=x]").fill("46")
    page.locator("[name=y]").fill("25")
    page.locator("button[value=look]").click()
    expect(page.locator("#verdict.miss")).to_be_visible()
    expect(page.locator("[name=x]")).to_have_value("46")
    page.locator("[name=x]").fill("0")
    page.locator("[name=y]").fill("0")
    page.locator("[name=rot]").fill("90")  # free whatever the plank
    page.locator("button[value=place]").click()
    step(page, "man")
    page.locator("button[value=place]").click()
    step(page, "load")
    page.locator("button[value=place]").click()
    expect(page.locator(".score")).to_contain_text("1")


# --- three people, to the end ---------------------------------------------------------------------


def by_fingers(page: Page) -> None:
    """A step of a turn by touch alone: pieces are dragged and turned, buttons tapped."""
    kind = page.locator("#ask").get_attribute("data-kind")
    if kind == "lift":
        post = page.locator("#top .tr.can").first.get_attribute("data-rafter")
        page.locator(f"#top [data-rafter='{post}'] text").tap(force=True)
        expect(page.locator(f"[name=rafter][value='{post}']")).to_be_checked()
    page.locator("[data-go]:not(:disabled)").first.tap()


def by_keys(page: Page) -> None:
    """A step of a turn by keys alone."""
    if page.locator("#ask").get_attribute("data-kind") == "lift":
        page.keyboard.press(page.locator("[name=rafter]").first.get_attribute("value"))
    page.keyboard.press("Enter")


def by_mouse(page: Page) -> None:
    if page.locator("#ask").get_attribute("data-kind") == "lift":
        page.mouse.click(*middle(page.locator("#top .tr.can text").first))
    page.locator("[data-go]:not(:disabled)").first.click()


def test_three_people_play_to_the_end_by_touch_by_keys_and_by_mouse(
    open_browser, site, assert_accessible
):
    an = open_browser(PHONE, "vi", has_touch=True, is_mobile=True)
    ben = open_browser(WIDE, "en", dark=True)
    chi = open_browser({"width": 1920, "height": 1080}, "vi")
    people = {an: by_fingers, ben: by_keys, chi: by_mouse}
    an.goto(GAME)
    an.fill("[name=name]", "Ánh")
    an.locator("button[value=invite]").tap()
    an.wait_for_url(TABLE)
    code = code_of(an)
    # The same sea in every run, and Ánh begins.
    site.sql(f"UPDATE games_table SET seed = 'three people' WHERE code = '{code}'")
    for page, name in ((ben, "Ben"), (chi, "Chi")):
        page.goto(f"{an.url}sit/")
        page.keyboard.type(name) if page.evaluate(
            "document.activeElement?.name === 'name'"
        ) else page.fill("[name=name]", name)
        page.keyboard.press("Enter")
        page.wait_for_url(TABLE)
    an.locator("button[value=start]").tap()
    for page in people:
        expect(page.locator("#raft")).to_be_attached(timeout=8000)

    def mover() -> Page | None:
        """Whose turn it is by their own page; None when it is over on all pages."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for page in people:
                if page.locator("form#move").count():
                    expect(page.locator("body.showing")).to_have_count(0)
                    return page
            if all(page.locator(".rafter-ended").count() for page in people):
                return None
            an.wait_for_timeout(50)
        raise AssertionError("nobody is to move")

    def go_on(page: Page) -> None:
        """One step, until its page shows another one."""
        hold = page.locator("form#move").get_attribute("data-hold")
        held = page.locator(f"form#move[data-hold='{hold}']")
        for _attempt in range(3):
            people[page](page)
            # Either it goes on, or it is said why not: a move that is lost is waited for in vain.
            page.wait_for_function(
                "hold => !document.querySelector(`form#move[data-hold='${hold}']`)"
                " || document.querySelector('[data-error]')",
                arg=hold,
                timeout=60_000,
            )
            if not held.count():
                return
        expect(held).to_have_count(0)

    first = mover()
    first.locator("[value=standard]").click()
    expect(first.locator("[data-kind=setup]")).to_have_count(0)
    looked, turns = set(), 0
    # A turn of everybody, then the last chest of everybody.
    while (page := mover()) is not None and turns < 80:
        turns += 1
        phase = page.locator("#ask").get_attribute("data-phase-of")
        if (page, phase) not in looked:
            looked.add((page, phase))
            if phase in ("lay", "load"):
                assert_accessible(page)
            if page is an and phase == "lay":
                moved_and_turned_by_fingers(an)
            if page is ben and phase == "lay":
                moved_and_turned_by_keys(ben)
        go_on(page)
        if phase == "load" and page is not chi:
            drawn_from_pushes_as_from_the_server(chi)
        everybody = {(one, "load") for one in people} <= looked
        if everybody and code and mover() is not None:
            leave_last_chests(site, code)
            code = ""
            for one in people:
                one.reload()
    assert {page for page, _ in looked} == set(people)
    for page in people:
        expect(page.locator(".ranking tbody tr")).to_have_count(3)
        assert_accessible(page)
    assert an.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    verify(site, f"/games/t/{code_of(an)}/")


def drawn_from_pushes_as_from_the_server(page: Page) -> None:
    """A push brings only what changed: the page has made the same raft of it as it stands."""

    def seen() -> list[list[str]]:
        expect(page.locator("body.showing")).to_have_count(0)
        return page.evaluate(
            "[[...document.querySelectorAll('#top .pile > [data-id]')].map((one) =>"
            " one.dataset.id + one.lastElementChild.getAttribute('transform')),"
            " [...document.querySelectorAll('#listed tbody tr')].map((row) => row.textContent),"
            " [document.querySelector('#happened').dataset.n]]"
        )

    pushed = seen()
    page.reload()
    served = seen()
    if served[2] == pushed[2]:  # else a move came in between
        assert pushed == served


def moved_and_turned_by_fingers(page: Page) -> None:
    """One finger shifts the plank, two turn it; the page stays where it is, and says whether the
    place is free. Then it lies again where it was offered."""
    page.evaluate("scrollTo(0, 40)")
    fingers, field = Fingers(page), {name: f"[name={name}]" for name in ("x", "y", "rot")}
    offered = {name: page.input_value(place) for name, place in field.items()}
    scrolled = page.evaluate("scrollY")
    x, y = middle(page.locator("#top"))
    fingers.drag([(x, y), (x + 12, y + 20), (x + 24, y + 60)])
    assert float(page.input_value(field["x"])) > float(offered["x"])
    assert float(page.input_value(field["y"])) < float(offered["y"])
    assert page.input_value(field["rot"]) == offered["rot"]
    where = page.input_value(field["x"]), page.input_value(field["y"])
    fingers.drag(
        [(x - 50, y), (x - 50, y + 15), (x - 45, y + 30)],
        [(x + 50, y), (x + 50, y - 15), (x + 45, y - 30)],
    )
    turned = (float(page.input_value(field["rot"])) - float(offered["rot"])) % 360
    assert 20 <= turned <= 50, turned  # both fingers went round by some 33 degrees
    assert (page.input_value(field["x"]), page.input_value(field["y"])) == where
    assert page.evaluate("scrollY") == scrolled
    # By the round handle, which is as large as a finger.
    handle = page.locator("#top .held.on .grip .hit").bounding_box()
    assert min(handle["width"], handle["height"]) >= 43.5
    before = page.input_value(field["rot"])
    at = middle(page.locator("#top .held.on .grip"))
    fingers.drag([at, (at[0] + 5, at[1] - 30), (at[0] - 10, at[1] - 60)])
    assert page.input_value(field["rot"]) != before
    for name, value in offered.items():
        page.fill(field[name], value)
    expect(page.locator("#verdict.ok")).to_be_visible()


def moved_and_turned_by_keys(page: Page) -> None:
    x, rot = page.input_value("[name=x]"), page.input_value("[name=rot]")
    for key in ("ArrowRight", "ArrowRight", "Shift+ArrowUp", "]"):
        page.keyboard.press(key)
    assert page.input_value("[name=x]") != x and page.input_value("[name=rot]") != rot
    page.keyboard.press("Escape")
    assert (page.input_value("[name=x]"), page.input_value("[name=rot]")) == (x, rot)
    expect(page.locator("#verdict.ok")).to_be_visible()


# --- on the wall ----------------------------------------------------------------------------------


@pytest.mark.parametrize("dark", [False, True])
def test_on_the_wall_names_and_whose_turn_it_is_are_read_from_the_back(
    open_browser, assert_accessible, dark
):
    an, wall = open_browser(PHONE, "vi"), open_browser({"width": 1920, "height": 1080}, "vi", dark)
    an.goto(GAME)
    an.locator("button[value=bot]").first.click()
    an.wait_for_url(TABLE)
    wall.goto(an.url)
    high = "(place) => [...document.querySelectorAll(place)].map((one) =>"
    for place in (".pen .who b", ".decide .waits"):
        sizes = wall.evaluate(f"{high} parseFloat(getComputedStyle(one).fontSize))", place)
        assert sizes and min(sizes) >= 40, (place, sizes)
    assert not any(wall.evaluate(f"{high} one.scrollWidth > one.clientWidth)", ".pen .who b"))
    # Asked until it is so: a push may just be putting the raft anew.
    wall.wait_for_function(
        "() => { const raft = document.querySelector('.iso-box').getBoundingClientRect();"
        " return raft.width * raft.height >= 1920 * 1080 / 2.5 && raft.bottom <= 1080; }"
    )
    assert wall.evaluate("document.documentElement.scrollWidth") <= 1920
    assert_accessible(wall)


# --- judged apart ---------------------------------------------------------------------------------


def test_pages_are_answered_while_a_full_raft_is_judged(open_browser, site):
    page, beside = open_browser(WIDE, "en"), open_browser(PHONE, "en")
    alone(page)
    put_full_raft(site, code_of(page))
    page.reload()
    judge = site.pid("worker-judge")
    os.kill(judge, signal.SIGSTOP)  # a judgement without end
    try:
        page.locator("[data-go]").click()
        expect(page.locator("#judging")).to_contain_text("the raft is being judged")
        for _ in range(3):
            assert beside.goto(GAME).ok
        page.reload()  # whoever comes back finds the same
        expect(page.locator("#judging")).to_contain_text("the raft is being judged")
        expect(page.locator("form#move")).to_have_count(0)
    finally:
        os.kill(judge, signal.SIGCONT)
    expect(page.locator(".score-big")).to_contain_text("42", timeout=15000)


def test_a_worker_killed_in_mid_judgement_loses_no_move(open_browser, site):
    page = open_browser(PHONE, "en", has_touch=True)
    alone(page)
    path = page.url.removeprefix(site.url)
    put_full_raft(site, code_of(page))
    page.reload()
    page.locator("[data-go]").tap()
    began = "SELECT count(*) FROM games_sentmove WHERE tries > 0"
    until = time.monotonic() + PATIENCE
    while not site.sql(began)[0][0] and not moves_of(site, path):
        assert time.monotonic() < until, "nobody judges"
    site.kill("worker-judge")
    expect(page.locator(".score-big")).to_contain_text("42", timeout=PATIENCE * 1000)
    assert [row[:3] for row in moves_of(site, path)] == [(1, 0, "person")]
    assert site.sql("SELECT count(*) FROM games_sentmove") == [(0,)]
    verify(site, path)


def test_without_script_the_page_looks_again_until_it_is_judged(open_browser, site):
    page = open_browser(PHONE, "vi", java_script_enabled=False)
    alone(page)
    put_full_raft(site, code_of(page))
    page.reload()
    judge = site.pid("worker-judge")
    os.kill(judge, signal.SIGSTOP)
    try:
        page.locator("button[value=place]").click()
        expect(page.locator("#judging")).to_be_visible()
    finally:
        os.kill(judge, signal.SIGCONT)
    expect(page.locator(".score-big")).to_contain_text("42", timeout=15000)
