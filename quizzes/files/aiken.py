"""Aiken: a question, its answers by letter, "ANSWER: B". Tolerant of what people type.

Taken too: small letters, no space after the letter, "A)" and "A-", up to eight answers, a question
of several lines, blank lines anywhere, "ĐÁP ÁN: B", several letters, and "GIẢI THÍCH:" after it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from .answers import LETTERS
from .drafts import Draft, Option, Reading, Row, in_language
from .problems import RowProblem, problem
from .words import line, whole

_OPTION = re.compile(r"\(?([A-Ha-h])\s*[.):\-、](?!\w*://)\s*(.*)")
_KEY = re.compile(
    r"(?:answers?|ans|key|correct(?: answers?)?|đáp án(?: đúng)?|dap an(?: dung)?|đ/a|đa)\s*"
    r"[:.：\-=]\s*(.*)",
    re.IGNORECASE,
)
_WHY = re.compile(
    r"(?:feedback|explanation|giải thích|giai thich|lời giải)\s*[:：]\s*(.*)", re.IGNORECASE
)
_NUMBERED = re.compile(r"(?:câu|cau|question|q)?\s*(\d{1,4})\s*[.:)]\s*(.+)", re.IGNORECASE)


def read(text: str, language: str) -> Reading:
    """The questions of a text; what stands out of order is told by its line."""
    reading = Reading("aiken", _Reader(_lines(text), language).rows(), language=language)
    _strip_numbers(reading.rows, language)
    return reading


@dataclass(frozen=True)
class _Line:
    """A line that says something: its number, and whether an empty one stands before it."""

    at: int
    text: str
    apart: bool


def _lines(text: str) -> list[_Line]:
    found, apart = [], False
    for at, each in enumerate(whole(text).split("\n"), start=1):
        said = line(each)
        if said:
            found.append(_Line(at, said, apart))
        apart = not said
    return found


class _Reader:
    def __init__(self, lines: Sequence[_Line], language: str) -> None:
        self._lines, self._language = lines, language
        self._found: list[Row] = []
        self._begin(0)

    def _begin(self, at: int) -> None:
        self._stem: list[str] = []
        self._options: list[str] = []
        self._start = at

    def rows(self) -> list[Row]:
        for now, then in zip_longest(self._lines, self._lines[1:]):
            self._take(now, then.text if then else "")
        if self._stem or self._options:
            self._end([], [problem("no_right", "")])
        return self._found

    def _take(self, now: _Line, following: str) -> None:
        at, text = now.at, now.text
        if not self._stem and not self._options:
            self._first(at, text, following)
            return
        key, option = _KEY.fullmatch(text), _option(text)
        if key and self._options:
            self._end(*self._key(key[1]))
        elif option and len(self._options) < len(LETTERS) and self._next(option[0]):
            self._options.append(option[1])
        elif self._options and now.apart and len(self._options) > 1:
            # The question before ended without its key.
            self._end([], [problem("no_right", "")])
            self._first(at, text, following)
        elif self._options:
            self._options[-1] = f"{self._options[-1]} {text}".strip()
        elif key:
            self._end([], [problem("no_choices", ""), *self._key(key[1])[1]])
        else:
            self._stem.append(text)

    def _first(self, at: int, text: str, following: str) -> None:
        """Where a question is expected any line is one, but for answers and keys without it."""
        self._begin(at)
        after, option, key = _option(following), _option(text), _KEY.fullmatch(text)
        last = self._found[-1].draft if self._found else None
        why = _WHY.fullmatch(text)
        if why and last and not (after and after[0] == 0):
            last.explanation = {self._language: why[1]} if why[1] else {}
            return
        if option and option[0] == 0 and after and after[0] == 1:
            self._options.append(option[1])
        elif key and not (after and after[0] == 0):
            row = Row(len(self._found) + 1, quote=text)
            row.problems.append(problem("orphan_key", "", line=at))
            self._found.append(row)
        else:
            self._stem.append(text)

    def _next(self, index: int) -> bool:
        return index == len(self._options)

    def _key(self, given: str) -> tuple[list[int], list[RowProblem]]:
        letters = re.split(r"[\s,;/&]+", given.strip(" .()").upper())
        places = [LETTERS.find(each.strip(".()")) if each else -1 for each in letters]
        if not given.strip():
            return [], [problem("no_right", "")]
        spoken = [at for at, text in enumerate(self._options) if text == line(given)]
        if any(at < 0 or at >= len(self._options) or len(given) == 0 for at in places):
            if spoken:
                return spoken, []
            return [], [problem("right_unknown", "", text=given)]
        return places, []

    def _end(self, right: Sequence[int], problems: Sequence[RowProblem]) -> None:
        row = Row(len(self._found) + 1, problems=list(problems))
        text = line(" ".join(self._stem))
        if not text:
            row.problems.insert(0, problem("orphan_choices", "", line=self._start))
        row.draft = Draft(
            kind="multiple" if len(set(right)) > 1 else "single",
            text={self._language: text} if text else {},
            options=[
                Option({self._language: each} if each else {}, at in right)
                for at, each in enumerate(self._options)
            ],
        )
        self._found.append(row)
        self._begin(0)


def _option(text: str) -> tuple[int, str] | None:
    """The index and the words of an answer, None for another line."""
    match = _OPTION.fullmatch(text)
    return (LETTERS.index(match[1].upper()), match[2].strip()) if match else None


def _strip_numbers(rows: Sequence[Row], language: str) -> None:
    """Take "Câu 1:", "2." off where every question has its own number so."""
    drafts = [row.draft for row in rows if row.draft]
    found = [_NUMBERED.fullmatch(draft.text.get(language, "")) for draft in drafts]
    numbers = [int(match[1]) for match in found if match]
    if len(drafts) < 2 or len(numbers) < len(drafts):
        return
    if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        for draft, match in zip(drafts, found, strict=True):
            if match:
                draft.text[language] = match[2].strip()


def write(drafts: Sequence[Draft], language: str) -> bytes:
    """A text with Windows' line ends, which every program reads."""
    blocks = []
    for draft in drafts:
        lines = [line(in_language(draft.text, language))]
        for letter, option in zip(LETTERS, draft.options, strict=False):
            lines.append(f"{letter}. {line(in_language(option.text, language))}")
        lines.append(f"ANSWER: {LETTERS[draft.right[0] - 1] if draft.right else ''}")
        blocks.append("\r\n".join(lines))
    return ("\r\n\r\n".join(blocks) + "\r\n").encode()
