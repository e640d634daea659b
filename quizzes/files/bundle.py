"""The site's own bundle: a deck with everything in it, pictures too, as JSON in a zip.

`deck.json` holds the deck and its questions in both languages; pictures lie beside it. Plain JSON
without pictures is read as well. docs/reference/deck-bundle.md describes it field by field.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from ..kinds import UnknownKind, kind
from ..kinds.base import LANGUAGES
from .drafts import LEVEL, SECONDS, Draft, Option, Reading, Row, Text, lean
from .limits import Package, is_zip, pack
from .problems import FileRefused, problem
from .words import line, whole

NAME, FORMAT, VERSION = "deck.json", "rang-ro-deck", 1
_CODES = tuple(code for code, _language in LANGUAGES)
_TEXTS = ("text", "explanation", "source", "picture_alt")
_LINKS = ("group", "province", "fact", "listing")
_DECK_TEXTS = ("title", "description")
#: Deeper JSON than this is none of ours, and would exhaust the stack.
_DEEPEST = 12


def read(data: bytes) -> Reading:
    """The deck of a bundle. Raises FileRefused."""
    package = Package(data) if is_zip(data) else None
    if package is not None and NAME not in package:
        raise FileRefused("unknown")
    whole_file = _json(package.read(NAME) if package else data)
    if not isinstance(whole_file, dict) or whole_file.get("format") != FORMAT:
        raise FileRefused("unknown")
    version = whole_file.get("version")
    if version != VERSION:
        raise FileRefused("bundle_version", version=str(version)[:20])
    reading = Reading("bundle", deck=_deck(whole_file.get("deck")))
    questions = whole_file.get("questions")
    for number, entry in enumerate(questions if isinstance(questions, list) else [], start=1):
        row = _row(number, entry)
        if row.draft and row.draft.picture:
            _take_picture(row, row.draft, reading, package)
        reading.rows.append(row)
    return reading


def is_bundle(data: bytes) -> bool:
    """Whether a text is a bundle without pictures."""
    return data.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] == b"{" and FORMAT.encode() in data[:2000]


def _json(data: bytes) -> Any:
    try:
        text = data.decode("utf-8-sig")
        if _depth(text) > _DEEPEST:
            raise FileRefused("damaged")
        return json.loads(text)
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        if isinstance(error, FileRefused):
            raise
        raise FileRefused("damaged") from error


def _depth(text: str) -> int:
    """How deep brackets nest, those in strings included: an upper bound is enough."""
    deepest = now = 0
    inside = escaped = False
    for char in text:
        if inside:
            if escaped:
                escaped = False
            elif char == "\\":
                escaped = True
            elif char == '"':
                inside = False
        elif char == '"':
            inside = True
        elif char in "[{":
            now += 1
            deepest = max(deepest, now)
        elif char in "]}":
            now -= 1
    return deepest


def _deck(given: object) -> dict[str, Any]:
    data = given if isinstance(given, dict) else {}
    found: dict[str, Any] = {name: _text(data.get(name)) for name in _DECK_TEXTS}
    for name in ("topic", "region"):
        value = data.get(name)
        found[name] = value if isinstance(value, str) else ""
    found["may_change"] = data.get("may_change") is True
    return found


def _text(given: object) -> Text:
    data = given if isinstance(given, Mapping) else {}
    return {
        code: said
        for code in _CODES
        if isinstance(data.get(code), str) and (said := whole(data[code]))
    }


def _row(number: int, entry: object) -> Row:
    if not isinstance(entry, dict):
        return Row(number, problems=[problem("not_a_question")])
    named = entry.get("kind")
    draft = Draft(
        kind=line(named)[:40] if isinstance(named, str) else "",
        level=_number(entry.get("level"), 1, 3, LEVEL),
        seconds=_number(entry.get("seconds"), 5, 300, SECONDS),
    )
    for name in _TEXTS:
        setattr(draft, name, _text(entry.get(name)))
    for name in ("key", "picture"):
        value = entry.get(name)
        setattr(draft, name, line(value)[:200] if isinstance(value, str) else "")
    links = entry.get("links")
    for name in _LINKS:
        slug = links.get(name) if isinstance(links, dict) else None
        if isinstance(slug, str) and line(slug):
            draft.links[name] = line(slug)[:200]
    row = Row(number, draft)
    if not draft.text:
        row.problems.append(problem("no_text"))
    try:
        found = kind(draft.kind)
    except UnknownKind:
        row.problems.append(problem("kind_unknown", "", text=draft.kind or str(named)))
        draft.kind = "single"
        return row
    if found.has_choices:
        draft.options = _options(entry.get("options"))
    else:
        spec = _scrubbed(entry.get("spec"))
        draft.spec = lean(found.tidy(spec if isinstance(spec, dict) else {}))
    return row


def _scrubbed(value: Any) -> Any:
    """A value of JSON whose texts can be stored."""
    if isinstance(value, str):
        return whole(value)
    if isinstance(value, list):
        return [_scrubbed(each) for each in value]
    if isinstance(value, dict):
        return {whole(name): _scrubbed(each) for name, each in value.items()}
    return value


def _options(given: object) -> list[Option]:
    return [
        Option(
            _text(each.get("text")),
            each.get("right") is True,
            line(each["ref"])[:80] if isinstance(each.get("ref"), str) else "",
        )
        for each in (given if isinstance(given, list) else [])[:20]
        if isinstance(each, dict)
    ]


def _number(given: object, least: int, most: int, usual: int) -> int:
    fits = isinstance(given, int) and not isinstance(given, bool) and least <= given <= most
    return given if fits and isinstance(given, int) else usual


def _take_picture(row: Row, draft: Draft, reading: Reading, package: Package | None) -> None:
    if package is None or draft.picture not in package or draft.picture == NAME:
        row.notes.append(problem("picture_missing", "", name=draft.picture))
        draft.picture = ""
    elif draft.picture not in reading.pictures:
        reading.pictures[draft.picture] = package.read(draft.picture)


# --- out -----------------------------------------------------------------------------------------


def write(drafts: Sequence[Draft], deck: Mapping[str, Any], pictures: Mapping[str, bytes]) -> bytes:
    """The zip. `pictures` hold the bytes by the names that drafts use."""
    return pack(_files(drafts, deck, pictures))


def _files(
    drafts: Sequence[Draft], deck: Mapping[str, Any], pictures: Mapping[str, bytes]
) -> Iterator[tuple[str, bytes]]:
    content = {
        "format": FORMAT,
        "version": VERSION,
        "deck": dict(deck),
        "questions": [_entry(draft) for draft in drafts],
    }
    yield NAME, json.dumps(content, ensure_ascii=False, indent=1).encode()
    for name in dict.fromkeys(draft.picture for draft in drafts if draft.picture):
        if name in pictures:
            yield name, pictures[name]


def _entry(draft: Draft) -> dict[str, Any]:
    """Only what is there, so that the file reads well."""
    data = draft.to_json()
    always = ("kind", "text", "level", "seconds")
    found = {name: value for name, value in data.items() if value or name in always}
    if "options" in found:
        found["options"] = [
            {name: value for name, value in option.items() if value or name == "text"}
            for option in found["options"]
        ]
    return found


def picture_name(number: int, stored: str) -> str:
    """Where the picture of a question lies in a package."""
    return f"pictures/{number}{PurePosixPath(stored).suffix or '.webp'}"
