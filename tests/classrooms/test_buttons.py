"""Phones as buttons only (R51): the words are on the wall, the letters on both."""

from __future__ import annotations

import re

import pytest

from classrooms.models import Session
from tests.kinds_samples import make

from .conftest import Phone


@pytest.fixture
def an(phone):
    return phone("Ánh")


def test_req_r51_the_words_are_on_the_wall_and_the_letters_on_both(session, host, an, do):
    do("buttons")
    do("next")
    page = an.page()
    assert "Câu hỏi số 1?" not in page and "Ê-đê" not in page and "nhìn lên bảng" in page
    buttons = re.findall(r'<button class="answer".*?</button>', page, re.S)
    names = [re.sub(r"<[^>]*>", "", button).strip() for button in buttons]
    assert names == ["A", "B", "C", "D"]  # what a screen reader says
    assert "Ê-đê" in host.get(f"/classrooms/sessions/{session.pk}/").content.decode()
    sent = an.answer(2).content.decode()
    assert "Ê-đê" not in sent and "B</p>" in sent
    do("reveal")
    assert "Ê-đê" in an.page()  # the result is for reading


def test_req_r51_several_right_are_ticked_by_letter(session, an, do):
    do("buttons")
    do("next")
    do("skip")
    page = an.page()
    assert "Sơn La" not in page and page.count('type="checkbox"') == 4
    assert an.answer(1, 3).status_code == 200


def test_req_r51_other_kinds_keep_their_inputs(teacher, deck):
    from classrooms import hosting, sessions

    deck.questions.all().delete()
    make("order", deck)
    session = sessions.open_session(teacher, deck)
    for action in ("buttons", "next"):
        hosting.do(session.pk, action, Session.objects.get(pk=session.pk).version)
    page = Phone(session, "Ánh").page()
    assert 'name="place_1"' in page and "Câu hỏi kiểu order" not in page


def test_req_r51_the_host_changes_it_in_mid_question(session, an, do):
    do("next")
    assert "Câu hỏi số 1?" in an.page()
    do("buttons")
    assert "Câu hỏi số 1?" not in an.page()
    do("words")
    assert "Câu hỏi số 1?" in an.page()
