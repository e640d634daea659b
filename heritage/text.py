"""Vietnamese text: folding for search, a key for sorting. Pure, the same on every database.

The alphabet is the 29 letters of the Vietnamese alphabet with f, j, w, z put where Unicode's
Vietnamese collation (CLDR "vi") puts them; tones rank below letters: ngang, huyền, hỏi, ngã, sắc,
nặng. The order agrees with PostgreSQL's "vi-x-icu" on the names of this site.
"""

from __future__ import annotations

import unicodedata

_ALPHABET = "aăâbcdđeêfghijklmnoôơpqrstuưvwxyz"
_PRIMARY = {letter: f"{rank + 20:02x}" for rank, letter in enumerate(_ALPHABET)}
_TONES = {"\u0300": "1", "\u0309": "2", "\u0303": "3", "\u0301": "4", "\u0323": "5"}
# After every tone of the base letter: ŏ, ĕ, č, ñ and other letters of minority scripts.
_FOREIGN_MARK = "6"
_SPACE, _PUNCTUATION, _DIGIT = "00", "01", "1"

# Letters that Unicode does not decompose, and the apostrophes people type.
_UNDECOMPOSED = str.maketrans(
    {"đ": "d", "Đ": "d", "ƀ": "b", "Ƀ": "b", "ɓ": "b", "Ɓ": "b", "’": "'", "‘": "'", "ʼ": "'"}
)


def nfc(text: str) -> str:
    """The composed form, the only one stored."""
    return unicodedata.normalize("NFC", text)


def fold(text: str) -> str:
    """What search compares: no marks, no case, no apostrophes, hyphens as spaces.

    >>> fold("Ê-đê"), fold("K'Ho"), fold("  Đà  Nẵng ")
    ('e de', 'kho', 'da nang')
    """
    decomposed = unicodedata.normalize("NFKD", text.translate(_UNDECOMPOSED))
    bare = "".join(char for char in decomposed if not unicodedata.combining(char)).casefold()
    return " ".join(bare.replace("'", "").replace("-", " ").replace("–", " ").split())


def _weigh(char: str) -> tuple[str, str, str]:
    """Primary, tone and case weight of one composed character."""
    marks = unicodedata.normalize("NFD", char)
    tone = next((_TONES[mark] for mark in marks if mark in _TONES), "0")
    base = unicodedata.normalize("NFC", "".join(m for m in marks if m not in _TONES)).lower()
    if base not in _PRIMARY and marks[0].lower() in _PRIMARY:
        base, tone = marks[0].lower(), _FOREIGN_MARK
    if base in _PRIMARY:
        return _PRIMARY[base], tone, "1" if char.isupper() else "0"
    if char.isdigit():
        return _DIGIT + char, "0", "0"
    if char.isspace():
        return _SPACE, "0", "0"
    return _PUNCTUATION, "", ""


def sort_key(text: str) -> str:
    """ASCII that orders as Vietnamese does under any byte-wise comparison.

    Letters first, then tones, then case; "!" sorts before every digit, so a prefix comes first.

    >>> sorted(["Đắk Lắk", "Dao", "Ê-đê", "Mạ", "Mảng", "Ma"], key=sort_key)
    ['Dao', 'Đắk Lắk', 'Ê-đê', 'Ma', 'Mạ', 'Mảng']
    """
    weights = [_weigh(char) for char in nfc(text)]
    primary, tone, case = (
        ("".join(column) for column in zip(*weights, strict=True)) if weights else ("", "", "")
    )
    return f"{primary}!{tone.rstrip('0')}!{case.rstrip('0')}"
