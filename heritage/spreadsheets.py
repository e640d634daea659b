"""Figures as files a school opens: xlsx, and CSV with a BOM, no cell that is a formula.

A `Table` is written either way. docs/reference/figures.md says why CSV comes in two forms.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter

#: What a spreadsheet would read as a formula when it opens a text file, full-width signs included.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")

XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV_TYPE = "text/csv; charset=utf-8"

Cell = str | int | float | None


class Separator(StrEnum):
    """What stands between the values of a CSV; with the semicolon decimals have a comma, as where
    Windows writes numbers the Vietnamese way."""

    COMMA = "comma"
    SEMICOLON = "semicolon"


def separator(asked: str | None, language: str) -> Separator:
    """The separator an address asks for; anything else is what the reader's language goes with."""
    usual = Separator.SEMICOLON if language == "vi" else Separator.COMMA
    return Separator(asked) if asked in list(Separator) else usual


@dataclass(frozen=True)
class Table:
    """A sheet: its name, the head, the rows; `fills` are colours by row and column from 0."""

    title: str
    head: list[str]
    rows: list[list[Cell]]
    fills: dict[tuple[int, int], str] = field(default_factory=dict)

    def lines(self) -> Iterator[list[Cell]]:
        """The head and the rows."""
        yield [*self.head]
        yield from self.rows


def to_csv(table: Table, separator: Separator) -> bytes:
    """One table as UTF-8 with a BOM. Every value is quoted, so that a program that guesses the
    other separator does not cut it up."""
    out = io.StringIO()
    mark = ";" if separator == Separator.SEMICOLON else ","
    writer = csv.writer(out, delimiter=mark, quoting=csv.QUOTE_ALL)
    for row in table.lines():
        writer.writerow([_written(cell, separator) for cell in row])
    return ("\ufeff" + out.getvalue()).encode()


def _written(cell: Cell, separator: Separator) -> str:
    """A value as text; an apostrophe in front of what a spreadsheet would take for a formula."""
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell
    text = "" if cell is None else str(cell)
    return text.replace(".", ",") if separator == Separator.SEMICOLON else text


def to_xlsx(tables: Iterable[Table]) -> bytes:
    """A workbook, a sheet a table."""
    book = Workbook()
    book.remove(book.active)
    for table in tables:
        _fill(book.create_sheet(table.title), table)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _fill(sheet: Any, table: Table) -> None:
    widths = [6] * len(table.head)
    for at, row in enumerate(table.lines(), start=1):
        for column, value in enumerate(row, start=1):
            cell = sheet.cell(row=at, column=column)
            if isinstance(value, str):
                cell.value = ILLEGAL_CHARACTERS_RE.sub("", value)
                # Text stays text, also when somebody edits it in place.
                cell.data_type = "s"
                cell.quotePrefix = value.startswith(_FORMULA_STARTS)
            elif value is not None:
                cell.value = value
            widths[column - 1] = max(widths[column - 1], min(len(str(value or "")) + 2, 48))
    for (row_at, column), colour in table.fills.items():
        cell = sheet.cell(row=row_at + 2, column=column + 1)
        cell.fill = PatternFill("solid", fgColor=colour)
    for cell in sheet[1]:
        cell.font = Font(bold=True)
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    for column, width in enumerate(widths, start=1):
        sheet.column_dimensions[get_column_letter(column)].width = width
    sheet.freeze_panes = "C2"
    sheet.auto_filter.ref = sheet.dimensions
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
