"""Which questions a table plays with: those of the site's decks, or decks chosen in their place.

A card of this game needs one right answer and two wrong ones, so only single choices with three
answers or more will do. `look_over` says of a deck which of its questions those are.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import SimpleNamespace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from heritage.text import nfc
from quizzes.models import Deck, Question, QuestionQuerySet, State
from quizzes.places import provinces
from quizzes.snapshot import take_questions

from ..errors import BadOptions
from . import names
from .core.world import CHALLENGE, REGIONS

#: Three answers are dealt of three or four (D4).
LEAST_CHOICES = 3
#: What decks may be chosen for, as the form and a table's content name it.
JOURNEYS, DUELS = "journeys", "duels"
#: Decks one table may be given.
MOST_DECKS = 12
#: What may stand before a province's name in an answer.
_TITLE = re.compile(r"^(?:tỉnh|thành phố|tp\.?) +(?=\S)")


#: Slugs of the decks chosen under JOURNEYS and DUELS, and under BY the row of the user who chose
#: (None for a guest), who may take their own. Or under KEPT what a table has already.
Material = Mapping[str, Any]
BY, KEPT = "by", "kept"


class DeckRefused(BadOptions):
    """A deck that was chosen cannot be played: a sentence saying which and why."""


def usable(questions: QuestionQuerySet) -> QuestionQuerySet:
    """Those of these questions that are cards of this game."""
    return questions.published().filter(kind="single", choice_count__gte=LEAST_CHOICES)


# --- looking a deck over -------------------------------------------------------------------------


@dataclass(frozen=True)
class Unfit:
    """A question that cannot be a card, and what it lacks."""

    text: str
    why: str


@dataclass
class Fitness:
    """What of a deck this game can use."""

    deck: Deck
    fit: list[str] = field(default_factory=list)
    unfit: list[Unfit] = field(default_factory=list)
    #: Cards by region of the pile they go to; "" for those that are shared out.
    regions: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def total(self) -> int:
        return len(self.fit) + len(self.unfit)

    @property
    def places(self) -> list[str]:
        """How many cards go to which region."""
        said = [
            _("%(region)s: %(n)s") % {"region": names.region(region), "n": self.regions[region]}
            for region in REGIONS
            if self.regions.get(region)
        ]
        if self.regions.get(""):
            said.append(_("shared out to all regions: %(n)s") % {"n": self.regions[""]})
        return said

    @property
    def said(self) -> str:
        """How much of it is usable, in one sentence."""
        if not self.fit:
            return _(
                "No question of this deck can be used. Single choices with one right and at least "
                "two wrong answers can."
            )
        if not self.unfit:
            return ngettext(
                "Its %(n)s question can be used.",
                "All %(n)s questions can be used.",
                len(self.fit),
            ) % {"n": len(self.fit)}
        return ngettext(
            "%(n)s of %(all)s question can be used.",
            "%(n)s of %(all)s questions can be used.",
            self.total,
        ) % {"n": len(self.fit), "all": self.total}


def on_offer(user: Any) -> list[Fitness]:
    """Every deck that this user may choose, looked over, in two queries; first their own, then
    those of other teachers, then the site's."""
    found = {
        deck.pk: Fitness(deck)
        for deck in Deck.objects.playable_by(user).order_by("topic", "sort_key")
    }
    rows = Question.objects.published().filter(deck__in=found).select_related("province")
    for question in rows.order_by("deck", "position"):
        one = found[question.deck_id]
        why = lack(question)
        if why:
            one.unfit.append(Unfit(question.text, why))
        else:
            one.fit.append(question.text)
            one.regions[region_of(question, one.deck)] += 1
    order = {None: 2, user.pk or -1: 0}
    return sorted(found.values(), key=lambda one: order.get(one.deck.owner_id, 1))


def lack(question: Question) -> str:
    """Why a question cannot be a card of this game, "" if it can."""
    if question.kind != "single":
        return _("not a single choice")
    if question.choice_count < LEAST_CHOICES:
        return ngettext(
            "only %(n)s answer; three are needed",
            "only %(n)s answers; three are needed",
            question.choice_count,
        ) % {"n": question.choice_count}
    return ""


def region_of(question: Question, deck: Deck) -> str:
    """The region whose pile the question belongs to: of its province, else of its deck."""
    return question.province.region if question.province is not None else deck.region


# --- the piles of a table ------------------------------------------------------------------------


def piles(material: Material) -> dict[str, list[dict[str, Any]]]:
    """The cards of each pile. Decks named under "journeys" stand in for the site's regional decks,
    those under "duels" for its challenge decks. A question goes to the pile of its province's
    region, else of its deck's region; one that belongs nowhere to the shortest pile. A region whose
    pile stays empty asks nothing (D5). Raises DeckRefused for a deck that is not there or has no
    usable question."""
    if KEPT in material:
        kept: dict[str, list[dict[str, Any]]] = material[KEPT]["questions"]
        return kept
    found: dict[str, list[dict[str, Any]]] = {}
    journeys = _chosen(material, JOURNEYS)
    anywhere: list[dict[str, Any]] = []
    for deck, question, card in _cards(_questions(journeys, Deck.Topic.REGIONAL)):
        region = region_of(question, deck)
        (found.setdefault(region, []) if region in REGIONS else anywhere).append(card)
    for card in anywhere:
        shortest = min(REGIONS, key=lambda region: len(found.get(region, ())))
        found.setdefault(shortest, []).append(card)
    duels = _chosen(material, DUELS)
    cards = [card for _deck, _question, card in _cards(_questions(duels, Deck.Topic.CHALLENGE))]
    if cards:
        found[CHALLENGE] = cards
    return found


def named(material: Material) -> dict[str, Any]:
    """Which decks were chosen, to be kept with the content and told at the table; {} for none."""
    if KEPT in material:
        return {"decks": material[KEPT]["decks"]}
    found = {
        part: [
            {"slug": deck.slug, "vi": deck.title_vi, "en": deck.title_en}
            for deck in _chosen(material, part)
        ]
        for part in (JOURNEYS, DUELS)
    }
    return {"decks": found} if any(found.values()) else {}


def material_of(content: Mapping[str, Any]) -> Material | None:
    """What was chosen for the table of this content, to be set up anew: its questions stay, even
    if a deck is gone by now. None where nothing was chosen."""
    if "decks" not in content:
        return None
    return {KEPT: {name: content[name] for name in ("questions", "decks")}}


def silent_regions(found: Mapping[str, Any]) -> list[str]:
    """Regions where journeys will succeed unasked, by name."""
    return [names.region(region) for region in REGIONS if not found.get(region)]


def told(material: Material) -> dict[str, str]:
    """What is chosen, in words for the form that opens a table: `line`, and `warning` or
    `error`."""
    try:
        parts = {part: _chosen(material, part) for part in (JOURNEYS, DUELS)}
        silent = silent_regions(piles(material)) if parts[JOURNEYS] else []
    except DeckRefused as refusal:
        return {"line": "", "error": str(refusal.message)}
    own = _("the site’s decks")
    said = {part: ", ".join(deck.title for deck in chosen) or own for part, chosen in parts.items()}
    if not any(parts.values()):
        return {"line": own}
    line = _("journeys: %(journeys)s; challenges: %(duels)s") % said
    if not silent:
        return {"line": line}
    warning = _("No question belongs to %(regions)s: journeys to there succeed unasked.")
    return {"line": line, "warning": warning % {"regions": ", ".join(silent)}}


def _chosen(material: Material, part: str) -> list[Deck]:
    """Raises DeckRefused."""
    slugs = list(dict.fromkeys(material.get(part, ())))
    if len(slugs) > MOST_DECKS:
        raise DeckRefused(_("Choose at most %(n)s decks.") % {"n": MOST_DECKS}, name="decks")
    if not slugs:
        return []
    mine = Deck.objects.playable_by(SimpleNamespace(pk=material.get(BY)))
    there = {deck.slug: deck for deck in mine.filter(slug__in=slugs)}
    for slug in slugs:
        if slug not in there:
            raise DeckRefused(
                _("One of the decks is no longer there. Choose the questions anew."),
                name="decks",
            )
        if not usable(there[slug].questions.all()).exists():
            said = _(
                "“%(deck)s” has no question for this game: single choices with one right and at "
                "least two wrong answers are needed."
            )
            raise DeckRefused(said % {"deck": there[slug].title}, name="decks")
    return [there[slug] for slug in slugs]


def _questions(decks: Iterable[Deck], topic: str) -> QuestionQuerySet:
    """Of these decks; without any, of the site's own of this topic."""
    rows, chosen = usable(Question.objects.all()).order_by("key"), list(decks)
    if chosen:
        return rows.filter(deck__in=chosen)
    return rows.filter(deck__topic=topic, deck__owner=None, deck__state=State.PUBLISHED)


def _cards(questions: QuestionQuerySet) -> Iterable[tuple[Deck, Question, dict[str, Any]]]:
    rows = list(questions.select_related("deck", "province", "fact").prefetch_related("choices"))
    taken = {one["id"]: one for one in take_questions(questions)}
    for row in rows:
        sort = row.fact.category if row.fact is not None else ""
        yield (
            row.deck,
            row,
            _card(row, taken[row.pk], sort or ("listed" if row.listing_id else None)),
        )


def _card(row: Question, question: dict[str, Any], sort: str | None) -> dict[str, Any]:
    """One question as a card; `sort` says what of heritage it is about, for the learning log."""
    links = [link["path"] for link in question["links"]]
    return {
        "id": question["key"],
        "province": row.province.slug if row.province is not None else None,
        "answer": _answer(row),
        "stem": question["text"],
        "choices": [choice["text"] for choice in question["choices"]],
        "right": question["right"][0] - 1,
        "explanation": question["explanation"],
        "heritage": sort,
        "heritage_url": links[0] if links else None,
        "picture": question["image"],
        "level": question["level"],
        "source": question["source"],
    }


def _answer(question: Question) -> str | None:
    """The province that the right choice names: as it is linked, else by its name."""
    right = next(choice for choice in question.choices.all() if choice.is_right)
    if right.ref in provinces():
        return right.ref
    return _by_name().get(_bare(right.text_vi))


@cache
def _by_name() -> dict[str, str]:
    return {_bare(each.name_vi): slug for slug, each in provinces().items()}


def _bare(name: str) -> str:
    return _TITLE.sub("", nfc(name).strip().casefold())
