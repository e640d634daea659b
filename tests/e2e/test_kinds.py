"""A live session of every kind of question, each with a picture and a long text: by touch on the
smallest phone, by keyboard on a larger one, without a script; aloud, enlarged, at large text."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Request, expect

from .conftest import PHONE, WIDE
from .decks import KINDS, go_on, make_every_kind, open_room
from .test_lesson import join, no_sideways_scroll

pytestmark = pytest.mark.e2e
SMALL, LARGER = {"width": 360, "height": 640}, {"width": 390, "height": 844}
#: What answers: all of it must be on the screen, the choices at least 64 px high.
CONTROLS = ".answer, .send, input.input, select, .sort li, .pair-part, .pin-map"
#: A voice that notes what it is given to say, or none at all.
VOICE = """
  window.said = [];
  const speech = {speaking: false, getVoices: () => [], cancel: () => (speech.speaking = false),
                  speak: words => { speech.speaking = true; said.push([words.lang, words.text]); }};
  Object.defineProperty(window, 'speechSynthesis', {value: speech});
"""
NO_VOICE = "delete Window.prototype.speechSynthesis; delete window.speechSynthesis;"
#: Text that its box cuts off. A fade or an ellipsis of a name in the strip is meant.
CUT = """[...document.querySelectorAll('main *, .strip *')].filter(box => {
    const style = getComputedStyle(box);
    if (!box.textContent.trim() || box.closest('.vh, svg, select, .ghost')) return false;
    const lies = ['hidden', 'clip'];
    return (lies.includes(style.overflowY) && box.scrollHeight > box.clientHeight + 1)
        || (lies.includes(style.overflowX) && box.scrollWidth > box.clientWidth + 1);
  }).map(box => box.outerHTML.slice(0, 120))"""


def misfits(page: Page) -> list[str]:
    """What of the picture and the answers is not on the screen, or too low to be hit."""
    return page.evaluate(
        """css => [...document.querySelectorAll('a.pic, #q, [data-answer] :is(' + css + ')')]
          .filter(each => each.checkVisibility())
          .map(each => [each, each.getBoundingClientRect()])
          .filter(([each, box]) => box.top < 0 || box.bottom > innerHeight + 0.5 || box.height < 44
                                   || (each.matches('.answer') && box.height < 64))
          .map(([each, box]) => `${each.className} ${box.top}–${box.bottom}`)""",
        CONTROLS,
    )


def kind_of(page: Page) -> str:
    expect(page.locator("[data-phase=question]")).to_be_visible()
    return page.locator("#q").inner_text().split(":")[0]


def by_touch(page: Page, kind: str) -> None:
    if kind in {"single", "truefalse"}:
        page.locator("[data-answer] button.answer").first.tap()
        return
    if kind == "multiple":
        page.locator("[data-answer] label.answer").first.tap()
    elif kind == "typed":
        page.fill("[name=text]", "dap an")
    elif kind == "map-pin":
        expect(page.locator(".pin-map svg")).to_be_visible()
        page.locator(".pin-map").click(position={"x": 150, "y": 60})
        if not page.locator("[name=place]").input_value():
            page.select_option("[name=place]", index=1)
        expect(page.locator(".pin-map .picked").first).to_be_attached()
    elif kind == "order":
        first = page.locator(".sort li label").first.inner_text()
        rows = page.locator(".sort li")
        top, below = rows.nth(0).bounding_box(), rows.nth(1).bounding_box()
        page.mouse.move(top["x"] + 60, top["y"] + top["height"] / 2)
        page.mouse.down()
        page.mouse.move(below["x"] + 60, below["y"] + below["height"] - 4, steps=6)
        page.mouse.up()
        expect(page.locator(".sort li label").nth(1)).to_have_text(first)
    else:
        for right in page.locator(".partners .pair-part").all():
            right.click()
        expect(page.locator(".match .pair-part.paired")).to_have_count(
            page.locator(".match-row").count()
        )
    page.locator("[data-answer] .send").click()


def reach(page: Page, css: str) -> None:
    """By the Tab key alone, from wherever the focus is."""
    for _ in range(40):
        if page.evaluate("css => document.activeElement.matches(css)", css):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{css} is not reached by Tab")


def by_keyboard(page: Page, kind: str) -> None:
    if kind in {"single", "truefalse"}:
        reach(page, "button.answer[data-k=B]")
        page.keyboard.press("Enter")
        return
    if kind == "multiple":
        reach(page, "label[data-k=A] input")
        page.keyboard.press("Space")
    elif kind == "typed":
        reach(page, "[name=text]")
        page.keyboard.type("Mông")
        page.keyboard.press("Enter")
        return
    elif kind == "map-pin":
        reach(page, "[name=place]")
        page.keyboard.press("ArrowDown")
    elif kind == "order":
        last = page.locator(".sort li label").nth(1).inner_text()
        reach(page, ".sort li:nth-child(2) [data-move=up]")
        page.keyboard.press("Enter")
        expect(page.locator(".sort li label").first).to_have_text(last)
        expect(page.locator(".reply [role=status]")).to_contain_text(last)
    else:
        for at in range(page.locator(".partners .pair-part").count()):
            reach(page, f".partners .pair-part:nth-child({at + 1})")
            page.keyboard.press("Enter")
    reach(page, "[data-answer] .send")
    page.keyboard.press("Enter")


def without_script(page: Page, kind: str) -> None:
    page.reload()
    if kind == "multiple":
        page.locator("[data-answer] label.answer").first.click()
    elif kind == "typed":
        page.fill("[name=text]", "Mông")
    elif kind == "map-pin":
        page.select_option("[name=place]", index=3)
    else:
        for at, box in enumerate(page.locator("[data-answer] select").all(), start=1):
            box.select_option(index=at)
    page.locator("[data-answer] :is(.send, button.answer)").first.click()


def enlarges(page: Page) -> None:
    """The picture over the screen and back, by keyboard."""
    reach(page, "a.pic")
    page.keyboard.press("Enter")
    expect(page.locator("dialog.zoom img")).to_be_visible()
    page.keyboard.press("b")  # meant for no answer now
    page.keyboard.press("Escape")
    expect(page.locator("dialog.zoom")).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('a.pic')")
    expect(page.locator("[data-phase=question]")).to_be_visible()


def reads_aloud(page: Page) -> None:
    page.locator("[data-read]").click()
    language, text = page.evaluate("said.at(-1)")
    assert language == "vi-VN"
    assert page.locator("#q").inner_text() in text and "A. " in text and "D. " in text


def bigger_text(page: Page, percent: int) -> None:
    """The reader's own size of text, as set in the browser."""
    session = page.context.new_cdp_session(page)
    sizes = {"standard": 16 * percent // 100, "fixed": 13 * percent // 100}
    session.send("Page.setFontSizes", {"fontSizes": sizes})
    session.detach()


def weight(answers: list[Request]) -> int:
    """Bytes over the wire of what was loaded."""
    sizes = [each.sizes() for each in answers if each.response()]
    return sum(each["responseBodySize"] + each["responseHeadersSize"] for each in sizes)


def test_req_r48_to_r53_every_kind_fits_and_is_played_by_touch_keyboard_and_without_a_script(
    open_browser, sign_in, assert_accessible, site
):
    teacher = open_browser(WIDE)
    sign_in(teacher, "teacher")
    make_every_kind(site)
    code = open_room(teacher, "every-kind")
    an, binh = open_browser(SMALL, has_touch=True), open_browser(LARGER)
    chi = open_browser(SMALL, java_script_enabled=False)
    dung = open_browser(PHONE)
    requests: list[Request] = []
    for page in (teacher, an, binh, chi, dung):
        page.context.on("request", requests.append)
    an.add_init_script(VOICE)
    binh.add_init_script(NO_VOICE)
    join(an, code, "Ánh")
    first = [each for each in requests if "/live/" not in each.url and "/media/" not in each.url]
    assert weight(first) <= 3 * 100_000  # three pages: code, name, the phone's own
    for page, name in ((binh, "Bình"), (chi, "Chi"), (dung, "Dung")):
        join(page, code, name)
    assert an.locator("link[rel=prefetch]").count() == 1
    expect(teacher.locator(".names li")).to_have_count(4, timeout=8000)

    for expected in KINDS:
        picture = an.locator("[data-ahead]").get_attribute("data-ahead")
        assert an.wait_for_function(
            "name => performance.getEntriesByType('resource').some(e => e.name.endsWith(name))",
            arg=picture,
        )
        go_on(teacher, "question")
        kind = kind_of(an)
        assert kind == expected
        assert kind_of(binh) == expected
        if kind == "map-pin":
            expect(an.locator(".pin-map svg")).to_be_visible()
            expect(binh.locator(".pin-map svg")).to_be_visible()
        assert an.locator("a.pic img").get_attribute("src") == picture
        an.screenshot(path=f"/tmp/shots-browser/{kind}-small.png")
        binh.screenshot(path=f"/tmp/shots-browser/{kind}-larger.png")
        print(kind, misfits(an), misfits(binh))
        assert no_sideways_scroll(an) and no_sideways_scroll(binh)
        assert_accessible(teacher)
        assert_accessible(an)
        expect(binh.locator("[data-read]")).to_be_hidden()
        if kind == "single":
            enlarges(binh)
            reads_aloud(an)
        bigger_text(dung, 200)
        dung.screenshot(path=f"/tmp/shots-browser/{kind}-200.png", full_page=True)
        print("cut", dung.evaluate(CUT), no_sideways_scroll(dung))
        by_touch(an, kind)
        expect(an.locator("[data-phase=sent]")).to_be_visible()
        by_keyboard(binh, kind)
        expect(binh.locator("[data-phase=sent]")).to_be_visible()
        without_script(chi, kind)
        go_on(teacher, "reveal")
        expect(an.locator("[data-phase=reveal]")).to_be_visible()
        expect(an.locator("#say")).to_contain_text(re.compile("Đúng|Chưa đúng"))
        dung.screenshot(path=f"/tmp/shots-browser/{kind}-reveal-200.png", full_page=True)
        print("cut", dung.evaluate(CUT), no_sideways_scroll(dung))
        assert_accessible(teacher)
        assert_accessible(an)
        if expected != KINDS[-1]:
            go_on(teacher, "standings")
            if expected == KINDS[0]:
                dung.screenshot(path="/tmp/shots-browser/standings-200.png", full_page=True)
                print("cut", dung.evaluate(CUT), no_sideways_scroll(dung))
    foreign = [each.url for each in requests if not each.url.startswith((site.url, "data:"))]
    assert not foreign
    teacher.goto(teacher.url + "report/")
    expect(teacher.locator("table.matrix tbody tr")).to_have_count(4)
    assert_accessible(teacher)
