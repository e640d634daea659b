"""From the questions of a deck to a file: what a request begins and what a worker draws."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import override

from heritage.printing import store
from heritage.printing.sheet import Sheet

from ..kinds import Snapshot
from ..models import Deck, QuestionQuerySet
from ..selectors import repeatable
from ..snapshot import take_questions
from . import cards, worksheet
from .options import CARDS, Options
from .paper import drawn, versions

#: Raised when the drawing changes, so that files made before are made anew.
EDITION = 1


@dataclass(frozen=True)
class Job:
    """A deck to be printed in a certain way. `site` is the address before each path of a QR code,
    without a closing slash."""

    deck: Deck
    options: Options
    site: str

    @cached_property
    def _rows(self) -> QuestionQuerySet:
        rows: QuestionQuerySet = self.deck.questions.published()
        return rows

    @cached_property
    def questions(self) -> list[Snapshot]:
        """What is played of the deck, in its order."""
        return take_questions(self._rows)

    @cached_property
    def title(self) -> str:
        first, other = self.deck.title_vi, self.deck.title_en
        if self.options.language == "en":
            first, other = other, first
        return first or other

    @cached_property
    def pictures(self) -> dict[int, str]:
        return dict(self._rows.exclude(image="").values_list("pk", "image"))

    @cached_property
    def addresses(self) -> dict[int, str]:
        """Where each question can be practised by whoever scans its code: those of the library by
        themselves, those of a shared deck with it."""
        ids = [question["id"] for question in self.questions]
        open_to_all = set(repeatable(ids).values_list("pk", flat=True))
        shared = ""
        if self.deck.share_code:
            shared = reverse("quizzes:shared", args=[self.deck.share_code])
        found = {
            pk: reverse("quizzes:picked", args=[str(pk)]) if pk in open_to_all else shared
            for pk in ids
        }
        return {pk: f"{self.site}{path}" for pk, path in found.items() if path}

    @cached_property
    def _worksheet(self) -> worksheet.Worksheet:
        made = tuple(versions(self.questions, self.options))
        return worksheet.Worksheet(self.title, made, self.options, self.pictures)

    @cached_property
    def _cards(self) -> list[cards.Card]:
        chosen = drawn(self.questions, self.options)
        return [
            cards.Card(at, len(chosen), each, self.addresses.get(each["id"], ""))
            for at, each in enumerate(chosen, start=1)
        ]

    @property
    def steps(self) -> int:
        """How many questions are drawn in all."""
        return len(self._cards) if self.options.part == CARDS else self._worksheet.steps

    @cached_property
    def key(self) -> str:
        """The name of the file: the same for the same sheets, and not to be guessed."""
        told = json.dumps(
            [
                EDITION,
                self.options.as_json(),
                self.title,
                self.questions,
                self.pictures,
                self.addresses if self.options.part == CARDS else self.site,
            ],
            ensure_ascii=False,
            sort_keys=True,
        )
        return store.key_of(hashlib.sha256(told.encode()).hexdigest())

    def draw(self, progress: worksheet.Progress = lambda done: None) -> bytes:
        """The PDF."""
        with override(self.options.language):
            sheet = Sheet(self.title, self.options.language)
            sheet.set_creator("Rạng Rỡ Việt Nam")
            if self.options.part == CARDS:
                cards.draw(sheet, self.title, self._cards, self.options.language, progress)
            else:
                worksheet.draw(sheet, self._worksheet, progress)
            return bytes(sheet.output())


def job_of(deck: Deck, options: Options, site: str) -> Job:
    """The job with what makes no difference left out, so that equal sheets are made once."""
    if not options.letters and not options.count:
        options = replace(options, seed=0)
    if options.part == CARDS:
        options = replace(options, versions=1, key=Options.key, large=False)
    return Job(deck, options, site)


def make(key: str, deck_pk: int, options: dict[str, Any], site: str) -> None:
    """What the worker does."""
    deck = Deck.objects.filter(pk=deck_pk).first()

    def draw(progress: worksheet.Progress) -> bytes:
        # Deleted or changed meanwhile: what was asked for is no more.
        if deck is None or job.key != key:
            raise store.NotAsAsked
        return job.draw(progress)

    job = Job(deck or Deck(), Options(**options), site)
    store.make(key, job.steps if deck is not None else 1, draw)
