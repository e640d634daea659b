"""Questions between a file and the database: what every reader returns and every writer takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from ..kinds.base import Spec
from .problems import RowProblem

#: A text by language, "vi" and "en"; a language that is absent was not in the file.
Text = dict[str, str]
LANGUAGES = ("vi", "en")
#: What is taken where a file says nothing.
SECONDS, LEVEL = 20, 1
TRUE: Text = {"vi": "Đúng", "en": "True"}
FALSE: Text = {"vi": "Sai", "en": "False"}


@dataclass
class Option:
    """One answer offered."""

    text: Text = field(default_factory=dict)
    right: bool = False
    ref: str = ""


@dataclass
class Draft:
    """A question as a file tells it. `spec` is what its kind keeps in `Question.spec`; `picture`
    names an entry of `Reading.pictures`; `links` hold short names of group, province, fact and
    listing."""

    kind: str = "single"
    text: Text = field(default_factory=dict)
    options: list[Option] = field(default_factory=list)
    spec: Spec = field(default_factory=dict)
    explanation: Text = field(default_factory=dict)
    source: Text = field(default_factory=dict)
    level: int = LEVEL
    seconds: int = SECONDS
    picture: str = ""
    picture_alt: Text = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    key: str = ""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> Draft:
        options = [Option(**option) for option in data.get("options", [])]
        return cls(**{**data, "options": options})

    @property
    def right(self) -> list[int]:
        """Positions from 1 of the right options."""
        return [at for at, option in enumerate(self.options, start=1) if option.right]


@dataclass
class Row:
    """A question of a file: `number` is its row in a sheet, or its place among the questions;
    `draft` is None when nothing of it can be used; `quote` then tells which it is."""

    number: int
    draft: Draft | None = None
    problems: list[RowProblem] = field(default_factory=list)
    notes: list[RowProblem] = field(default_factory=list)
    quote: str = ""

    @property
    def said(self) -> str:
        """The question in short, for lists."""
        text = next(filter(None, self.draft.text.values()), "") if self.draft else ""
        return text or self.quote


@dataclass
class Reading:
    """All that a file held. `language` is that of a file of one language, "" for one of both."""

    format: str
    rows: list[Row] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)
    language: str = ""
    #: What the file says of the deck itself: title, description, topic, region, may_change.
    deck: dict[str, Any] = field(default_factory=dict)


def true_false(right: bool, *languages: str) -> list[Option]:
    """The two options of a statement, in the site's own words in these languages."""
    return [
        Option({code: words[code] for code in languages}, yes)
        for words, yes in ((TRUE, right), (FALSE, not right))
    ]


def is_true_false(draft: Draft) -> bool:
    """Whether the options are the plain true and false, in this order."""
    texts = [option.text for option in draft.options]
    return (
        draft.kind == "truefalse"
        and len(texts) == 2
        and all(TRUE[code] == text for code, text in texts[0].items())
        and all(FALSE[code] == text for code, text in texts[1].items())
    )


def in_language(text: Text, language: str) -> str:
    """A text in one language, in the other where it lacks."""
    return text.get(language) or next(filter(None, text.values()), "")


def only(draft: Draft, language: str) -> Draft:
    """The draft with one language, the other standing in where it lacks."""

    def one(text: Text) -> Text:
        said = in_language(text, language)
        return {language: said} if said else {}

    return replace(
        draft,
        text=one(draft.text),
        options=[replace(option, text=one(option.text)) for option in draft.options],
        spec=_spec_only(draft.spec, language),
        explanation=one(draft.explanation),
        source=one(draft.source),
        picture_alt=one(draft.picture_alt),
    )


def filled(draft: Draft) -> Draft:
    """The draft with each text in both languages: what lacks is said in the other."""

    def both(text: Text) -> Text:
        said = next(filter(None, text.values()), "")
        return {code: text.get(code) or said for code in LANGUAGES} if said else dict(text)

    spec = dict(draft.spec)
    if isinstance(accepted := spec.get("accepted"), dict):
        given: list[str] = next(filter(None, accepted.values()), [])
        spec["accepted"] = {code: accepted.get(code) or list(given) for code in LANGUAGES}
    if "items" in spec:
        spec["items"] = [both(item) for item in spec["items"]]
    if "pairs" in spec:
        spec["pairs"] = [
            {side: both(pair.get(side, {})) for side in ("left", "right")} for pair in spec["pairs"]
        ]
    return replace(
        draft,
        text=both(draft.text),
        options=[replace(option, text=both(option.text)) for option in draft.options],
        spec=spec,
        explanation=both(draft.explanation),
        source=both(draft.source),
        picture_alt=both(draft.picture_alt),
    )


def languages_of(draft: Draft) -> list[str]:
    """The languages that something of the draft is written in."""
    spec = draft.spec
    texts: list[Mapping[str, Any]] = [draft.text, *(option.text for option in draft.options)]
    texts += [draft.explanation, draft.source, spec.get("accepted") or {}]
    texts += [*(spec.get("items") or [])]
    texts += [pair.get(side, {}) for pair in spec.get("pairs") or [] for side in ("left", "right")]
    return [code for code in LANGUAGES if any(text.get(code) for text in texts)]


def _spec_only(spec: Spec, language: str) -> Spec:
    found = dict(spec)
    if isinstance(accepted := found.get("accepted"), dict):
        said: list[str] = next(filter(None, accepted.values()), [])
        given = accepted.get(language) or said
        found["accepted"] = {language: list(given)}
    if "items" in found:
        found["items"] = [{language: in_language(_texts(item), language)} for item in spec["items"]]
    if "pairs" in found:
        found["pairs"] = [
            {
                side: {language: in_language(_texts(pair.get(side, {})), language)}
                for side in ("left", "right")
            }
            for pair in spec["pairs"]
        ]
    return found


def _texts(part: Mapping[str, Any]) -> Text:
    return {code: str(part[code]) for code in LANGUAGES if part.get(code)}


def lean(spec: Spec) -> Spec:
    """A spec without the languages that say nothing."""
    found = dict(spec)
    if isinstance(accepted := found.get("accepted"), dict):
        found["accepted"] = {code: texts for code, texts in accepted.items() if texts}
    if "items" in found:
        found["items"] = [_lean(item) for item in found["items"]]
    if "pairs" in found:
        found["pairs"] = [
            {side: _lean(text) for side, text in pair.items()} for pair in found["pairs"]
        ]
    return found


def _lean(part: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in part.items() if value}
