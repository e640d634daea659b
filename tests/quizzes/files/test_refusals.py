"""Files that are refused as a whole, each with a sentence that says what to do."""

from __future__ import annotations

import io
import tracemalloc
import zipfile

import pytest
from django.utils import translation

from quizzes.files import reading
from quizzes.files.limits import MAX_QUESTIONS, MB
from quizzes.files.problems import NOTES, REFUSALS, ROWS, FileRefused

from .made import kahoot, package, sample

KAHOOT = ("Hỏi?", "a", "b", None, None, 20, 1)


def refused(data: bytes, name: str = "file") -> FileRefused:
    with pytest.raises(FileRefused) as caught:
        reading.read(data, name)
    return caught.value


def test_no_bytes_at_all():
    assert refused(b"").code == "empty"


def test_fifty_megabytes_are_refused_before_they_are_read():
    found = refused(b"a" * (50 * MB), "big.csv")
    assert found.code == "too_large"
    assert "50" in str(found)


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_a_sheet_cut_off_on_its_way(share):
    data = kahoot(KAHOOT)
    assert refused(data[: int(len(data) * share)], "k.xlsx").code == "damaged"


def test_a_document_cut_off_on_its_way():
    assert refused(sample("moodle.xml")[:900], "q.xml").code == "damaged"


def test_a_sheet_damaged_in_its_middle():
    data = bytearray(kahoot(*[KAHOOT] * 50))
    middle = len(data) // 2
    data[middle : middle + 200] = bytes(200)
    with pytest.raises(FileRefused):
        reading.read(bytes(data), "k.xlsx")


@pytest.mark.parametrize(
    "name", ["../evil.xml", "/etc/x.xml", "a/../../b.xml", "..\\evil.xml", "C:\\x.xml"]
)
def test_a_package_that_would_leave_its_folder(name):
    assert refused(package({"imsmanifest.xml": "<manifest/>", name: "x"})).code == "unsafe_path"


def test_a_package_that_unpacks_to_far_more():
    data = package({"imsmanifest.xml": b" " * (30 * MB)})
    assert len(data) < MB
    assert refused(data).code == "bomb"


def test_a_sheet_that_unpacks_to_far_more():
    out = io.BytesIO(kahoot(KAHOOT))
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/media/x.bin", b"\0" * (60 * MB))
    assert refused(out.getvalue(), "k.xlsx").code == "bomb"


def test_a_package_in_a_package():
    found = refused(package({"quiz.xlsx": kahoot(KAHOOT), "__MACOSX/._quiz.xlsx": b""}))
    assert found.code == "nested"
    assert "quiz.xlsx" in str(found)


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "old.xls", "old_excel"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 600, "renamed.xlsx", "picture"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "questions.pdf", "pdf"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            "locked.xlsx",
            "locked",
        ),
        (b"PK\x03\x04 not a zip at all", "x.zip", "damaged"),
        (b"just a letter to a friend", "letter.txt", "unknown"),
        (b"<html><body>no quiz</body></html>", "page.html", "unknown"),
    ],
)
def test_what_is_no_file_of_questions(data, name, code):
    found = refused(data, name)
    assert found.code == code


@pytest.mark.parametrize("inside", ["deck.json", "xl/workbook.xml"])
@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_package_is_never_unpacked_further_than_it_says(method, inside):
    """Sizes in a zip are only said: here 1,000 bytes, and 30 MB come out."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr(inside, b" " * 30 * MB)
    data, told = out.getvalue(), (30 * MB).to_bytes(4, "little")
    data = data.replace(told, (1000).to_bytes(4, "little"))
    tracemalloc.start()
    assert refused(data, "x.zip").code == "damaged"
    assert tracemalloc.get_traced_memory()[1] < 4 * MB
    tracemalloc.stop()


def test_a_package_of_something_else():
    assert refused(package({"readme.md": "hello"})).code == "unknown"
    assert refused(package({"a.xml": "<x/>"})).code == "no_manifest"


def test_old_vietnamese_letters_are_named():
    found = refused(sample("tcvn3.csv"), "tcvn3.csv")
    assert found.code == "tcvn3"
    assert "TCVN3" in str(found)


def test_more_questions_than_are_taken():
    lines = ["Question,A,B,Key", *["What?,a,b,A"] * (MAX_QUESTIONS + 1)]
    assert refused("\n".join(lines).encode(), "many.csv").code == "too_many"


@pytest.mark.parametrize("language", ["vi", "en"])
def test_every_sentence_can_be_said(language):
    """With facts or without, in both languages, and never with a gap left in it."""
    facts = dict.fromkeys(
        [
            "size",
            "limit",
            "name",
            "row",
            "version",
            "text",
            "line",
            "low",
            "high",
            "reason",
            "column",
        ],
        "x",
    )
    with translation.override(language):
        for template in (*REFUSALS.values(), *ROWS.values(), *NOTES.values()):
            said = str(template) % facts
            assert "%(" not in said
            assert said.rstrip().endswith((".", "x"))
