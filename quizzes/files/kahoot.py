"""Kahoot's spreadsheet: questions of at most 120 characters, answers of 75, given times.

Source of the layout: six copies of the template as teachers fill it in. Columns are found by their
headers, so that a sheet with rows or columns added above and before is read too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .answers import Key, choice_row, read_key, read_seconds
from .drafts import Draft, Reading, in_language
from .problems import FileRefused
from .sheets import Cells, cell, column, header, numbered, write_xlsx

TIMES = (5, 10, 20, 30, 60, 90, 120, 240)
MOST_QUESTIONS, STEM, ANSWER = 100, 120, 75
_HEAD_WITHIN = 30
_HELP = (
    "Quiz template",
    "Add questions, at least two answer alternatives, time limit and choose correct answers.",
    "Remember: questions have a limit of 120 characters and answers can have 75 characters max.",
    "If several answers are right, separate their numbers with a comma.",
)


def find_head(rows: Sequence[Cells]) -> int | None:
    """The index of the header row, None when this is no sheet of Kahoot's."""
    for at, row in enumerate(rows[:_HEAD_WITHIN]):
        names = [header(each) for each in row]
        asked = any(name.startswith(("question max", "question")) for name in names)
        timed = any(name.startswith("time limit") for name in names)
        keyed = any(name.startswith("correct answer") for name in names)
        # Others have these words too, but number and explain them differently.
        if asked and timed and keyed and any(name.startswith("answer 1") for name in names):
            return None if "question text" in names else at
    return None


def read(rows: list[Cells], language: str) -> Reading:
    """The questions; rows without question and answers are the template's empty ones."""
    at = find_head(rows)
    if at is None:
        raise FileRefused("no_header")
    names = [header(each) for each in rows[at]]
    text = _first(names, "question")
    answers = [_first(names, f"answer {number}") for number in range(1, 9)]
    there = [each for each in answers if each is not None]
    time, key = _first(names, "time limit"), _first(names, "correct answer")
    reading = Reading("kahoot", language=language)
    for number, row in numbered(rows, at + 1):
        said = [cell(row, each) for each in there]
        if not (cell(row, text).strip() or any(each.strip() for each in said)):
            continue
        right = _key(cell(row, key), said, column(key or 0))
        found = choice_row(
            number,
            language,
            cell(row, text),
            said,
            right,
            columns=(text or 0, there[0] if there else 0),
        )
        seconds, notes = read_seconds(cell(row, time), column(time or 0))
        if found.draft:
            found.draft.seconds = seconds
        found.notes += notes
        reading.rows.append(found)
    return reading


def _key(given: str, answers: Sequence[str], where: str) -> Key:
    # "12" is how a hurried teacher writes 1 and 2: there is no twelfth answer.
    if given.isdigit() and len(given) > 1 and set(given) <= set("12345678"):
        given = ",".join(given)
    return read_key(given, answers, where)


def _first(names: Sequence[str], start: str) -> int | None:
    found = (at for at, name in enumerate(names) if name == start or name.startswith(f"{start} "))
    return next(found, None)


# --- out -----------------------------------------------------------------------------------------


def write(drafts: Sequence[Draft], language: str) -> bytes:
    widths = [5, 60, 32, 32, 32, 32, 22, 22]
    return write_xlsx(_lines(drafts, language), title="Sheet1", widths=widths, head=8)


def _lines(drafts: Sequence[Draft], language: str) -> Iterator[list[str | int]]:
    yield []
    for words in _HELP:
        yield ["", words]
    yield []
    yield []
    yield [
        "",
        "Question - max 120 characters",
        *(f"Answer {number} - max 75 characters" for number in range(1, 5)),
        "Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs",
        "Correct answer(s) - choose at least one",
    ]
    for number, draft in enumerate(drafts, start=1):
        texts = [in_language(option.text, language) for option in draft.options]
        yield [
            number,
            in_language(draft.text, language),
            *(texts + [""] * 4)[:4],
            nearest_time(draft.seconds),
            ",".join(map(str, draft.right)),
        ]


def nearest_time(seconds: int) -> int:
    """The shortest of Kahoot's times that gives no less; the longest where all give less.

    >>> nearest_time(20), nearest_time(25), nearest_time(300)
    (20, 30, 240)
    """
    return next((time for time in TIMES if time >= seconds), TIMES[-1])
