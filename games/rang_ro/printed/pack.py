"""What is to be printed, gathered once: the content a new table would get, in one language."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from heritage.map_parts import Words
from heritage.models import EthnicGroup

from .. import characters, content, names
from ..characters import Character
from ..core.world import CHALLENGE, REGIONS
from ..decks import Material

#: Raised when the drawing changes, so that files made before are made anew.
EDITION = 2
#: Wrong answers beside the right one (D4).
WRONG = 2
LETTERS = "ABC"


@dataclass(frozen=True)
class QuestionCard:
    """A question as a card: three answers in the order they are printed."""

    pile: str
    province: str
    stem: str
    answers: tuple[str, ...]
    right: int
    explanation: str
    source: str
    path: str

    @property
    def area(self) -> str:
        return names.area(self.pile)


@dataclass(frozen=True)
class FunctionCard:
    code: str
    name: str
    text: str
    timing: str
    hostile: bool
    count: int


class Pack:
    """The words and pictures of the printed game. `site` is the address before each path of a QR
    code, without a closing slash."""

    def __init__(self, language: str, site: str, material: Material) -> None:
        self.language, self.site = language, site
        self.content: dict[str, Any] = content.snapshot({}, material)
        self.styles = dict(EthnicGroup.objects.values_list("slug", "branch__style"))
        self.branches = {
            group.slug: group.branch.name for group in EthnicGroup.objects.select_related("branch")
        }
        self.site_names = [names.people(code) for code in names.peoples()]

    @property
    def words(self) -> Words:
        return names.words()

    @cached_property
    def characters(self) -> list[Character]:
        return characters.all_of_them()

    def address(self, path: str) -> str:
        return f"{self.site}{path}"

    def _said(self, text: Any) -> str:
        if isinstance(text, Mapping):
            return str(text.get(self.language) or text.get("vi") or text.get("en") or "")
        return str(text or "")

    @cached_property
    def questions(self) -> list[QuestionCard]:
        """By pile in the order of the rules; the answers are shuffled, always the same way."""
        piles = self.content["questions"]
        return [
            self._card(pile, row) for pile in (*REGIONS, CHALLENGE) for row in piles.get(pile, ())
        ]

    def _card(self, pile: str, row: Mapping[str, Any]) -> QuestionCard:
        order = Random(row["id"])  # noqa: S311  which letter is right on paper is no secret
        wrong = [n for n in range(len(row["choices"])) if n != row["right"]]
        dealt = [row["right"], *sorted(order.sample(wrong, WRONG))]
        order.shuffle(dealt)
        return QuestionCard(
            pile=pile,
            province=row.get("province") or "",
            stem=self._said(row["stem"]),
            answers=tuple(self._said(row["choices"][n]) for n in dealt),
            right=dealt.index(row["right"]),
            explanation=self._said(row.get("explanation")),
            source=self._said(row.get("source")),
            path=row.get("heritage_url") or "",
        )

    @cached_property
    def functions(self) -> list[FunctionCard]:
        """One of each kind that is in the game."""
        from .. import editing
        from ..core.cards import KINDS

        return [
            FunctionCard(
                code,
                self._said({"vi": row["name_vi"], "en": row["name_en"]}),
                self._said({"vi": row["text_vi"], "en": row["text_en"]}),
                str(editing.TIMINGS[KINDS[code].timing]),
                KINDS[code].hostile,
                row["count"],
            )
            for code, row in self.content["cards"].items()
            if row["count"]
        ]

    def texts(self) -> Iterator[str]:
        """Every text of the cards, for who wants to find it again."""
        for card in self.questions:
            yield from (card.stem, *card.answers, card.explanation)
        for one in self.functions:
            yield from (one.name, one.text)
        yield from (one.name for one in self.characters)

    def digest(self, part: str) -> str:
        """The same for the same sheets: whatever is printed, where it leads, how it is drawn."""
        told = json.dumps(
            [
                EDITION,
                part,
                self.language,
                self.site,
                self.content["peoples"],
                self.content["cards"],
                self.content["questions"],
                self.site_names,
            ],
            ensure_ascii=False,
            sort_keys=True,
        )
        return hashlib.sha256(told.encode()).hexdigest()
