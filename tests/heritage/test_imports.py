"""Imports: large files are refused before they fill anything, a preview holds nothing up."""

from __future__ import annotations

import csv
import io
import zipfile

import openpyxl
import pytest
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from heritage import sheets
from heritage.imports import compared
from heritage.models import Fact, HeritageListing, Province
from players.models import User

NS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


@pytest.fixture
def editor(client, db):
    user = User.objects.create_user("bien-tap", is_staff=True)
    user.groups.add(Group.objects.get(name="editors"))
    client.force_login(user)
    client.cookies["lang"] = "en"
    return client


def text(*rows: list[str]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()


def workbook(sheet: str = "", **members: str) -> bytes:
    """A workbook whose sheet is this XML."""
    plain = io.BytesIO()
    openpyxl.Workbook().save(plain)
    out = io.BytesIO()
    with (
        zipfile.ZipFile(plain) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in source.namelist():
            whole = source.read(name).decode()
            if name.endswith("sheet1.xml"):
                whole = f'<worksheet xmlns="{NS}">{sheet}</worksheet>'
            target.writestr(name, whole)
        for name, member in members.items():
            target.writestr(name, member)
    return out.getvalue()


def look(client, model: str, data: str | bytes, number: int = 0):
    data = data.encode() if isinstance(data, str) else data
    return client.post(
        f"/admin/heritage/{model}/import/",
        {"format": number, "resource": "", "import_file": SimpleUploadedFile("a.csv", data)},
    )


def confirm(client, model: str, looked, **changes):
    form = looked.context["confirm_form"].initial | changes
    return client.post(
        f"/admin/heritage/{model}/process_import/",
        {name: value for name, value in form.items() if value is not None},
        follow=True,
    )


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("key\n" + "a\n" * 301, "too_many_rows"),
        (",".join(f"c{n}" for n in range(41)) + "\n", "too_many_columns"),
        ("key\n" + "a" * 2001, "too_long"),
        ("key\na,b\n", "unnamed"),
        ("a" * 1_000_001, "too_large"),
        ("key\n" + "a" * 200_000, "unreadable"),
    ],
)
def test_a_csv_beyond_a_limit_is_refused(data, code):
    with pytest.raises(ValidationError) as refused:
        sheets.read_csv(data)
    assert refused.value.code == code


ROW = "<row>" + "<c><v>1</v></c>" * 17 + "</row>"


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        # Without a dimension, and with one that lies.
        (f"<sheetData>{ROW * 100_000}</sheetData>", "overfull"),
        (f"<sheetData>{ROW * 302}</sheetData>", "too_many_rows"),
        (f'<dimension ref="A1:B2"/><sheetData>{ROW * 302}</sheetData>', "too_many_rows"),
        ("<sheetData>" + "<row/>" * 2000 + "</sheetData>", "too_many_rows"),
        ('<sheetData><row r="1"/><row r="1048576"/></sheetData>', "too_many_rows"),
        ('<sheetData><row r="1"><c r="XFD1"><v>1</v></c></row></sheetData>', "too_many_columns"),
        ("<sheetData><row>" + "<c/>" * 260_000 + "</row></sheetData>", "overfull"),
        (f"<sheetData/><x>{'y' * 19_000_000}</x>", "overfull"),
        ("<sheetData><row>", "unreadable"),
    ],
)
def test_a_workbook_that_unpacks_to_much_is_refused(sheet, code):
    data = workbook(sheet)
    assert len(data) < sheets.MAX_BYTES
    with pytest.raises(ValidationError) as refused:
        sheets.read_xlsx(data)
    assert refused.value.code == code


def test_members_beside_the_sheet_count_too():
    with pytest.raises(ValidationError) as refused:
        sheets.read_xlsx(workbook("<sheetData/>", more="z" * 21_000_000))
    assert refused.value.code == "overfull"


def test_empty_rows_below_the_last_full_one_are_left_out():
    book = openpyxl.Workbook()
    for row in (["key", "text"], ["a", "b"], [None, None], ["c", None], [None, None]):
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    read = sheets.read_xlsx(out.getvalue())
    assert read.headers == ["key", "text"]
    assert [list(row) for row in read] == [["a", "b"], ["", ""], ["c", ""]]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"x" * 1_000_001, "larger than 1 MB. Split it"),
        (text(["key"], *[[f"a.{n}"] for n in range(301)]).encode(), "more than 300 rows. Split it"),
        ("Câu?".encode("utf-16"), "cannot be read"),
    ],
)
def test_the_page_says_the_limit_and_the_cure(editor, data, words):
    page = look(editor, "fact", data)
    assert page.status_code == 200
    assert words in page.content.decode()
    assert "result" not in page.context


def test_the_limit_is_said_in_vietnamese(editor):
    editor.cookies["lang"] = "vi"
    page = look(editor, "fact", text(["key"], *[[f"a.{n}"] for n in range(301)]))
    assert "Tệp có hơn 300 dòng. Hãy chia nhỏ" in page.content.decode()


# --- the preview ---------------------------------------------------------------------------------


def facts(number: int) -> list[Fact]:
    return list(Fact.objects.filter(group__isnull=False)[:number])


def test_a_preview_writes_nothing_and_keeps_no_transaction_open(editor):
    rows = [[fact.key, f"{fact.text_vi[:150]} nữa"] for fact in facts(3)]
    with CaptureQueriesContext(connection) as queries:
        page = look(editor, "fact", text(["key", "text_vi"], *rows))
    assert page.context["result"].totals["update"] == 3
    said = [query["sql"] for query in queries]
    assert not [sql for sql in said if sql.startswith(("INSERT", "UPDATE", "DELETE"))]
    # Django asks about a constraint in a transaction of its own; none stays open.
    for at, sql in enumerate(said):
        assert not sql.startswith("SAVEPOINT") or said[at + 2].startswith("RELEASE")


def test_a_preview_shows_links_that_are_not_stored_yet(editor):
    listing = HeritageListing.objects.get(name_vi="Nghệ thuật Xòe Thái")
    before = list(listing.provinces.all())
    page = look(editor, "heritagelisting", text(["name_vi", "groups"], [listing.name_vi, "ede"]))
    assert "<ins>ede</ins>" in page.content.decode()
    confirm(editor, "heritagelisting", page)
    assert [group.slug for group in listing.groups.all()] == ["ede"]
    assert list(listing.provinces.all()) == before


@pytest.mark.parametrize(
    ("model", "rows"),
    [
        ("heritagelisting", [["name_vi", "groups"], ["Nghệ thuật Xòe Thái", "ede;nobody"]]),
        ("fact", [["key", "group"], ["ede.craft.1", "nobody"]]),
    ],
)
def test_a_link_to_nothing_is_told(editor, model, rows):
    page = look(editor, model, text(*rows))
    assert "There is none called “nobody”" in page.content.decode()
    assert "confirm_form" not in page.context


@pytest.mark.parametrize(("path", "xlsx"), [("heritage/fact", "1"), ("quizzes/question", "0")])
def test_a_file_of_something_else_is_told_in_words_alone(editor, path, xlsx):
    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in (["Câu hỏi", "A"], ["Ai?", "b"]):
        book.active.append(row)
    book.save(out)
    file = SimpleUploadedFile("x.xlsx", out.getvalue())
    sent = {"import_file": file, "format": xlsx, "resource": ""}
    shown = editor.post(f"/admin/{path}/import/", sent).content.decode()
    assert "Row 1: the columns" in shown
    for never in ("Traceback", "File &quot;", "site-packages", "[&#x27;"):
        assert never not in shown


def test_a_row_that_comes_twice_is_told_with_its_number(editor):
    page = look(
        editor, "fact", text(["key", "text_vi"], ["ede.craft.1", "Một"], ["ede.craft.1", "Hai"])
    )
    (bad,) = page.context["result"].invalid_rows
    assert bad.number == 2
    assert "the same as row 2 of the file: ede.craft.1" in str(bad.error)


def test_differences_are_marked_from_the_first_word_to_the_last():
    assert compared("a <b> c", "a <b> c") == "<span>a &lt;b&gt; c</span>"
    assert compared("", "<i>") == "<ins>&lt;i&gt;</ins>"
    assert compared("nhà sàn cũ", "nhà dài cũ") == (
        "<span>nhà </span><del>sàn</del><ins>dài</ins><span> cũ</span>"
    )


# --- confirming ----------------------------------------------------------------------------------


def test_confirming_twice_leads_back_with_a_word(editor):
    fact = facts(1)[0]
    looked = look(editor, "fact", text(["key", "text_vi"], [fact.key, "Một"]))
    confirm(editor, "fact", looked)
    again = confirm(editor, "fact", looked)
    assert again.redirect_chain[-1][0].endswith("/fact/import/")
    assert "Send the file again" in again.content.decode()


@pytest.mark.parametrize("changes", [{"format": "1"}, {"format": "9"}, {"resource": "7"}])
def test_a_confirmation_that_was_tampered_with_stores_nothing(editor, changes):
    fact = facts(1)[0]
    looked = look(editor, "fact", text(["key", "text_vi"], [fact.key, "Một"]))
    assert confirm(editor, "fact", looked, **changes).status_code == 200
    fact.refresh_from_db()
    assert fact.text_vi != "Một"


def test_rows_that_went_wrong_after_the_preview_store_nothing_of_the_file(editor):
    one, two = facts(2)
    looked = look(
        editor,
        "fact",
        text(["key", "text_vi", "group"], [one.key, "Một", "ede"], [two.key, "Hai", "tay"]),
    )
    Fact.objects.filter(pk=two.pk).update(basis="?")
    done = confirm(editor, "fact", looked)
    one.refresh_from_db()
    assert one.text_vi != "Một"
    assert "no longer right" in done.content.decode()


def test_rows_that_contradict_each_other_store_nothing_of_the_file(editor):
    one, two = Province.objects.all()[:2]
    code = "zz"
    looked = look(
        editor, "province", text(["slug", "gso_code"], [one.slug, code], [two.slug, code])
    )
    done = confirm(editor, "province", looked)
    assert "contradict each other" in done.content.decode()
    assert not Province.objects.filter(gso_code=code).exists()
