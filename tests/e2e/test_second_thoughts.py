"""A change of answer, with and without network, one longer clock, a question taken out."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.whole_site import Site

from .conftest import WIDE
from .test_lesson import join

pytestmark = pytest.mark.e2e
ALLOW = """
from quizzes.models import Deck, Question
deck = Deck.objects.create(slug="two-thoughts", title_vi="Nghĩ lại", title_en="Thinking twice",
                           topic="other", state="published", may_change=True)
for at, old in enumerate(Question.objects.filter(kind="single", state="published")[:2], 1):
    choices = list(old.choices.all())
    old.pk, old.deck, old.position, old.key, old.seconds = None, deck, at, f"twice.{at}", 60
    old.state = "draft"
    old.save()
    for choice in choices:
        choice.pk, choice.question = None, old
        choice.save()
    old.recount()
    Question.objects.filter(pk=old.pk).update(state="published")
"""


def deck_that_lets_change(site: Site) -> None:
    site.shell(ALLOW)


def seconds_left(page: Page) -> int:
    return int(page.locator("[data-timer] b").inner_text())


def test_second_thoughts_and_a_longer_clock(open_browser, sign_in, assert_accessible, site):
    deck_that_lets_change(site)
    teacher = open_browser(WIDE)
    sign_in(teacher, "teacher")
    teacher.goto("/classrooms/sessions/new/?q=nghi+lai")
    teacher.locator("button[name=deck]").first.click()
    code = re.sub(r"\D", "", teacher.locator(".code").inner_text())
    an, binh = open_browser(), open_browser()
    join(an, code, "Ánh")
    join(binh, code, "Bình")
    expect(teacher.locator(".names li")).to_have_count(2, timeout=8000)

    desk = teacher.context.new_page()  # the teacher's own page, not the wall
    desk.goto(f"{teacher.url}people/")
    desk.locator(".names a", has_text="Bình").click()
    desk.locator("summary", has_text="Đang tắt chiếu").click()  # the wall's own browser
    desk.locator("label", has_text="× 2").click()
    desk.locator("button", has_text="Lưu").click()
    expect(desk.locator(".badge.ok")).to_be_visible()
    assert_accessible(desk)

    teacher.bring_to_front()
    teacher.keyboard.press("Space")
    expect(an.locator("[data-phase=question]")).to_be_visible()
    expect(binh.locator("[data-phase=question]")).to_be_visible()
    assert seconds_left(an) <= 60 < 100 < seconds_left(binh) <= 120

    an.locator("button.answer").nth(0).click()
    expect(an.locator("[data-phase=sent]")).to_be_visible()
    assert_accessible(an)
    an.locator("[data-change]").click()
    expect(an.locator("[data-phase=question] .sent-before")).to_be_visible()
    assert_accessible(an)
    an.locator("button.answer").nth(1).click()
    expect(an.locator("[data-phase=sent] .yours")).to_contain_text("B.")

    an.context.set_offline(True)  # the form comes back from the phone itself
    an.locator("[data-change]").click()
    expect(an.locator("[data-phase=question]")).to_be_visible()
    an.locator("button.answer").nth(2).click()
    an.locator("button.answer").nth(3).click()  # and once more before anything was sent
    expect(an.locator("#banner")).not_to_be_empty()
    an.context.set_offline(False)
    expect(an.locator("[data-phase=sent] .yours")).to_contain_text("D.", timeout=15_000)
    binh.locator("button.answer").nth(0).click()
    expect(binh.locator("[data-phase=sent]")).to_be_visible()
    expect(teacher.locator("#count")).to_have_text("2/2")
    expect(teacher.locator("[data-phase=question]")).to_be_visible()  # all in, and still open

    teacher.keyboard.press("Space")
    expect(an.locator("[data-phase=reveal]")).to_be_visible()
    expect(teacher.locator("[data-phase=reveal]")).to_be_visible()
    teacher.locator(".host-menu summary").click()
    teacher.locator("button[value=void]").click()
    expect(teacher.locator(".taken-out")).to_be_visible()
    assert_accessible(teacher)
    expect(an.locator(".hero")).to_contain_text("Câu này không tính")
    assert_accessible(an)
    teacher.locator(".taken-out button").click()
    expect(an.locator(".hero")).not_to_contain_text("Câu này không tính")
