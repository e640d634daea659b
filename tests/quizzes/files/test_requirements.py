"""R57, 58, 59, 60, 62 and 63: what teachers complain about in the files of other systems."""

from __future__ import annotations

import io

import pytest
from openpyxl import load_workbook

from quizzes.files import formats, reading
from quizzes.files.drafts import Draft, Option
from quizzes.files.problems import FileRefused

from .made import kahoot, sample
from .test_importing import (  # noqa: F401
    GOOD,
    NO_KEY,
    _in_one_process,
    confirm,
    page,
    teacher,
    upload,
)

FORMULAS = ["=1+1", "+84 12", "-5", "@SUM(A1)", "='x'!A1", "'=1", "＝1", "-"]


def deck(texts) -> list[Draft]:
    options = [Option({"vi": text}, at == 0) for at, text in enumerate(texts[:4])]
    return [Draft(text={"vi": text}, options=options) for text in texts]


def test_req_r57_one_bad_row_does_not_stop_the_others():
    held = reading.read(kahoot(GOOD, NO_KEY, GOOD), "k.xlsx")
    assert [bool(row.problems) for row in held.rows] == [False, True, False]


def test_req_r57_a_part_that_cannot_be_played_is_listed_with_its_reason():
    held = reading.read(sample("moodle.xml"), "q.xml")
    kinds = [row.problems[0].facts["text"] for row in held.rows if row.draft is None]
    assert kinds == ["essay", "cloze"]
    assert sum(not row.problems for row in held.rows) == 8


def test_req_r58_every_error_names_row_column_and_cure(teacher):  # noqa: F811
    shown = page(teacher, upload(teacher, kahoot(GOOD, NO_KEY)))
    assert "k.xlsx" in shown
    assert "Row 10" in shown
    assert "Column H:" in shown
    assert "No right answer is given. Mark it." in shown


def test_req_r58_a_preview_comes_before_anything_is_saved(teacher):  # noqa: F811
    found = upload(teacher, kahoot(GOOD))
    assert found.deck is None
    assert "Nothing is saved before you import." in page(teacher, found)


@pytest.mark.parametrize("ending", ["xlsx", "csv"])
def test_req_r59_diacritics_survive_in_the_sheets_that_go_out(ending):
    text = "Ê-đê, K’Ho, Mơ Nâm: đặng ưỡn ẵm?"
    data = formats.write(ending, deck([text]), "vi", {}, {})
    if ending == "csv":
        assert data.startswith(b"\xef\xbb\xbf")
    held = reading.read(data, f"x.{ending}")
    assert held.rows[0].draft.text == {"vi": text}


@pytest.mark.parametrize("name", ["gift", "aiken", "blooket", "table", "moodle_xml", "bundle"])
def test_req_r60_a_byte_order_mark_is_no_part_of_the_first_value(name):
    if name == "table":
        data = sample("tieng-viet-bom.csv").removeprefix(b"\xef\xbb\xbf")
    elif name == "blooket":
        data = sample("blooket.csv")
    else:
        data = formats.write(name, deck(["Hỏi?", "b"]), "vi", {}, {})
    if data.startswith(b"PK"):
        import zipfile

        data = zipfile.ZipFile(io.BytesIO(data)).read("deck.json")
    plain = reading.read(data, "x")
    marked = reading.read(b"\xef\xbb\xbf" + data, "x")
    assert marked.format == plain.format
    assert [row.draft for row in marked.rows] == [row.draft for row in plain.rows]


def test_req_r60_other_letters_are_found_out_or_named():
    names = ("tieng-viet-bom.csv", "tieng-viet-utf16.csv", "tieng-viet-1258.csv")
    one, two, three = ([row.draft for row in reading.read(sample(n), n).rows] for n in names)
    assert one == two == three
    with pytest.raises(FileRefused) as refused:
        reading.read(sample("tcvn3.csv"), "x.csv")
    assert "TCVN3" in str(refused.value)


def test_req_r62_a_deck_lives_on_the_server_and_travels_without_loss(teacher):  # noqa: F811
    given = deck(["Một?", "Hai?"])
    data = formats.write("bundle", given, "vi", {"title": {"vi": "Bộ"}}, {})
    done = confirm(teacher, upload(teacher, data, "bo.zip"))
    answer = teacher.get(f"/quizzes/{done.deck.slug}/export/bundle/")
    drafts = [row.draft for row in reading.read(answer.content, "bo.zip").rows]
    for draft in drafts:
        draft.key = ""
    assert drafts == given


@pytest.mark.parametrize("slug", ["xlsx", "kahoot"])
def test_req_r63_no_cell_of_a_sheet_is_a_formula(slug):
    given = deck(FORMULAS)
    data = formats.write(slug, given, "vi", {}, {})
    cells = [cell for row in load_workbook(io.BytesIO(data)).active for cell in row]
    assert not [cell.value for cell in cells if cell.data_type == "f"]
    held = reading.read(data, "x.xlsx")
    assert [row.draft.text["vi"] for row in held.rows] == FORMULAS


def test_req_r63_no_cell_of_a_csv_begins_as_a_formula():
    import csv

    data = formats.write("csv", deck(FORMULAS), "vi", {}, {})
    for row in csv.reader(io.StringIO(data.decode("utf-8-sig"))):
        assert not [cell for cell in row if cell.startswith(("=", "+", "-", "@", "＝"))]
    held = reading.read(data, "x.csv")
    assert [row.draft.text["vi"] for row in held.rows] == FORMULAS


def test_req_r63_formulas_that_come_in_are_text():
    held = reading.read(kahoot(('=HYPERLINK("x")', "=1+1", "b", None, None, 20, 1)), "k.xlsx")
    draft = held.rows[0].draft
    assert draft.text["vi"] == '=HYPERLINK("x")'
    assert draft.options[0].text["vi"] == "=1+1"
