"""Who may do what with a teacher's own deck: its owner all, others what its address shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required, permission_required
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from ..models import Deck, DeckQuerySet, Question, State
from ..selectors import decks_with_counts

View = Callable[..., HttpResponse]
MAY_MAKE = "quizzes.add_deck"


def maker_required(view: View) -> View:
    """Who is not signed in is asked to; who may not make decks is told so (403)."""
    return login_required(permission_required(MAY_MAKE, raise_exception=True)(view))


def own_decks(user: Any) -> DeckQuerySet:
    """The decks of one teacher, the last changed first, with `ready`, `unready`, `aside`."""
    unready = Q(questions__state__in=(State.DRAFT, State.REVIEW))
    return (
        Deck.objects.filter(owner=user)
        .annotate(
            ready=Count("questions", filter=Q(questions__state=State.PUBLISHED)),
            unready=Count("questions", filter=unready),
            aside=Count("questions", filter=Q(questions__state=State.ARCHIVED)),
        )
        .order_by("-updated_at", "-pk")
    )


def get_own_deck(request: HttpRequest, pk: int) -> Deck:
    """A deck of who asks. Raises Http404 for any other."""
    return get_object_or_404(own_decks(request.user), pk=pk)


def get_own_question(deck: Deck, pk: object) -> Question:
    """A question of this deck, by its number or a text that should be one. Raises Http404."""
    number = str(pk)
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        raise Http404("no such question")
    rows = Question.objects.select_related("deck", "group", "province").prefetch_related("choices")
    return get_object_or_404(rows, deck=deck, pk=int(number))


def get_shared_deck(code: str) -> Deck:
    """A deck by the code of its shared address. Raises Http404 when it is shared no more."""
    return get_object_or_404(Deck.objects.select_related("owner"), share_code=code)


def get_copyable(slug: str, code: str) -> Deck:
    """What a teacher may copy: a deck of the library by slug, or one that is shared by code.
    Raises Http404."""
    if code:
        return get_shared_deck(code)
    found = decks_with_counts().filter(slug=slug).first()
    if found is None:
        raise Http404("no such deck")
    return found
