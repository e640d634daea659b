"""A faulty row as a form, and the form as a draft again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from ..files.drafts import Draft, Option, Text, in_language
from ..files.words import line, whole
from ..kinds import labels
from ..models import MAX_CHOICES

#: Rows for pairs and for things to order.
PARTS = 6
#: A text longer than this is cut: nothing that long can be mended by a check either.
LONGEST = 2000
_CHOICES = ("single", "multiple", "truefalse")


@dataclass(frozen=True)
class Entry:
    """One text field: name in the form, value, language."""

    name: str
    value: str
    language: str


@dataclass(frozen=True)
class Line:
    """Fields that belong together: an answer with its mark, a pair, a thing to order."""

    number: int
    entries: list[Entry]
    right: bool = False
    letter: str = ""


def fields(draft: Draft, languages: Sequence[str]) -> dict[str, Any]:
    """What the template draws: the texts and the parts that the draft's kind has."""
    return {
        "kinds": [each for each in labels() if each[0] != "map-pin"],
        "text": _entries("text", draft.text, languages),
        "explanation": _entries("explanation", draft.explanation, languages),
        "options": _options(draft, languages) if draft.kind in _CHOICES else [],
        "accepted": _accepted(draft, languages) if draft.kind == "typed" else [],
        "items": _items(draft, languages) if draft.kind == "order" else [],
        "pairs": _pairs(draft, languages) if draft.kind == "match" else [],
    }


def _entries(name: str, text: Mapping[str, Any], languages: Sequence[str]) -> list[Entry]:
    return [Entry(f"{name}_{code}", str(text.get(code) or ""), code) for code in languages]


def _options(draft: Draft, languages: Sequence[str]) -> list[Line]:
    count = max(MAX_CHOICES, len(draft.options))
    options = [*draft.options, *(Option() for _at in range(count - len(draft.options)))]
    return [
        Line(at, _entries(f"option_{at}", option.text, languages), option.right, chr(64 + at))
        for at, option in enumerate(options, start=1)
    ]


def _accepted(draft: Draft, languages: Sequence[str]) -> list[Entry]:
    accepted = draft.spec.get("accepted") or {}
    return [
        Entry(f"accepted_{code}", "\n".join(accepted.get(code) or []), code) for code in languages
    ]


def _items(draft: Draft, languages: Sequence[str]) -> list[Line]:
    items = _padded(draft.spec.get("items"))
    return [
        Line(at, _entries(f"item_{at}", item, languages)) for at, item in enumerate(items, start=1)
    ]


def _pairs(draft: Draft, languages: Sequence[str]) -> list[Line]:
    pairs = _padded(draft.spec.get("pairs"))
    return [
        Line(
            at,
            [
                entry
                for code in languages
                for side in ("left", "right")
                for entry in _entries(f"{side}_{at}", pair.get(side, {}), [code])
            ],
        )
        for at, pair in enumerate(pairs, start=1)
    ]


def _padded(parts: Any) -> list[dict[str, Any]]:
    found = list(parts or [])
    return found + [{} for _at in range(PARTS - len(found))]


def of_form(draft: Draft, data: QueryDict, languages: Sequence[str]) -> Draft:
    """The draft as it was typed; what the form does not show stays as it was."""
    slugs = {slug for slug, _label in labels()}
    kind = data.get("kind", draft.kind)
    found = replace(
        draft,
        kind=kind if kind in slugs else draft.kind,
        text=_text("text", data, languages),
        explanation=_text("explanation", data, languages, whole),
    )
    if found.kind in _CHOICES:
        found.options = _read_options(draft, data, languages)
        found.spec = {}
    else:
        found.options = []
        found.spec = _read_spec(found, data, languages)
    return found


def _text(name: str, data: QueryDict, languages: Sequence[str], clean: Any = line) -> Text:
    read = {code: clean(data.get(f"{name}_{code}", ""))[:LONGEST] for code in languages}
    return {code: text for code, text in read.items() if text}


def _read_options(draft: Draft, data: QueryDict, languages: Sequence[str]) -> list[Option]:
    right = set(data.getlist("right"))
    count = max(MAX_CHOICES, len(draft.options))
    read = [
        Option(_text(f"option_{at}", data, languages), str(at) in right)
        for at in range(1, count + 1)
    ]
    # An empty answer that is marked is a slip worth hearing of; an empty one that is not is none.
    return [option for option in read if option.text or option.right]


def _read_spec(draft: Draft, data: QueryDict, languages: Sequence[str]) -> dict[str, Any]:
    if draft.kind == "typed":
        lines = {code: data.get(f"accepted_{code}", "")[:LONGEST] for code in languages}
        accepted = {
            code: list(dict.fromkeys(filter(None, map(line, text.splitlines()))))
            for code, text in lines.items()
        }
        return {"accepted": accepted, "people": bool(draft.spec.get("people"))}
    if draft.kind == "order":
        items = [_text(f"item_{at}", data, languages) for at in range(1, PARTS + 1)]
        return {"items": [item for item in items if item]}
    if draft.kind == "match":
        pairs = [
            {side: _text(f"{side}_{at}", data, languages) for side in ("left", "right")}
            for at in range(1, PARTS + 1)
        ]
        return {"pairs": [pair for pair in pairs if pair["left"] or pair["right"]]}
    return draft.spec


def answers_in_words(draft: Draft, language: str) -> list[tuple[str, bool]]:
    """The answers of a row in short, each with whether it is right."""
    if draft.kind == "typed":
        accepted = draft.spec.get("accepted") or {}
        given: list[str] = next(filter(None, accepted.values()), [])
        return [(text, True) for text in accepted.get(language) or given]
    if draft.kind == "order":
        items = draft.spec.get("items") or []
        return [(f"{at}. {in_language(item, language)}", True) for at, item in enumerate(items, 1)]
    if draft.kind == "match":
        return [
            (
                f"{in_language(pair.get('left', {}), language)} – "
                f"{in_language(pair.get('right', {}), language)}",
                True,
            )
            for pair in draft.spec.get("pairs") or []
        ]
    if draft.kind == "map-pin":
        return [(", ".join(draft.spec.get("right") or []), True)]
    return [
        (in_language(option.text, language) or _("(empty)"), option.right)
        for option in draft.options
    ]
