"""Nicknames: one canonical form at the door, compared without case, marks of typing and spaces."""

from __future__ import annotations

import unicodedata
from collections.abc import Container

from django.utils.translation import gettext as _

from .errors import BadNickname

MAX_VISIBLE = 30
# Letters, marks, numbers, punctuation and symbols may stand in a name; controls, private use,
# surrogates and invisible format characters may not.
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def canonical(raw: str) -> str:
    """The name as it is stored: NFC, visible characters only, single spaces.

    Raises BadNickname when nothing is left or more than 30 visible characters are.
    """
    composed = unicodedata.normalize("NFC", raw[:400])
    visible = "".join(
        char for char in composed if char.isspace() or unicodedata.category(char) not in _INVISIBLE
    )
    name = " ".join(visible.split())
    if not any(unicodedata.category(char)[0] in "LNS" for char in name):
        raise BadNickname(_("Type a name with at least one letter."))
    if sum(not unicodedata.combining(char) for char in name) > MAX_VISIBLE or len(name) > 60:
        raise BadNickname(_("A name has at most 30 characters."))
    return name


def key(name: str) -> str:
    """What decides whether two names are the same: no case, no spaces; marks do count, for
    Ánh and Anh are two people."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())[:60]


def suggestion(name: str, taken: Container[str]) -> str:
    """The same name with the first free number behind it."""
    for number in range(2, 1000):
        tail = f" {number}"
        candidate = name[: MAX_VISIBLE - len(tail)].rstrip() + tail
        if key(candidate) not in taken:
            return candidate
    return name
