"""Reading decks and pools of questions for pages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import ngettext

from heritage.models import EthnicGroup, Province, SearchQuerySet

from .models import Deck, Question, QuestionQuerySet, State

#: How many questions an address may pick.
MAX_PICKED = 20
_PICKED = re.compile("[1-9][0-9]{0,8}")
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
    picked: bool = False
    #: Whether the site's editors look after it, rather than a teacher.
    of_site: bool = True

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


def own_pool(deck: Deck) -> Pool:
    """A teacher's own deck as its owner practises it; may be empty."""
    return Pool(
        key=f"deck:{deck.slug}",
        title=deck.title,
        questions=deck.questions.published(),
        url=reverse("quizzes:own_deck", args=[deck.pk]),
        practice_url=reverse("quizzes:own_practice", args=[deck.pk]),
        of_site=False,
    )


def shared_pool(deck: Deck) -> Pool:
    """A teacher's own deck as anybody with its shared address practises it; may be empty."""
    return Pool(
        key=f"deck:{deck.slug}",
        title=deck.title,
        questions=deck.questions.published(),
        url=reverse("quizzes:shared", args=[deck.share_code]),
        practice_url=reverse("quizzes:shared_practice", args=[deck.share_code]),
        of_site=False,
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


def picked_pool(ids: str) -> Pool:
    """A few questions picked for one class to repeat: "12-7-31" by their rows. Those no longer
    published are left out. Raises Http404 for what is no such list, and when none is left."""
    numbers = ids.split("-")
    if len(numbers) > MAX_PICKED or not all(map(_PICKED.fullmatch, numbers)):
        raise Http404("no such questions")
    questions = repeatable(map(int, numbers))
    count = questions.count()
    if not count:
        raise Http404("none of these questions is published")
    title = ngettext("%(n)s question to repeat", "%(n)s questions to repeat", count) % {"n": count}
    return Pool(
        key=f"picked:{ids}",
        title=title,
        questions=questions,
        url=reverse("quizzes:picked", args=[ids]),
        practice_url=reverse("quizzes:picked_practice", args=[ids]),
        picked=True,
    )


def repeatable(ids: Iterable[int]) -> QuestionQuerySet:
    """Those of these questions that anybody may practise today."""
    return _played().filter(pk__in=list(ids))


def _played() -> QuestionQuerySet:
    return Question.objects.published().filter(deck__state=State.PUBLISHED)
