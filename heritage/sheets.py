"""Sheets that editors send: CSV and XLSX, read row by row and refused before they fill anything.

A small file can unpack to much: every limit is counted while reading, whatever the file says of its
own size. All that is refused raises ValidationError with a sentence saying the limit and the cure.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import openpyxl
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from import_export.formats import base_formats
from tablib import Dataset

#: What one sheet may hold: bytes of the file, rows below the names, columns, characters a cell.
MAX_BYTES, MAX_ROWS, MAX_COLUMNS, MAX_CELL = 1_000_000, 300, 40, 2_000
#: Characters of all cells together, which a CSV within MAX_BYTES cannot exceed either.
MAX_TEXT = 1_000_000
# An XLSX is a zip of XML: bytes unpacked, times the packed ones, and tags, of which 300 rows of 40
# cells need some hundred thousand. A row is parsed whole before its cells can be counted.
_MAX_UNPACKED, _MAX_RATIO, _MAX_TAGS = 20_000_000, 100, 250_000
#: What a zip of sheets or questions is packed with. Other methods unpack a thousandfold and more,
#: and cannot be stopped half-way.
ZIP_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
# Excel keeps formatted empty rows below the last full one.
_MAX_BLANK = 1_000


def check_size(size: int) -> None:
    """Raises ValidationError for a file of more bytes than MAX_BYTES."""
    if size > MAX_BYTES:
        raise ValidationError(
            _("The file is larger than %(limit)s MB. Split it, for example one deck at a time.")
            % {"limit": MAX_BYTES // 1_000_000},
            code="too_large",
        )


def unreadable() -> ValidationError:
    """What is said of a file that is not what it claims to be."""
    return ValidationError(
        _("The file cannot be read. Save it again as CSV (UTF-8) or XLSX and choose that format."),
        code="unreadable",
    )


def read_csv(text: str) -> Dataset:
    """A sheet from CSV, separated by commas or, as Excel does it in Vietnamese, semicolons."""
    check_size(len(text))
    text = text.removeprefix("\ufeff")
    head = text.split("\n", 1)[0]
    separator = ";" if head.count(";") > head.count(",") else ","
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        return _read(row for row in lines if row)
    except csv.Error as error:
        raise unreadable() from error


def read_xlsx(data: bytes) -> Dataset:
    """The sheet that is in front in an XLSX workbook, formulas as the values they had."""
    check_size(len(data))
    try:
        _check_unpacked(data)
        return _read(_rows_of(data))
    except ValidationError:
        raise
    except Exception as error:
        # Whatever a damaged workbook makes the parser stumble over.
        raise unreadable() from error


def _check_unpacked(data: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()
        # No more than these are read, whatever the packed bytes would give.
        size = sum(member.file_size for member in members)
        if size > min(_MAX_UNPACKED, max(1_000_000, _MAX_RATIO * len(data))):
            raise _overfull()
        tags = 0
        for member in members:
            if member.compress_type not in ZIP_METHODS:
                raise unreadable()
            with archive.open(member) as file:
                while chunk := file.read(1 << 16):
                    tags += chunk.count(b"<")
                    if tags > _MAX_TAGS:
                        raise _overfull()


def _overfull() -> ValidationError:
    return ValidationError(
        _(
            "The workbook holds more than %(rows)s rows of %(columns)s columns can need. "
            "Copy one deck at a time into a new, empty workbook."
        )
        % {"rows": MAX_ROWS, "columns": MAX_COLUMNS},
        code="overfull",
    )


def _rows_of(data: bytes) -> Iterator[Sequence[Any]]:
    book = openpyxl.load_workbook(
        io.BytesIO(data), read_only=True, data_only=True, keep_links=False
    )
    try:
        sheet = book.active
        # Else rows and columns beyond what the sheet claims would silently stay away.
        sheet.reset_dimensions()
        yield from sheet.iter_rows(values_only=True)
    finally:
        book.close()


def _read(rows: Iterable[Sequence[Any]]) -> Dataset:
    """The first row names the columns; blank rows count only before a full one."""
    sheet = Dataset()
    width = blank = text = 0
    for number, row in enumerate(rows, start=1):
        cells = _checked(row, number)
        text += sum(len(cell) for cell in cells if isinstance(cell, str))
        if text > MAX_TEXT:
            check_size(text)
        if number == 1:
            sheet.headers = [str("" if cell is None else cell).strip() for cell in cells]
            width = len(cells)
            continue
        if not cells:
            blank += 1
            if blank > _MAX_BLANK:
                raise _too_many_rows()
            continue
        if len(sheet) + blank >= MAX_ROWS:
            raise _too_many_rows()
        if len(cells) > width:
            raise ValidationError(
                _("Row %(row)s has more cells than row 1 has names. Name every column.")
                % {"row": number},
                code="unnamed",
            )
        for _each in range(blank):
            sheet.append([""] * width)
        blank = 0
        sheet.append([*cells, *[""] * (width - len(cells))])
    return sheet


def _too_many_rows() -> ValidationError:
    return ValidationError(
        _("The file has more than %(limit)s rows. Split it, for example one deck at a time.")
        % {"limit": MAX_ROWS},
        code="too_many_rows",
    )


def _checked(row: Sequence[Any], number: int) -> list[Any]:
    """The cells of a row without the blank ones at its end."""
    end = len(row)
    while end and (row[end - 1] is None or row[end - 1] == ""):
        end -= 1
    if end > MAX_COLUMNS:
        raise ValidationError(
            _("Row %(row)s has more than %(limit)s columns. Keep only those of an export.")
            % {"row": number, "limit": MAX_COLUMNS},
            code="too_many_columns",
        )
    for at, cell in enumerate(row[:end], start=1):
        if isinstance(cell, str) and len(cell) > MAX_CELL:
            raise ValidationError(
                _(
                    "Row %(row)s, column %(column)s: the text is longer than %(limit)s "
                    "characters. Shorten it."
                )
                % {"row": number, "column": at, "limit": MAX_CELL},
                code="too_long",
            )
    return list(row[:end])


class CSV(base_formats.CSV):
    """CSV within the limits."""

    def create_dataset(self, in_stream: str | bytes, **kwargs: Any) -> Dataset:
        if isinstance(in_stream, bytes):
            try:
                in_stream = in_stream.decode("utf-8-sig")
            except UnicodeDecodeError as error:
                raise unreadable() from error
        return read_csv(in_stream)


class CSVWithMark(CSV):
    """CSV that goes out with a byte order mark: without it Excel garbles Vietnamese."""

    def export_data(self, dataset: Any, **kwargs: Any) -> str:
        return "\ufeff" + super().export_data(dataset, **kwargs)


class XLSX(base_formats.XLSX):
    """XLSX within the limits."""

    def create_dataset(self, in_stream: bytes) -> Dataset:
        return read_xlsx(in_stream)
