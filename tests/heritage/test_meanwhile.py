"""Two editors at one row: the second is told before the first one's words are covered."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from heritage.models import Fact
from quizzes.mistakes.models import Mistake
from quizzes.models import Question
from tests.heritage.test_admin import form_data
from tests.people import editor


@pytest.fixture
def lan(db) -> Client:
    return signed_in("lan")


@pytest.fixture
def minh(db) -> Client:
    return signed_in("minh")


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(editor(name))
    client.cookies["lang"] = "vi"
    return client


def opened(client: Client, address: str) -> dict[str, str]:
    """The form as this editor's browser has it, hidden fields of the page included."""
    page = client.get(address)
    return form_data(page) | {"seen_version": str(page.context["seen_version"])}


@pytest.fixture(params=["heritage/fact", "quizzes/question"])
def row(request, db):
    model = Fact.objects.filter(group__slug="ede") if "fact" in request.param else Question.objects
    found = model.order_by("pk").first()
    return found, f"/admin/{request.param}/{found.pk}/change/"


def test_words_that_were_saved_meanwhile_are_not_covered_unseen(lan, minh, row):
    found, address = row
    mine, theirs = opened(lan, address), opened(minh, address)
    assert minh.post(address, theirs | {"text_vi": "Câu của Minh?"}).status_code == 302
    told = lan.post(address, mine | {"text_vi": "Câu của Lan?"})
    assert told.status_code == 200
    page = told.content.decode()
    assert "minh đã lưu lúc" in page and "Câu của Lan?" in page
    found.refresh_from_db()
    assert found.text_vi == "Câu của Minh?"
    # Having been told, she stores hers: the page carries the newest version.
    again = mine | {"text_vi": "Câu của Lan?", "seen_version": str(told.context["seen_version"])}
    assert lan.post(address, again).status_code == 302
    found.refresh_from_db()
    assert found.text_vi == "Câu của Lan?"


def test_a_form_that_is_sent_twice_is_stored_once_and_says_nothing(lan, row):
    found, address = row
    mine = opened(lan, address) | {"text_vi": "Câu của Lan?"}
    assert lan.post(address, mine).status_code == 302
    assert lan.post(address, mine).status_code == 302
    # An old window of one's own is somebody who has not seen the newest words, too.
    found.history.update(history_date=timezone.now() - timedelta(minutes=5))
    late = lan.post(address, mine | {"text_vi": "Câu cũ?"})
    assert late.status_code == 200 and "lan đã lưu lúc" in late.content.decode()


def test_a_report_that_another_has_handled_is_not_handled_over_it(lan, minh):
    report = Mistake.objects.create(wrong="Sai rồi.", language="vi", page="atlas")
    address = f"/admin/quizzes/mistake/{report.pk}/change/"
    seen = str(lan.get(address).context["seen"])
    assert minh.post(address, {"seen": seen, "note": "Đã sửa.", "_accept": "1"}).status_code == 302
    told = lan.post(address, {"seen": seen, "note": "Không đúng.", "_refuse": "1"})
    assert told.status_code == 200
    page = told.content.decode()
    assert "minh đã xử lý" in page and "Đã sửa." in page and "Không đúng." in page
    report.refresh_from_db()
    assert (report.state, report.note) == ("accepted", "Đã sửa.")
    again = {"seen": str(told.context["seen"]), "note": "Không đúng.", "_refuse": "1"}
    assert lan.post(address, again).status_code == 302
    report.refresh_from_db()
    assert report.state == "refused"
