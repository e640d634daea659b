"""Somebody at a table is reported, and the host does something about it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, WIDE

pytestmark = pytest.mark.e2e

TABLE = re.compile(r"/games/t/\w+/$")


def test_a_report_reaches_the_host_at_once_who_takes_the_name_away(open_browser, assert_accessible):
    host, rude, chi = open_browser(WIDE), open_browser(PHONE), open_browser(PHONE, "en", dark=True)
    host.goto("/games/bang_dice/")
    host.fill("[name=name]", "Ánh")
    host.locator("button[value=invite]").click()
    host.wait_for_url(TABLE)
    for page, name in ((rude, "Đồ ngốc"), (chi, "Chi")):
        page.goto(f"{host.url}sit/")
        page.fill("[name=name]", name)
        page.keyboard.press("Enter")
        page.wait_for_url(TABLE)
    expect(host.locator(".seats")).to_contain_text("Chi", timeout=8000)

    chi.locator(".menu summary").click()
    chi.locator(".menu-sheet a", has_text="Report somebody").click()
    assert_accessible(chi)
    chi.locator("label", has_text="Đồ ngốc").click()
    chi.locator("label", has_text="A name that nobody should have to read").click()
    chi.locator("form.report button.btn").click()
    chi.wait_for_url(TABLE)
    expect(chi.locator(".messages")).to_contain_text("Thank you")

    badge = host.locator(".table-top .reports")
    expect(badge).to_have_text("1", timeout=8000)
    expect(rude.locator(".table-top .reports")).to_have_count(0)
    badge.click()
    expect(host.locator(".report")).to_contain_text("Đồ ngốc")
    assert_accessible(host)
    host.locator("[value=rename]").click()
    host.wait_for_url(TABLE)
    for page in (host, rude, chi):
        expect(page.locator(".seats")).not_to_contain_text("Đồ ngốc", timeout=8000)
    expect(badge).to_have_count(0)
