"""What every kind of question can do, and the words they share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.http import QueryDict

from heritage import photos

#: A question frozen as JSON. `Kind.snapshot` writes it; docs/reference/scoring.md lists its fields.
Snapshot = dict[str, Any]
#: What a participant answered, as JSON: ``{"choices": [2]}`` for choices, by position from 1.
Response = dict[str, Any]

#: What nobody may see before the question has closed.
SECRET = ("right", "explanation", "source", "links")


class UnknownKind(LookupError):
    """No kind of question has this slug."""


class BadResponse(ValueError):
    """An answer that cannot be read. `code` is stable, `message` is a translated sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


@dataclass(frozen=True)
class Problem:
    """Something that keeps a question from being published, said so that an editor can mend it.

    `field` is a field of the question, or of the choice at `choice` (a position from 1). `code` is
    stable; `message` is translated at the time of the check.
    """

    code: str
    field: str
    message: str
    choice: int | None = None

    @property
    def where(self) -> str:
        """The column of an import it is about: text_vi, or choice_2_vi."""
        if self.choice is None:
            return self.field
        return f"choice_{self.choice}_{self.field.removeprefix('text_')}"


class ChoiceLike(Protocol):
    """A saved choice, or one still being typed."""

    text_vi: str
    text_en: str
    is_right: bool


class QuestionLike(Protocol):
    """A saved question, or one still being typed."""

    kind: str
    text_vi: str
    text_en: str
    explanation_vi: str
    explanation_en: str
    source_vi: str
    source_en: str


class Kind(Protocol):
    """One kind of question. Functions that take a `Snapshot` touch no database."""

    slug: str
    label: Any

    def problems(self, question: QuestionLike, choices: Sequence[ChoiceLike]) -> list[Problem]:
        """What keeps the question from being played; `choices` in their order."""

    def snapshot(self, question: Any) -> Snapshot:
        """The whole question as JSON, right answer included, in both languages.

        Reads `question.group`, `.province` and `.choices.all()`: prefetch them.
        """

    def public(self, question: Snapshot) -> Snapshot:
        """What a participant may see while the question is open: no right answer, no explanation,
        no source, no links."""

    def read_response(self, question: Snapshot, data: QueryDict) -> Response:
        """The answer in a submitted form. Raises BadResponse, and nothing else, on bad input."""

    def share(self, question: Snapshot, response: Response | None) -> float:
        """How much of the answer is right, 0–1; None (no answer) is 0."""

    def answer(self, question: Snapshot) -> Response:
        """The wholly right response."""

    def tally(self, question: Snapshot, responses: Iterable[Response | None]) -> Mapping[int, int]:
        """How many picked each choice, by position; every position is there."""

    def describe(self, question: Snapshot, response: Response | None, language: str) -> str:
        """The response in words, such as "B. Ê-đê"; "" for no answer."""


def said(texts: Mapping[str, str], language: str) -> str:
    """One of a pair of texts, the other language where this one is missing."""
    other = "vi" if language == "en" else "en"
    return texts.get(language) or texts.get(other) or ""


def pair(row: Any, name: str) -> dict[str, str]:
    """Both languages of one column pair."""
    return {"vi": getattr(row, f"{name}_vi"), "en": getattr(row, f"{name}_en")}


def common_snapshot(question: Any) -> Snapshot:
    """The part of a snapshot that every kind has. Keys never contain a request or a host."""
    links = [
        {
            "kind": link_kind,
            "slug": row.slug,
            "name": pair(row, "name"),
            "path": row.get_absolute_url(),
        }
        for link_kind, row in (("group", question.group), ("province", question.province))
        if row is not None
    ]
    return {
        "id": question.pk,
        "key": question.key,
        "kind": question.kind,
        "level": question.level,
        "seconds": question.seconds,
        "text": pair(question, "text"),
        "image": _picture(question) if question.image else None,
        "explanation": pair(question, "explanation"),
        "source": pair(question, "source"),
        "links": links,
    }


def _picture(question: Any) -> dict[str, Any]:
    """Addresses of the widths that `heritage.photos` made, and of the whole picture."""
    stored = question.image.storage
    return {
        "small": stored.url(photos.size_name(question.image.name, 320)),
        "url": stored.url(photos.size_name(question.image.name, 800)),
        "large": question.image.url,
        "alt": pair(question, "image_alt"),
    }


def without_secrets(question: Snapshot) -> Snapshot:
    return {name: value for name, value in question.items() if name not in SECRET}
