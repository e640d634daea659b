"""What every kind of question can do, and the words they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.db.models import Model
from django.http import QueryDict
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from heritage import photos
from heritage.text import nfc

#: A question frozen as JSON. `Kind.snapshot` writes it; docs/reference/scoring.md lists its fields.
Snapshot = dict[str, Any]
#: What a participant answered, as JSON: ``{"choices": [2]}`` for choices, by position from 1.
Response = dict[str, Any]
#: What a kind needs beyond texts and choices, as JSON in `Question.spec`.
Spec = dict[str, Any]
#: What `Kind.tally` counts, each with its number.
Counts = Mapping[Hashable, int]

#: What nobody may see before the question has closed.
SECRET = ("right", "explanation", "source", "links")

LANGUAGES = (
    ("vi", pgettext_lazy("in a sentence", "Vietnamese")),
    ("en", pgettext_lazy("in a sentence", "English")),
)


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
    spec: Spec


@dataclass(frozen=True)
class Tallied:
    """One line of how a room answered: what, how many, whether it is right."""

    key: Hashable
    text: Mapping[str, str]
    count: int
    right: bool
    letter: str = ""


class Kind(Protocol):
    """One kind of question. Functions that take a `Snapshot` touch no database."""

    slug: str
    label: Any
    #: Whether its answers are rows of `Choice`; otherwise all of it is in `Question.spec`.
    has_choices: bool
    #: Folder of its templates under templates/quizzes/kinds/; docs/explanation/kinds.md.
    folder: str

    def problems(self, question: QuestionLike, choices: Sequence[ChoiceLike]) -> list[Problem]:
        """What keeps the question from being played; `choices` in their order."""

    def tidy(self, spec: Spec) -> Spec:
        """The spec as it is stored: only what this kind knows, composed, nothing blank."""

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

    def tally(self, question: Snapshot, responses: Iterable[Response | None]) -> Counts:
        """How many gave each answer, or got each part right."""

    def lines(self, question: Snapshot, counts: Counts) -> list[Tallied]:
        """A tally as lines to be shown, in their order."""

    def mistakes(
        self, question: Snapshot, responses: Sequence[Response | None]
    ) -> list[tuple[Response, int]]:
        """The answers that were not wholly right with how many gave each, the commonest first. Of
        choices: each wrong one, alone or with others."""

    def texts(self, spec: Spec) -> Iterable[tuple[str, str]]:
        """Every text of the spec with the field it is typed in."""

    def describe(self, question: Snapshot, response: Response | None, language: str) -> str:
        """The response in words, such as "B. Ê-đê"; "" for no answer."""

    def remark(self, question: Snapshot, response: Response | None) -> str:
        """What else to say of a response once the question is closed ("120 km away"), translated;
        "" for nothing."""

    def hint(self, question: Snapshot) -> str:
        """How to answer, in a few translated words."""

    def assets(self, language: str) -> list[str]:
        """Addresses that a phone does well to have fetched before the question comes."""


class SpecKind:
    """What the kinds without choices share."""

    slug = ""
    has_choices = False

    def public(self, question: Snapshot) -> Snapshot:
        return without_secrets(question)

    def remark(self, question: Snapshot, response: Response | None) -> str:
        return ""

    def assets(self, language: str) -> list[str]:
        return []

    def share(self, question: Snapshot, response: Response | None) -> float:
        raise NotImplementedError

    def same(self, response: Response) -> Hashable:
        """What two responses share that count as one answer. They are JSON: their repr will do."""
        return repr(response)

    def mistakes(
        self, question: Snapshot, responses: Sequence[Response | None]
    ) -> list[tuple[Response, int]]:
        wrong = [each for each in responses if each and self.share(question, each) < 1]
        first: dict[Hashable, Response] = {}
        for each in wrong:
            first.setdefault(self.same(each), each)
        counts = Counter(map(self.same, wrong))
        return [(first[key], count) for key, count in counts.most_common()]


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
    """Addresses of the copies that `heritage.photos` made: the one for phones and the wall, and the
    one that is seen enlarged."""
    stored = question.image.storage
    return {
        "url": stored.url(photos.size_name(question.image.name, 800)),
        "large": stored.url(photos.size_name(question.image.name, 1600)),
        "alt": pair(question, "image_alt"),
    }


def without_secrets(question: Snapshot) -> Snapshot:
    return {name: value for name, value in question.items() if name not in SECRET}


def text_problem(text: str, limit: int, field: str, choice: int | None = None) -> Problem | None:
    """Too long, or not composed (NFC)."""
    if len(text) > limit:
        message = _("%(n)s characters are too many; %(limit)s fit.") % {
            "n": len(text),
            "limit": limit,
        }
        return Problem("too_long", field, message, choice)
    if text != nfc(text):
        message = _("The marks are typed apart from their letters; type the text again.")
        return Problem("not_nfc", field, message, choice)
    return None


def column_problems(
    row: Any, name: str, model: type[Model], choice: int | None = None
) -> list[Problem]:
    """Missing, too long, or not composed (NFC), per language, of a pair of columns."""
    found = []
    for code, language in LANGUAGES:
        field = f"{name}_{code}"
        text = getattr(row, field) or ""
        column: Any = model._meta.get_field(field)
        if not text.strip():
            message = _("The text in %(language)s is missing.") % {"language": language}
            found.append(Problem("missing", field, message, choice))
        elif problem := text_problem(text, column.max_length or 0, field, choice):
            found.append(problem)
    return found


def shuffled(key: str, count: int) -> list[int]:
    """0 … count − 1 in an order that looks drawn, the same each time, and that nobody outside
    can compute from the key; never the order it began with."""
    found = sorted(
        range(count), key=lambda at: salted_hmac("quizzes.shuffle", f"{key}:{at}").hexdigest()
    )
    return found[1:] + found[:1] if found == list(range(count)) else found


def both(value: object) -> dict[str, str]:
    """A pair of texts of a spec as it is stored, with its reference if it has one."""
    texts: Mapping[str, object] = value if isinstance(value, Mapping) else {}
    found = {code: clean(texts.get(code)) for code, _language in LANGUAGES}
    return {**found, **({"ref": clean(texts["ref"])} if texts.get("ref") else {})}


def shown(texts: Mapping[str, str]) -> dict[str, str]:
    """A pair of texts without what it stands for."""
    return {code: texts[code] for code, _language in LANGUAGES}


def part_problems(parts: Sequence[Mapping[str, str]], name: str, limit: int) -> Iterable[Problem]:
    """Missing, too long, or twice the same, of the parts `item_1_vi`, `item_1_en`, …"""
    for code, language in LANGUAGES:
        seen: dict[str, int] = {}
        for number, part in enumerate(parts, start=1):
            field, text = f"{name}_{number}_{code}", part[code]
            if not text:
                message = _("The text in %(language)s is missing.") % {"language": language}
                yield Problem("missing", field, message)
            elif problem := text_problem(text, limit, field):
                yield problem
            elif (same := text.casefold()) in seen:
                message = _("This reads the same as number %(n)s.") % {"n": seen[same]}
                yield Problem("same_text", field, message)
            else:
                seen[same] = number


def clean(text: object) -> str:
    """A text of a spec as it is stored."""
    return " ".join(nfc(str(text or "")).split())
