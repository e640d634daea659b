"""What phones meet in a real school: no network for a while, a browser put to sleep, a wrong clock,
a teacher who is gone, a proxy that lets no push through."""

from __future__ import annotations

import datetime
import re
import time

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, WIDE
from .decks import go_on, make_plain, open_room
from .test_lesson import join

pytestmark = [pytest.mark.e2e, pytest.mark.once]

FAR = datetime.timedelta(minutes=10)
#: Imports the page's own module, not a second copy of it.
LIVE = "import(document.querySelector('script[src*=\"/js/live.\"]').src)"


@pytest.fixture(scope="module")
def decks(site) -> None:
    make_plain(site, offline=[120, 120, 120], clocks=[14, 120])


def choose(page: Page, letter: str) -> None:
    page.locator(f"button.answer[data-k={letter}]").click()


def phase(page: Page, name: str, **options) -> None:
    expect(page.locator(f"[data-phase={name}]")).to_be_visible(**options)


def words(page: Page) -> list[str]:
    """What the phone says, without the clock."""
    return page.evaluate(
        """[...document.querySelectorAll('.strip, main')].map(part => {
             const copy = part.cloneNode(true);
             for (const each of copy.querySelectorAll('[data-timer], .tip')) each.remove();
             return copy.textContent.replace(/\\s+/g, ' ').trim();
           })"""
    )


def reload_often(page: Page, name: str) -> None:
    """Five times in a row: the same words each time, those that a phone was pushed included."""
    phase(page, name)
    before = words(page)
    for _ in range(5):
        page.reload()
        phase(page, name)
        assert words(page) == before, name


def sleep_through(page: Page, act) -> None:
    """The browser stops the page altogether, as behind a locked screen, while `act` happens."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    act()
    session.send("Page.setWebLifecycleState", {"state": "active"})
    session.detach()


def test_req_r12_an_answer_given_without_network_counts_and_req_r2_r5_phones_resume(
    open_browser, sign_in, decks
):
    teacher = open_browser(WIDE)
    sign_in(teacher, "teacher")
    code = open_room(teacher, "offline")
    an, binh = open_browser(PHONE), open_browser(PHONE)
    join(an, code, "Ánh")
    join(binh, code, "Bình")
    expect(teacher.locator(".names li")).to_have_count(2, timeout=8000)
    reload_often(binh, "lobby")

    # Within the question: kept, said so, sent by itself.
    go_on(teacher, "question")
    phase(an, "question")
    an.context.set_offline(True)
    expect(an.locator("#banner")).to_have_text(re.compile("^Mạng của bạn đang yếu. Đang nối lại"))
    choose(an, "A")
    expect(an.locator("#banner")).to_have_text(re.compile("Câu trả lời được giữ trong máy"))
    reload_often(binh, "question")
    phase(an, "question")
    an.context.set_offline(False)
    phase(an, "sent")
    expect(teacher.locator("#count")).to_have_text("1/2")
    expect(an.locator("#banner")).not_to_contain_text("giữ trong máy")
    reload_often(an, "sent")

    # Back and forth in the browser, and asleep while the lesson goes on.
    binh.goto("/heritage/")
    binh.go_back()
    phase(binh, "question")
    sleep_through(binh, lambda: go_on(teacher, "reveal"))
    reload_often(binh, "reveal")
    phase(an, "reveal")
    go_on(teacher, "standings")
    reload_often(an, "standings")

    # The question closes while the phone is away: what was given before still counts.
    go_on(teacher, "question")
    phase(an, "question")
    an.context.set_offline(True)
    choose(an, "A")
    expect(an.locator("#banner")).to_contain_text("giữ trong máy")
    go_on(teacher, "reveal")
    phase(binh, "reveal")
    an.context.set_offline(False)
    expect(an.locator("[data-phase=reveal] h1")).to_have_text("Đúng rồi!")
    expect(an.locator("#say")).to_contain_text("Đúng rồi!")
    go_on(teacher, "standings")

    # The tab is closed with the answer in it, and the room opened again by its code.
    go_on(teacher, "question")
    phase(an, "question")
    an.context.set_offline(True)
    choose(an, "A")
    expect(an.locator("#banner")).to_contain_text("giữ trong máy")
    context = an.context
    an.close()
    context.set_offline(False)
    an = context.new_page()
    an.goto("/")
    an.fill("input[name=code]", code)
    an.locator("form:has(input[name=code]) button").click()
    phase(an, "sent")
    go_on(teacher, "reveal")
    go_on(teacher, "podium")
    reload_often(an, "podium")
    expect(an.locator(".mine")).to_contain_text("đúng 3 trên 3 câu")

    # An old link says that it is over, and leads on.
    teacher.locator("button[value=close]").click()
    phase(binh, "closed")
    an.reload()
    phase(an, "closed")
    for page in (an, binh):
        expect(page.locator("main input[name=code]")).to_be_visible()
    stranger = open_browser(PHONE)
    stranger.goto(an.url)
    stranger.fill("main input[name=code]", code)
    stranger.keyboard.press("Enter")
    expect(stranger.locator("#join-error")).to_be_visible()


SEEN = """
  window.seen = [];
  const closes = timer => timer.dataset.closes;
  const note = () => {
    const timer = document.querySelector('[data-timer]');
    if (timer) seen.push([closes(timer), Number(timer.querySelector('b').textContent)]);
  };
  new MutationObserver(note).observe(document.body,
                                     {childList: true, subtree: true, characterData: true});
"""


def right_clock(page: Page) -> bool:
    """The page's idea of the server's time is at most 300 ms off, and its figure follows it."""
    before = time.time() * 1000
    now, left, text = page.evaluate(
        f"""{LIVE}.then(m => {{
              const timer = document.querySelector('[data-timer]');
              const left = Number(timer.dataset.closes) - m.serverNow();
              return [m.serverNow(), left, Number(timer.querySelector('b').textContent)];
            }})"""
    )
    after = time.time() * 1000
    # The figure is drawn four times a second.
    shown = left / 1000 <= text <= left / 1000 + 1.3 or left < 0
    return before - 300 <= now <= after + 300 and shown


def soon(check, seconds: float = 6) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if check():
            return True
        time.sleep(0.1)
    return False


def test_req_r22_clocks_that_are_wrong_show_the_same_second_and_req_r17_the_host_may_be_gone(
    open_browser, sign_in, decks
):
    teacher = open_browser(WIDE)
    sign_in(teacher, "teacher")
    code = open_room(teacher, "clocks")
    an, binh = open_browser(PHONE), open_browser(PHONE)
    now = datetime.datetime.now(datetime.UTC)
    an.clock.install(time=now + FAR)
    binh.clock.install(time=now - FAR)
    for page, name in ((an, "Ánh"), (binh, "Bình")):
        join(page, code, name)
        page.evaluate(SEEN)
    expect(teacher.locator(".names li")).to_have_count(2, timeout=8000)
    go_on(teacher, "question")
    for page in (an, binh, teacher):
        phase(page, "question")
        assert soon(lambda page=page: right_clock(page))
    room = teacher.url
    teacher.goto("about:blank")  # the laptop is shut
    # The clock is set in the middle of the question; the page sleeps: right at once all the same.
    an.clock.set_system_time(now + 30 * FAR)
    assert soon(lambda: right_clock(an))
    sleep_through(binh, lambda: time.sleep(1.5))
    assert soon(lambda: right_clock(binh))

    # The question ends at its time, and the phones know whose network it is.
    for page in (an, binh):
        phase(page, "reveal", timeout=20_000)
        for (closes, before), (then, after) in zip(
            page.evaluate("seen"), page.evaluate("seen.slice(1)"), strict=False
        ):
            assert closes != then or after <= before, "the figure rose"
    expect(an.locator("#banner")).to_contain_text("Thầy cô đang mất kết nối", timeout=40_000)
    teacher.goto(room)
    phase(teacher, "reveal")
    expect(an.locator("#banner")).to_be_empty(timeout=12_000)
    go_on(teacher, "standings")
    phase(an, "standings")
    phase(binh, "standings")


def refused_then_back(page: Page, code: str) -> None:
    """A name that is taken, another one, and Back: into the room, with nothing sent again."""
    page.goto(f"/join/?code={code}")
    for name in ("Giang", "Hà"):
        page.fill("input[name=nickname]", name)
        page.locator("form:has(input[name=nickname]) button.gold").click()
        expect(page.locator("#join-error, [data-phase=lobby]").first).to_be_visible()
    phase(page, "lobby")
    page.go_back()
    phase(page, "lobby")


def test_req_r9_r11_without_pushes_a_phone_asks_every_five_seconds_and_req_r4_never_gives_up(
    open_browser, sign_in, decks
):
    teacher = open_browser(WIDE)
    sign_in(teacher, "teacher")
    code = open_room(teacher, "offline")
    phone = open_browser(PHONE)
    phone.clock.install()
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.route("**/live/stream*", lambda route: route.abort())
    join(phone, code, "Giang")
    expect(teacher.locator(".names li")).to_have_count(1, timeout=8000)
    refused_then_back(open_browser(PHONE), code)
    phone.clock.pause_at(datetime.datetime.now() + datetime.timedelta(seconds=2))

    def count(what: str) -> int:
        # What was under way has come back: a poll waits up to a quarter of a second for others. The
        # phone's own clock stands.
        teacher.wait_for_timeout(400)
        phone.evaluate("fetch('/healthz').then(answer => answer.text())")
        return sum(f"/live/{what}" in url for url in asked)

    def five_seconds() -> None:
        phone.clock.run_for(5000)
        count("")

    polls, streams = count("version"), count("stream")
    for _ in range(8):
        five_seconds()
        assert count("version") > polls
        polls = count("version")
    assert count("stream") >= streams + 2
    go_on(teacher, "question")
    five_seconds()
    phase(phone, "question")
    choose(phone, "A")
    phase(phone, "sent")
    go_on(teacher, "reveal")
    five_seconds()
    expect(phone.locator("[data-phase=reveal] h1")).to_have_text("Đúng rồi!")

    waits = phone.evaluate(
        f"{LIVE}.then(m => [...Array(40).keys()].map(n => [m.backOff(n, 0), m.backOff(n, 1)]))"
    )
    assert all(0 < least < most <= 15_000 for least, most in waits)
    assert [most for _, most in waits] == sorted(most for _, most in waits)
    assert waits[0][1] <= 1000 and waits[-1][1] == 15_000
    longest = phone.evaluate(f"{LIVE}.then(m => [0, 1, 2, 5, 99].map(n => m.pollWait(n, 1)))")
    assert longest[0] <= 5000 and max(longest) <= 15_000
    rises = phone.evaluate(
        f"""{LIVE}.then(m => {{
              // Measured again and again, up to half a second off either way, it never counts up.
              let rises = 0, before = NaN;
              for (let left = 60_000; left > 0; left -= 37) {{
                const shown = m.figure(left + (Math.random() - 0.5) * 950, before);
                rises += shown > before;
                before = shown;
              }}
              return rises;
            }})"""
    )
    assert rises == 0
