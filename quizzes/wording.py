"""How the site's own questions read as a whole: stems that are too alike or too long, a right
choice that gives itself away, and stems that do not fit the board game.

Pure of the database: it takes questions with their choices prefetched.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from heritage.text import fold

from .kinds.base import LANGUAGES
from .models import Deck, Question

#: How much of their words two stems may share: the Jaccard index (words in both, of words in
#: either) of their folded words, 0–1, within one language.
ALIKE = 0.8
#: How many words a stem may have, counted as they are spaced.
MOST_WORDS = 25
#: The share of single choices, 0–1, in which the right choice may be the longest. A pupil who
#: always took the longest would do hardly better than by guessing.
MOST_LONGEST = 0.4
#: Topics whose single choices Rạng Rỡ Việt Nam deals, with three choices only.
DEALT = (Deck.Topic.REGIONAL, Deck.Topic.CHALLENGE)

_WORD = re.compile(r"\w+")
# "Which of these four", "trong bốn tỉnh sau": wrong as soon as one of the four is left out.
_COUNTED = {
    "vi": re.compile(r"\bbốn\b[\w, ]*\b(?:sau|này|dưới đây)\b", re.IGNORECASE),
    "en": re.compile(r"\bthese four\b|\bof (?:the|these) four\b", re.IGNORECASE),
}


@dataclass(frozen=True)
class Alike:
    """Two questions whose stems share too many words in a language."""

    key: str
    other: str
    language: str
    share: float


def words(stem: str) -> frozenset[str]:
    """The words of a stem without marks and capitals, each once."""
    return frozenset(_WORD.findall(fold(stem)))


def overlap(one: Collection[str], other: Collection[str]) -> float:
    """The Jaccard index of two sets of words, 0–1; two empty ones are the same."""
    both = len(set(one) & set(other))
    either = len(one) + len(other) - both
    return both / either if either else 1.0


def alike(questions: Sequence[Question]) -> Iterator[Alike]:
    """Pairs of questions whose stems are too alike, in each language."""
    for code, _language in LANGUAGES:
        stems = sorted(
            ((words(getattr(each, f"text_{code}")), each.key) for each in questions),
            key=lambda stem: (len(stem[0]), stem[1]),
        )
        for at, (mine, key) in enumerate(stems):
            for theirs, other in stems[at + 1 :]:
                # Sorted by length: from here on the longer one alone spoils the share.
                if len(mine) < ALIKE * len(theirs):
                    break
                if (share := overlap(mine, theirs)) > ALIKE:
                    yield Alike(key, other, code, share)


def too_long(questions: Iterable[Question]) -> Iterator[tuple[str, str, int]]:
    """Key, field and number of words of each stem that is too long."""
    for question in questions:
        for code, _language in LANGUAGES:
            count = len(getattr(question, f"text_{code}").split())
            if count > MOST_WORDS:
                yield question.key, f"text_{code}", count


def counting(questions: Iterable[Question]) -> Iterator[tuple[str, str]]:
    """Key and field of stems that say how many choices there are, where a game deals fewer."""
    for question in questions:
        if question.kind == "single" and question.deck.topic in DEALT:
            for code, _language in LANGUAGES:
                if _COUNTED[code].search(getattr(question, f"text_{code}")):
                    yield question.key, f"text_{code}"


def longest(questions: Iterable[Question], code: str) -> tuple[int, int]:
    """In how many single choices the right one is longer than every other, and of how many."""
    found = total = 0
    for question in questions:
        if question.kind != "single":
            continue
        lengths = {True: [0], False: [0]}
        for choice in question.choices.all():
            lengths[choice.is_right].append(len(getattr(choice, f"text_{code}")))
        total += 1
        found += max(lengths[True]) > max(lengths[False])
    return found, total
