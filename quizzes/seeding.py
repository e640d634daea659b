"""Brings the site's own decks from quizzes/data/decks/*.yaml with `manage.py seed`.

A question and its choices stand or fall together: once an editor has saved a question, the seed
leaves all of it alone, because a text of ours beside choices of theirs could be wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TextIO

import yaml
from django.db.models import Model
from django.utils import translation

from heritage.models import EthnicGroup, Fact, HeritageListing, Province
from heritage.seeding import Seeder, SeedError
from heritage.text import nfc

from . import people
from .kinds import UnknownKind, kind
from .models import Choice, Deck, Question, State
from .review import playing_problems

FOLDER = Path(__file__).parent / "data" / "decks"

#: What the seeder writes into the history of the rows it saves.
_REASON = "seed"
_BOTH = ("vi", "en")
_LINKS: dict[str, tuple[type[Model], str]] = {
    "group": (EthnicGroup, "slug"),
    "province": (Province, "slug"),
    "fact": (Fact, "key"),
    "listing": (HeritageListing, "name_vi"),
}
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class QuestionData:
    """One question of a file, with its links looked up."""

    values: dict[str, Any]
    choices: list[dict[str, Any]]

    @property
    def key(self) -> str:
        return str(self.values["key"])


@dataclass(frozen=True)
class DeckData:
    """One file."""

    file: str
    values: dict[str, Any]
    questions: list[QuestionData]


def bring_decks(*, seeder: Seeder, stdout: TextIO | None = None, **_: object) -> None:
    """Receiver of `heritage.signals.seeding`. Raises SeedError naming file and question."""
    decks = read_decks(FOLDER)
    mine = _touched_by_editors()
    entries = [entry for deck in decks for entry in _bring_deck(seeder, deck)]
    rows = seeder.apply_all(
        Question,
        [
            ({"key": data.key}, {} if data.key in mine else _question_values(deck, data))
            for deck, data in entries
        ],
    )
    untouched = [
        (row, data)
        for row, (_deck, data) in zip(rows, entries, strict=True)
        if row is not None and data.key not in mine
    ]
    _bring_choices(seeder, untouched)
    left = sum(1 for _deck, data in entries if data.key in mine)
    if left and stdout is not None:
        stdout.write(f"quizzes: {left} questions left as editors have saved them\n")


def read_decks(folder: Path) -> list[DeckData]:
    """Read and check every file of the folder against the database. Raises SeedError."""
    links = _Links()
    with people.read_once():
        decks = [_read_deck(path, links) for path in sorted(folder.glob("*.yaml"))]
    seen: dict[str, str] = {}
    for deck in decks:
        for question in deck.questions:
            if question.key in seen:
                raise SeedError(deck.file, question.key, f"also a key in {seen[question.key]}")
            seen[question.key] = deck.file
    return decks


# --- writing -------------------------------------------------------------------------------------


def _touched_by_editors() -> set[str]:
    history = Question.history.exclude(history_change_reason=_REASON)
    return set(history.values_list("key", flat=True))


def _bring_deck(seeder: Seeder, data: DeckData) -> list[tuple[Deck, QuestionData]]:
    values = {**data.values, "state": State.PUBLISHED}
    deck = seeder.apply(Deck, {"slug": values.pop("slug")}, values)
    return [(deck, question) for question in data.questions] if deck is not None else []


def _question_values(deck: Deck, data: QuestionData) -> dict[str, Any]:
    values = {name: value for name, value in data.values.items() if name != "key"}
    return {
        **values,
        "deck": deck,
        "state": State.PUBLISHED,
        "choice_count": len(data.choices),
        "right_count": sum(choice["is_right"] for choice in data.choices),
    }


def _bring_choices(seeder: Seeder, questions: list[tuple[Question, QuestionData]]) -> None:
    rows = [
        (
            {"question": question, "position": position},
            {**choice, "exclusive": question.kind != "multiple"},
        )
        for question, data in questions
        for position, choice in enumerate(data.choices, start=1)
    ]
    # Wrong ones first: when the data move the right choice, two must never be right at once.
    rows.sort(key=lambda row: bool(row[1]["is_right"]))
    wrong = [row for row in rows if not row[1]["is_right"]]
    seeder.apply_all(Choice, wrong)
    seeder.apply_all(Choice, rows[len(wrong) :])
    lengths = {question.pk: len(data.choices) for question, data in questions}
    surplus = Choice.objects.filter(question__in=lengths).values_list("pk", "question", "position")
    for pk, question, position in surplus:
        if position > lengths[question]:
            Choice.objects.get(pk=pk).delete()


# --- reading -------------------------------------------------------------------------------------


class _Links:
    """Rows that questions point to, by slug, key or name; read once."""

    def __init__(self) -> None:
        self._rows: dict[str, dict[str, Model]] = {
            name: {getattr(row, column): row for row in model._default_manager.all()}
            for name, (model, column) in _LINKS.items()
        }

    def find(self, name: str, value: str, file: str, key: str) -> Model:
        try:
            return self._rows[name][value]
        except KeyError:
            raise SeedError(file, key, f"no {name} is called {value!r}") from None


def _read_deck(path: Path, links: _Links) -> DeckData:
    file = path.name
    try:
        raw = yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)  # noqa: S506  a safe one
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise SeedError(file, None, f"cannot be read: {error}") from error
    values = {
        name: _text(raw, name, file, None)
        for name in ("slug", "topic", *_paired("title"), *_paired("description"))
    }
    values["region"] = nfc(str(raw.get("region") or ""))
    questions = [
        _read_question(each, position, file, links)
        for position, each in enumerate(raw.get("questions") or [], start=1)
    ]
    return DeckData(file, values, questions)


def _read_question(raw: Mapping[str, Any], position: int, file: str, links: _Links) -> QuestionData:
    key = _text(raw, "key", file, f"question {position}")
    values: dict[str, Any] = {
        name: _text(raw, name, file, key)
        for name in ("key", "kind", *_paired("text"), *_paired("explanation"), *_paired("source"))
    }
    values |= {
        "position": position,
        "level": raw.get("level", 1),
        "seconds": raw.get("seconds", 20),
        "claim": raw.get("claim"),
    }
    try:
        values["spec"] = kind(str(values["kind"])).tidy(raw.get("spec") or {})
    except UnknownKind:
        raise SeedError(file, key, f"there is no kind {values['kind']!r}") from None
    for name in _LINKS:
        # `groups` and `provinces` list further ones; the first serves where no single one is named.
        value = raw.get(name) or next(iter(raw.get(f"{name}s") or []), None)
        values[name] = links.find(name, nfc(str(value)), file, key) if value else None
    choices = [
        {
            "text_vi": _text(choice, "vi", file, key),
            "text_en": _text(choice, "en", file, key),
            "is_right": choice.get("right") is True,
            "ref": "" if choice.get("ref") is None else str(choice["ref"]),
        }
        for choice in raw.get("choices") or []
    ]
    _refuse_unplayable(values, choices, file, key)
    return QuestionData(values, choices)


def _refuse_unplayable(
    values: dict[str, Any], choices: Iterable[dict[str, Any]], file: str, key: str
) -> None:
    with translation.override("en"):
        found = playing_problems(
            SimpleNamespace(**values), [SimpleNamespace(**choice) for choice in choices]
        )
    if found:
        raise SeedError(file, key, "; ".join(f"{each.where}: {each.message}" for each in found))


def _paired(name: str) -> list[str]:
    return [f"{name}_{code}" for code in _BOTH]


def _text(raw: Mapping[str, Any], name: str, file: str, row: str | None) -> str:
    value = raw.get(name)
    if value is None or str(value).strip() == "":
        raise SeedError(file, row, f"{name} is missing")
    return nfc(str(value)).strip()
