"""Every format by name: who reads it, who writes it, what it can hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from . import aiken, anki, bundle, gift, kahoot, moodle_xml, qti, table
from .drafts import LEVEL, SECONDS, Draft, is_true_false, languages_of, only
from .problems import FileRefused

#: What a format may keep beside the question and its answers.
BOTH, WHY, SOURCE, LEVELS, TIMES, PICTURES, LINKS = (
    "both",
    "explanation",
    "source",
    "level",
    "seconds",
    "picture",
    "links",
)
_CHOICES = {"single": "single", "multiple": "multiple"}
_TOLD = {**_CHOICES, "truefalse": "truefalse", "typed": "typed", "match": "match"}
_EVERY = {**_TOLD, "order": "order", "map-pin": "map-pin"}

Writer = Callable[[Sequence[Draft], str, Mapping[str, Any], Mapping[str, bytes]], bytes]


@dataclass(frozen=True)
class Format:
    """One format: `kinds` says which kinds of question it holds, and as which they come back;
    `write` takes drafts, language, deck and pictures, None when it is only read."""

    slug: str
    label: Any
    endings: tuple[str, ...]
    kinds: Mapping[str, str]
    keeps: frozenset[str] = frozenset()
    mime: str = "text/plain; charset=utf-8"
    write: Writer | None = None
    reads: bool = True
    #: What else to know before the download, a sentence.
    hint: Any = ""

    @property
    def ending(self) -> str:
        return self.endings[0]


def _plain(write: Callable[[Sequence[Draft], str], bytes]) -> Writer:
    """A writer that needs neither the deck nor its pictures."""
    return lambda drafts, language, deck, pictures: write(drafts, language)


_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_SHEET_KEEPS = frozenset({BOTH, WHY, SOURCE, LEVELS, TIMES})
_SHEET_KINDS = {kind: kind for kind in _EVERY if kind != "map-pin"}

_ALL: tuple[Format, ...] = (
    Format(
        "bundle",
        _("Our own bundle, nothing lost"),
        ("zip", "json"),
        _EVERY,
        frozenset({BOTH, WHY, SOURCE, LEVELS, TIMES, PICTURES, LINKS}),
        "application/zip",
        lambda drafts, language, deck, pictures: bundle.write(drafts, deck, pictures),
    ),
    Format(
        "xlsx",
        _("Excel sheet"),
        ("xlsx",),
        _SHEET_KINDS,
        _SHEET_KEEPS,
        _XLSX,
        _plain(table.to_xlsx),
        reads=False,
    ),
    Format(
        "csv",
        _("CSV"),
        ("csv",),
        _SHEET_KINDS,
        _SHEET_KEEPS,
        "text/csv; charset=utf-8",
        _plain(table.to_csv),
        reads=False,
    ),
    Format("table", _("Excel or CSV with headers"), ("xlsx", "csv"), _SHEET_KINDS, _SHEET_KEEPS),
    Format(
        "kahoot",
        _("Kahoot sheet"),
        ("xlsx",),
        {**_CHOICES, "truefalse": "single"},
        frozenset({TIMES}),
        _XLSX,
        _plain(kahoot.write),
        hint=_("Kahoot takes 120 characters a question, 75 an answer, and times of its own."),
    ),
    Format("wayground", _("Wayground (Quizizz) sheet"), ("xlsx",), _TOLD),
    Format("blooket", _("Blooket CSV"), ("csv",), _TOLD),
    Format("gimkit", _("Gimkit CSV"), ("csv",), _TOLD),
    Format(
        "aiken",
        _("Aiken text"),
        ("txt",),
        {"single": "single", "truefalse": "single"},
        write=_plain(aiken.write),
    ),
    Format(
        "gift", _("GIFT text"), ("gift", "txt"), _TOLD, frozenset({WHY}), write=_plain(gift.write)
    ),
    Format(
        "moodle_xml",
        _("Moodle XML"),
        ("xml",),
        {**_TOLD, "order": "order"},
        frozenset({WHY, PICTURES}),
        "application/xml",
        lambda drafts, language, deck, pictures: moodle_xml.write(drafts, language, pictures),
    ),
    Format(
        "qti",
        _("QTI 2.1 package"),
        ("zip",),
        {**_TOLD, "order": "order", "truefalse": "single"},
        frozenset({WHY, PICTURES}),
        "application/zip",
        lambda drafts, language, deck, pictures: qti.write(drafts, language, deck, pictures),
    ),
    Format(
        "anki",
        _("Anki notes"),
        ("txt",),
        {**_TOLD, "order": "order"},
        frozenset({WHY}),
        write=_plain(anki.write),
        hint=_("For revision: the question in front, the answer behind."),
    ),
)
FORMATS: Mapping[str, Format] = {each.slug: each for each in _ALL}


def writers() -> list[Format]:
    """The formats that a deck can be downloaded in."""
    return [each for each in _ALL if each.write is not None]


def readers() -> list[Format]:
    """The formats that may be named for a file, where it is not found out."""
    return [each for each in _ALL if each.reads]


def kept(draft: Draft, held: Format, language: str) -> Draft | None:
    """The draft as it comes back from a format; None when its kind does not fit in."""
    if draft.kind not in held.kinds:
        return None
    found = replace(draft, kind=held.kinds[draft.kind], key="")
    if LINKS not in held.keeps:
        found.links = {}
    if BOTH not in held.keeps:
        found = only(found, language)
        if found.kind == "truefalse" and not is_true_false(found):
            # Others know true and false in their own words only.
            found.kind = "single"
    for feature, name in ((WHY, "explanation"), (SOURCE, "source")):
        if feature not in held.keeps:
            setattr(found, name, {})
    if LEVELS not in held.keeps:
        found.level = LEVEL
    if TIMES not in held.keeps:
        found.seconds = SECONDS
    if PICTURES not in held.keeps:
        found.picture, found.picture_alt = "", {}
    return found


def losses(drafts: Sequence[Draft], held: Format, language: str) -> list[str]:
    """What a download in this format leaves out of these questions, in sentences."""
    taken = [draft for draft in drafts if draft.kind in held.kinds]
    counts = {
        BOTH: sum(len(languages_of(draft)) > 1 for draft in taken),
        WHY: sum(bool(draft.explanation) for draft in taken),
        SOURCE: sum(bool(draft.source) for draft in taken),
        LEVELS: sum(draft.level != LEVEL for draft in taken),
        TIMES: sum(draft.seconds != SECONDS for draft in taken),
        PICTURES: sum(bool(draft.picture) for draft in taken),
        LINKS: sum(bool(draft.links) for draft in taken),
    }
    found = []
    left = len(drafts) - len(taken)
    if left:
        found.append(
            ngettext(
                "%(n)s question of a kind that it does not know",
                "%(n)s questions of kinds that it does not know",
                left,
            )
            % {"n": left}
        )
    found += [
        str(words)
        for feature, words in _LOST.items()
        if counts[feature] and feature not in held.keeps
    ]
    return found


_LOST: Mapping[str, Any] = {
    BOTH: _("the other language"),
    WHY: _("explanations"),
    SOURCE: _("sources"),
    LEVELS: _("levels"),
    TIMES: _("times"),
    PICTURES: _("pictures"),
    LINKS: _("links to peoples and provinces"),
}


def write(
    slug: str,
    drafts: Sequence[Draft],
    language: str,
    deck: Mapping[str, Any],
    pictures: Mapping[str, bytes],
) -> bytes:
    """A file of these questions, as far as the format holds them. Raises FileRefused."""
    held = FORMATS.get(slug)
    if held is None or held.write is None:
        raise FileRefused("not_written")
    fitting = [draft for draft in drafts if draft.kind in held.kinds]
    return held.write(fitting, language, deck, pictures)
