"""What can be wrong with a file or with one of its rows: stable codes, said to the reader in words.

A problem is kept as a code with its facts and put into words only when it is shown, so that what a
background task has found reads in the language of whoever looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

from .words import shorten

#: Why a file as a whole is refused. Each says what to do.
REFUSALS: Mapping[str, Any] = {
    "empty": _("The file is empty (0 bytes). Save it once more and choose it again."),
    "too_large": _(
        "The file has %(size)s MB; at most %(limit)s MB are taken. Split it, or take pictures out."
    ),
    "unknown": _(
        "This file is none of the formats that are read here. Choose the format by hand, or save "
        "the questions as xlsx or CSV."
    ),
    "damaged": _(
        "The file is damaged or cut off, or it is not what its format says. Save or download it "
        "once more."
    ),
    "picture": _(
        "This is a picture, whatever its name ends in. Choose the file with the questions."
    ),
    "pdf": _(
        "This is a PDF: it holds how questions look, not what they are. Choose the file it was "
        "made from."
    ),
    "old_excel": _("This is an old Excel file (.xls). Open it and save it as .xlsx."),
    "encoding": _(
        "The letters of this file cannot be read. Save it as “CSV UTF-8” or as text in UTF-8."
    ),
    "tcvn3": _(
        "This file is written in the old TCVN3 (ABC) letters, as for fonts like .VnTime. Convert "
        "it to Unicode, then choose it again."
    ),
    "locked": _("The file is locked with a password. Save it without one."),
    "unsafe_path": _(
        "The package holds a file named “%(name)s”, which would leave its folder. Such a package "
        "is not opened."
    ),
    "bomb": _(
        "Unpacked, this file would be far larger than it may be (%(limit)s MB). It is not opened."
    ),
    "nested": _(
        "The package holds other packages only (%(name)s). Unpack it and choose the file inside."
    ),
    "entities": _(
        "The file declares entities or a document type (DOCTYPE), which are not read. Export it "
        "again without them."
    ),
    "too_many": _("The file has more than %(limit)s questions. Split it."),
    "nothing": _("No question was found in this file. Look whether it is the right one."),
    "no_header": _(
        "No row of headers was found. Write one with “Câu hỏi” or “Question”, the answers (A, B, "
        "C, D) and “Đáp án đúng” or “Correct answer”."
    ),
    "wide_cell": _(
        "Row %(row)s has a cell of more than %(limit)s characters; quotation marks may be missing."
    ),
    "anki_package": _(
        "This is a package of Anki's. Export the notes there as “Notes in Plain Text” instead."
    ),
    "qti_1": _(
        "This is QTI 1.2, as Canvas and Respondus write it. Export it as QTI 2.1 or 3.0, or as "
        "Moodle XML."
    ),
    "no_manifest": _("The package has no imsmanifest.xml at its top. Export it once more."),
    "bundle_version": _(
        "This deck was exported by a newer version of the site (format %(version)s). Update the "
        "site first."
    ),
    "no_file": _("No file was chosen. Choose one first."),
    "no_deck": _("There is no such deck of yours. Choose another, or a new one."),
    "no_worker": _("The background worker cannot be reached. Try again in a minute."),
    "not_written": _("Questions cannot be exported in this format."),
    "not_read": _("Questions cannot be imported from this format."),
}

#: Why one row cannot be taken as it is.
ROWS: Mapping[str, Any] = {
    "no_text": _("The question is missing. Write it."),
    "no_right": _("No right answer is given. Mark it."),
    "right_unknown": _(
        "“%(text)s” is none of the answers. Give a letter (A), a number (1) or the answer itself."
    ),
    "right_empty": _("Answer %(text)s is marked right but empty. Write it, or mark another."),
    "no_choices": _("There are no answers to choose from. Write at least two."),
    "kind_unknown": _("“%(text)s” is no kind of question known here. Choose one."),
    "kind_not_read": _("Questions of the kind “%(text)s” cannot be played here. Leave it out."),
    "no_close": _("The answers are not closed by }. Line %(line)s begins this question."),
    "no_open": _("There is a } without a { before it. Write \\} for a brace in a text."),
    "two_blocks": _("There is more than one { } in this question. Keep one, or split it."),
    "bad_answers": _("“%(text)s” is no answer: each begins with = or ~."),
    "range_of_numbers": _(
        "Any number from %(low)s to %(high)s would be right, which cannot be played here. Write "
        "the accepted answers."
    ),
    "not_a_number": _("“%(text)s” is no number. Write the accepted answers."),
    "orphan_key": _("The answer key in line %(line)s has no question before it."),
    "orphan_choices": _("The answers from line %(line)s on have no question before them."),
    "bad_item": _("This question of the package cannot be read. Export it once more."),
    "missing_part": _("The part “%(name)s” is not in the package."),
    "not_a_question": _("This entry of the file is no question."),
}

#: What is worth knowing of a row that can be taken.
NOTES: Mapping[str, Any] = {
    "weights": _("Part marks of single answers are not kept: each right answer counts the same."),
    "feedback": _("Remarks on single answers are not kept; the general explanation is."),
    "numbers_listed": _("Of the range only the whole numbers are accepted: %(text)s."),
    "distractors": _("Answers without a partner are left out: %(text)s."),
    "seconds": _("“%(text)s” is no time from 5 to 300 seconds; 20 seconds are taken."),
    "level": _("“%(text)s” is no level from 1 to 3; easy is taken."),
    "picture_far": _("The picture lies on another site and is not fetched. Add it afterwards."),
    "picture_missing": _("The picture “%(name)s” is not in the file."),
    "pictures_more": _("Only the first picture of the question is kept."),
    "picture_bad": _("The picture is left out: %(reason)s"),
    "media": _("Sound and film are not kept."),
    "key_or_number": _("“%(text)s” is taken as the number of the answer, not as its words."),
    "links_unknown": _("There is no page called “%(text)s”; the link is left out."),
    "case": _("Capitals make no difference here."),
}

_ALL = {**REFUSALS, **ROWS, **NOTES}


class FileRefused(ValueError):
    """The whole file cannot be read; the only error that readers and writers raise. `code` is a key
    of `REFUSALS`, `str()` a sentence in the language of now."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts

    def __str__(self) -> str:
        return _say(self.code, self.facts)


@dataclass(frozen=True)
class RowProblem:
    """One thing about one row: `column` as the file names it ("H", "Answer 3"), "" for the row."""

    code: str
    column: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def message(self) -> str:
        return _say(self.code, self.facts)

    def to_json(self) -> list[Any]:
        return [self.code, self.column, dict(self.facts)]

    @classmethod
    def of_json(cls, data: list[Any]) -> RowProblem:
        return cls(*data)


def problem(code: str, column: str = "", **facts: object) -> RowProblem:
    """A problem whose facts are short enough to be shown."""
    return RowProblem(code, column, {name: _short(value) for name, value in facts.items()})


def _short(value: object) -> object:
    return value if isinstance(value, int | float) else shorten(value)


def _say(code: str, facts: Mapping[str, Any]) -> str:
    template = str(_ALL.get(code, code))
    return template % facts if facts else template.replace("%%", "%")
