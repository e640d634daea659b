"""The report's figures by hand-made cases, and its files as a school opens them."""

from __future__ import annotations

import csv
import io
import re
import shutil
import subprocess
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override
from openpyxl import load_workbook

from classrooms import exports, results
from classrooms import report as reports
from classrooms.exports import Cell
from classrooms.models import Answer, Participant, Round, Session
from classrooms.results import Status
from players.models import Player
from quizzes.models import Question, State
from quizzes.snapshot import take_questions


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


@pytest.fixture
def lesson(teacher):
    """Twenty students and six questions of the site's own decks. The k-th student has k − 1 of
    every 20 right, and the last question is answered the other way round: its key is wrong."""
    rows = Question.objects.published().filter(kind="single", group__slug__in=["thai", "cham"])
    about = {"thai": 3, "cham": 3}
    ids = [
        pk
        for slug, count in about.items()
        for pk in rows.filter(group__slug=slug).order_by("key").values_list("pk", flat=True)[:count]
    ]
    questions = take_questions(Question.objects.filter(pk__in=ids))
    questions.sort(key=lambda each: ids.index(each["id"]))
    now = timezone.now()
    session = Session.objects.create(
        code="123456",
        owner=teacher,
        title_vi="K'Ho & M'Nông «\"»",
        title_en="K'Ho & M'Nông «\"»",
        snapshot={"questions": questions},
        state="closed",
        closed_at=now,
        host_seen_at=now,
    )
    rounds = [
        Round.objects.create(
            session=session, index=at, opened_at=now, closes_at=now, closed_at=now, seconds=20
        )
        for at in range(len(questions))
    ]
    answers = []
    for k in range(20):
        student = Participant.objects.create(
            session=session,
            player=Player.objects.create(),
            nickname=f"H’Hen {k}",
            nickname_key=f"h'hen {k}",
        )
        for at, (question, round_) in enumerate(zip(questions, rounds, strict=True)):
            # Question n is answered right from student 3n on.
            knows = k >= 3 * at if at < 5 else k < 10
            right = question["right"][0]
            answers.append(
                Answer(
                    round=round_,
                    participant=student,
                    client_id=f"a{at}",
                    response={"choices": [right if knows else right % 2 + 1]},
                    received_at=now + timedelta(seconds=k),
                    elapsed_ms=1000 * (k + 1),
                )
            )
    Answer.objects.bulk_create(answers)
    return session


def test_marks_totals_and_places(played):
    found = results.compute(played)
    by_name = {line.participant.nickname: line for line in found.lines}
    assert [mark.status for mark in by_name["Ánh"].marks.values()] == [Status.RIGHT, Status.BLANK]
    assert by_name["Ánh"].total == 750  # right at half time
    assert [m.status for m in by_name["=1+1"].marks.values()] == [Status.WRONG, Status.PARTLY]
    assert [m.status for m in by_name["Chi"].marks.values()] == [Status.ABSENT, Status.RIGHT]
    assert by_name["Chi"].asked == 1 and by_name["Chi"].out_of_ten == 10
    assert by_name["Ánh"].out_of_ten == 5 and by_name["=1+1"].out_of_ten == 2.5
    assert found.lines[0].participant.nickname == "Chi"
    first, second = found.items
    # who was not there is left out
    assert first.facility == 0.5 and first.asked == 2
    assert second.facility == pytest.approx((0 + 0.5 + 1) / 3)
    assert first.favourite_distractor == 1 and first.mistakes == [({"choices": [1]}, 1)]


def test_req_r29_right_wrong_blank_time_and_points_of_each_student(played):
    with override("vi"):
        table = exports.students(played, reports.of(results.compute(played), "vi"), "vi")
    rows = {row[1]: dict(zip(table.head, row, strict=True)) for row in table.rows}
    an, formula = rows["Ánh"], rows["=1+1"]
    told = (
        "Điểm",
        "Câu đúng",
        "Đúng một phần",
        "Câu sai",
        "Câu bỏ trống",
        "Đã hỏi",
        "Thời gian trung vị (giây)",
    )
    assert [an[name] for name in told] == [750, 1, 0, 0, 1, 2, 10]
    assert [formula[name] for name in told[1:6]] == [0, 1, 1, 0, 2]


def test_req_r59_the_csv_has_a_bom_no_formula_and_either_separator(host, played):
    address = f"/classrooms/sessions/{played.pk}/report.csv"
    for query, separator, mark in (
        ("", ";", "2,5"),
        ("?separator=semicolon", ";", "2,5"),
        ("?separator=comma", ",", "2.5"),
        ("?separator=drop", ";", "2,5"),
    ):
        raw = host.get(address + query).content
        assert raw.startswith(b"\xef\xbb\xbf")
        rows = list(csv.reader(io.StringIO(raw.decode("utf-8-sig")), delimiter=separator))
        assert rows[0][:4] == ["STT", "Tên", "Hạng", "Điểm"]
        assert sorted(row[1] for row in rows[1:]) == ["'=1+1", "Chi", "Ánh"]
        assert [row[4] for row in rows if row[1] == "'=1+1"] == [mark]
        assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)
    host.cookies["lang"] = "en"
    assert b'"No.","Name"' in host.get(address).content


def test_req_r59_the_xlsx_holds_text_where_text_is(host, played):
    Participant.objects.filter(nickname="Chi").update(nickname="Chi\x0b＝2")
    raw = host.get(f"/classrooms/sessions/{played.pk}/report.xlsx").content
    book = load_workbook(io.BytesIO(raw))
    assert book.sheetnames == [
        "Tổng quan",
        "Học sinh",
        "Câu hỏi",
        "Câu trả lời sai",
        "Dân tộc và vùng",
        "Từng câu trả lời",
    ]
    cells = {cell.value: cell for row in book["Học sinh"].iter_rows() for cell in row}
    assert cells["=1+1"].data_type == "s" and cells["=1+1"].quotePrefix and "Ánh" in cells
    assert "Chi＝2" in cells
    assert book["Câu hỏi"].cell(row=2, column=2).value == "Câu hỏi số 1?"
    marks = [cell.value for cell in book["Học sinh"]["E"]][1:]
    assert sorted(marks) == [2.5, 5, 10]  # numbers, not text


def test_req_r61_the_page_says_what_each_question_came_to(host, lesson):
    """The matrix, indexes, distractors, times, peoples and regions, and what to repeat."""
    page = host.get(f"/classrooms/sessions/{lesson.pk}/report/").content.decode()
    found = reports.of(results.compute(lesson), "vi")
    assert [each.power.value for each in found.items].count("negative") == 1
    assert found.items[5].power == "negative" and found.items[5].discrimination < -0.9
    # By the other questions nine are best, and all know it; three are weakest and do not, and two
    # more places go to eight equals, five of whom know it: 1 − (2 × ⅝) ÷ 5.
    assert found.items[2].discrimination == 0.75
    assert page.count("xem lại đáp án") >= 2  # the question, and its line in the table
    assert all(f'id="q{number}"' in page for number in range(1, 7))
    assert len(re.findall(r'<th scope="row"><a [^>]*>H’Hen', page)) == 20
    time = found.items[0].time
    assert (time.median, time.lower, time.upper) == (10.5, 5.75, 15.25)
    (wrong,) = found.items[4].wrong
    assert wrong.count == 12 and wrong.percent == 60

    # peoples, the weakest first, each with its page; nothing of what was not asked
    assert [topic.slug for topic in found.peoples] == ["cham", "thai"]
    cham = found.peoples[0]
    assert cham.share == pytest.approx((11 + 8 + 10) / 60)
    for topic in (*found.peoples, *found.regions):
        assert f'href="{topic.url}"' in page.replace("&amp;", "&")
        assert host.get(topic.url).status_code == 200
    assert "southeast" not in [topic.slug for topic in found.regions] and len(found.regions) == 4
    assert list(found.regions) == sorted(found.regions, key=lambda topic: topic.share)

    by_name = host.get(f"/classrooms/sessions/{lesson.pk}/report/?order=name").content.decode()
    assert by_name.index("H’Hen 0<") < by_name.index("H’Hen 19<")
    assert page.index("H’Hen 0<") > page.index("H’Hen 19<")


def test_the_weakest_questions_are_practised_from_the_report(host, lesson):
    found = reports.of(results.compute(lesson), "vi")
    assert [each.item.number for each in found.weakest] == [5, 6, 4, 3, 2]
    taken = found.weakest[0].item.question["id"]
    Question.objects.filter(pk=taken).update(state=State.DRAFT)
    left = reports.of(results.compute(lesson), "vi")
    assert [each.item.number for each in left.weakest] == [6, 4, 3, 2]
    page = host.get(f"/classrooms/sessions/{lesson.pk}/report/").content.decode()
    assert f'href="{left.repeat_url}"' in page and "4 câu ôn lại" in page

    student = Client()
    assert "4 câu ôn lại" in student.get(left.repeat_url).content.decode()
    asked = student.post(f"{left.repeat_url}practice/", follow=True).content.decode()
    assert sum(each.text in asked.replace("\u2060", "") for each in left.weakest) <= 1
    assert "1/4" in asked
    # an address with the question that was taken back still works without it
    assert student.get(found.repeat_url).status_code == 200
    for junk in (taken, "0", "x", "1-", "9" * 12, "-".join("1" * 21), "1--2"):
        assert student.get(f"/quizzes/picked/{junk}/").status_code == 404, junk


def test_a_short_lesson_shows_no_index(host, played):
    page = host.get(f"/classrooms/sessions/{played.pk}/report/").content.decode()
    assert "quá ít học sinh hoặc câu hỏi" in page and "Dân tộc và vùng" not in page
    host.cookies["lang"] = "en"
    page = host.get(f"/classrooms/sessions/{played.pk}/report/").content.decode()
    assert "Question number 1?" in page and "Câu hỏi" not in page


def test_an_empty_session_has_a_report_with_words(host, session):
    page = host.get(f"/classrooms/sessions/{session.pk}/report/")
    assert page.status_code == 200
    assert "Chưa chơi câu nào" in page.content.decode()
    assert host.get(f"/classrooms/sessions/{session.pk}/report.xlsx").status_code == 200


def test_req_r59_libreoffice_reads_what_was_exported(host, lesson, tmp_path):
    """Both files converted by LibreOffice: every cell as it was exported, marks and signs too."""
    soffice = shutil.which("soffice")
    if soffice is None:
        pytest.skip("no LibreOffice here: install libreoffice-calc")
    names = ["Ánh Nguyễn", "=1+1", "K'Ho & «\"»", "M’Nông; <b>, x", "Đặng Ỷ Nhữ"]
    for name, student in zip(names, Participant.objects.filter(session=lesson), strict=False):
        Participant.objects.filter(pk=student.pk).update(nickname=name)
    with override("vi"):
        found = reports.of(results.compute(lesson), "vi")
        tables = exports.tables(lesson, found, "vi")

    def converted(ending: str, *options: str) -> Iterator[list[list[Cell]]]:
        """What LibreOffice makes of a file: its sheets, in the order of `tables`."""
        folder = tmp_path / ending
        folder.mkdir()
        file = folder / f"report.{ending}"
        file.write_bytes(host.get(f"/classrooms/sessions/{lesson.pk}/report.{ending}").content)
        profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
        # Commas, quotes, UTF-8, each sheet in a file of its own.
        to = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"
        out = tmp_path / f"out-{ending}"
        subprocess.run(
            [soffice, profile, "--headless", *options, "--convert-to", to, "--outdir", out, file],
            check=True,
            capture_output=True,
            timeout=120,
        )
        for sheet in [f"report-{table.title}.csv" for table in tables] if not options else [""]:
            text = next(out.glob(sheet or "*.csv")).read_text(encoding="utf-8")
            yield [[_value(cell) for cell in row] for row in csv.reader(io.StringIO(text))]

    written = [[[_value(cell) for cell in row] for row in table.lines()] for table in tables]
    assert list(converted("xlsx")) == written
    # As its dialog reads it: semicolons, UTF-8, the decimals of Vietnamese (0x042A).
    (students,) = converted("csv", "--infilter=CSV:59,34,76,1,,1066,false,true")
    assert students == [[f"'{c}" if c == "=1+1" else c for c in row] for row in written[1]]


def _value(cell: object) -> Cell:
    """A cell without regard to how it is written: 5 and 5.0 are one, nothing is no text."""
    try:
        return float(str(cell))
    except ValueError:
        return "" if cell is None else str(cell)


def test_a_chart_of_few_questions_says_their_words(played, host):
    page = host.get(f"/classrooms/sessions/{played.pk}/report/").content.decode()
    rows = page.split('<ol class="rows"', 1)[1].split("</ol>", 1)[0]
    assert "1. Câu hỏi số 1?" in rows and "2. Câu hỏi số 2?" in rows
    assert '<b class="v">50%</b>' in rows  # of two who were asked, one was right


def test_every_answer_of_one_student_stands_on_a_page_without_places(played, host):
    person = Participant.objects.get(nickname="=1+1")
    address = f"/classrooms/sessions/{played.pk}/report/{person.pk}/"
    assert address in host.get(f"/classrooms/sessions/{played.pk}/report/").content.decode()
    page = host.get(address).content.decode()
    assert "<h1>=1+1</h1>" in page and "2,5" in page  # (0 + 0.5) / 2 of 10
    wrong, partly = page.split('<ol class="one-student">')[1].split("<li ")[1:]
    assert "A. Thái" in wrong and "Đáp án là B. Ê-đê." in wrong and "Lời giải thích 1." in wrong
    assert "đúng một phần" in partly and "A. Sơn La" in partly
    assert "Hạng" not in page


def test_a_students_page_is_for_the_teachers_of_the_session_only(played, host, client):
    person = Participant.objects.first().pk
    assert client.get(f"/classrooms/sessions/{played.pk}/report/{person}/").status_code == 302
    assert host.get(f"/classrooms/sessions/{played.pk}/report/{person + 99}/").status_code == 404
    assert host.get(f"/classrooms/sessions/{played.pk + 99}/report/{person}/").status_code == 404


def test_where_answers_count_in_part_wall_and_phone_say_so(session, phone, host, do):
    an = phone("Ánh")
    do("next")
    do("skip")
    an.answer(1)  # one of the two that are right
    do("reveal")
    assert "Đúng hẳn / đã làm" in an.page()
    do("next")
    wall = host.get(f"/classrooms/sessions/{session.pk}/").content.decode()
    assert "câu đúng một phần được tính một phần" in wall
    do("end")
    assert "đúng hẳn 0 trên 1 câu, đúng một phần 1 câu" in an.page()
    do("void")
    wall = host.get(f"/classrooms/sessions/{session.pk}/").content.decode()
    assert "tính một phần" not in wall  # the question with parts was taken out
