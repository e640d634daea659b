"""What the sheets of different makers have in common: answers in columns, a key, a time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from .drafts import SECONDS, Draft, Option, Row
from .problems import RowProblem, problem
from .sheets import column
from .words import line

LETTERS = "ABCDEFGH"
_PARTS = re.compile(r"[,;/&+\s]+|\bvà\b|\band\b")
_TIME = re.compile(r"(\d{1,4})(?:[.,]0+)?\s*(?:s|sec|secs|seconds?|giây|giay)?\.?", re.IGNORECASE)


@dataclass
class Key:
    """Which of the answers, by index from 0, are right, and what is wrong with what was given."""

    right: list[int] = field(default_factory=list)
    problems: list[RowProblem] = field(default_factory=list)
    notes: list[RowProblem] = field(default_factory=list)


def read_key(given: str, answers: Sequence[str], where: str, *, words: bool = True) -> Key:
    """A key by letter, by number, or (with `words`) by the very words of an answer; several are
    separated by commas, semicolons or spaces. `answers` still has its empty columns."""
    found = Key()
    given = line(given)
    if not given:
        found.problems.append(problem("no_right", where))
        return found
    spoken = _spoken(given, answers) if words else []
    parts = [part for part in _PARTS.split(given.strip(" .()")) if part]
    places = [_place(part) for part in parts]
    if places and all(place is not None for place in places):
        found.right = sorted({place for place in places if place is not None})
        if spoken and spoken != found.right:
            found.notes.append(problem("key_or_number", where, text=given))
    elif spoken:
        found.right = spoken
    else:
        found.problems.append(problem("right_unknown", where, text=given))
    for at in list(found.right):
        if at >= len(answers) or not answers[at].strip():
            found.right.remove(at)
            name = LETTERS[at] if not given[:1].isdigit() else str(at + 1)
            found.problems.append(problem("right_empty", where, text=name))
    return found


def _place(part: str) -> int | None:
    part = part.strip(".()")
    if len(part) == 1 and part.upper() in LETTERS:
        return LETTERS.index(part.upper())
    if re.fullmatch(r"[1-8](?:\.0+)?", part):
        return int(part[0]) - 1
    return None


def _spoken(given: str, answers: Sequence[str]) -> list[int]:
    """The answers whose words these are: one, or several between semicolons."""
    there = {line(text).casefold(): at for at, text in reversed(list(enumerate(answers))) if text}
    if given.casefold() in there:
        return [there[given.casefold()]]
    parts = [line(part).casefold() for part in re.split(r"[;|\n]", given)]
    if len(parts) > 1 and all(part in there for part in parts):
        return sorted({there[part] for part in parts})
    return []


def read_seconds(given: str, where: str) -> tuple[int, list[RowProblem]]:
    """A time in seconds; the usual one, and a note, where it is none from 5 to 300."""
    given = line(given)
    if not given:
        return SECONDS, []
    match = _TIME.fullmatch(given)
    seconds = int(match[1]) if match else 0
    if 5 <= seconds <= 300:
        return seconds, []
    return SECONDS, [problem("seconds", where, text=given)]


def choice_row(
    number: int,
    language: str,
    text: str,
    answers: Sequence[str],
    key: Key,
    *,
    several: bool | None = None,
    columns: tuple[int, int] = (0, 1),
) -> Row:
    """A row of a question with choices. `several` None: more than one right answer says so.
    `columns` are those of the question and of the first answer, for messages."""
    row = Row(number, notes=list(key.notes))
    text = line(text)
    if not text:
        row.problems.append(problem("no_text", column(columns[0])))
    options = [
        Option({language: line(answer)}, at in key.right)
        for at, answer in enumerate(answers)
        if line(answer)
    ]
    if not options:
        row.problems.append(problem("no_choices", column(columns[1])))
    if several is None:
        several = len(key.right) > 1
    row.problems += key.problems
    row.draft = Draft(
        kind="multiple" if several else "single",
        text={language: text} if text else {},
        options=options,
    )
    return row


def typed_row(
    number: int, language: str, text: str, answers: Sequence[str], columns: tuple[int, int] = (0, 1)
) -> Row:
    """A row of a question whose answer is typed."""
    row = Row(number)
    accepted = [line(answer) for answer in answers if line(answer)]
    if not line(text):
        row.problems.append(problem("no_text", column(columns[0])))
    if not accepted:
        row.problems.append(problem("no_right", column(columns[1])))
    row.draft = Draft(
        kind="typed",
        text={language: line(text)} if line(text) else {},
        spec={"accepted": {language: accepted}, "people": False},
    )
    return row
