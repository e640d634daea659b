"""Notes for Anki, as the text that its own import reads (docs.ankiweb.net, "Text files").

Read back are notes in plain text: the front is the question, the back what is to be typed; where
the front lists answers by letter and the back names one, they are choices.
"""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from .answers import LETTERS, choice_row, read_key, typed_row
from .drafts import Draft, Reading, Row, in_language
from .limits import MAX_CELL
from .markup import read_html
from .problems import FileRefused
from .words import line, whole

_HEAD = "#separator:tab\n#html:true\n"


_SEPARATORS = {"tab": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "space": " "}
_TOLD = re.compile(r"#([a-z ]+):(.*)")
_OPTION = re.compile(r"([A-H])[.)]\s+(.+)")


def is_notes(text: str) -> bool:
    """Whether a text begins as Anki's exports do."""
    return text.startswith(("#separator:", "#html:"))


def read(text: str, language: str) -> Reading:
    """The notes of a text. Columns that the file says are deck, type, tags or a name are no part of
    a note. Raises FileRefused."""
    told: dict[str, str] = {}
    lines = text.split("\n")
    start = 0
    while start < len(lines) and (match := _TOLD.match(lines[start].strip())):
        told[match[1].strip()] = match[2].strip()
        start += 1
    separator = told.get("separator", "tab").lower()
    separator = _SEPARATORS.get(separator, separator[:1] or "\t")
    aside = {
        int(told[name]) - 1
        for name in ("notetype column", "deck column", "tags column", "guid column")
        if told.get(name, "").isascii() and told.get(name, "").isdigit()
    }
    marked = told.get("html", "").lower() == "true"
    reading = Reading("anki", language=language)
    csv.field_size_limit(4 * MAX_CELL)
    body = io.StringIO("\n".join(lines[start:]).replace("\x00", ""), newline="")
    try:
        for cells in csv.reader(body, delimiter=separator):
            fields = [cell for at, cell in enumerate(cells) if at not in aside]
            if any(field.strip() for field in fields):
                reading.rows.append(_row(len(reading.rows) + 1, fields, marked, language))
    except (csv.Error, TypeError, ValueError) as error:
        raise FileRefused("damaged") from error
    return reading


def _row(number: int, fields: Sequence[str], marked: bool, language: str) -> Row:
    front, back = ([*fields, "", ""])[:2]
    asked, said = (_lines(each, marked) for each in (front, back))
    options = [_OPTION.fullmatch(each) for each in asked[1:]]
    answers = [match[2] for match in options if match]
    key = ",".join(match[1] for each in said if (match := _OPTION.fullmatch(each)))
    if len(answers) > 1 and len(answers) == len(options) and key:
        row = choice_row(number, language, asked[0], answers, read_key(key, answers, "B"))
        rest = [each for each in said if not _OPTION.fullmatch(each)]
    else:
        spelt = said[0].split(" / ") if said else []
        row = typed_row(number, language, " ".join(asked), spelt)
        rest = said[1:]
    if row.draft and rest:
        row.draft.explanation = {language: "\n".join(rest)}
    return row


def _lines(field: str, marked: bool) -> list[str]:
    text = read_html(field).text if marked else whole(field)
    return [said for each in text.split("\n") if (said := line(each))]


def write(drafts: Sequence[Draft], language: str) -> bytes:
    """Question in front, answer and explanation behind, one note a line."""
    columns = "\t".join((_("Question"), _("Answer")))
    notes = [f"{_front(draft, language)}\t{_back(draft, language)}" for draft in drafts]
    return (f"{_HEAD}#columns:{columns}\n" + "\n".join(notes) + "\n").encode()


def _front(draft: Draft, language: str) -> str:
    parts = [_field(in_language(draft.text, language))]
    if draft.kind == "order":
        items = sorted(in_language(item, language) for item in draft.spec["items"])
        parts += map(_field, items)
    elif draft.kind == "match":
        parts += [_field(in_language(pair["left"], language)) for pair in draft.spec["pairs"]]
    else:
        parts += [
            f"{letter}. {_field(in_language(option.text, language))}"
            for letter, option in zip(LETTERS, draft.options, strict=False)
        ]
    return "<br>".join(parts)


def _back(draft: Draft, language: str) -> str:
    if draft.kind == "typed":
        parts = [" / ".join(draft.spec["accepted"].get(language, []))]
    elif draft.kind == "order":
        parts = [" → ".join(in_language(item, language) for item in draft.spec["items"])]
    elif draft.kind == "match":
        parts = [
            f"{in_language(pair['left'], language)} – {in_language(pair['right'], language)}"
            for pair in draft.spec["pairs"]
        ]
    else:
        parts = [
            f"{LETTERS[at - 1]}. {in_language(draft.options[at - 1].text, language)}"
            for at in draft.right
        ]
    why = in_language(draft.explanation, language)
    fields = list(map(_field, parts))
    return "<br>".join([*fields, *([f"<i>{_field(why)}</i>"] if why else [])])


def _field(text: str) -> str:
    """A text with no tab, no line break and no quotation mark that Anki would take for its own."""
    return "<br>".join(html.escape(line(each)) for each in whole(text).split("\n"))
