"""Reading one file of `heritage/data/`, and refusing it with the row and the cause: every function
raises SeedError for what is not in order. What the tables mean together is in `heritage.tables`.
"""

from __future__ import annotations

import csv
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml


class SeedError(Exception):
    """The data are not in order; nothing is written. Names the file, the row and the cause.

    `row` counts the lines of a table as an editor sees them (the header is 1), or is the id of an
    entry; None when the whole file is meant.
    """

    def __init__(self, file: str, row: int | str | None, reason: str) -> None:
        self.file, self.row, self.reason = file, row, reason
        super().__init__(f"{file}: {reason}" if row is None else f"{file}, row {row}: {reason}")


def read_csv(
    folder: Path, file: str, key: str | None = None, count: int | None = None
) -> list[dict[str, str]]:
    """The rows of a table, `count` of them, no two with the same `key`."""
    with (folder / file).open(encoding="utf-8", newline="") as stream:
        reader = csv.DictReader(stream)
        rows: list[dict[str, str]] = []
        for row in reader:
            if None in row or None in row.values():
                raise SeedError(file, len(rows) + 2, "the number of columns differs")
            for value in row.values():
                composed(file, len(rows) + 2, value)
            rows.append(row)
    if key is not None:
        unique(file, rows, key)
    if count is not None and len(rows) != count:
        raise SeedError(file, None, f"{count} rows expected, {len(rows)} found")
    return rows


def read_yaml(folder: Path, file: str) -> Any:
    """What a YAML file holds."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    with (folder / file).open(encoding="utf-8") as stream:
        return yaml.load(stream, Loader=loader)  # noqa: S506 - a safe loader


def read_book(folder: Path, file: str, count: int) -> dict[str, Any]:
    """The book of facts, with an entry for each of `count` peoples."""
    book: dict[str, Any] = read_yaml(folder, file)
    if len(book["groups"]) != count:
        raise SeedError(file, None, f"{count} peoples expected, {len(book['groups'])} found")
    slugs = sorted(str(entry["slug"]) for entry in book["groups"])
    for one, other in pairwise(slugs):
        if one == other:
            raise SeedError(file, one, "the slug is given twice")
    return book


def numbered(rows: Iterable[Any]) -> Iterator[tuple[int, Any]]:
    """Rows with the line they stand on; the header is line 1."""
    return enumerate(rows, 2)


def unique(file: str, rows: list[dict[str, str]], *columns: str) -> None:
    """No two rows have the same value in one of these columns."""
    for column in columns:
        seen: dict[str, int] = {}
        for line, row in numbered(rows):
            if row[column] in seen:
                raise SeedError(
                    file, line, f"{column} {row[column]!r} stands in row {seen[row[column]]} too"
                )
            seen[row[column]] = line


def need(file: str, rows: Iterable[dict[str, str]], *columns: str) -> None:
    """No row leaves one of these columns empty."""
    for line, row in numbered(rows):
        for column in columns:
            if not row[column].strip():
                raise SeedError(file, line, f"{column} is empty")


def one_of(file: str, line: int | str, row: dict[str, Any], column: str, known: set[str]) -> None:
    """The cell is one of the known words."""
    if row.get(column) not in known:
        raise SeedError(file, line, f"{column} {row.get(column)!r} is unknown")


def number(file: str, line: int, row: dict[str, Any], column: str) -> float:
    """The cell as a number."""
    try:
        return float(row[column])
    except ValueError as error:
        raise SeedError(file, line, f"{column} {row[column]!r} is no number") from error


def composed(file: str, line: int | str, text: str) -> None:
    """Vietnamese letters are one character each, as everywhere on the site."""
    if not unicodedata.is_normalized("NFC", text):
        raise SeedError(file, line, f"{text!r} is not in composed form (NFC)")


def same(file: str, found: set[str], wanted: set[str]) -> None:
    """The slugs are those that are wanted, all of them and no others."""
    for slug in sorted(found ^ wanted):
        raise SeedError(file, slug, "is missing" if slug in wanted else "is unknown")
