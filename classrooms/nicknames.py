"""Nicknames: one canonical form at the door, compared without case, marks of typing and spaces."""

from __future__ import annotations

import unicodedata
from collections.abc import Container

from django.utils.translation import gettext as _

from . import denied
from .errors import BadNickname, DeniedNickname

#: Characters as they are seen: a letter with its marks is one, a family of emoji too.
MAX_VISIBLE = 30
#: Code points behind them, the width of the column.
MAX_LENGTH = 120
#: Marks kept on one letter; Khmer and Thai need three, a heap of them covers the lines around.
MAX_MARKS = 4

# Letters, marks, numbers, punctuation and symbols may stand in a name; controls, private use,
# surrogates and invisible format characters may not.
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Invisible although Unicode calls them letters, marks or symbols.
_BLANK = set("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
_JOINER, _EMOJI_STYLE, _KEYCAP = "\u200d", "\ufe0f", "\u20e3"
# The typographic and the typewriter apostrophe of K’Ho and H'Mông are one.
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'"})


def _is_emoji(char: str) -> bool:
    return char in "‼⁉™ℹ©®〰〽㊗㊙" or (
        "\u2190" <= char <= "\u2bff" or "\U0001f000" <= char <= "\U0001faff"
    )


def _extends(char: str) -> bool:
    """Whether a character is drawn on the one before it."""
    return (
        unicodedata.category(char)[0] == "M"
        or char == _JOINER
        or "\U0001f3fb" <= char <= "\U0001f3ff"
    )


def _is_flag_letter(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def graphemes(text: str) -> list[str]:
    """Characters as a reader counts them; close enough to UAX 29 for a name."""
    seen: list[str] = []
    for char in text:
        joined = bool(seen) and seen[-1].endswith(_JOINER)
        pair = (
            bool(seen)
            and len(seen[-1]) == 1
            and _is_flag_letter(seen[-1])
            and _is_flag_letter(char)
        )
        if seen and (_extends(char) or joined or pair):
            seen[-1] += char
        else:
            seen.append(char)
    return seen


def _kept(text: str) -> str:
    """Without what is not seen: a joiner stays only between two emoji, a style only on one."""
    out: list[str] = []
    marks = 0
    for at, char in enumerate(text):
        category = unicodedata.category(char)
        before = out[-1] if out else ""
        if char == _JOINER:
            after = text[at + 1 : at + 2]
            base = before if before != _EMOJI_STYLE else (out[-2] if len(out) > 1 else "")
            base_is_emoji = bool(base) and (_is_emoji(base) or "\U0001f3fb" <= base <= "\U0001f3ff")
            keep = base_is_emoji and bool(after) and _is_emoji(after)
        elif "\ufe00" <= char <= _EMOJI_STYLE or "\U000e0100" <= char <= "\U000e01ef":
            keep = (
                char == _EMOJI_STYLE
                and bool(before)
                and (_is_emoji(before) or before in "0123456789#*")
            )
        elif char.isspace():
            keep = True
        else:
            keep = category not in _INVISIBLE and char not in _BLANK
        if category[0] == "M" and keep and char != _EMOJI_STYLE:
            marks += 1
            keep = marks <= MAX_MARKS and bool(before) and not before.isspace()
        elif keep:
            marks = 0
        if keep:
            out.append(char)
    return "".join(out)


def canonical(raw: str) -> str:
    """The name as it is stored: NFC, visible characters only, single spaces.

    Raises BadNickname when nothing is left or more than 30 visible characters are, and
    DeniedNickname for a name that no class should have to read.
    """
    name = " ".join(_kept(unicodedata.normalize("NFC", raw[:600])).split())
    if not any(unicodedata.category(char)[0] in "LNS" for char in name):
        raise BadNickname(_("Type a name with at least one letter."))
    if len(graphemes(name)) > MAX_VISIBLE or len(name) > MAX_LENGTH:
        raise BadNickname(_("A name has at most 30 characters."))
    if denied.is_denied(name):
        raise DeniedNickname
    return name


def key(name: str) -> str:
    """What decides whether two names are the same: no case, no spaces, no ways of typing; marks
    do count, for Ánh and Anh are two people."""
    folded = unicodedata.normalize("NFKC", name.translate(_APOSTROPHES)).casefold()
    return "".join(char for char in folded if not char.isspace() and char != _EMOJI_STYLE)[:240]


def suggestion(name: str, taken: Container[str]) -> str:
    """The same name with the first free number behind it."""
    seen = graphemes(name)
    for number in range(2, 1000):
        tail = f" {number}"
        candidate = "".join(seen[: MAX_VISIBLE - len(tail)]).rstrip()[: MAX_LENGTH - 4] + tail
        if key(candidate) not in taken:
            return candidate
    return name
