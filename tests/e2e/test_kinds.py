"""A live session of every kind of question, each with a picture and a long text: by touch on the
smallest phone, by keyboard on a larger one, without a script; aloud, enlarged, at large text."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.whole_site import Site

from .conftest import FLAGS, PHONE, WIDE, chromium_path
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
#: Words that lie outside a box which cuts them off, or outside the screen.
CUT = """[...document.querySelectorAll('main *, .strip *')].filter(each => {
    const own = [...each.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim());
    if (!own || each.closest('.vh, svg, select') || !each.checkVisibility()) return false;
    const range = document.createRange();
    range.selectNodeContents(each);
    const words = range.getBoundingClientRect();
    for (let up = each; up !== document.body; up = up.parentElement) {
      const box = up.getBoundingClientRect();
      const style = getComputedStyle(up);
      if (!/hidden|clip/.test(style.overflowX + style.overflowY)) continue;
      if (words.bottom > box.bottom + 1 || words.top < box.top - 1
          || words.right > box.right + 1) return true;
    }
    return words.right > innerWidth + 1;
  }).map(each => each.textContent)"""


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
    page.goto(page.url)  # a reload is refused while the page reloads itself
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


@pytest.fixture
def large_text(browser: Browser, site: Site) -> Iterator[Page]:
    """A phone whose reader has set the text to 200 %, as the browser's own setting."""
    own = browser.browser_type.launch(
        executable_path=chromium_path(),
        chromium_sandbox=False,
        args=[*FLAGS, "--blink-settings=defaultFontSize=32"],
    )
    page = own.new_page(base_url=site.url, viewport=PHONE, locale="vi")
    yield page
    own.close()


def nothing_is_cut(page: Page) -> None:
    assert page.evaluate(CUT) == []
    assert no_sideways_scroll(page)


def weight(answers: list[Request]) -> int:
    """Bytes over the wire of what was loaded."""
    sizes = [each.sizes() for each in answers if each.response()]
    return sum(each["responseBodySize"] + each["responseHeadersSize"] for each in sizes)


@pytest.mark.once
def test_req_r48_to_r53_every_kind_fits_and_is_played_by_touch_keyboard_and_without_a_script(
    open_browser, large_text, sign_in, assert_accessible, site
):
    teacher = open_browser(WIDE)
    sign_in(teacher, "teacher")
    make_every_kind(site)
    code = open_room(teacher, "every-kind")
    an, binh = open_browser(SMALL, has_touch=True), open_browser(LARGER)
    chi = open_browser(SMALL, java_script_enabled=False)
    dung = large_text
    requests: list[Request] = []
    for page in (teacher, an, binh, chi, dung):
        page.context.on("request", lambda request: requests.append(request))
    an.add_init_script(VOICE)
    binh.add_init_script(NO_VOICE)
    an.goto(f"/join/?code={code}")  # what the QR code leads to
    an.fill("input[name=nickname]", "Ánh")
    an.locator("form:has(input[name=nickname]) button.gold").click()
    expect(an.locator("[data-phase=lobby]")).to_be_visible()
    # The page for the name and the phone's own; map and pictures come when there is time.
    later = ("/live/", "/media/", "/map/")
    first = [each for each in requests if not any(part in each.url for part in later)]
    assert weight([each for each in first if each.frame.page == an]) <= 100_000
    for page, name in ((binh, "Bình"), (chi, "Chi"), (dung, "Dung")):
        join(page, code, name)
    assert an.locator("link[rel=prefetch]").count() == 1
    expect(teacher.locator(".names li")).to_have_count(4, timeout=8000)
    nothing_is_cut(dung)

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
        assert (misfits(an), misfits(binh)) == ([], []), kind
        assert no_sideways_scroll(an) and no_sideways_scroll(binh)
        assert_accessible(teacher)
        assert_accessible(an)
        expect(binh.locator("[data-read]")).to_be_hidden()
        if kind == "single":
            enlarges(binh)
            reads_aloud(an)
        nothing_is_cut(dung)
        by_touch(an, kind)
        expect(an.locator("[data-phase=sent]")).to_be_visible()
        by_keyboard(binh, kind)
        expect(binh.locator("[data-phase=sent]")).to_be_visible()
        without_script(chi, kind)
        go_on(teacher, "reveal")
        expect(an.locator("[data-phase=reveal]")).to_be_visible()
        expect(an.locator("#say")).to_contain_text(re.compile("Đúng|Chưa đúng"))
        nothing_is_cut(dung)
        assert_accessible(teacher)
        assert_accessible(an)
        if expected != KINDS[-1]:
            go_on(teacher, "standings")
            if expected == KINDS[0]:
                nothing_is_cut(dung)
    foreign = [each.url for each in requests if not each.url.startswith((site.url, "data:"))]
    assert not foreign
    teacher.goto(teacher.url + "report/")
    expect(teacher.locator("table.matrix tbody tr")).to_have_count(4)
    assert_accessible(teacher)
