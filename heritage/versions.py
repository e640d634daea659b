"""Versions of a row told apart, field by field and word by word, for editors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import models
from django.utils.text import capfirst
from django.utils.translation import gettext as _

#: Words are compared one by one up to so many; longer texts are marked whole.
MOST_WORDS = 1200
#: Texts less alike (0 to 1) are another sentence: marked whole, for scraps of it help nobody.
LEAST_ALIKE = 0.4
#: Columns that no version is compared by.
BOOKKEEPING = frozenset(
    {"id", "search_text", "sort_key", "written_by", "reviewed_by", "width", "height"}
)


@dataclass(frozen=True)
class Piece:
    """A run of words, and whether the other side has it too."""

    text: str
    same: bool


@dataclass(frozen=True)
class Difference:
    """One field of two versions. A side is empty where it has nothing."""

    field: str
    label: str
    before: tuple[Piece, ...]
    after: tuple[Piece, ...]
    #: "vi" or "en" for a text in one language.
    language: str = ""


def marked(before: str, after: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Both texts cut into runs of words that are the same and that are not.

    >>> [piece.text for piece in marked("một hai ba", "một bốn ba")[1] if not piece.same]
    ['bốn']
    """
    old, new = _words(before), _words(after)
    if len(old) > MOST_WORDS or len(new) > MOST_WORDS:
        return _whole(before), _whole(after)
    left: list[Piece] = []
    right: list[Piece] = []
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < LEAST_ALIKE:
        return _whole(before), _whole(after)
    for what, a, b, c, d in matcher.get_opcodes():
        same = what == "equal"
        if b > a:
            left.append(Piece("".join(old[a:b]), same))
        if d > c:
            right.append(Piece("".join(new[c:d]), same))
    return _joined(left), _joined(right)


def difference(field: str, label: str, before: str, after: str, language: str = "") -> Difference:
    """Two shown values, told apart by words where both are running text."""
    return Difference(field, label, *marked(before, after), language)


def differences(before: Any, after: Any, fields: Iterable[str]) -> list[Difference]:
    """The fields in which two versions differ, in the order given. Either may be a row or a record
    of its history; None is a row that is not there."""
    found = []
    for name in fields:
        column = _column(after if after is not None else before, name)
        old, new = _raw(before, column), _raw(after, column)
        if old != new:
            language = name[-2:] if name.endswith(("_vi", "_en")) else ""
            label = capfirst(str(column.verbose_name))
            told = difference(name, label, shown(before, name), shown(after, name), language)
            found.append(told)
    return found


def compared(model: type[models.Model]) -> list[str]:
    """The fields of a model that versions are compared by: those that its history keeps."""
    kept = model.history.model._meta  # type: ignore[attr-defined]
    there = {field.name for field in kept.get_fields()}
    return [
        field.name
        for field in model._meta.concrete_fields
        if field.name in there and field.name not in BOOKKEEPING
    ]


def shown(row: Any, name: str) -> str:
    """A field as an editor reads it; "" for nothing."""
    if row is None:
        return ""
    column = _column(row, name)
    if getattr(column, "choices", None):
        return str(getattr(row, f"get_{name}_display")())
    try:
        value = getattr(row, name)
    except ObjectDoesNotExist:
        return _("(deleted)")
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


def _column(row: Any, name: str) -> Any:
    return row._meta.get_field(name)


def _raw(row: Any, column: Any) -> Any:
    if row is None:
        return None
    value = getattr(row, column.attname)
    # A file field is a value of its own kind; what it names is compared.
    return str(value) if isinstance(column, models.FileField) else value


def _words(text: str) -> list[str]:
    """Words and the spaces between them, so that joined they are the text again."""
    return re.findall(r"\s+|\w+|[^\w\s]", text)


def _joined(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Runs that differ only by a space between them are one: marks read better so."""
    out: list[Piece] = []
    for at, piece in enumerate(pieces):
        between = (
            piece.same
            and piece.text.isspace()
            and out
            and not out[-1].same
            and at + 1 < len(pieces)
            and not pieces[at + 1].same
        )
        if out and (between or (not piece.same and not out[-1].same)):
            out[-1] = Piece(out[-1].text + piece.text, same=False)
        else:
            out.append(piece)
    return tuple(out)


def _whole(text: str) -> tuple[Piece, ...]:
    return (Piece(text, same=False),) if text else ()
