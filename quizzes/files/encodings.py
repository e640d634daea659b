"""Bytes to text: UTF-8, UTF-16, Windows-1258, and whatever else can be told from its letters."""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

from heritage.text import nfc

from .problems import FileRefused

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_VOWELS = "aăâeêioôơuưy"
_TONED = nfc("".join(f"{vowel}{tone}" for vowel in _VOWELS for tone in "̣̀̉̃́"))
_VIETNAMESE = frozenset((_TONED + "ăâđêôơư").lower() + (_TONED + "ăâđêôơư").upper())
_TYPOGRAPHY = frozenset("“”‘’–—…«»°±×÷•€©®™§¶·‚„‰‹›½¼¾²³¹µ\xa0₫¿¡")
# How TCVN3 writes the letters that occur most, read as Latin letters: đ à á ả ạ ế ề ệ ư ơ ô.
_TCVN3 = re.compile("[A-Za-z](?:[®µ¸¶¹ÕÒÖ\xad¬«]|[ÈÐÜÝ×ãßåæèéêëîï])")
_TCVN3_SURE = frozenset("®µ¸¶¹¬\xad«")
_SAMPLE = 200_000


def decode(data: bytes) -> str:
    """The text of a file, composed, without a byte-order mark. Raises FileRefused when the letters
    cannot be told, or are in TCVN3."""
    return nfc(_decoded(data)).replace("\ufeff", "")


def _decoded(data: bytes) -> str:
    for mark, name in _BOMS:
        if data.startswith(mark):
            return _strict(data[len(mark) :], name)
    if name := _utf_16(data):
        return _strict(data, name)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        # A file cut off in the middle of a letter is UTF-8 all the same.
        if error.start >= len(data) - 3 and error.reason == "unexpected end of data":
            return data[: error.start].decode("utf-8")
    return _one_byte_each(data)


def _strict(data: bytes, name: str) -> str:
    width = 4 if "32" in name else 2 if "16" in name else 1
    try:
        return data[: len(data) - len(data) % width].decode(name)
    except UnicodeDecodeError as error:
        raise FileRefused("encoding") from error


def _utf_16(data: bytes) -> str:
    """The order of UTF-16 without a mark, told by where its zero bytes stand; "" for no UTF-16."""
    sample = data[:4000]
    if len(sample) < 4:
        return ""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    half = len(sample) / 2
    if odd > 0.3 * half and even < 0.05 * half:
        return "utf-16-le"
    if even > 0.3 * half and odd < 0.05 * half:
        return "utf-16-be"
    return ""


def _one_byte_each(data: bytes) -> str:
    latin = data[:_SAMPLE].decode("latin-1")
    marks = len(_TCVN3.findall(latin))
    sure = sum(latin.count(sign) for sign in _TCVN3_SURE)
    text = nfc(data.decode("cp1258", errors="replace"))
    strange = [char for char in text[:_SAMPLE] if char > "\x7f"]
    fitting = sum(char in _VIETNAMESE or char in _TYPOGRAPHY for char in strange)
    letters = sum(char in _VIETNAMESE for char in strange)
    if strange and letters and "\ufffd" not in text and fitting >= 0.9 * len(strange):
        # TCVN3 reads as a few Vietnamese letters among many signs.
        if sure > letters / 2 and marks > letters / 2:
            raise FileRefused("tcvn3")
        return text
    if sure and marks >= 0.3 * len(strange):
        raise FileRefused("tcvn3")
    best = from_bytes(data[:_SAMPLE]).best()
    if best is None:
        raise FileRefused("encoding")
    try:
        return data.decode(best.encoding)
    except (UnicodeDecodeError, LookupError) as error:
        raise FileRefused("encoding") from error
