"""What was asked at a table and who knew it (A6): every question with everybody's answer, its time,
and what each may read. Made from the events of the moves; the texts are those of the table's own
cards. Who may be shown which part of it is said in `games.rang_ro.pages_learning`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from heritage.models import EthnicGroup, Fact
from quizzes.kinds.base import said
from quizzes.shares import Topic, band

from ..game import Event, Json
from . import names
from .core.moves import LETTERS
from .sheet import PAGE

if TYPE_CHECKING:
    from ..models import Seat, TableMove


@dataclass(frozen=True)
class Given:
    """What one seat did with one question. `seconds` from when the question lay open to the answer
    that counted, pauses included; None where nobody chose one. `role` is main, bystander, challenge
    or practice; `away`: a computer player answered."""

    seat: int
    letter: str | None
    text: str
    right: bool
    seconds: float | None
    role: str
    book: bool
    cards: tuple[str, ...]
    away: bool

    @property
    def silent(self) -> bool:
        return self.letter is None

    @property
    def status(self) -> str:
        """right, wrong, blank or away: the colours of the table."""
        if self.away:
            return "away"
        return "blank" if self.silent else "right" if self.right else "wrong"


@dataclass(frozen=True)
class Asked:
    """One question of a game. `void`: the teacher took it away, so it counts for nobody."""

    id: str
    number: int
    round: int
    at: datetime
    pile: str
    province: str | None
    main: int | None
    stem: str
    key: str
    explanation: str
    address: str
    heritage: str
    void: bool
    given: Mapping[int, Given]

    @property
    def region(self) -> str:
        """The region the card belongs to, as it is called; challenges have cards of their own."""
        return (
            names.region(self.pile)
            if names.area(self.pile)
            else pgettext("in the game", "Challenges")
        )

    @property
    def area(self) -> str:
        return names.area(self.pile) or "duel"

    @property
    def place(self) -> str:
        return names.province(self.province) if self.province else ""

    @cached_property
    def counted(self) -> tuple[Given, ...]:
        """The answers that say what somebody knew: of people, to a question that stood."""
        return () if self.void else tuple(one for one in self.given.values() if not one.away)

    @property
    def right(self) -> int:
        return sum(one.right for one in self.counted)

    @property
    def share(self) -> float | None:
        return self.right / len(self.counted) if self.counted else None

    @property
    def percent(self) -> int | None:
        return None if self.share is None else round(100 * self.share)

    @property
    def band(self) -> str:
        return band(self.share)


def log(
    rows: Iterable[TableMove], content: Mapping[str, Json], seats: Iterable[Seat]
) -> list[Asked]:
    """Every question that was settled or taken away, in order, with the answers of these seats
    since their people have them."""
    reader, sat = _Reader(content), list(seats)
    for row in rows:
        reader.seats = {seat.index for seat in sat if row.number >= seat.since}
        for data in row.events:
            reader.read(Event.decode(data), row.at)
    return reader.found


class _Reader:
    """Goes through the events of a game and notes what belongs to a question."""

    def __init__(self, content: Mapping[str, Json]) -> None:
        self.cards = {
            card["id"]: card
            for pile in content["questions"].values()
            for card in pile
            if card.get("id")
        }
        #: Whose answers are wanted just now.
        self.seats: set[int] = set()
        self.language = names.language()
        self.round = 1
        self.turn: int | None = None
        self.open: Mapping[str, Any] = {}
        self.opened: datetime | None = None
        self.chose: dict[int, tuple[str, datetime]] = {}
        self.solved: Mapping[str, Any] = {}
        self.found: list[Asked] = []
        self.given: dict[int, Given] = {}

    def read(self, event: Event, at: datetime) -> None:
        notes = {
            "turn": self._turn,
            "question": self._question,
            "chose": self._chose,
            "solution": self._solution,
            "void": self._void,
            "learned": self._learned,
        }
        if event.kind in notes:
            notes[event.kind](event.facts, at)

    def _turn(self, facts: Mapping[str, Any], at: datetime) -> None:
        self.round, self.turn = facts["round"], facts["seat"]

    def _question(self, facts: Mapping[str, Any], at: datetime) -> None:
        self.open, self.opened, self.chose = facts, at, {}

    def _chose(self, facts: Mapping[str, Any], at: datetime) -> None:
        self.chose[facts["seat"]] = (facts["answer"], at)

    def _solution(self, facts: Mapping[str, Any], at: datetime) -> None:
        self.solved, self.given = facts, {}
        self._note(facts, void=False)

    def _void(self, facts: Mapping[str, Any], at: datetime) -> None:
        self.solved, self.given = facts, {}
        for seat, (letter, _when) in self.chose.items():
            if seat in self.seats:
                self.given[seat] = self._answer(seat, letter, right=False, role="", facts={})
        self._note(facts, void=True)

    def _learned(self, facts: Mapping[str, Any], at: datetime) -> None:
        seat = facts["seat"]
        if seat in self.seats:
            right, role = bool(facts["is_right"]), str(facts["role"])
            self.given[seat] = self._answer(
                seat, facts["answer"], right=right, role=role, facts=facts
            )

    def _answer(
        self, seat: int, letter: str | None, *, right: bool, role: str, facts: Mapping[str, Any]
    ) -> Given:
        away = bool(facts.get("away"))
        chosen = self.chose.get(seat)
        seconds = None
        if chosen is not None and letter is not None and self.opened is not None and not away:
            seconds = (chosen[1] - self.opened).total_seconds()
        return Given(
            seat=seat,
            letter=letter,
            text=self._text(letter),
            right=right,
            seconds=seconds,
            role=role,
            book=bool(facts.get("book")),
            cards=tuple(facts.get("cards", ())),
            away=away,
        )

    @property
    def card(self) -> Mapping[str, Any]:
        return self.cards.get(self.solved.get("question"), {})

    def _text(self, letter: str | None) -> str:
        """The words of an answer; its letter where a table kept no order."""
        order = self.solved.get("order") or ()
        if letter is None or not self.card or LETTERS.index(letter) >= len(order):
            return letter or ""
        return self._said(self.card["choices"][order[LETTERS.index(letter)]])

    def _said(self, text: Any) -> str:
        return said(text, self.language) if isinstance(text, dict) else str(text or "")

    def _note(self, facts: Mapping[str, Any], *, void: bool) -> None:
        card = self.card
        assert self.opened is not None  # noqa: S101  no question is settled that was not asked
        self.found.append(
            Asked(
                id=str(self.solved.get("question") or ""),
                number=facts["number"],
                round=self.round,
                at=self.opened,
                pile=self.open["pile"],
                province=self.open.get("province"),
                main=self.turn,
                stem=self._said(card.get("stem")),
                key=self._said(card["choices"][card["right"]]) if card else "",
                explanation=self._said(card.get("explanation")),
                address=str(card.get("heritage_url") or ""),
                heritage=str(card.get("heritage") or ""),
                void=void,
                given=self.given,
            )
        )


def students(seats: Iterable[Seat]) -> list[Seat]:
    """Those that a person had, also where a computer player plays on."""
    return [seat for seat in seats if seat.is_person or seat.name]


# --- what it comes to ----------------------------------------------------------------------------


def by_region(asked: Sequence[Asked]) -> list[Topic]:
    """Shares right by region, weakest first; challenges, which have none, come last."""
    return _topics(
        asked,
        lambda one: (
            one.pile if names.area(one.pile) else "",
            one.region,
            f"{reverse('heritage:atlas')}?region={one.pile}" if names.area(one.pile) else "",
        ),
    )


def by_page(asked: Sequence[Asked]) -> list[Topic]:
    """By the people or province a card was about, weakest first."""
    groups = dict(EthnicGroup.objects.values_list("slug", f"name_{names.language()}"))

    def page(one: Asked) -> tuple[str, str, str] | None:
        found = PAGE.search(one.address)
        if found is None:
            return None
        kind, slug = found.groups()
        name = groups.get(slug, slug) if kind == "groups" else names.province(slug)
        return slug, str(name), one.address

    return _topics(asked, page)


def by_heritage(asked: Sequence[Asked]) -> list[Topic]:
    """By what sort of heritage a card was about (dress, festivals, crafts …), weakest first."""
    labels = {value: str(label) for value, label in Fact.Category.choices}
    labels[LISTED] = _("Listed heritage")
    return _topics(
        asked,
        lambda one: (one.heritage, labels.get(one.heritage, ""), "") if one.heritage else None,
    )


#: The sort of heritage of a card about an entry of the lists.
LISTED = "listed"


def _topics(asked: Sequence[Asked], subject: Any) -> list[Topic]:
    found: defaultdict[tuple[str, str, str], list[Given]] = defaultdict(list)
    questions: defaultdict[tuple[str, str, str], int] = defaultdict(int)
    for one in asked:
        key = subject(one) if one.counted else None
        if key is not None:
            found[key] += one.counted
            questions[key] += 1
    topics = [
        Topic(*key, questions=questions[key], share=sum(g.right for g in given) / len(given))
        for key, given in found.items()
    ]
    return sorted(topics, key=lambda topic: (not topic.slug, topic.share, topic.name))


def study(asked: Sequence[Asked], seat: int) -> dict[str, Any] | None:
    """What a seat knew and what to read, by region and people; None for who was asked nothing."""
    mine = [(one, given) for one, given in of_seat(asked, seat) if given in one.counted]
    if not mine:
        return None
    own = [one for one, _given in mine]
    pages = by_page(own)
    areas: defaultdict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for one, given in mine:
        areas[one.region, one.area].append({"asked": one, "right": given.right})
    return {
        "right": sum(given.right for _one, given in mine),
        "of": len(mine),
        "areas": [
            {
                "name": name,
                "area": area,
                "right": sum(line["right"] for line in lines),
                "of": len(lines),
                "questions": lines,
            }
            for (name, area), lines in sorted(areas.items())
        ],
        "reading": [topic for topic in pages if topic.share < 1],
        "peoples": pages,
    }


def counts(asked: Sequence[Asked], seats: Iterable[Seat]) -> dict[int, tuple[int, int]]:
    """How many each of these seats knew, of how many that count: what its people answered, not what
    a computer player did in their place."""
    found = {seat.index: (0, 0) for seat in seats}
    for given in (given for one in asked for given in one.counted):
        right, of = found.get(given.seat, (0, 0))
        found[given.seat] = (right + given.right, of + 1)
    return found


def of_seat(asked: Sequence[Asked], seat: int) -> list[tuple[Asked, Given]]:
    """What one seat was asked, with its answers."""
    return [(one, one.given[seat]) for one in asked if seat in one.given]
