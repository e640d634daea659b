"""Sheets and CSV with headers of one's own, Vietnamese or English, in any order.

Headers are compared without marks, case and signs. docs/how-to/import-and-export.md lists them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .answers import LETTERS, read_key, read_seconds
from .drafts import LANGUAGES, Draft, Option, Reading, Row, Text, true_false
from .problems import FileRefused, problem
from .sheets import Cells, cell, column, header, numbered, write_csv, write_xlsx
from .words import line, whole

_SIDES = ("left", "right")
#: How far down the row of headers may stand.
_HEAD_WITHIN = 20
_CODES = {"vi": "vi", "tieng viet": "vi", "vietnamese": "vi", "viet": "vi"}
_CODES |= {"en": "en", "tieng anh": "en", "english": "en", "anh": "en"}
_NAMES = {
    "text": "cau hoi|noi dung cau hoi|noi dung|de bai|de|question|questions|question text|text|stem"
    "|question title",
    "right": "dap an dung|dap an|phuong an dung|lua chon dung|cau tra loi dung|dung|correct|right"
    "|correct answer|correct answers|right answer|answer|key|answer key|correct option",
    "explanation": "giai thich|loi giai|huong dan giai|explanation|answer explanation|feedback"
    "|rationale",
    "source": "nguon|nguon tham khao|source|reference",
    "level": "muc do|do kho|cap do|muc|level|difficulty",
    "seconds": "thoi gian|thoi gian giay|so giay|giay|time|seconds|time limit|time in seconds"
    "|time limit sec|time sec|time seconds",
    "kind": "loai|loai cau hoi|dang|dang cau hoi|kind|type|question type",
    "answers": "cau tra loi|cac cau tra loi|tra loi|answers|accepted answers",
    "group": "dan toc|people|group",
    "province": "tinh|province",
}
_NAMED = {name: what for what, names in _NAMES.items() for name in names.split("|")}
_OPTION = re.compile(
    r"(?:(?:lua chon|phuong an|dap an|tra loi|cau tra loi|option|answer|choice|answer option)\s*)?"
    r"(?:([a-h])|([1-8]))"
)
_KINDS = {
    "single": "mot dap an dung|mot dap an|trac nghiem|single|multiple choice|single choice|mcq|tn",
    "multiple": "nhieu dap an dung|nhieu dap an|multiple|checkbox|multiple answers|multi select",
    "truefalse": "dung sai|dung hay sai|truefalse|true false|true or false|tf",
    "typed": "tu luan ngan|dien tu|tra loi ngan|go dap an|typed|short answer|fill in the blank",
    "order": "sap xep|thu tu|order|ordering|reorder",
    "match": "noi|ghep doi|ghep cap|noi cot|match|matching",
    "map-pin": "ban do|map pin|map",
}
_KIND = {name: slug for slug, names in _KINDS.items() for name in names.split("|")}
_LEVELS = {"de": 1, "nhan biet": 1, "easy": 1, "nb": 1, "trung binh": 2, "thong hieu": 2}
_LEVELS |= {"vua": 2, "medium": 2, "th": 2, "kho": 3, "van dung": 3, "hard": 3, "vd": 3}
_LEVELS |= {"van dung cao": 3, "difficult": 3, "1": 1, "2": 2, "3": 3}


@dataclass
class Columns:
    """Where each thing stands, by language; "" is the language of the file."""

    at: dict[tuple[str, str], int] = field(default_factory=dict)
    options: dict[tuple[int, str], int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        has_text = any(what == "text" for what, _code in self.at)
        answered = any(what in ("right", "answers") for what, _code in self.at)
        return has_text and (answered or len(self.options) > 1)

    def where(self, what: str) -> str:
        """The letter of the first column of this, "" for none."""
        found = [at for (name, _code), at in self.at.items() if name == what]
        return column(min(found)) if found else ""


def find_columns(row: Sequence[str]) -> Columns:
    """What the cells of a row say as headers; false when they are none."""
    found = Columns()
    for at, text in enumerate(row):
        name, code = _split(header(text))
        option = _OPTION.fullmatch(name)
        if what := _NAMED.get(name) or _named_loosely(name):
            found.at.setdefault((what, code), at)
        elif option and (option[1] or name != option[2]):
            index = LETTERS.index(option[1].upper()) if option[1] else int(option[2]) - 1
            found.options.setdefault((index, code), at)
    return found


def _split(name: str) -> tuple[str, str]:
    """A header and the language it ends with, "" for none."""
    for words, code in _CODES.items():
        if name.endswith(f" {words}"):
            return name.removesuffix(words).strip(), code
    return name, ""


def _named_loosely(name: str) -> str:
    """Headers that say more than they must: "dap an dung a b c d", "time limit sec 5 10 20"."""
    for start in ("dap an dung", "correct answer", "dap an chinh xac"):
        if name.startswith((f"{start} ", f"{start}s ")):
            return "right"
    for start in ("thoi gian", "time limit", "time in sec"):
        if name.startswith(f"{start} "):
            return "seconds"
    return ""


def read(rows: list[Cells], language: str) -> Reading:
    """The questions of a sheet. Raises FileRefused when no row has headers."""
    found = ((at, find_columns(row)) for at, row in enumerate(rows[:_HEAD_WITHIN]))
    at, columns = next((each for each in found if each[1]), (0, None))
    if columns is None:
        raise FileRefused("no_header")
    codes = {code for _what, code in columns.at} | {code for _at, code in columns.options}
    both = set(LANGUAGES) <= {code or language for code in codes}
    reading = Reading("table", language="" if both else language)
    reading.rows = [
        _row(number, cells, columns, language) for number, cells in numbered(rows, at + 1)
    ]
    return reading


def _row(number: int, cells: Cells, columns: Columns, language: str) -> Row:
    def text(what: str, clean: Any = line) -> Text:
        found = {}
        for (name, code), at in columns.at.items():
            if name == what and (said := clean(cell(cells, at))):
                found[code or language] = said
        return found

    def one(what: str) -> str:
        return next(iter(text(what).values()), "")

    row = Row(number, quote=next(filter(None, cells), ""))
    draft = Draft(
        text=text("text"),
        explanation=text("explanation", whole),
        source=text("source", whole),
        key=one("key"),
        links={name: one(name) for name in ("group", "province") if one(name)},
    )
    row.draft = draft
    if not draft.text:
        row.problems.append(problem("no_text", columns.where("text")))
    draft.seconds, notes = read_seconds(one("seconds"), columns.where("seconds"))
    row.notes += notes
    if level := one("level"):
        draft.level = _LEVELS.get(header(level), 0) or 1
        if header(level) not in _LEVELS:
            row.notes.append(problem("level", columns.where("level"), text=level))
    options = _options(cells, columns, language)
    _set_kind(row, draft, one("kind"), columns, options, text("answers"))
    if draft.kind in ("single", "multiple", "truefalse"):
        _set_choices(row, draft, options, text("right"), columns, chosen=bool(one("kind")))
    elif not row.problems:
        _set_spec(row, draft, text("answers") or text("right"), columns)
    return row


def _options(cells: Cells, columns: Columns, language: str) -> list[Text]:
    """The answers with their empty places."""
    most = max((index for index, _code in columns.options), default=-1)
    found: list[Text] = [{} for _at in range(most + 1)]
    for (index, code), at in columns.options.items():
        if said := line(cell(cells, at)):
            found[index][code or language] = said
    return found


def _set_kind(
    row: Row, draft: Draft, given: str, columns: Columns, options: list[Text], answers: Text
) -> None:
    if given:
        slug = _KIND.get(header(given), "")
        if slug and slug != "map-pin":
            draft.kind = slug
        else:
            code = "kind_not_read" if slug else "kind_unknown"
            row.problems.append(problem(code, columns.where("kind"), text=given))
    elif not any(options):
        # Nothing to choose from: the answer is to be typed.
        draft.kind = "typed"


def _set_choices(
    row: Row, draft: Draft, options: list[Text], right: Text, columns: Columns, chosen: bool
) -> None:
    given = next(iter(right.values()), "")
    where = columns.where("right")
    if draft.kind == "truefalse" and not any(options):
        languages = tuple(draft.text) or LANGUAGES
        options = [option.text for option in true_false(True, *languages)]
        given = {"true": "A", "dung": "A", "false": "B", "sai": "B"}.get(header(given), given)
    answers = [next(iter(texts.values()), "") for texts in options]
    key = read_key(given, answers, where)
    if key.problems and len({len(texts) for texts in options if texts} | {1}) > 1:
        # The words of the key may be those of the other language.
        for code in LANGUAGES:
            other = read_key(given, [texts.get(code, "") for texts in options], where)
            key = key if other.problems else other
    draft.options = [
        Option(texts, at in key.right) for at, texts in enumerate(options) if any(texts.values())
    ]
    row.problems += key.problems
    row.notes += key.notes
    if not draft.options:
        row.problems.append(problem("no_choices", columns.where("text")))
    if not chosen and len(key.right) > 1:
        draft.kind = "multiple"


def _set_spec(row: Row, draft: Draft, given: Text, columns: Columns) -> None:
    lists = {code: split_cell(text) for code, text in given.items()}
    where = columns.where("answers") or columns.where("right")
    if not any(lists.values()):
        row.problems.append(problem("no_right", where))
    if draft.kind == "typed":
        accepted = {code: [unescape(part) for part in parts] for code, parts in lists.items()}
        draft.spec = {"accepted": accepted, "people": False}
        return
    count = max(map(len, lists.values()), default=0)
    if draft.kind == "order":
        draft.spec = {
            "items": [
                {code: unescape(parts[at]) for code, parts in lists.items() if at < len(parts)}
                for at in range(count)
            ]
        }
        return
    pairs: list[dict[str, Text]] = [{"left": {}, "right": {}} for _at in range(count)]
    for code, parts in lists.items():
        for at, part in enumerate(parts):
            for side, said in zip(_SIDES, split_pair(part), strict=True):
                if said:
                    pairs[at][side][code] = said
    draft.spec = {"pairs": pairs}


# --- lists within a cell: "a | b", "left = right", with \ before a sign that is meant -------------

_BAR = re.compile(r"(?<!\\)((?:\\\\)*)\|")


def split_cell(text: str) -> list[str]:
    """The parts of a cell, still escaped."""
    marked = _BAR.sub(lambda match: f"{match[1]}\x00", text)
    return [part.strip() for part in marked.split("\x00") if part.strip()]


def split_pair(part: str) -> tuple[str, str]:
    """Left and right of one pair; the right is "" where no = parts them."""
    marked = re.sub(r"(?<!\\)((?:\\\\)*)=", lambda match: f"{match[1]}\x00", part, count=1)
    left, _sign, right = marked.partition("\x00")
    return unescape(left.strip()), unescape(right.strip())


def unescape(text: str) -> str:
    return re.sub(r"\\([\\|=])", r"\1", text)


def escape(text: str) -> str:
    return re.sub(r"([\\|=])", r"\\\1", text)


# --- out -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Words:
    """The headers that this module writes, each of which it reads; in whose language they are is
    no matter of who reads the file, so they are no catalogue's."""

    heads: str
    languages: tuple[str, str]
    kinds: Mapping[str, str]


_WORDS = {
    "vi": _Words(
        "Loại câu hỏi|Câu hỏi|Lựa chọn|Đáp án đúng|Câu trả lời|Giải thích|Nguồn|Mức độ"
        "|Thời gian (giây)",
        ("tiếng Việt", "tiếng Anh"),
        {
            "single": "một đáp án đúng",
            "multiple": "nhiều đáp án đúng",
            "truefalse": "đúng hay sai",
            "typed": "gõ đáp án",
            "order": "sắp xếp",
            "match": "ghép đôi",
        },
    ),
    "en": _Words(
        "Question type|Question|Option|Correct answer|Accepted answers|Explanation|Source|Level"
        "|Time (seconds)",
        ("Vietnamese", "English"),
        {
            "single": "single choice",
            "multiple": "multiple answers",
            "truefalse": "true or false",
            "typed": "typed",
            "order": "order",
            "match": "match",
        },
    ),
}


def lines(drafts: Sequence[Draft], language: str) -> Iterator[list[str | int]]:
    """The sheet: headers in one language, a question a row, both languages side by side."""
    words = _WORDS[language]
    kind, text, option, right, answers, why, source, level, seconds = words.heads.split("|")
    most = _most(drafts)
    yield [
        kind,
        *_two(text, words),
        *(name for at in range(most) for name in _two(f"{option} {LETTERS[at]}", words)),
        right,
        *_two(answers, words),
        *_two(why, words),
        *_two(source, words),
        level,
        seconds,
    ]
    for draft in drafts:
        options = [draft.options[at].text if at < len(draft.options) else {} for at in range(most)]
        yield [
            words.kinds[draft.kind],
            *_both(draft.text),
            *(cell for text in options for cell in _both(text)),
            ", ".join(LETTERS[at - 1] for at in draft.right),
            *(_listed(draft, code) for code in LANGUAGES),
            *_both(draft.explanation),
            *_both(draft.source),
            draft.level,
            draft.seconds,
        ]


def _most(drafts: Sequence[Draft]) -> int:
    """Columns of answers: four, unless a question has more."""
    return min(len(LETTERS), max([4, *(len(draft.options) for draft in drafts)]))


def _two(name: str, words: _Words) -> list[str]:
    return [f"{name} ({language})" for language in words.languages]


def _both(text: Text) -> list[str]:
    return [text.get(code, "") for code in LANGUAGES]


def _listed(draft: Draft, code: str) -> str:
    spec = draft.spec
    if draft.kind == "typed":
        return " | ".join(escape(text) for text in spec["accepted"].get(code, []))
    if draft.kind == "order":
        items = [escape(item.get(code, "")) for item in spec["items"]]
        return " | ".join(items) if any(items) else ""
    if draft.kind == "match":
        pairs = [[escape(pair[side].get(code, "")) for side in _SIDES] for pair in spec["pairs"]]
        return " | ".join(map(" = ".join, pairs)) if any(map(any, pairs)) else ""
    return ""


def to_xlsx(drafts: Sequence[Draft], language: str) -> bytes:
    widths = [18, 46, 46, *[22] * (2 * _most(drafts)), 14, 30, 30, 40, 40, 30, 30, 8, 8]
    return write_xlsx(lines(drafts, language), title="Sheet1", widths=widths)


def to_csv(drafts: Sequence[Draft], language: str) -> bytes:
    return write_csv(lines(drafts, language))
