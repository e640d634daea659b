"""What a teacher does with decks of their own. Nothing here asks who may: `quizzes.own.access`."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from heritage.text import fold, nfc

from ..kinds import Problem
from ..models import Deck, Question, State
from ..review import avoided_names, problems
from ..services import ChoiceDraft, Refused, drafts_of, save_question, save_questions

#: The most one teacher keeps, so that a mistake or a script does not fill the disk.
MAX_DECKS, MAX_QUESTIONS = 200, 300
TITLE_LENGTH, DESCRIPTION_LENGTH = 120, 300
#: What a copy of a question takes along.
_COPIED = (*Question.CONTENT, "level", "seconds")


class CannotDo(ValueError):
    """It is not done, for the reason in `message` (translated)."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def create(owner: Any, title: str) -> Deck:
    """A new deck without questions, its title in the language of the page. Raises CannotDo."""
    deck = Deck(owner=owner)
    setattr(deck, f"title_{_language()}", _titled(title))
    return _stored(deck)


def check_room(owner: Any, deck: Deck | None, count: int) -> None:
    """Whether so many questions more fit into a deck of one's own, a new one if None. Raises
    CannotDo."""
    if deck is None and Deck.objects.filter(owner=owner).count() >= MAX_DECKS:
        raise _too_many_decks()
    there = deck.questions.count() if deck is not None else 0
    if there + count > MAX_QUESTIONS:
        message = _("A deck of your own holds at most %(n)s questions; this would make %(all)s.")
        raise CannotDo(message % {"n": MAX_QUESTIONS, "all": there + count})


def copy(deck: Deck, owner: Any, questions: Iterable[Question] | None = None) -> Deck:
    """A deck with these questions (all that are played, unless said) as one's own; without an
    owner, as a draft of the library whose questions wait for review. Raises CannotDo."""
    rows = list(deck.questions.published() if questions is None else questions)
    new = Deck(
        owner=owner,
        copied_from=deck,
        title_vi=deck.title_vi,
        title_en=deck.title_en,
        description_vi=deck.description_vi,
        description_en=deck.description_en,
        topic=deck.topic,
        region=deck.region,
        may_change=deck.may_change,
    )
    with transaction.atomic():
        _stored(new)
        names = avoided_names()
        drafts = []
        for position, row in enumerate(rows, start=1):
            fresh = Question(deck=new, key=_key(new), position=position)
            for name in _COPIED:
                setattr(fresh, name, getattr(row, name))
            choices = [
                ChoiceDraft(each.text_vi, each.text_en, each.is_right, ref=each.ref)
                for each in drafts_of(row)
            ]
            if new.owner_id is None:
                fresh.state = State.REVIEW
            else:
                fresh.state = _state(problems(fresh, choices, names))
            drafts.append((fresh, choices))
        save_questions(drafts, names=names)
    return new


def describe(deck: Deck, texts: dict[str, str], *, may_change: bool) -> None:
    """Set titles and descriptions (`title_vi`, …); one title is needed. Raises CannotDo."""
    clean = {name: " ".join(nfc(text).split()) for name, text in texts.items()}
    if not (clean.get("title_vi") or clean.get("title_en")):
        raise CannotDo(_("Give the deck a title."))
    for name, text in clean.items():
        limit = TITLE_LENGTH if name.startswith("title") else DESCRIPTION_LENGTH
        if len(text) > limit:
            message = _("%(n)s characters are too many; %(limit)s fit.")
            raise CannotDo(message % {"n": len(text), "limit": limit})
        setattr(deck, name, text)
    deck.may_change = may_change
    deck.save()


def blank_question(deck: Deck, kind: str = "single") -> Question:
    """A question of this deck, not stored yet. Raises CannotDo when the deck is full."""
    if deck.questions.count() >= MAX_QUESTIONS:
        message = _("A deck holds at most %(n)s questions. Begin another one.")
        raise CannotDo(message % {"n": MAX_QUESTIONS})
    return Question(deck=deck, key=_key(deck), kind=kind)


def save(question: Question, choices: Sequence[ChoiceDraft]) -> list[Problem]:
    """Store a question as typed; it is played if nothing is left to mend. Returns what is left.

    Raises Refused for what cannot be stored at all.
    """
    question.state = State.PUBLISHED
    try:
        return save_question(question, choices)
    except Refused:
        question.state = State.DRAFT
        return save_question(question, choices)


def move(question: Question, by: int) -> None:
    """Take a question up (−1) or down (+1) among those of its deck, if there is a place."""
    with transaction.atomic():
        rows = list(
            Question.objects.select_for_update().filter(deck=question.deck_id).order_by(*_ORDER)
        )
        kept = [row for row in rows if row.state != State.ARCHIVED]
        at = next((at for at, row in enumerate(kept) if row.pk == question.pk), None)
        if at is None or not 0 <= at + by < len(kept):
            return
        kept.insert(at + by, kept.pop(at))
        for position, row in enumerate(kept, start=1):
            if row.position != position:
                Question.objects.filter(pk=row.pk).update(position=position)


def remove(question: Question) -> None:
    """Put a question aside: it is played no more, and `restore` brings it back."""
    question.state = State.ARCHIVED
    save_question(question, drafts_of(question))


def restore(question: Question) -> list[Problem]:
    """Bring back what was put aside, at the end of its deck. Returns what is left to mend."""
    question.position = 0
    return save(question, drafts_of(question))


def erase(question: Question) -> None:
    """Delete for good what was put aside. Raises CannotDo for any other."""
    if question.state != State.ARCHIVED:
        raise CannotDo(_("Put the question aside first."))
    question.delete()


def share(deck: Deck) -> str:
    """The code of the deck's shared address, made at the first call."""
    if not deck.share_code:
        deck.share_code = secrets.token_urlsafe(9)
        deck.save(update_fields=["share_code"])
    return deck.share_code


def stop_sharing(deck: Deck) -> None:
    """The address opens nothing from now on; sharing again makes another one."""
    deck.share_code = None
    deck.save(update_fields=["share_code"])


def propose(deck: Deck) -> None:
    """Ask the editors to take the deck into the library. Raises CannotDo when it is empty."""
    if not deck.questions.published().exists():
        raise CannotDo(_("Only a deck with at least one question that can be played is proposed."))
    deck.state = State.REVIEW
    deck.save(update_fields=["state"])


def withdraw(deck: Deck) -> None:
    """Take a proposal back, or answer it: the deck is the teacher's own alone."""
    deck.state = State.DRAFT
    deck.save(update_fields=["state"])


def take_into_library(deck: Deck) -> Deck:
    """A proposed deck copied among the site's own, as a draft for the editors to complete; the
    teacher's stays as it is. Raises CannotDo for a deck that was not proposed."""
    with transaction.atomic():
        row = Deck.objects.select_for_update().get(pk=deck.pk)
        if row.owner_id is None or row.state != State.REVIEW:
            raise CannotDo(_("This deck is not proposed to the library."))
        withdraw(row)
        return copy(row, None)


# --- inside --------------------------------------------------------------------------------------

_ORDER = ("position", "pk")


def _language() -> str:
    return "en" if (get_language() or "vi").startswith("en") else "vi"


def _titled(title: str) -> str:
    title = " ".join(nfc(title).split())
    if not title:
        raise CannotDo(_("Give the deck a title."))
    if len(title) > TITLE_LENGTH:
        message = _("%(n)s characters are too many; %(limit)s fit.")
        raise CannotDo(message % {"n": len(title), "limit": TITLE_LENGTH})
    return title


def _stored(deck: Deck) -> Deck:
    """The deck with an address of its own. Raises CannotDo when its owner has too many."""
    if deck.owner_id and Deck.objects.filter(owner=deck.owner_id).count() >= MAX_DECKS:
        raise _too_many_decks()
    stem = slugify(fold(deck.title)).replace("_", "-")[:50].strip("-") or "deck"
    for _try in range(5):
        deck.slug = f"{stem}-{secrets.token_hex(3)}"
        try:
            with transaction.atomic():
                deck.save()
            return deck
        except IntegrityError:
            continue
    raise RuntimeError("no free address for a deck")


def _too_many_decks() -> CannotDo:
    message = _("You keep %(n)s decks; delete one before you make another.")
    return CannotDo(message % {"n": MAX_DECKS})


def _key(deck: Deck) -> str:
    return f"{deck.slug}.{secrets.token_hex(4)}"


def _state(found: Sequence[Problem]) -> str:
    return State.DRAFT if found else State.PUBLISHED
