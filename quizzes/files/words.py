"""Texts of files as they are kept: composed, without what no database or sheet can hold."""

from __future__ import annotations

import re

from heritage.text import nfc

# Control characters, halves of surrogate pairs and non-characters: nothing of a text, and neither
# XML nor a sheet nor every database holds them.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")


def whole(text: object) -> str:
    """A text with its line breaks, composed, without what cannot be written."""
    lines = _UNWRITABLE.sub("", str(text)).replace("\r\n", "\n").replace("\r", "\n")
    return nfc(lines.replace("\xa0", " ").replace("\x85", "\n")).strip()


def line(text: object) -> str:
    """A text in one line."""
    return " ".join(whole(text).split())


def shorten(text: object, most: int = 60) -> str:
    """The beginning of a text, for a message."""
    said = line(text)
    return said if len(said) <= most else said[: most - 1] + "…"
