"""The dice shoot-out in browsers: five people to the end, a turn by keys, one without script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import PHONE, WIDE

pytestmark = pytest.mark.e2e

GAME = "/games/bang_dice/"
TABLE = re.compile(r"/games/t/\w+/$")

#: Have a table stand as said, from its first row on: the game is played from there.
STAND = """
import json
from dataclasses import replace
from games.bang_dice.game import GAME
from games.models import Seat, Table, TableMove
table = Table.objects.get(code={code!r})
state = GAME.decode(table.state)
state = replace(state, **{changes})
table.state, table.decision = GAME.encode(state), GAME.decision(state)
table.version += 1
table.seed = "five 259"  # the same dice in every run
table.save()
TableMove.objects.filter(table=table, number=0).update(record={{"state": table.state}})
Seat.objects.filter(table=table).update(to_act=False, act_by=None)
Seat.objects.filter(table=table, index=state.asked).update(to_act=True)
"""
#: The same dice in every run: 11 turns, two of everybody; somebody reacts to a hit, one is out.
CHANCE = """
from games.models import Table
Table.objects.filter(code={code!r}, status="waiting").update(seed="five 41")
"""
#: The version of the page if it asks for a decision that has not been sent yet, else "".
ASKED = """() => {
  const form = document.querySelector("form#move:not([data-sent])");
  return form ? document.querySelector("main").dataset.version : "";
}"""
#: Chooses what has to be chosen: everybody at the Sheriff, else the first that is offered.
CHOOSE = """() => {
  const card = document.querySelector(".bseat:has(.r-sheriff)");
  for (const set of document.querySelectorAll("form#move .targets")) {
    if (set.querySelector("input:checked")) continue;
    const sheriff = document.getElementById("ask").dataset.kind === "shots" && card?.dataset.seat;
    const input = set.querySelector(`input[value="${sheriff}"]`) ?? set.querySelector("input");
    input.checked = true;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
}"""

#: As soon as the next screen is there: R twice more, and what the words under the dice look like.
HASTE = """() => document.addEventListener("stage", () => {
  for (let n = 0; n < 2; n += 1)
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "r", bubbles: true }));
  window.sent = document.querySelector("[value=stop]").disabled; // as by any answer on its way
  const words = [...document.querySelectorAll(".tumble .w")];
  window.words = words.map((each) => getComputedStyle(each).visibility);
}, { once: true })"""


def stand(site, page: Page, changes: str) -> None:
    site.shell(STAND.format(code=page.url.rstrip("/").split("/")[-1], changes=changes))


def asked(page: Page) -> str:
    return page.evaluate(ASKED)


def answer(page: Page, version: str) -> None:
    """Whatever this page asks, by its own fields and a press on its own button; the dice are thrown
    once, and kept."""
    page.evaluate(CHOOSE)
    page.locator("#ask :is([value=roll], [value=stop], :not([value=reroll]).btn)").first.click()
    expect(page.locator("main")).not_to_have_attribute("data-version", version, timeout=15_000)


def play_on(pages: list[Page], done) -> None:
    """Each answers what it is asked until it is `done`."""
    for _round in range(1500):
        if done():
            return
        for page in pages:
            if version := asked(page):
                answer(page, version)
                break
        else:
            pages[0].wait_for_timeout(40)
    raise AssertionError("the game does not end")


def leave_for_good(page: Page) -> None:
    page.locator(".menu summary").click()
    page.locator(".menu-sheet a[href$=resign\\/]").click()
    page.locator("main form button.btn").click()
    page.wait_for_url(TABLE)
    expect(page.locator(".messages")).to_contain_text("máy chơi tiếp")


def go_on_elsewhere(page: Page, tablet: Page) -> None:
    """The seat of a page goes on with another device, by its link."""
    page.locator(".menu summary").click()
    page.locator(".menu-sheet a[href$=seat\\/]").click()
    link = page.locator("[data-copy-from]").input_value()
    page.close()
    tablet.goto("/games/seat/" + link.split("/games/seat/")[1])
    tablet.locator("main button.btn").click()
    tablet.wait_for_url(TABLE)
    expect(tablet.locator("form#move")).to_be_visible()


def test_five_people_play_a_whole_game_one_leaves_and_one_goes_on_elsewhere(
    site, open_browser, assert_accessible
):
    names = ["Ánh", "Bình", "Chi", "Dũng", "Én"]
    people = [open_browser(WIDE if n == 0 else PHONE, "en" if n == 2 else "vi") for n in range(5)]
    host, _binh, chi, dung, _en = people
    host.goto(GAME)
    host.fill("[name=name]", names[0])
    host.locator("summary", has_text="Luật của ván này").last.click()
    host.locator("form:has([value=invite]) [value=unhurried]").check()
    host.locator("button[value=invite]").click()
    host.wait_for_url(TABLE)
    for page, name in zip(people[1:], names[1:], strict=True):
        page.goto(f"{host.url}sit/")
        page.fill("[name=name]", name)
        page.keyboard.press("Enter")
        page.wait_for_url(TABLE)
    expect(host.locator(".seats")).to_contain_text("Én", timeout=8000)
    assert_accessible(host)
    site.shell(CHANCE.format(code=host.url.rstrip("/").split("/")[-1]))
    host.locator("button[value=start]").click()
    expect(people[4].locator("#ring")).to_be_visible(timeout=8000)
    watcher = open_browser(PHONE, "vi", dark=True)
    watcher.goto(host.url)
    expect(watcher.locator(".bseat")).to_have_count(5)
    expect(watcher.locator(".role")).to_have_count(1)  # the Sheriff's alone
    expect(watcher.locator("form#move")).to_have_count(0)

    # Dũng leaves for good when it is his turn, Chi goes on with a tablet when it is hers.
    here = [page for page in people if page not in (chi, dung)]
    tablet = open_browser(WIDE, "en")
    away = [chi, dung]
    while away:
        play_on(here, lambda: any(map(asked, away)))
        page = next(page for page in away if asked(page))
        away.remove(page)
        if page is dung:
            leave_for_good(dung)
        else:
            assert_accessible(chi)
            go_on_elsewhere(chi, tablet)
            here.append(tablet)
    play_on(here, lambda: host.locator("[data-phase=finished]").count() > 0)

    for page in (*here, dung, watcher):
        expect(page.locator("[data-phase=finished]")).to_be_visible(timeout=8000)
        expect(page.locator(".bseat .role, .who-was .role").first).to_be_visible()
        assert page.locator(".who-was tbody .role").count() == 5
    assert_accessible(watcher)
    host.locator(".ended a[href*=replay]").click()
    expect(host.locator("#steps")).to_be_visible()
    assert_accessible(host)
    host.keyboard.press("ArrowLeft")
    expect(host.locator("[data-slider]")).not_to_have_value(
        host.locator("[data-slider]").get_attribute("max")
    )


def test_a_turn_by_keys_and_its_shots_without_a_script(site, open_browser, assert_accessible):
    page = open_browser(PHONE, "en")
    page.goto(GAME)
    page.locator("form:has([name=bots]) summary").click()
    page.locator("form:has([name=bots]) [value=unhurried]").check()
    page.locator("[name=bots][value='4']").check()
    page.locator("button[value=bot]").click()
    page.wait_for_url(TABLE)

    # Who hammers on the button rolls once: the next answers rest until the dice have been seen.
    dice = "('one', 'two', 'beer', 'one', 'one')"
    changes = f"{{'turn': 0, 'phase': 'roll', 'rolls_used': 1, 'dice': {dice}, 'turns': 40,"
    changes += " 'characters': ('jesse_jones', 'el_gringo', 'suzy_lafayette', 'paul_regret',"
    stand(site, page, f"{changes} 'black_jack'), 'group': None}}")
    page.reload()
    for die in "123":
        page.keyboard.press(die)
    page.evaluate(HASTE)
    page.keyboard.press("r")
    expect(page.locator("#ask .help")).to_have_text("You may roll 1 more time.", timeout=8000)
    assert page.evaluate("[sent, words]") == [False, ["hidden"] * 2]
    page.locator("[value=stop]").click()  # as soon as it answers
    expect(page.locator("#ask-h")).to_contain_text("at whom?", timeout=8000)

    dice = "('one', 'two', 'beer', 'dynamite', 'dynamite')"
    people = "('jesse_jones', 'el_gringo', 'suzy_lafayette', 'paul_regret', 'black_jack')"
    changes = f"{{'turn': 0, 'phase': 'roll', 'rolls_used': 1, 'dice': {dice}, 'turns': 40,"
    changes += f" 'characters': {people}, 'life': (5, 6, 6, 6, 6), 'group': None}}"
    stand(site, page, changes)
    page.reload()

    expect(page.locator("#ask-h")).to_have_text("Which dice do you keep?")
    expect(page.locator(".warning").first).to_contain_text("Two dynamites show")
    everything = "#ring .bseat, #tray .die, #ask .btn"
    assert page.evaluate(
        "selector => [...document.querySelectorAll(selector)]"
        ".every(e => e.getBoundingClientRect().bottom <= innerHeight)",
        everything,
    )
    assert_accessible(page)
    page.keyboard.press("1")
    expect(page.locator("[name=keep0]")).to_be_checked()
    page.keyboard.press("3")
    expect(page.locator("[value=reroll]")).to_contain_text("Roll 1 again")
    page.keyboard.press("2")
    expect(page.locator("[value=reroll]")).to_be_disabled()  # nothing is left to roll again
    page.keyboard.press("s")
    expect(page.locator("#ask-h")).to_contain_text("Shot 1: at whom?", timeout=8000)
    expect(page.locator("#say")).to_contain_text("Shot 1: at whom?")

    # To the left of who sits below is the next seat; Enter aims, then Shot 2 is asked for.
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".spot-1 summary")).to_be_focused()
    expect(page.locator(".spot-1 summary")).to_have_attribute("aria-label", re.compile("^left 1, "))
    page.keyboard.press("Enter")
    expect(page.locator("#ask-h")).to_contain_text("Shot 2: at whom?")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("[data-done]")).to_be_focused()
    expect(page.locator(".spot-2 .aimed")).to_have_text("×1")

    # The same seat on a browser without a script: plain radio buttons.
    plain = open_browser(
        PHONE, "en", java_script_enabled=False, storage_state=page.context.storage_state()
    )
    plain.goto(page.url)
    for field in ("shot0", "shot1"):
        plain.locator(f"[name={field}]").first.check()
    plain.locator("[data-done]").click()
    expect(plain.locator("#ask-h")).to_have_text(re.compile("Who gets the drink"))
    plain.locator("[data-done]").click()  # one's own wounds are marked already
    expect(plain.locator(".waits")).to_be_visible()
    expect(plain.locator(".mine .st").first).to_contain_text("6/")
