"""The cards that pupils without a phone hold up, as they come out of the printer."""

from __future__ import annotations

import os
from pathlib import Path

import pypdfium2


def on_paper(host, session, **fields: str) -> None:
    host.post(f"/classrooms/sessions/{session.pk}/paper/", fields)


def cards(host, address: str, name: str = "") -> pypdfium2.PdfDocument:
    answer = host.get(address)
    assert answer["Content-Type"] == "application/pdf"
    if name and (folder := os.environ.get("KEEP_PDF")):
        Path(folder, f"{name}.pdf").write_bytes(answer.content)
    return pypdfium2.PdfDocument(answer.content)


def words_of(page) -> list[str]:
    return page.get_textpage().get_text_range().split()


def test_each_pupil_has_four_cards_with_the_number(host, session):
    on_paper(host, session, names="7 Nguyễn Thị Ánh\n12")
    document = cards(host, f"/classrooms/sessions/{session.pk}/paper/cards/?style=four", "four")
    assert len(document) == 2
    words = words_of(document[0])
    for letter in "ABCD":
        assert words.count(letter) == 1
    assert words.count("7") == 4
    assert words.count("Ánh") == 4
    assert words_of(document[1]).count("12") == 4
    assert "Số" not in words_of(document[1])


def test_a_card_to_turn_has_all_letters(host, session):
    on_paper(host, session, count="7")
    document = cards(host, f"/classrooms/sessions/{session.pk}/paper/cards/?style=turn", "turn")
    assert len(document) == 2
    words = words_of(document[0])
    for letter in "ABCD":
        assert words.count(letter) == 6
    assert {"1", "6"} <= set(words)


def test_cards_for_every_lesson_have_numbers_only(host):
    document = cards(host, "/classrooms/answer-cards/?count=3&style=four")
    assert len(document) == 3
    for wrong in ("0", "61", "x", ""):
        assert host.get(f"/classrooms/answer-cards/?count={wrong}").status_code == 404
    assert host.get("/classrooms/answer-cards/?count=3&style=poster").status_code == 404
