"""The CSV templates of Blooket and Gimkit, found by their headers."""

from __future__ import annotations

from collections.abc import Sequence

from .answers import Key, choice_row, read_key, read_seconds, typed_row
from .drafts import Reading, Row
from .problems import FileRefused
from .sheets import Cells, cell, column, header, numbered

_HEAD_WITHIN = 6


def find_blooket(rows: Sequence[Cells]) -> int | None:
    """The header row of Blooket's template; its cells have line breaks in them."""
    for at, row in enumerate(rows[:_HEAD_WITHIN]):
        names = [header(each) for each in row]
        if "question text" in names and "answer 1" in names:
            return at
    return None


def read_blooket(rows: list[Cells], language: str) -> Reading:
    """Question text, up to four answers, a time, numbers of the right ones; a last column "typing"
    makes a typed answer of it."""
    at = find_blooket(rows)
    if at is None:
        raise FileRefused("no_header")
    names = [header(each) for each in rows[at]]
    text = names.index("question text")
    answers = [spot for spot, name in enumerate(names) if name.startswith("answer ")]
    time = _starts(names, "time limit")
    key = _starts(names, "correct answer")
    reading = Reading("blooket", language=language)
    for number, row in numbered(rows, at + 1):
        said = [cell(row, spot) for spot in answers]
        if not (cell(row, text).strip() or any(each.strip() for each in said)):
            continue
        columns = (text, answers[0])
        rest = [header(each) for each in row[max([text, *answers, time or 0, key or 0]) + 1 :]]
        if "typing" in rest:
            found = typed_row(number, language, cell(row, text), said, columns)
        else:
            read = read_key(cell(row, key), said, column(key or 0))
            found = choice_row(number, language, cell(row, text), said, read, columns=columns)
        if found.draft:
            found.draft.seconds, notes = read_seconds(cell(row, time), column(time or 0))
            found.notes += notes
        reading.rows.append(found)
    return reading


def find_gimkit(rows: Sequence[Cells]) -> int | None:
    """The header row of Gimkit's template: right answer and wrong ones in columns of their own."""
    for at, row in enumerate(rows[:_HEAD_WITHIN]):
        names = [header(each) for each in row]
        wrong = any(name.startswith("incorrect answer") for name in names)
        told = any("gimkit" in header(each) for line in rows[:at] for each in line)
        if "question" in names and "correct answer" in names and (wrong or told):
            return at
    return None


def read_gimkit(rows: list[Cells], language: str) -> Reading:
    """Where there are no wrong answers at all, the answer is typed; spellings are separated by
    commas then. The right answer goes to a place of its own, not always the first."""
    at = find_gimkit(rows)
    if at is None:
        raise FileRefused("no_header")
    names = [header(each) for each in rows[at]]
    text, right = names.index("question"), names.index("correct answer")
    wrong = [spot for spot, name in enumerate(names) if name.startswith("incorrect answer")]
    reading = Reading("gimkit", language=language)
    for number, row in numbered(rows, at + 1):
        others = [cell(row, spot) for spot in wrong if cell(row, spot).strip()]
        asked, answer = cell(row, text), cell(row, right)
        if not (asked.strip() or answer.strip() or others):
            continue
        if not others:
            spellings = [each for each in answer.split(",") if each.strip()]
            found = typed_row(number, language, asked, spellings, (text, right))
        else:
            found = _chosen(number, language, asked, answer, others, (text, right))
        reading.rows.append(found)
    return reading


def _chosen(
    number: int,
    language: str,
    asked: str,
    answer: str,
    others: Sequence[str],
    columns: tuple[int, int],
) -> Row:
    answers = list(others)
    place = number % (len(answers) + 1)
    answers.insert(place, answer)
    key = Key([place]) if answer.strip() else read_key("", answers, column(columns[1]))
    return choice_row(number, language, asked, answers, key, columns=columns)


def _starts(names: Sequence[str], start: str) -> int | None:
    return next((spot for spot, name in enumerate(names) if name.startswith(start)), None)
