"""Drafts of `quizzes.files` to questions of a deck, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Model

from heritage import photos
from heritage.models import EthnicGroup, Fact, HeritageListing, Province

from ..files.bundle import picture_name
from ..files.drafts import LANGUAGES, Draft, Option, Text, filled, lean
from ..kinds import Problem, UnknownKind, kind
from ..kinds.base import text_problem
from ..models import Deck, Question
from ..review import playing_problems
from ..services import ChoiceDraft

_TEXTS = ("text", "explanation", "source")
_LINKS: Mapping[str, tuple[type[Model], str]] = {
    "group": (EthnicGroup, "slug"),
    "province": (Province, "slug"),
    "fact": (Fact, "key"),
    "listing": (HeritageListing, "name_vi"),
}


class Links:
    """Finds what short names of a file stand for; reads each only once."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Model | None] = {}

    def find(self, name: str, text: str) -> Model | None:
        if (name, text) not in self._found:
            model, column = _LINKS[name]
            self._found[name, text] = model._default_manager.filter(**{column: text}).first()
        return self._found[name, text]

    def set(self, question: Question, draft: Draft) -> list[tuple[str, str]]:
        """Link the question; returns what was not found."""
        missing = []
        for name, text in draft.links.items():
            found = self.find(name, text) if name in _LINKS else None
            if found is not None:
                setattr(question, name, found)
            else:
                missing.append((name, text))
        return missing


def to_question(
    draft: Draft, links: Links, deck: Deck | None = None
) -> tuple[Question, list[ChoiceDraft]]:
    """An unsaved question and its choices; the picture is not in it."""
    question = Question(deck=deck, kind=draft.kind, level=draft.level, seconds=draft.seconds)
    for name in _TEXTS:
        _set_text(question, name, getattr(draft, name))
    _set_text(question, "image_alt", draft.picture_alt)
    try:
        question.spec = kind(draft.kind).tidy(draft.spec)
    except UnknownKind:
        question.spec = {}
    links.set(question, draft)
    choices = [
        ChoiceDraft(option.text.get("vi", ""), option.text.get("en", ""), option.right, None)
        for option in draft.options
    ]
    for choice, option in zip(choices, draft.options, strict=True):
        choice.ref = option.ref
    return question, choices


def _set_text(question: Question, name: str, text: Text) -> None:
    for code in LANGUAGES:
        setattr(question, f"{name}_{code}", text.get(code, ""))


def problems_of(draft: Draft, links: Links) -> list[Problem]:
    """What keeps a draft from being played, whatever language it lacks, and what no column holds.
    Each problem once, though both languages may have it."""
    question, choices = to_question(filled(draft), links)
    found = playing_problems(question, choices)
    for name in ("explanation", "source", "image_alt"):
        for code in LANGUAGES:
            column: Any = Question._meta.get_field(f"{name}_{code}")
            text = getattr(question, column.name)
            if problem := text_problem(text, column.max_length or 0, column.name):
                found.append(problem)
    return _once(found, draft)


def _once(found: Iterable[Problem], draft: Draft) -> list[Problem]:
    languages = [code for code in LANGUAGES if draft.text.get(code)] or list(LANGUAGES)
    kept: dict[tuple[str, str, int | None], Problem] = {}
    for problem in found:
        stem, _bar, code = problem.field.rpartition("_")
        key = (problem.code, stem if code in LANGUAGES else problem.field, problem.choice)
        # Of two that say the same, the one in a language that the file has.
        if key not in kept or code == languages[0]:
            kept[key] = problem
    return list(kept.values())


# --- back ----------------------------------------------------------------------------------------


def of_deck(deck: Deck, questions: Sequence[Question]) -> list[Draft]:
    """The questions as drafts. Prefetch links and choices."""
    return [of_question(question, at) for at, question in enumerate(questions, start=1)]


def of_question(question: Question, number: int = 1) -> Draft:
    draft = Draft(
        kind=question.kind,
        text=_text(question, "text"),
        explanation=_text(question, "explanation"),
        source=_text(question, "source"),
        level=question.level,
        seconds=question.seconds,
        key=question.key,
    )
    draft.options = [
        Option(_text(choice, "text"), choice.is_right, choice.ref)
        for choice in question.choices.all()
    ]
    if not kind(question.kind).has_choices:
        draft.spec = lean(kind(question.kind).tidy(question.spec or {}))
    if question.image:
        draft.picture = picture_name(number, str(question.image.name))
        draft.picture_alt = _text(question, "image_alt")
    for name, (_model, column) in _LINKS.items():
        linked = getattr(question, name) if getattr(question, f"{name}_id") else None
        if linked is not None:
            draft.links[name] = getattr(linked, column)
    return draft


def _text(row: Any, name: str) -> Text:
    found = {code: getattr(row, f"{name}_{code}") or "" for code in LANGUAGES}
    return {code: text for code, text in found.items() if text}


def pictures_of(questions: Sequence[Question]) -> dict[str, bytes]:
    """The bytes of the pictures under the names that `of_deck` gives them; of one that is lost in
    the storage nothing."""
    found = {}
    for number, question in enumerate(questions, start=1):
        if question.image:
            stored, whole = question.image.storage, str(question.image.name)
            # The largest copy is what every screen shows; where it is lost, what it was made from.
            for name in (photos.size_name(whole, 1600), whole):
                if stored.exists(name):
                    with stored.open(name) as file:
                        found[picture_name(number, whole)] = file.read()
                    break
    return found


def deck_data(deck: Deck) -> dict[str, Any]:
    """What a bundle says of the deck itself."""
    return {
        "title": _text(deck, "title"),
        "description": _text(deck, "description"),
        "topic": deck.topic,
        "region": deck.region,
        "may_change": deck.may_change,
    }
