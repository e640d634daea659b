"""The game as a class plays it: a teacher at the wall, four phones, and afterwards the log."""

from __future__ import annotations

import csv
import io
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from .conftest import PHONE, WIDE

pytestmark = pytest.mark.e2e

GAME = "/games/rang_ro_viet_nam/"
TABLE = re.compile(r"/games/t/\w+/$")
#: Milliseconds for what comes by itself; the machine is busy.
PRESS, SOON, PAUSE = 4_000, 15_000, 300
#: Seconds in which somebody must be asked: longer than a clock or an absence takes.
STUCK = 90
#: The same rules with the longest clocks there are, so that no slow machine plays for a phone.
SLOWLY = """
from games import tables
from games.models import Table
tables.set_options(
    Table.objects.get(code={code!r}).pk, preset="tiet_hoc",
    options=dict(answer_seconds=60, action_seconds=180, choice_seconds=60, explain_seconds=60),
)
"""
#: Whether a page shows which answer is right, or asks for one, while a question is open.
GIVEN_AWAY = """
document.querySelector(".qsheet:not(.told)") !== null
  && document.querySelector(".answer.right, form[data-answer]") !== null
"""
#: Presses and waits after which a game that does not get anywhere has failed.
MOST = 1_500


@dataclass
class Class:
    """The phones by name, and what was played as they saw it: by question and name the answer and
    whether it was right."""

    phones: dict[str, Page] = field(default_factory=dict)
    played: dict[tuple[int, str], tuple[str, bool]] = field(default_factory=dict)
    #: Of each phone, the place of the answer it picks.
    picks: dict[str, int] = field(default_factory=dict)

    def until(self, done: Callable[[], bool]) -> None:
        """Every phone does what it is asked until something is so. Where nobody is asked, the
        computer or a clock is at work, or a phone has not yet heard that it is its turn."""
        stuck = time.monotonic() + STUCK
        for _ in range(MOST):
            if done():
                return
            if self._everybody_acts():
                stuck = time.monotonic() + STUCK
            elif time.monotonic() > stuck:
                break
            else:
                next(iter(self.phones.values())).wait_for_timeout(PAUSE)
        asked = {n: p.locator("#main").inner_text() for n, p in self.phones.items()}
        raise AssertionError(f"the game does not get anywhere: {asked}")

    def _everybody_acts(self) -> bool:
        acted = [self._act(name, page) for name, page in list(self.phones.items())]
        return any(acted)

    def _act(self, name: str, page: Page) -> bool:
        kind = page.locator("#rr").get_attribute("data-kind", timeout=SOON)
        if kind == "question":
            return self._answer(name, page)
        press = {
            "roll": "roll",
            "place": "place",
            "react": "pass",
            "counter": "pass",
            "benefit": "decline",
            "book_reply": "accept",
            "choose_answerer": "who:",
        }
        if kind == "explain":
            self._note(name, page)
            return pressed(page, page.locator("#ask [value=next]"))
        if kind == "action":
            return self._drive(page)
        if kind in press:
            return pressed(page, page.locator(f"#ask [value^='{press[kind]}']").first)
        return False

    def _drive(self, page: Page) -> bool:
        trip = page.locator("[name=trip] optgroup[data-by=car] option").first
        try:
            value = trip.get_attribute("value", timeout=PRESS)
            page.locator("[name=trip]").select_option(value, timeout=PRESS)
        except TimeoutError:
            return False
        return pressed(page, page.locator("#ask [value=go]"))

    def _answer(self, name: str, page: Page) -> bool:
        if page.locator("form[data-answer] .answer").count() == 0:
            return False
        lock = page.locator(".after-answer .btn[data-next]")
        if lock.count():
            return pressed(page, lock)
        return pressed(page, page.locator("button.answer").nth(self.picks.get(name, 0)))

    def _note(self, name: str, page: Page) -> None:
        """The marks as this phone shows them."""
        sheet = page.locator(".qsheet.told")
        number = int(sheet.get_attribute("data-number") or 0)
        picked = sheet.locator(".answer.picked > span:nth-of-type(2)")
        if picked.count():
            words = picked.evaluate("e => e.firstChild.textContent.trim()")
            self.played[number, name] = (words, sheet.locator(".answer.picked.right").count() == 1)


def version(page: Page) -> str:
    return page.locator("#main").get_attribute("data-version") or ""


def pressed(page: Page, button: Locator) -> bool:
    """Press, and wait until the table has moved on. Where a clock or somebody else was quicker,
    the button is gone: then it is for the next look to find what is asked."""
    before = version(page)
    try:
        button.click(timeout=PRESS)
        page.wait_for_function(
            "v => document.querySelector('#main').dataset.version !== v", arg=before, timeout=PRESS
        )
    except TimeoutError:
        return version(page) != before
    return True


def from_menu(teacher: Page, action: str) -> None:
    """A button of the menu, which stays open or has to be opened."""
    button = teacher.locator(f".menu-sheet button[value={action}]")
    expect(button).to_have_count(1, timeout=SOON)
    if not button.is_visible():
        teacher.locator("details.menu summary").click()
    button.click(timeout=SOON)


def take_away(teacher: Page, wall: Page) -> None:
    """The teacher says that the question does not count."""
    # Pressed on an older screen it would change nothing.
    expect(teacher.locator("#main")).to_have_attribute("data-version", version(wall), timeout=SOON)
    drawer = teacher.locator("details.host")
    drawer.locator("> summary").click(timeout=SOON)
    # Clicked: a page that draws itself anew takes the focus from a button, not its place.
    drawer.locator("button[value=void]").click(timeout=SOON)
    expect(wall.locator(".qsheet")).to_have_count(0, timeout=SOON)


def sit_down(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}sit/")
    page.fill("[name=name]", name)
    page.keyboard.press("Enter")
    page.wait_for_url(TABLE)


def test_a_lesson_with_four_phones_and_a_wall(
    site, open_browser, sign_in, assert_accessible, tmp_path
):
    def phone(language: str = "vi", dark: bool = False) -> Page:
        still = {"reduced_motion": "reduce"}  # six screens on one machine
        return open_browser(PHONE, language, dark, has_touch=True, is_mobile=True, **still)

    teacher, wall = (open_browser(WIDE, "vi", reduced_motion="reduce") for _ in range(2))
    sign_in(teacher, "teacher")
    teacher.goto(GAME)
    form = teacher.locator("form[aria-labelledby=inv-h]")
    expect(form.locator("[name=preset]:checked")).to_have_value("tiet_hoc")
    form.locator("[name=lead]").check()
    form.locator("button[value=invite]").click()
    teacher.wait_for_url(TABLE)
    address = teacher.url
    site.shell(SLOWLY.format(code=address.rstrip("/").split("/")[-1]))
    room = Class(picks={"An": 0, "Bình": 1, "Chi": 2, "Dũng": 0})
    for name, page in (("An", phone()), ("Bình", phone("en", True)), ("Chi", phone())):
        sit_down(page, address, name)
        room.phones[name] = page
    expect(teacher.locator(".seat:not(.free)")).to_have_count(3, timeout=SOON)
    teacher.locator("button[value=start]").click()
    wall.goto(address)
    for page in room.phones.values():
        expect(page.locator("#rr")).to_be_visible(timeout=SOON)

    # A first question, by everybody; the wall shows who has locked and no answer.
    room.until(lambda: wall.locator(".qsheet").count() == 1)
    expect(wall.locator(".qsheet .locks li").first).to_be_visible()
    assert not wall.evaluate(GIVEN_AWAY)
    room.until(lambda: (1, "Chi") in room.played)
    assert_accessible(wall)

    # Dũng comes late and plays along.
    late = phone()
    late.goto(address)
    late.locator("a.btn", has_text="Vào chơi").click(timeout=SOON)
    late.fill("[name=name]", "Dũng")
    late.keyboard.press("Enter")
    late.wait_for_url(TABLE)
    room.phones["Dũng"] = late
    room.until(lambda: any(name == "Dũng" for _n, name in room.played))

    # The teacher pauses: nobody is asked anything; then the lesson goes on.
    from_menu(teacher, "pause")
    for page in room.phones.values():
        expect(page.locator(".waits", has=page.locator(".i"))).to_be_visible(timeout=SOON)
        expect(page.locator("#ask")).to_have_count(0)
    from_menu(teacher, "resume")
    expect(teacher.locator(".menu-sheet button[value=resume]")).to_have_count(0, timeout=SOON)

    # A question has a fault: it counts for nobody.
    asked = wall.locator(".qsheet:not(.told)")
    room.until(lambda: asked.count() == 1)
    number = int(asked.get_attribute("data-number") or 0)
    take_away(teacher, wall)
    void = number

    # Bình's phone goes; a computer player stands in until he goes on with another one.
    ben = room.phones.pop("Bình")
    ben.goto(f"{address}seat/")
    link = ben.locator("[data-copy-from]").input_value()
    ben.context.close()
    seat = wall.locator(".pl1", has_text="Bình")
    room.until(lambda: seat.locator(".who small", has_text="máy chơi thay").count() == 1)
    away = max(number for number, _name in room.played)
    room.until(lambda: any(number > away for number, _name in room.played))
    tablet = phone()
    tablet.goto("/games/seat/" + link.split("/games/seat/")[1])
    tablet.locator("main form button").click()
    tablet.wait_for_url(TABLE)
    expect(seat.locator(".who small", has_text="máy chơi thay")).to_have_count(0, timeout=SOON)
    room.phones["Bình"] = tablet
    before = max(number for number, _name in room.played)
    room.until(lambda: any(n > before and name == "Bình" for n, name in room.played))

    # The end is counted.
    teacher.goto(f"{address}stop/")
    teacher.locator("main form button.btn").click()
    for page in room.phones.values():
        expect(page.locator(".ranking li")).to_have_count(4, timeout=SOON)
        expect(page.locator(".study h3")).to_be_visible()
    expect(wall.locator(".ranking li")).to_have_count(4, timeout=SOON)
    assert wall.locator(".study").count() == 0

    # The log says what was played.
    teacher.goto(f"{address}learning/")
    expect(teacher.locator(".matrix tbody tr")).to_have_count(4)
    assert_accessible(teacher)
    with teacher.expect_download() as download:
        teacher.locator("a", has_text="CSV").first.click()
    saved = tmp_path / "log.csv"
    download.value.save_as(saved)
    rows = csv.DictReader(io.StringIO(saved.read_text("utf-8-sig")), delimiter=";")
    found = {(int(row["STT"]), row["Tên"]): row for row in rows}
    for (number, name), (words, right) in room.played.items():
        row = found[number, name]
        assert row["Kết quả"] == ("trả lời đúng" if right else "trả lời sai")
        # A phone that reads English has shown the same answer by another word.
        assert name == "Bình" or row["Trả lời"] == words
    assert {row["Kết quả"] for (n, _name), row in found.items() if n == void} <= {"không tính"}
    assert void not in {number for number, _name in room.played}
    assert "vắng, máy trả lời thay" in {row["Kết quả"] for row in found.values()}

    # Each student reads their own page.
    for name, page in room.phones.items():
        page.goto(f"{address}learning/")
        expect(page.locator("h1")).to_contain_text(name)
        # A phone that was still asked something at the end has not seen that question's marks.
        mine = [row["Kết quả"] for (_n, who), row in found.items() if who == name]
        right = mine.count("trả lời đúng")
        expect(page.locator(".lead")).to_contain_text(f"Bạn đúng {right} trên ")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert_accessible(room.phones["An"])
