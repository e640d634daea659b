"""Reading decks and pools of questions for pages."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse

from heritage.models import EthnicGroup, Province, SearchQuerySet

from .models import Deck, Question, QuestionQuerySet, State

_PUBLISHED = Q(questions__state=State.PUBLISHED)


def decks_with_counts(words: str = "") -> SearchQuerySet:
    """Playable decks that hold these words, with `question_total` and `easy`, `medium`, `hard`."""
    return (
        Deck.objects.filter(state=State.PUBLISHED)
        .search(words)
        .annotate(
            question_total=Count("questions", filter=_PUBLISHED),
            easy=Count("questions", filter=_PUBLISHED & Q(questions__level=1)),
            medium=Count("questions", filter=_PUBLISHED & Q(questions__level=2)),
            hard=Count("questions", filter=_PUBLISHED & Q(questions__level=3)),
        )
        .filter(question_total__gt=0)
    )


@dataclass(frozen=True)
class Pool:
    """What can be practised as one: a deck, or all questions on a people or a province."""

    key: str
    title: str
    questions: QuestionQuerySet
    url: str
    practice_url: str
    heritage_url: str = ""

    def at_level(self, level: int | None) -> list[int]:
        """Ids of its questions, of one level only if given."""
        rows = self.questions.filter(level=level) if level else self.questions
        return list(rows.values_list("pk", flat=True))


def deck_pool(slug: str) -> tuple[Deck, Pool]:
    """A playable deck by slug. Raises Http404."""
    deck = decks_with_counts().filter(slug=slug).first()
    if deck is None:
        raise Http404("no such deck")
    return deck, Pool(
        key=f"deck:{deck.slug}",
        title=deck.title,
        questions=deck.questions.published(),
        url=deck.get_absolute_url(),
        practice_url=reverse("quizzes:practice", args=[deck.slug]),
    )


def group_pool(slug: str) -> Pool:
    """All published questions on one people; may be empty. Raises Http404."""
    group = get_object_or_404(EthnicGroup, slug=slug)
    return Pool(
        key=f"group:{group.slug}",
        title=group.name,
        questions=_played().filter(group=group),
        url=reverse("quizzes:group", args=[group.slug]),
        practice_url=reverse("quizzes:group_practice", args=[group.slug]),
        heritage_url=group.get_absolute_url(),
    )


def province_pool(slug: str) -> Pool:
    """All published questions on one province; may be empty. Raises Http404."""
    province = get_object_or_404(Province, slug=slug)
    return Pool(
        key=f"province:{province.slug}",
        title=province.name,
        questions=_played().filter(province=province),
        url=reverse("quizzes:province", args=[province.slug]),
        practice_url=reverse("quizzes:province_practice", args=[province.slug]),
        heritage_url=province.get_absolute_url(),
    )


def _played() -> QuestionQuerySet:
    return Question.objects.published().filter(deck__state=State.PUBLISHED)
