"""The report's figures by hand-made cases, and its files as a school opens them."""

from __future__ import annotations

import csv
import io

import pytest
from openpyxl import load_workbook

from classrooms import results
from classrooms.models import Answer, Session
from classrooms.results import Status


@pytest.fixture
def played(session, phone, do):
    """Ánh right and blank, "=1+1" wrong and partly right; Chi comes for the second question."""
    an, formula = phone("Ánh"), phone("=1+1")
    do("next")
    an.answer(2)
    formula.answer(1)
    Answer.objects.update(elapsed_ms=10_000)
    do("reveal")
    chi = phone("Chi")
    do("next")
    do("next")
    formula.answer(1, client_id="two")
    chi.answer(1, 3, client_id="two")
    do("reveal")
    return Session.objects.get(pk=session.pk)


def test_marks_totals_and_places(played):
    found = results.compute(played)
    by_name = {line.participant.nickname: line for line in found.lines}
    assert [mark.status for mark in by_name["Ánh"].marks.values()] == [Status.RIGHT, Status.BLANK]
    assert by_name["Ánh"].total == 750  # right at half time
    assert [m.status for m in by_name["=1+1"].marks.values()] == [Status.WRONG, Status.PARTLY]
    assert [m.status for m in by_name["Chi"].marks.values()] == [Status.ABSENT, Status.RIGHT]
    assert by_name["Chi"].asked == 1 and by_name["Chi"].percent == 100
    assert found.lines[0].participant.nickname == "Chi"


def test_facility_leaves_out_who_was_not_there(played):
    first, second = results.compute(played).items
    assert first.facility == 0.5 and first.asked == 2
    assert second.facility == pytest.approx((0 + 0.5 + 1) / 3)
    assert first.favourite_distractor == 1


def test_the_csv_opens_in_a_spreadsheet_and_holds_no_formula(host, played):
    raw = host.get(f"/classrooms/sessions/{played.pk}/report.csv").content
    assert raw.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(raw.decode("utf-8-sig"))))
    names = [row[1] for row in rows[1:]]
    assert sorted(names) == ["'=1+1", "Chi", "Ánh"]
    assert rows[0][:4] == ["STT", "Tên", "Hạng", "Điểm"]
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)


def test_the_xlsx_has_both_sheets_with_diacritics_and_text_cells(host, played):
    raw = host.get(f"/classrooms/sessions/{played.pk}/report.xlsx").content
    book = load_workbook(io.BytesIO(raw))
    students, questions = book.worksheets
    cells = {cell.value: cell.data_type for row in students.iter_rows() for cell in row}
    assert cells["=1+1"] == "s" and "Ánh" in cells
    assert questions.cell(row=2, column=2).value == "Câu hỏi số 1?"


def test_the_report_speaks_the_readers_language(host, played):
    host.cookies["lang"] = "en"
    page = host.get(f"/classrooms/sessions/{played.pk}/report/").content.decode()
    assert "Question number 1?" in page and "Câu hỏi" not in page


def test_an_empty_session_has_a_report_with_words(host, session):
    page = host.get(f"/classrooms/sessions/{session.pk}/report/")
    assert page.status_code == 200
    assert "Chưa chơi câu nào" in page.content.decode()
