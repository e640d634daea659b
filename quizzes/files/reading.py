"""Reads a file of any format: finds out which it is, checks its size, returns drafts by row."""

from __future__ import annotations

import re
from collections.abc import Callable

from . import aiken, anki, bundle, gift, kahoot, moodle_xml, qti, quizsheets, table, wayground
from .drafts import Reading
from .encodings import decode
from .formats import FORMATS
from .limits import MAX_QUESTIONS, Package, check_size, is_zip
from .problems import FileRefused
from .sheets import Cells, read_csv, read_xlsx

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
#: How what is often taken for the file of questions begins, whatever it is called.
_MISTAKEN = {
    "picture": (b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a"),
    "pdf": (b"%PDF-",),
}
_AIKEN_KEY = re.compile(
    r"^\s*(?:answers?|ans|key|đáp án(?: đúng)?|dap an(?: dung)?|đ/a)\s*[:.：\-=]\s*[a-h]\b",
    re.IGNORECASE | re.MULTILINE,
)
_AIKEN_OPTION = re.compile(r"^\s*\(?a\s*[.):\-]", re.IGNORECASE | re.MULTILINE)
_GIFT = re.compile(
    r"(?<!\\)\{\s*(?:[=~#}]|T\b|F\b|TRUE|FALSE|[^{}]*(?<!\\)[=~])|^::.*?::", re.MULTILINE
)
#: How a file of Moodle's begins; a whole file of other XML ends in a tag, too.
_XML = re.compile(r"<(?:\?xml|!--|!DOCTYPE|quiz\b)", re.IGNORECASE)
_SHEETS: tuple[tuple[str, Callable[[list[Cells]], int | None]], ...] = (
    ("kahoot", kahoot.find_head),
    ("wayground", wayground.find_head),
    ("blooket", quizsheets.find_blooket),
    ("gimkit", quizsheets.find_gimkit),
)
_OF_SHEET: dict[str, Callable[[list[Cells], str], Reading]] = {
    "kahoot": kahoot.read,
    "wayground": wayground.read,
    "blooket": quizsheets.read_blooket,
    "gimkit": quizsheets.read_gimkit,
    "table": table.read,
}


def read(data: bytes, name: str = "", *, language: str = "vi", format: str = "") -> Reading:
    """The questions of a file, whole or by row with what is wrong. `language` is that of files
    which do not say it; `format` is found out unless given. Raises FileRefused, and nothing else,
    whatever the bytes are."""
    check_size(len(data))
    if format and not (format in FORMATS and FORMATS[format].reads):
        raise FileRefused("not_read")
    reading = _read(data, name.lower(), language, format)
    if not reading.rows:
        raise FileRefused("nothing")
    if len(reading.rows) > MAX_QUESTIONS:
        raise FileRefused("too_many", limit=MAX_QUESTIONS)
    return reading


def _read(data: bytes, name: str, language: str, format: str) -> Reading:
    if data.startswith(_OLE):
        locked = "EncryptedPackage".encode("utf-16-le") in data
        raise FileRefused("locked" if locked else "old_excel")
    for code, beginnings in _MISTAKEN.items():
        if data.startswith(beginnings):
            raise FileRefused(code)
    if is_zip(data):
        return _packed(data, language, format)
    start = _start(data)
    if "<questestinterop" in start:
        raise FileRefused("qti_1")
    if format == "qti" or re.search(r"<(?:qti-assessment-item|\w*:?assessmentItem)\b", start):
        return qti.read_item(data, language)
    if format == "moodle_xml" or _XML.match(start) or _is_in_tags(data, start):
        return moodle_xml.read(data, language)
    if format == "bundle" or bundle.is_bundle(data):
        return bundle.read(data)
    return _text(data, name, language, format)


def _packed(data: bytes, language: str, format: str) -> Reading:
    package = Package(data)
    if "xl/workbook.xml" in package:
        return _sheet(read_xlsx(data), language, format)
    if bundle.NAME in package:
        return bundle.read(data)
    if qti.is_package(package):
        return qti.read(package, language)
    if any(each.startswith("collection.anki2") for each in package.names):
        raise FileRefused("anki_package")
    if inside := package.only_packages():
        raise FileRefused("nested", name=inside[:60])
    if any(each.endswith("[Content_Types].xml") for each in package.names):
        raise FileRefused("unknown")
    if any(each.lower().endswith(".xml") for each in package.names):
        raise FileRefused("no_manifest")
    raise FileRefused("unknown")


def _text(data: bytes, name: str, language: str, format: str) -> Reading:
    if format in ("aiken", "gift"):
        reader = aiken if format == "aiken" else gift
        return reader.read(decode(data), language)
    if format in _OF_SHEET or name.endswith((".csv", ".tsv")):
        return _sheet(read_csv(data), language, format)
    text = decode(data)
    if format == "anki" or anki.is_notes(text):
        return anki.read(text, language)
    is_aiken = _AIKEN_KEY.search(text) and _AIKEN_OPTION.search(text)
    if name.endswith(".gift") or (_GIFT.search(text) and not is_aiken):
        return gift.read(text, language)
    if is_aiken:
        return aiken.read(text, language)
    try:
        return _sheet(read_csv(data), language, format)
    except FileRefused as refused:
        if refused.code == "no_header":
            raise FileRefused("unknown") from refused
        raise


def _sheet(rows: list[Cells], language: str, format: str) -> Reading:
    if format in _OF_SHEET:
        return _OF_SHEET[format](rows, language)
    if not any(rows):
        raise FileRefused("nothing")
    for slug, find in _SHEETS:
        if find(rows) is not None:
            return _OF_SHEET[slug](rows, language)
    return table.read(rows, language)


def _is_in_tags(data: bytes, start: str) -> bool:
    """Not so a question in plain text that begins with a tag, or with "less than"."""
    return start.startswith("<") and data.rstrip(b"\x00 \r\n\t").endswith((b">", b">\x00"))


def _start(data: bytes) -> str:
    """The beginning of a text, enough to tell XML by."""
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    return (
        data[:4000].decode("utf-16" if wide else "utf-8", errors="ignore").lstrip("\ufeff \r\n\t")
    )
