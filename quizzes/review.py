"""What an editor must still do before a question may be published.

A question must be playable (its kind says what that takes). One of the site's own decks must also
teach: explanation and source in both languages, a link to a heritage page, nothing resting on an
unsure fact, and no name that peoples do not want to be called by.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from heritage.models import EthnicGroup, GroupName
from heritage.text import nfc

from .kinds import Problem, UnknownKind, kind
from .kinds.base import LANGUAGES

#: Problems that the database cannot hold even in a draft.
UNSTORABLE = frozenset({"too_long", "too_many_choices", "too_many_right", "unknown_kind"})


def problems(
    question: Any, choices: Sequence[Any], names: AvoidedNames | None = None
) -> list[Problem]:
    """Everything that keeps the question from being published, the playable first.

    Who checks many questions passes `names`, so that they are read once.
    """
    found = playing_problems(question, choices)
    if any(problem.code == "unknown_kind" for problem in found):
        return found
    if _is_own(question):
        return in_one_language(found, question, choices)
    return [*found, *teaching_problems(question, choices, names)]


def in_one_language(
    found: Iterable[Problem], question: Any, choices: Sequence[Any]
) -> list[Problem]:
    """What is left where one language is enough: nothing is missing in a language in which nothing
    has been typed. One that was begun is asked for whole, so that nobody meets a question of which
    half stands in the other language."""
    begun = {code for code, _language in LANGUAGES if _is_begun(code, question, choices)}
    wanted = begun or {(get_language() or "vi")[:2]}
    return [
        each
        for each in found
        if each.code != "missing"
        or not any(
            each.field.endswith(f"_{code}") for code, _name in LANGUAGES if code not in wanted
        )
    ]


def _is_begun(code: str, question: Any, choices: Sequence[Any]) -> bool:
    texts = [getattr(question, f"text_{code}"), *(getattr(row, f"text_{code}") for row in choices)]
    texts += [
        text
        for field, text in kind(question.kind).texts(question.spec)
        if field.endswith(f"_{code}")
    ]
    return any((text or "").strip() for text in texts)


def playing_problems(question: Any, choices: Sequence[Any]) -> list[Problem]:
    """What keeps the question from being played at all."""
    try:
        return kind(question.kind).problems(question, choices)
    except UnknownKind:
        return [Problem("unknown_kind", "kind", _("There is no such kind of question."))]


def teaching_problems(
    question: Any, choices: Sequence[Any], names: AvoidedNames | None = None
) -> list[Problem]:
    """What a question of the site's own decks lacks; a teacher's own deck is not held to it."""
    if _is_own(question):
        return []
    return [
        *_missing(question, "explanation", _("The explanation in %(language)s is missing.")),
        *_missing(question, "source", _("The source in %(language)s is missing.")),
        *_picture_problems(question),
        *_link_problems(question),
        *_avoided_names(question, choices, names or avoided_names()),
    ]


def _is_own(question: Any) -> bool:
    deck = question.deck if question.deck_id else None
    return deck is not None and deck.owner_id is not None


def _missing(question: Any, name: str, message: str) -> Iterator[Problem]:
    for code, language in LANGUAGES:
        if not (getattr(question, f"{name}_{code}") or "").strip():
            yield Problem("missing", f"{name}_{code}", message % {"language": language})


def _picture_problems(question: Any) -> Iterator[Problem]:
    if question.image:
        message = _("Say in %(language)s what the picture shows, for those who cannot see it.")
        yield from _missing(question, "image_alt", message)


def _link_problems(question: Any) -> Iterator[Problem]:
    if question.group_id is None and question.province_id is None:
        message = _("Link the question to a people or a province: a page to read next.")
        yield Problem("no_link", "group", message)
    fact = question.fact
    if fact is not None and not fact.is_for_questions:
        message = _("This fact is not sure enough for questions; have it approved first.")
        yield Problem("unsure_fact", "fact", message)
    if question.listing is not None and not question.listing.confirmed:
        message = _("This listing is not confirmed; choose another or have it confirmed first.")
        yield Problem("unconfirmed_listing", "listing", message)


def _avoided_names(question: Any, choices: Sequence[Any], names: AvoidedNames) -> Iterator[Problem]:
    for name in ("text", "explanation"):
        for code, _language in LANGUAGES:
            field = f"{name}_{code}"
            for found in names.in_text(getattr(question, field)):
                yield Problem("avoided_name", field, _avoid_message(found))
    for field, text in kind(question.kind).texts(question.spec):
        for found in names.in_choice(text):
            yield Problem("avoided_name", field, _avoid_message(found))
    for position, choice in enumerate(choices, start=1):
        for code, _language in LANGUAGES:
            field = f"text_{code}"
            for found in names.in_choice(getattr(choice, field)):
                yield Problem("avoided_name", field, _avoid_message(found), position)


def _avoid_message(name: str) -> str:
    return _("“%(name)s” is not what this people wants to be called; use the official name.") % {
        "name": name
    }


class AvoidedNames:
    """Finds names that are not used to learners.

    Many are everyday words ("mọi" is "every", "xá" a street), so a name of one word counts only
    where it names people: after "người", "dân tộc" or "nhóm", before "people", or as a choice.
    """

    def __init__(self, names: Iterable[str], official: Iterable[str]) -> None:
        clean = {re.sub(r"\(.*?\)|…", "", nfc(name)).strip() for name in names}
        clean -= {nfc(name) for name in official} | {""}
        self.names = sorted(clean, key=len, reverse=True)
        self._patterns = [(name, self._pattern(name)) for name in self.names]

    @staticmethod
    def _pattern(name: str) -> re.Pattern[str]:
        word = rf"(?<!\w){re.escape(name)}(?!\w)"
        if " " in name:
            return re.compile(word)
        return re.compile(rf"(?:[Nn]gười|[Dd]ân tộc|[Nn]hóm|the) {word}|{word} (?:people|group)")

    def in_text(self, text: str) -> list[str]:
        """The names that the text uses of people, the longest first."""
        text = nfc(text or "")
        # Looking for the bare name first spares nearly all of the patterns.
        found = ((name, pattern.search(text)) for name, pattern in self._patterns if name in text)
        return [name for name, match in found if match and not self._goes_on(text, match.end())]

    def in_choice(self, text: str) -> list[str]:
        """As `in_text`; a choice that is only the name counts too."""
        whole = nfc(text or "").strip()
        return [name for name in self.names if name == whole] or self.in_text(whole)

    @staticmethod
    def _goes_on(text: str, end: int) -> bool:
        """Whether a longer name begins so: "Xá Phó" is a group's own name, "Xá" alone is not."""
        return text[end : end + 1] == " " and text[end + 1 : end + 2].isupper()


def avoided_names() -> AvoidedNames:
    """The names as the editors keep them now."""
    return AvoidedNames(
        GroupName.objects.filter(kind=GroupName.Kind.AVOID).values_list("name", flat=True),
        EthnicGroup.objects.values_list("name_vi", flat=True),
    )
