"""Rạng Rỡ Việt Nam in browsers: a journey by the map, the same by plain forms, two at one table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, WIDE

pytestmark = pytest.mark.e2e

GAME = "/games/rang_ro_viet_nam/"
TABLE = re.compile(r"/games/t/\w+/$")

#: Have a table stand so that seat 0 is to choose an action in Hà Nội, without clocks.
STAND = """
from dataclasses import replace
from games.rang_ro.game import GAME
from games.models import Seat, Table
table = Table.objects.get(code={code!r})
state = GAME.decode(table.state)
players = tuple(
    replace(one, pos="ha-noi", rolled=7, hand=(), people=str(seat + 1))
    for seat, one in enumerate(state.players)
)
state = replace(
    state, players=players, ring=tuple(range(len(players))), phase="ACTION", active=0, first=0,
    begun=True, options=replace(state.options, untimed=True),
)
table.state, table.decision = GAME.encode(state), GAME.decision(state)
table.version += 1
table.save()
Seat.objects.filter(table=table).update(to_act=False, act_by=None)
Seat.objects.filter(table=table, index=0).update(to_act=True)
"""


def stand(site, page: Page) -> None:
    site.shell(STAND.format(code=page.url.rstrip("/").split("/")[-1]))


def alone(site, page: Page) -> None:
    """A game against three computer players, at the reader's turn."""
    page.goto(GAME)
    page.locator("button[value=bot]").click()
    page.wait_for_url(TABLE)
    stand(site, page)
    page.reload()
    expect(page.locator(".ask-action")).to_be_visible()


def test_a_journey_by_the_map_on_a_phone(site, open_browser, assert_accessible):
    page = open_browser(PHONE, "vi")
    alone(site, page)
    assert_accessible(page)
    # Map and decision are on one screen, and nothing is wider than it.
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert page.evaluate(
        "[...document.querySelectorAll('#rr-near, #ask [value=go]')]"
        ".every(e => e.getBoundingClientRect().bottom <= innerHeight)"
    )
    page.locator("#rr-near [data-at=ha-nam] .cost rect").click()
    expect(page.locator("#ask [value=go]")).to_have_text("Đi, 2 xu")
    page.locator(".ways [data-by=plane]").click()
    expect(page.locator("#ask [value=go]")).to_have_text("Đi")  # no airport in Hà Nam
    page.locator(".ways [data-by=car]").click()
    page.locator("#rr-near [data-at=ha-nam] .cost rect").click()
    page.locator("#ask [value=go]").click()
    expect(page.locator(".qsheet")).to_be_visible(timeout=30_000)
    assert_accessible(page)
    page.locator(".qsheet .answer").first.click()
    lock = page.locator(".after-answer .btn").first
    expect(lock).to_have_text(re.compile("Chốt A"))
    lock.click()
    expect(page.locator(".qsheet.told")).to_be_visible(timeout=15000)
    expect(page.locator(".why")).to_be_visible()
    assert_accessible(page)
    page.locator("#ask [value=next]").click()
    expect(page.locator(".qsheet.told")).to_have_count(0, timeout=30_000)


def test_the_same_without_a_script_and_by_keys(site, open_browser):
    page = open_browser(PHONE, "en", java_script_enabled=False)
    alone(site, page)
    page.locator("[name=trip]").select_option("car:ha-nam:")
    page.locator("#ask [value=go]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".qsheet h2")).to_be_visible()
    page.locator(".qsheet .answer").nth(1).focus()
    page.keyboard.press("Enter")
    page.locator(".after-answer .btn").first.click()
    expect(page.locator(".locks .in, .locks .right, .locks .miss").first).to_be_visible()


def test_two_people_answer_at_once_and_a_wall_watches(site, open_browser, assert_accessible):
    an, ben = open_browser(WIDE, "vi"), open_browser(PHONE, "en", dark=True)
    an.goto(GAME)
    an.fill("[name=name]", "An")
    an.locator("button[value=invite]").click()
    an.wait_for_url(TABLE)
    ben.goto(f"{an.url}sit/")
    ben.fill("[name=name]", "Ben")
    ben.keyboard.press("Enter")
    ben.wait_for_url(TABLE)
    an.locator("button[value=start]").click()
    expect(an.locator("#rr-near")).to_be_visible(timeout=30_000)
    stand(site, an)
    wall = open_browser(WIDE, "vi")
    for page in (an, ben, wall):
        page.goto(an.url)
    expect(ben.locator(".waits")).to_contain_text("An chooses an action")
    an.locator("[name=trip]").select_option("car:ha-nam:")
    an.locator("#ask [value=go]").click()
    for page in (an, ben):
        page.locator(".qsheet .answer").first.click(timeout=30_000)
    expect(wall.locator(".qsheet h2")).to_be_visible()
    expect(wall.locator("form[data-answer]")).to_have_count(0)
    an.locator(".after-answer .btn").first.click()
    expect(ben.locator(".locks .in")).to_have_count(1, timeout=30_000)
    ben.locator(".after-answer .btn").first.click()
    for page in (an, ben, wall):
        expect(page.locator(".qsheet.told")).to_be_visible(timeout=30_000)
    assert_accessible(wall)
    ben.locator("#ask [value=next]").click()
    an.locator("#ask [value=next]").click()
    expect(an.locator(".qsheet")).to_have_count(0, timeout=30_000)


#: Bring everybody at a table what they see now, once more.
PUSH = """
from games import screens
from games.models import Table
table = Table.objects.get(code={code!r})
table.version += 1
table.save()
screens.table_changed(table.pk)
"""
#: What is drawn on the maps, what the form offers, and the words beside them.
DRAWN = """() => {
  const drawn = ["#rr-near .reach > *", "#rr-near .pl", "#rr-near .hub", "#rr-near .pieces > g",
    "#rr-whole .pieces > *", "#rr-whole desc", "#ask option", ".acts5 label", ".bets label",
    ".pane > p", ".rules p", ".zooms button", ".pl1 .quest li"];
  return drawn.map((one) => [...document.querySelectorAll(one)]
    .map((e) => e.outerHTML.replaceAll(' style=""', "")).sort());
}"""


def test_a_script_draws_from_a_push_what_the_page_shows(site, open_browser):
    page = open_browser(WIDE, "vi")
    alone(site, page)
    code = page.url.rstrip("/").split("/")[-1]
    for coins, hand, flags in ((9, ("TICKET", "FREE_TRANSFER"), ("ha-nam",)), (60, (), ())):
        site.shell(
            "from dataclasses import replace\n"
            "from games.models import Table\n"
            "from games.rang_ro.game import GAME\n"
            f"table = Table.objects.get(code={code!r})\n"
            "state = GAME.decode(table.state)\n"
            f"mine = replace(state.players[0], coins={coins}, hand={hand}, "
            f"flags=frozenset({flags}))\n"
            "other = replace(state.players[1], flags=frozenset({'ha-nam', 'ca-mau'}))\n"
            "state = replace(state, players=(mine, other, *state.players[2:]))\n"
            "table.state = GAME.encode(state)\n"
            "table.version += 1\n"
            "table.save()\n"
        )
        page.reload()
        expect(page.locator(".zooms button").first).to_be_visible()
        on_the_page = page.evaluate(DRAWN)
        version = page.locator("[data-phase]").get_attribute("data-version")
        site.shell(PUSH.format(code=code))
        expect(page.locator("[data-phase]")).not_to_have_attribute("data-version", version)
        assert page.evaluate(DRAWN) == on_the_page
    expect(page.locator("[data-part], [data-trips], svg[data-i]")).to_have_count(0)


#: How high letters are on the screen, in CSS pixels: of a page's own text and of a map's.
LETTERS = """(one) => {
  const e = document.querySelector(one);
  const { fontSize, scale } = getComputedStyle(e);
  const drawn = e.ownerSVGElement ? e.getScreenCTM().a * (parseFloat(scale) || 1) : 1;
  return parseFloat(fontSize) * drawn;
}"""


@pytest.mark.parametrize("size", [(1920, 1080), (1440, 900)])
def test_letters_on_the_wall_are_read_from_the_last_row(site, open_browser, size):
    an = open_browser(WIDE, "vi")
    alone(site, an)
    wall = open_browser({"width": size[0], "height": size[1]}, "vi")
    wall.goto(an.url)
    assert wall.evaluate(LETTERS, "#rr-near .pn") >= size[1] / 45
    assert wall.evaluate(LETTERS, ".pl1 .who b") >= size[1] / 45
    an.locator("[name=trip]").select_option("car:ha-nam:")
    an.locator("#ask [value=go]").click()
    expect(wall.locator(".qsheet h2")).to_be_visible(timeout=8000)
    assert wall.evaluate(LETTERS, ".qsheet h2") >= size[1] / 28
    assert wall.evaluate(LETTERS, ".qsheet .answer") >= size[1] / 32
    assert wall.evaluate("document.documentElement.scrollWidth") == size[0]
    assert wall.evaluate(
        "[...document.querySelectorAll('.qsheet .answer')]"
        ".every(e => e.getBoundingClientRect().bottom <= innerHeight)"
    )


def test_a_first_turn_is_learnt_step_by_step(open_browser, assert_accessible):
    page = open_browser(PHONE, "vi")
    page.goto(f"{GAME}lessons/1/")
    assert_accessible(page)
    page.locator("#rr-near [data-at=dak-lak] .cost rect").click()
    page.locator("#ask [value=go]").click()
    expect(page.locator(".said.ok")).to_be_visible()
    page.locator(".btn.big").click()
    page.locator(".answer", has_text="Đắk Lắk").click()
    expect(page.locator(".said.ok")).to_contain_text("cắm cờ")
    page.locator(".btn.big").click()
    page.locator("#ask [value=convert]").click()
    expect(page.locator(".said.ok")).to_be_visible()
    page.locator(".btn.big").click()
    page.locator(".acts5 label", has_text="Kiếm tiền").click()
    page.locator("#ask button[value=earn]").click()
    expect(page.locator(".said.ok")).to_be_visible()
    page.locator(".btn.big").click()
    page.locator(".acts5 label", has_text="Thách đấu").click()
    page.locator("#ask [value=challenge]").click()
    expect(page.locator(".said.ok")).to_be_visible()
    assert_accessible(page)
