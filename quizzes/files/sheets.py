"""Sheets as rows of text: xlsx by openpyxl, CSV by the standard library, and both written so that
no cell is ever a formula."""

from __future__ import annotations

import csv
import datetime as dt
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

from heritage.text import fold

from .encodings import decode
from .limits import MAX_CELL, MAX_COLUMNS, MAX_ROWS, Package
from .problems import FileRefused
from .words import whole

Cells = list[str]
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_SEPARATORS = ",;\t|"
_NOT_WORDS = re.compile(r"[^\w]+")


def read_xlsx(data: bytes) -> list[Cells]:
    """The rows of the first sheet that holds anything. Formulas are read as the text they are typed
    as. Raises FileRefused."""
    package = Package(data)
    if "xl/workbook.xml" not in package:
        raise FileRefused("damaged")
    try:
        book = load_workbook(io.BytesIO(package.repacked()), read_only=True, data_only=False)
        try:
            for sheet in book.worksheets:
                # Some writers say a wrong size; the rows themselves are what counts.
                sheet.reset_dimensions()
                rows = _rows_of(sheet)
                if rows:
                    return rows
        finally:
            book.close()
    except FileRefused:
        raise
    except MemoryError:
        raise
    except Exception as error:
        # A damaged sheet ends anywhere within the library, in whatever error that part of it has.
        raise FileRefused("damaged") from error
    return []


def _rows_of(sheet: Any) -> list[Cells]:
    found: list[Cells] = []
    last = 0
    cells = sheet.iter_rows(max_row=MAX_ROWS, max_col=MAX_COLUMNS, values_only=True)
    for number, values in enumerate(cells, start=1):
        row = [_text_of(value) for value in values]
        while row and not row[-1]:
            row.pop()
        found.append(row)
        if row:
            last = number
    return found[:last]


def _text_of(value: object) -> str:
    """A cell as a person reads it in the sheet."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, dt.datetime | dt.date):
        return f"{value.day}/{value.month}/{value.year}"
    if isinstance(value, dt.time):
        return value.strftime("%H:%M")
    # Array formulas are objects that hold their text.
    return whole(getattr(value, "text", value))


def read_csv(data: bytes) -> list[Cells]:
    """The rows of a CSV, whatever its letters and its separator. Raises FileRefused."""
    text = decode(data).replace("\x00", "")
    lines = text.splitlines()
    told = re.match(r"sep=(.)$", lines[0].strip().lower()) if lines else None
    separator = told[1] if told else _separator(text)
    rows: list[Cells] = []
    csv.field_size_limit(4 * MAX_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=False)
    try:
        for row in reader:
            if len(rows) >= MAX_ROWS:
                break
            rows.append([_bare(whole(cell)) for cell in row[:MAX_COLUMNS]])
    except csv.Error as error:
        raise FileRefused("wide_cell", row=len(rows) + 1, limit=MAX_CELL) from error
    if told:
        rows[0] = []
    while rows and not any(rows[-1]):
        rows.pop()
    return rows


def _separator(text: str) -> str:
    """The separator that splits most of the first rows into the same number of cells, quotes
    respected."""
    sample = text[:20_000]
    best, most = ",", 0.0
    for candidate in _SEPARATORS:
        try:
            rows = list(csv.reader(io.StringIO(sample, newline=""), delimiter=candidate))[:30]
        except csv.Error:
            continue
        widths = [len(row) for row in rows if any(row)]
        if not widths or max(widths) < 2:
            continue
        usual = max(set(widths), key=lambda width: (widths.count(width), width))
        score = usual > 1 and widths.count(usual) / len(widths) * min(usual, 12)
        # "|" stands within cells of ours; it separates only where nothing else does.
        if score and score > most * (1.5 if candidate == "|" else 1):
            best, most = candidate, float(score)
    return best


def write_xlsx(
    rows: Iterable[Sequence[str | int]], *, title: str, widths: Sequence[int], head: int = 1
) -> bytes:
    """A workbook of one sheet; `head` is the row that stays in sight, 0 for none."""
    book = Workbook()
    sheet: Any = book.active
    sheet.title = title
    for number, width in enumerate(widths, start=1):
        sheet.column_dimensions[get_column_letter(number)].width = width
    for at, row in enumerate(rows, start=1):
        for column, value in enumerate(row, start=1):
            if value == "":
                continue
            cell = sheet.cell(at, column)
            if isinstance(value, int):
                cell.value = value
                continue
            cell.value = ILLEGAL_CHARACTERS_RE.sub("", value)
            # A text is a text whatever it begins with, in the file and when it is edited there.
            cell.data_type = "s"
            cell.quotePrefix = value.startswith(_FORMULA)
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            if at == head:
                cell.font = Font(bold=True)
    if head:
        sheet.freeze_panes = f"A{head + 1}"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def write_csv(rows: Iterable[Sequence[str | int]], *, separator: str = ",") -> bytes:
    """UTF-8 with the mark that Excel needs to see that it is."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    for row in rows:
        writer.writerow([_guarded(value) if isinstance(value, str) else value for value in row])
    return out.getvalue().encode("utf-8-sig")


def _guarded(text: str) -> str:
    """An apostrophe before what a spreadsheet would run, and before what looks guarded already."""
    return f"'{text}" if text.lstrip("'").startswith(_FORMULA) else text


def _bare(text: str) -> str:
    """The text without the apostrophe of `_guarded`."""
    return text[1:] if text[:1] == "'" and text.lstrip("'").startswith(_FORMULA) else text


# --- looking for columns -------------------------------------------------------------------------


def header(cell: str) -> str:
    """A header as it is compared: no marks, no case, no signs.

    >>> header("Đáp án đúng (A, B, C, D)"), header("Answer 3\\n(Optional)")
    ('dap an dung a b c d', 'answer 3 optional')
    """
    return " ".join(_NOT_WORDS.sub(" ", fold(cell).replace("_", " ")).split())


def cell(row: Sequence[str], at: int | None) -> str:
    """A cell of a row that may be shorter, "" where there is none."""
    return row[at] if at is not None and at < len(row) else ""


def column(at: int) -> str:
    """The letter of a column from 0, as the sheet shows it."""
    return str(get_column_letter(at + 1))


def numbered(rows: Sequence[Cells], start: int) -> Iterator[tuple[int, Cells]]:
    """The rows from an index on that hold anything, with their numbers in the sheet."""
    for at in range(start, len(rows)):
        if any(rows[at]):
            yield at + 1, rows[at]
