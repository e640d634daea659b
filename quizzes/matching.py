"""Typed answers in Vietnamese: what counts as the same, what only lacks marks. Pure.

An answer is compared with each accepted one, letter by letter, after these rules (their table of
cases is tests/quizzes/test_matching.py; docs/reference/matching.md says them to editors):

1. Composed and decomposed Unicode, capitals, spaces, hyphens, apostrophes, quotation marks and
   full stops make no difference: "K’Ho", "k'ho", "K Ho" and "Kho" are one.
2. A tone may stand on either vowel of its syllable: hòa and hoà, thủy and thuỷ.
3. A lone final i or y after h, k, l, m, s, t and in "quy" is one sound: Mỹ and Mĩ, quý and quí.
   Elsewhere i and y are different letters: "thúy" is not "thúi".
4. General words in front ("dân tộc", "người", "tỉnh", "the") and behind ("people") are left out.
5. Marks may be missing, and then the answer is right but marked so (`Verdict.BARE`): "nha dai" for
   "nhà dài", "Đak Lak" for "Đắk Lắk"; d for đ is a missing mark. A wrong mark is wrong: "Máng" is
   not "Mảng".
6. No letter more, none fewer, none swapped: there is no tolerance for slips.
7. Peoples are never merged. An answer that is written like the name of another people is wrong,
   and one that lacks marks is wrong too when it could be another people's name without marks.
   Only a people's own official name goes before another people's lesser name: "tay" is Tày,
   although Táy is an old name that Thái people use.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

#: More than this nobody means as an answer (characters as seen).
LONGEST = 80

_TONES = {"\u0300": "`", "\u0309": "?", "\u0303": "~", "\u0301": "'", "\u0323": "."}
# Letters with a stroke have no decomposition: a bare letter and a mark of our own.
_STROKES = str.maketrans(
    {"đ": "d\u0335", "ð": "d\u0335", "ƀ": "b\u0335", "ɓ": "b\u0335", "ƚ": "l\u0335"}
)
_APART = re.compile(r"[\s\-‐‑‒–—−_'’‘ʼ`´′\"“”«».,;:!?()\[\]/\\…·]+")
_VOWELS = frozenset("aeiouy")
_BEFORE_I = frozenset({"h", "k", "l", "m", "s", "t", "qu"})
_SYLLABLE = re.compile(r"([a-z]*?)([iy])")
_IN_FRONT = (
    "đồng bào dân tộc",
    "người dân tộc",
    "dân tộc",
    "đồng bào",
    "người",
    "thành phố",
    "tỉnh",
    "the",
)
_BEHIND = ("ethnic group", "people", "province", "city")


class Verdict(StrEnum):
    """What an answer came to."""

    RIGHT = "right"
    BARE = "bare"  # right, but marks are missing
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter: its base, and its marks but for the tone."""

    base: str
    marks: frozenset[str]


@dataclass(frozen=True, slots=True)
class Key:
    """A text as it is compared: its letters, and which tone stands in which group of vowels."""

    letters: tuple[Letter, ...]
    tones: frozenset[tuple[int, str]]

    @property
    def bare(self) -> str:
        """The letters without any mark."""
        return "".join(letter.base for letter in self.letters)

    def lacks_only(self, whole: Key) -> bool:
        """Whether this is `whole` with some of its marks left out, and nothing else changed."""
        return (
            self.bare == whole.bare
            and self.tones <= whole.tones
            and all(
                mine.marks <= theirs.marks
                for mine, theirs in zip(self.letters, whole.letters, strict=True)
            )
        )


@lru_cache(maxsize=8192)
def key(text: str) -> Key:
    """What two spellings of the same answer have in common.

    >>> key("K’Ho") == key(" k'ho "), key("hòa") == key("hoà"), key("Mỹ") == key("mĩ")
    (True, True, True)
    >>> key("Mạ") == key("Mã"), key("thúy") == key("thúi")
    (False, False)
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_STROKES))
    letters: list[Letter] = []
    tones: set[tuple[int, str]] = set()
    group, inside = 0, False
    for syllable in _APART.split(decomposed):
        bare = "".join(char for char in syllable if not unicodedata.combining(char))
        swap = _is_open_i(bare)
        for char in syllable:
            if char in _TONES:
                tones.add((group, _TONES[char]))
            elif unicodedata.combining(char):
                if letters:
                    last = letters[-1]
                    letters[-1] = Letter(last.base, last.marks | {char})
            else:
                vowel = char in _VOWELS
                if vowel and not inside:
                    group += 1
                inside = vowel
                letters.append(Letter("i" if swap and char == "y" else char, frozenset()))
    return Key(tuple(letters), frozenset(tones))


def _is_open_i(bare: str) -> bool:
    """Whether a syllable ends in the one vowel that is written i or y."""
    found = _SYLLABLE.fullmatch(bare)
    return found is not None and found[1] in _BEFORE_I


def _variants(text: str) -> list[str]:
    """The text, and the text without general words around it."""
    found = [text]
    words = text.split()
    for general in (*_IN_FRONT, *_BEHIND):
        size = len(general.split())
        if len(words) <= size:
            continue
        front, behind = general in _IN_FRONT, general in _BEHIND
        if front and key(" ".join(words[:size])).lacks_only(key(general)):
            found += _variants(" ".join(words[size:]))
            break
        if behind and key(" ".join(words[-size:])) == key(general):
            found += _variants(" ".join(words[:-size]))
            break
    return found


@dataclass(frozen=True)
class Names:
    """The names of one people, for rule 7: `official` in every language, lesser ones, and those
    that are never accepted."""

    official: Sequence[str]
    others: Sequence[str] = ()
    avoided: Sequence[str] = ()


@dataclass(frozen=True)
class Rivals:
    """What rule 7 keeps apart from the accepted names: spellings that are somebody else's."""

    #: Never accepted when written exactly so: names of other peoples, names nobody wants.
    exact: frozenset[str] = field(default_factory=frozenset)
    #: Never accepted when they could be meant: bare forms of the same.
    bare: frozenset[str] = field(default_factory=frozenset)


def rivals(mine: Names, others: Iterable[Names]) -> Rivals:
    """What must not be taken for one people, from the names of all others.

    >>> apart = rivals(Names(["Mảng"]), [Names(["Mạ"], ["Mang Tô"]), Names(["Mường"])])
    >>> sorted(apart.bare)
    ['ma', 'mangto', 'muong']
    """
    own = {key(name).bare for name in mine.official}
    exact = {_spelt(name) for name in mine.avoided}
    bare: set[str] = set()
    for people in others:
        official = {key(name).bare for name in people.official}
        lesser = {key(name).bare for name in (*people.others, *people.avoided)}
        exact |= {_spelt(name) for name in (*people.official, *people.others, *people.avoided)}
        bare |= official | (lesser - own)
    exact -= {_spelt(name) for name in mine.official}
    return Rivals(frozenset(exact), frozenset(bare - {""}))


def unambiguous(names: Iterable[str], apart: Rivals) -> list[str]:
    """The names that no other people has too."""
    return [name for name in names if _spelt(name) not in apart.exact]


def _spelt(text: str) -> str:
    """A key as plain text, so that it can be kept in JSON: letters with marks, then tones."""
    found = key(text)
    letters = "".join(letter.base + "".join(sorted(letter.marks)) for letter in found.letters)
    return letters + "|" + " ".join(f"{at}{tone}" for at, tone in sorted(found.tones))


def judge(answer: str, accepted: Iterable[str], apart: Rivals | None = None) -> Verdict:
    """Whether an answer is one of the accepted ones.

    >>> judge("nha dai", ["nhà dài"]), judge("nhá dài", ["nhà dài"])
    (<Verdict.BARE: 'bare'>, <Verdict.WRONG: 'wrong'>)
    """
    apart = apart or Rivals()
    keys = [key(each) for each in accepted]
    bare = False
    for variant in _variants(" ".join(answer.split())):
        given = key(variant)
        if not given.letters:
            continue
        if given in keys:
            return Verdict.RIGHT
        if _spelt(variant) in apart.exact or given.bare in apart.bare:
            continue
        bare = bare or any(given.lacks_only(each) for each in keys)
    return Verdict.BARE if bare else Verdict.WRONG


def tidy(text: str) -> str:
    """An answer as it is stored: composed, without control characters, single spaces.

    >>> tidy("  K'Ho\\u200b \\n")
    "K'Ho"
    """
    composed = unicodedata.normalize("NFC", text)
    # Line ends and tabs are control characters too: they become spaces first.
    kept = "".join(
        char for char in re.sub(r"\s", " ", composed) if unicodedata.category(char)[0] != "C"
    )
    return " ".join(kept.split())
