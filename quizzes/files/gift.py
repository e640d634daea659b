"""GIFT, Moodle's text format: all escapes, weights, remarks, numbers, pairs, missing words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .drafts import Draft, Option, Reading, Row, in_language, is_true_false, true_false
from .markup import looks_like_html, read_html
from .numbers import accepted_of_range
from .problems import RowProblem, problem
from .words import line, shorten, whole

#: What an escaped sign is until all unescaped ones have been found. Files do not use these letters.
_HIDDEN = {sign: chr(0xE100 + at) for at, sign in enumerate("~=#{}:\\\n")}
_SHOWN = {ord(hidden): sign for sign, hidden in _HIDDEN.items()}
_PRIVATE = re.compile("[\ue100-\ue10f]")
_ESCAPED = re.compile(r"\\([~=#{}:\\n])")
_FORMAT = re.compile(r"\[(html|moodle|plain|markdown)\]", re.IGNORECASE)
_TITLE = re.compile(r"::(.*?)::", re.DOTALL)
_WEIGHT = re.compile(r"%(-?\d+(?:[.,]\d+)?)%")
_TRUTH = {"T": True, "TRUE": True, "F": False, "FALSE": False}
#: What stands in the question where the missing word was.
BLANK = "_____"
_RIGHT_SHARE = {1: "100", 2: "50", 3: "33.33333", 4: "25", 5: "20", 6: "16.66667"}


@dataclass
class _Answer:
    """One answer of the braces; `weight` in percent, None where none was written."""

    sign: str
    text: str
    weight: float | None = None
    feedback: str = ""

    @property
    def is_right(self) -> bool:
        return self.weight == 100 or (self.weight is None and self.sign == "=")


class _Unreadable(Exception):
    """Carries the problem of one question."""

    def __init__(self, found: RowProblem) -> None:
        super().__init__(found.code)
        self.problem = found


def read(text: str, language: str) -> Reading:
    """The questions of a text, blank lines between them."""
    reading = Reading("gift", language=language)
    for at, block in _blocks(_PRIVATE.sub("", whole(text))):
        row = _question(len(reading.rows) + 1, at, block, language)
        reading.rows.append(row)
    return reading


def _blocks(text: str) -> list[tuple[int, str]]:
    """Questions with the line each begins in; comments and categories are left out."""
    found: list[tuple[int, str]] = []
    start, lines = 0, list[str]()
    for at, each in enumerate([*text.split("\n"), ""], start=1):
        bare = each.strip()
        if bare.startswith("//") or bare.upper().startswith("$CATEGORY:"):
            continue
        if bare:
            start = start or at
            lines.append(each.strip())
        elif lines:
            found.append((start, "\n".join(lines)))
            start, lines = 0, []
    return found


def _question(number: int, at: int, block: str, language: str) -> Row:
    row = Row(number, quote=shorten(block))
    try:
        row.draft = _draft(row, at, block, language)
    except _Unreadable as unreadable:
        row.problems.append(unreadable.problem)
        row.draft = Draft(text=_text(_head(_hide(block))[0].partition("{")[0], "plain", language))
    return row


def _hide(block: str) -> str:
    return _ESCAPED.sub(lambda match: _HIDDEN[{"n": "\n"}.get(match[1], match[1])], block)


def _show(text: str) -> str:
    return text.translate(_SHOWN)


def _head(block: str) -> tuple[str, str]:
    """The block without its title, and its format."""
    block = block.strip()
    if title := _TITLE.match(block):
        block = block[title.end() :].lstrip()
    if told := _FORMAT.match(block):
        return block[told.end() :], told[1].lower()
    return block, "moodle"


def _plain(text: str, markup: str) -> str:
    text = _show(text)
    if markup == "html" or (markup == "moodle" and looks_like_html(text)):
        return read_html(text).text
    return text


def _text(text: str, markup: str, language: str) -> dict[str, str]:
    said = line(_plain(text, markup))
    return {language: said} if said else {}


def _draft(row: Row, at: int, block: str, language: str) -> Draft:
    block, markup = _head(_hide(block))
    opening = block.find("{")
    closing = block.find("}", opening + 1)
    if opening < 0:
        if "}" in block:
            raise _Unreadable(problem("no_open", "", line=at))
        raise _Unreadable(problem("kind_not_read", "", text="description"))
    if closing < 0:
        raise _Unreadable(problem("no_close", "", line=at))
    before, inside, after = block[:opening], block[opening + 1 : closing], block[closing + 1 :]
    if "{" in inside or "{" in after or "}" in after:
        raise _Unreadable(problem("two_blocks"))
    stem = before.strip()
    # What generators leave behind the braces is no missing word.
    after = re.sub(r'"\s*;\s*$', "", after)
    if after.strip(" \n\";',.`"):
        stem = f"{stem} {BLANK} {after.strip()}" if stem else f"{BLANK} {after.strip()}"
    draft = Draft(text=_text(stem, markup, language))
    if not draft.text:
        row.problems.append(problem("no_text"))
    general = inside.find("####")
    if general >= 0:
        why = whole(_plain(inside[general + 4 :], markup))
        draft.explanation = {language: why} if why else {}
        inside = inside[:general]
    _fill(row, draft, inside.strip(), markup, language)
    return draft


def _fill(row: Row, draft: Draft, inside: str, markup: str, language: str) -> None:
    if not inside:
        row.problems.append(problem("kind_not_read", "", text="essay"))
        return
    truth, _sign, remarks = inside.partition("#")
    if truth.strip().upper() in _TRUTH:
        draft.kind, draft.options = "truefalse", true_false(_TRUTH[truth.strip().upper()], language)
        if remarks.strip("# \n"):
            row.notes.append(problem("feedback"))
        return
    if inside.startswith("#"):
        _fill_number(row, draft, inside[1:], markup, language)
        return
    answers = _answers(inside)
    if any(answer.feedback for answer in answers):
        row.notes.append(problem("feedback"))
    if not any(answer.sign == "~" for answer in answers):
        if all("->" in answer.text and answer.weight is None for answer in answers):
            _fill_pairs(row, draft, answers, markup, language)
        else:
            _fill_typed(row, draft, answers, markup, language)
        return
    _fill_choices(row, draft, answers, markup, language)


def _answers(inside: str) -> list[_Answer]:
    """The answers in the braces, each from its sign to the next."""
    pieces = re.split(r"([=~])", inside)
    if pieces[0].strip():
        raise _Unreadable(problem("bad_answers", "", text=_show(pieces[0])))
    found = []
    for sign, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        body, _hash, feedback = piece.partition("#")
        body = body.strip()
        weight = None
        if match := _WEIGHT.match(body):
            weight, body = float(match[1].replace(",", ".")), body[match.end() :].strip()
        found.append(_Answer(sign, body, weight, feedback.strip()))
    return found


def _fill_choices(
    row: Row, draft: Draft, answers: Sequence[_Answer], markup: str, language: str
) -> None:
    whole_ones = [answer for answer in answers if answer.is_right]
    if any(answer.sign == "=" for answer in answers):
        right = whole_ones
        draft.kind = "multiple" if len(right) > 1 else "single"
        odd = [each for each in answers if each.weight not in (None, 0, 100)]
    else:
        right = [answer for answer in answers if (answer.weight or 0) > 0]
        draft.kind = "multiple"
        shares = {answer.weight for answer in right}
        odd = right if len(shares) > 1 else []
        if not right:
            row.problems.append(problem("no_right"))
    if odd:
        row.notes.append(problem("weights"))
    for answer in answers:
        text = line(_plain(answer.text, _own(answer, markup)))
        draft.options.append(
            Option({language: text} if text else {}, any(answer is each for each in right))
        )


def _own(answer: _Answer, markup: str) -> str:
    """An answer may say a format of its own."""
    if told := _FORMAT.match(answer.text):
        answer.text = answer.text[told.end() :]
        return told[1].lower()
    return markup


def _fill_typed(
    row: Row, draft: Draft, answers: Sequence[_Answer], markup: str, language: str
) -> None:
    draft.kind = "typed"
    full = [answer for answer in answers if answer.is_right]
    if len(full) < len(answers):
        row.notes.append(problem("weights"))
    texts = [line(_plain(answer.text, _own(answer, markup))) for answer in full]
    accepted = list(dict.fromkeys(filter(None, texts)))
    if not accepted:
        row.problems.append(problem("no_right"))
    draft.spec = {"accepted": {language: accepted}, "people": False}


def _fill_pairs(
    row: Row, draft: Draft, answers: Sequence[_Answer], markup: str, language: str
) -> None:
    draft.kind = "match"
    pairs, alone = [], []
    for answer in answers:
        left, _arrow, right = answer.text.partition("->")
        left, right = (line(_plain(side, markup)) for side in (left, right))
        if left:
            pairs.append({"left": {language: left}, "right": {language: right}})
        else:
            alone.append(right)
    if alone:
        row.notes.append(problem("distractors", "", text=", ".join(alone)))
    draft.spec = {"pairs": pairs}


def _fill_number(row: Row, draft: Draft, inside: str, markup: str, language: str) -> None:
    draft.kind = "typed"
    body = inside.strip()
    answers = _answers(body) if body.startswith(("=", "~")) else []
    if not answers:
        text, _hash, feedback = body.partition("#")
        answers = [_Answer("=", text.strip(), None, feedback.strip())]
    if any(answer.feedback for answer in answers):
        row.notes.append(problem("feedback"))
    full = [answer for answer in answers if answer.is_right]
    if len(full) < len(answers):
        row.notes.append(problem("weights"))
    accepted: list[str] = []
    for answer in full:
        numbers, found, notes = accepted_of_range(_show(answer.text))
        accepted += numbers
        row.problems += found
        row.notes += notes
    draft.spec = {"accepted": {language: list(dict.fromkeys(accepted))}, "people": False}


# --- out -----------------------------------------------------------------------------------------


def write(drafts: Sequence[Draft], language: str) -> bytes:
    blocks = []
    for number, draft in enumerate(drafts, start=1):
        why = in_language(draft.explanation, language)
        inside = [*_written_answers(draft, language), *([f"####{_escape(why)}"] if why else [])]
        stem = _escape(in_language(draft.text, language))
        body = inside[0] if len(inside) == 1 else "\n" + "\n".join(inside) + "\n"
        blocks.append(f"::{number:03}::[plain]{stem} {{{body}}}")
    return ("\n\n".join(blocks) + "\n").encode()


def _written_answers(draft: Draft, language: str) -> list[str]:
    if is_true_false(draft):
        return ["TRUE" if draft.options[0].right else "FALSE"]
    if draft.kind == "typed":
        # The weight keeps an answer with an arrow in it from being read as a pair.
        return [f"=%100%{_escape(text)}" for text in draft.spec["accepted"].get(language, [])]
    if draft.kind == "match":
        return [
            f"={_side(pair, 'left', language)} -> {_side(pair, 'right', language)}"
            for pair in draft.spec["pairs"]
        ]
    texts = [_escape(in_language(option.text, language)) for option in draft.options]
    marked = list(zip(texts, draft.options, strict=True))
    if draft.kind == "multiple":
        share = _RIGHT_SHARE.get(len(draft.right), "10")
        return [f"~%{share if each.right else -100}%{text}" for text, each in marked]
    # A text that begins with a per cent sign would be read as a weight.
    return [
        f"{'=' if each.right else '~'}"
        f"{('%100%' if each.right else '%0%') if text.startswith(('%', '[')) else ''}{text}"
        for text, each in marked
    ]


def _side(pair: dict[str, dict[str, str]], side: str, language: str) -> str:
    text = _escape(in_language(pair[side], language))
    # The first arrow parts the pair: one before it is written as a sign of its own.
    return text.replace("->", "→") if side == "left" else text


def _escape(text: str) -> str:
    return re.sub(r"([~=#{}:\\])", r"\\\1", whole(text)).replace("\n", "\\n")
