"""Wayground's (Quizizz's) spreadsheet: one sheet, a row of help under the headers, five kinds."""

from __future__ import annotations

from collections.abc import Sequence

from .answers import choice_row, read_key, read_seconds, typed_row
from .drafts import Reading, Row
from .problems import FileRefused, problem
from .sheets import Cells, cell, column, header, numbered
from .words import line, whole

_HEAD_WITHIN = 10
_UNPLAYED = {"open ended", "open ended question", "poll", "slide", "draw", "video response"}
_UNPLAYED |= {"audio response"}
_SEVERAL = {"checkbox", "multiple select", "multi select", "checkboxes"}
_TYPED = {"fill in the blank", "fill in the blanks", "fill in"}


def find_head(rows: Sequence[Cells]) -> int | None:
    """The index of the header row, None when this is no sheet of theirs."""
    for at, row in enumerate(rows[:_HEAD_WITHIN]):
        names = {header(each) for each in row}
        if "question text" in names and "question type" in names and "option 1" in names:
            return at
    # A header cell typed over: the others are enough.
    for at, row in enumerate(rows[:_HEAD_WITHIN]):
        names = {header(each) for each in row}
        if {"option 1", "option 2", "correct answer", "time in seconds"} <= names:
            return at
    return None


def read(rows: list[Cells], language: str) -> Reading:
    at = find_head(rows)
    if at is None:
        raise FileRefused("no_header")
    names = [header(each) for each in rows[at]]

    def place(*wanted: str) -> int | None:
        return next((spot for spot, name in enumerate(names) if name in wanted), None)

    text = place("question text")
    text = 0 if text is None else text
    kind = place("question type")
    options = [spot for spot, name in enumerate(names) if name.startswith("option ")]
    places = {
        "key": place("correct answer", "correct answers"),
        "time": place("time in seconds", "time"),
        "picture": place("image link", "image"),
        "why": place("answer explanation", "explanation"),
    }
    reading = Reading("wayground", language=language)
    for number, row in numbered(rows, at + 1):
        if number == at + 2 and _is_help(row):
            continue
        answers = [cell(row, spot) for spot in options]
        if not (cell(row, text).strip() or any(each.strip() for each in answers)):
            continue
        found = _row(number, row, text, header(cell(row, kind)), options, places["key"], language)
        _add_the_rest(found, row, places, language)
        reading.rows.append(found)
    return reading


def _row(
    number: int,
    row: Cells,
    text: int,
    kind: str,
    options: Sequence[int],
    key: int | None,
    language: str,
) -> Row:
    answers = [cell(row, spot) for spot in options]
    columns = (text, options[0] if options else text)
    if kind in _UNPLAYED:
        found = Row(number, quote=line(cell(row, text)))
        found.problems.append(problem("kind_not_read", "", text=kind))
        return found
    if kind in _TYPED:
        return typed_row(number, language, cell(row, text), answers, columns)
    read = read_key(cell(row, key), answers, column(key or 0))
    several = True if kind in _SEVERAL else None
    return choice_row(
        number, language, cell(row, text), answers, read, several=several, columns=columns
    )


def _add_the_rest(found: Row, row: Cells, places: dict[str, int | None], language: str) -> None:
    draft = found.draft
    if draft is None:
        return
    draft.seconds, notes = read_seconds(cell(row, places["time"]), column(places["time"] or 0))
    found.notes += notes
    if why := whole(cell(row, places["why"])):
        draft.explanation = {language: why}
    if cell(row, places["picture"]):
        found.notes.append(problem("picture_far", column(places["picture"] or 0)))


def _is_help(row: Cells) -> bool:
    """The template's second row explains its columns; a question there has a key of a digit."""
    words = header(" ".join(row))
    signs = ("text of the question", "question type default", "text for option", "seconds default")
    return any(sign in words for sign in signs) or words.startswith(
        ("question text", "text of", "enter your question")
    )
