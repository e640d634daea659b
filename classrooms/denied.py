"""Names that no class should have to read: our list in data/denied_names.txt, and the names that
peoples do not want to be called.

A word is matched through the ways it is hidden: marks left out (but never other marks: "Lợn" is
not what the list means), repeated letters, leet, letters of other scripts that look the same,
separators. Marks left out make some words an ordinary name; the list says for each which.
"""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from heritage.models import EthnicGroup, GroupName
from heritage.text import nfc

LIST = Path(__file__).parent / "data" / "denied_names.txt"

#: Signs that stand for letters; a digit is one only beside letters ("l0n", not "Lan 10").
_LEET = {
    "a": "4@",
    "b": "8",
    "e": "3",
    "g": "9",
    "i": "1!|",
    "l": "1|",
    "o": "0",
    "s": "5$",
    "t": "7",
    "z": "2",
}
_SIGNS = "@!|$"
_LOOKALIKES = str.maketrans("аеорсхуіјѕԁһкмтвαορνικτ", "aeopcxyijsdhkmtbaopvikt")
#: How long a process goes by the names of peoples as it read them (seconds).
KEPT_SECONDS = 300
#: Two letters with dots between them, "đ.m" or as a phone begins it "Đ.m"; the m is small, for
#: "Đ.M." are somebody's initials, and so are three letters, "d.m.h", and a space, "Đ M".
_DOTTED = re.compile(r"(?<![\w.])[ĐđDd]\.+m+(?!\w|\.\w(?!\w))")
#: Names of peoples that are everyday words or given names: alone they offend nobody.
_EVERYDAY = frozenset(
    "mèo;mẹo;miêu;miên;tàu;khách;trại;chàm;hời;cùa;trầu;thượng;la la;thạch bích".split(";")  # noqa: SIM905
)
#: What makes a name of one word the name of a people.
_PERSONS = "người|dân tộc|dân|tộc|bọn|đám|lũ|thằng|đồ|nhóm"


def is_denied(name: str) -> bool:
    """Whether a canonical name is on the list, hidden or not, or is what a people is not called."""
    return bool(_denied_word(name) or _dotted(name) or _avoided(name))


# --- the list ------------------------------------------------------------------------------------


def _unmarked(char: str) -> str:
    """The ways to type a letter with all of its marks or fewer: ồ → ồôòo."""
    marks = unicodedata.normalize("NFD", char)
    ways = {char, marks[0]}
    ways |= {unicodedata.normalize("NFC", marks[0] + mark) for mark in marks[1:]}
    if char == "đ":
        ways |= {"d"}
    return "".join(sorted(ways))


def _letter(char: str, *, exact: bool) -> str:
    ways = char if exact else _unmarked(char)
    plain = "".join(_LEET.get(way, "") for way in ways)
    return "".join(re.escape(way) for way in dict.fromkeys(ways + plain))


def _pattern(phrase: str, *, exact: bool = False) -> str:
    """A phrase as an expression; a doubled letter must be typed at least twice."""
    parts = []
    for syllable in phrase.split():
        letters = [(m[0][0], len(m[0])) for m in re.finditer(r"(.)\1*", syllable)]
        parts.append(
            "".join(
                f"[{_letter(char, exact=exact)}]{'+' if n == 1 else f'{{{n},}}'}"
                for char, n in letters
            )
        )
    return " ?".join(parts)


def _lines() -> Iterator[str]:
    for line in LIST.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield nfc(line)


@lru_cache(maxsize=1)
def _expressions() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """(as words, inside other letters, as the whole name)."""
    words: list[str] = []
    inside: list[str] = []
    whole: list[str] = []
    for line in _lines():
        flag, phrase = (line[0], line[1:]) if line[0] in "=~^" else ("", line)
        pattern = _pattern(phrase, exact=flag == "=")
        {"~": inside, "^": whole}.get(flag, words).append(pattern)
    return (
        re.compile(rf"(?<!\S)(?:{'|'.join(words)})(?!\S)"),
        re.compile("|".join(inside)),
        re.compile("|".join(whole)),
    )


def _plain(name: str) -> str:
    """Small composed Latin letters."""
    return nfc(unicodedata.normalize("NFKC", name).casefold().translate(_LOOKALIKES))


def _readings(name: str) -> Iterator[str]:
    """The name as words apart by one space: signs read as letters, as separators, and what is
    spelt letter by letter put together."""
    plain = re.sub("['’ʼ‘]", "", _plain(name))  # K'Ho is one word
    for keep in (_SIGNS, ""):
        kept = "".join(char if char.isalnum() or char in keep else " " for char in plain)
        words = kept.split()
        yield " ".join(words)
        yield " ".join(_spelt_together(words))


def _spelt_together(words: list[str]) -> Iterator[str]:
    """Three and more single letters in a row are one word: "l ồ n", but not the initials "N A"."""
    run: list[str] = []
    for word in [*words, ""]:
        if len(word) == 1:
            run.append(word)
            continue
        if len(run) >= 3:
            yield "".join(run)
        else:
            yield from run
        run = []
        if word:
            yield word


def _denied_word(name: str) -> bool:
    words, inside, whole = _expressions()
    return any(
        words.search(reading)
        or whole.fullmatch(reading)
        or inside.search(reading)
        or inside.search(reading.replace(" ", ""))
        for reading in _readings(name)
    )


def _dotted(name: str) -> bool:
    """An insult of two letters. Unlike the list, capitals count: they tell it from initials."""
    return bool(_DOTTED.search(nfc(unicodedata.normalize("NFKC", name).translate(_LOOKALIKES))))


# --- what peoples are not called -----------------------------------------------------------------


def _clean(names: Iterable[str]) -> set[str]:
    return {re.sub(r"\(.*?\)|…", "", nfc(name)).strip().casefold() for name in names} - {""}


@lru_cache(maxsize=1)
def _peoples(_moment: int) -> tuple[re.Pattern[str], re.Pattern[str], frozenset[str]]:
    """(names that peoples bear, their avoided names in words, those that count when alone)."""
    kinds = list(GroupName.objects.values_list("name", "kind"))
    avoid = _clean(name for name, kind in kinds if kind == GroupName.Kind.AVOID)
    borne = _clean(name for name, kind in kinds if kind != GroupName.Kind.AVOID)
    borne |= _clean(EthnicGroup.objects.values_list("name_vi", flat=True))
    avoid -= borne  # "Thổ" is what the Thổ call themselves, whoever else was called so
    long_first = sorted(borne, key=len, reverse=True)
    own = "|".join(re.escape(name) for name in long_first if " " in name) or "(?!)"
    persons = [rf"(?:{_PERSONS}) {re.escape(name)}" for name in avoid]
    several = [_pattern(name) for name in avoid - _EVERYDAY if " " in name]
    said = "|".join([*persons, *several]) or "(?!)"
    return (
        re.compile(rf"(?<!\w)(?:{own})(?!\w)"),
        re.compile(rf"(?<!\S)(?:{said})(?!\S)"),
        frozenset(avoid - _EVERYDAY),
    )


def _avoided(name: str) -> bool:
    """A name that its people avoids, unless another people bears it or it is an everyday word.
    One word counts alone or where it names people; several count anywhere."""
    own, said, alone = _peoples(int(time.time()) // KEPT_SECONDS)
    text = " ".join(re.sub(r"[^\w'’-]+", " ", _plain(name)).split())
    return text in alone or bool(said.search(own.sub("·", text)))
