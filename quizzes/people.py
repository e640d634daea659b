"""What each people is called, for answers that name one; read once for many questions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from heritage.models import EthnicGroup, GroupName

from .matching import Names, Rivals, rivals, unambiguous

#: "Sán Chí (Sán Chỉ)" holds two names.
_PARTS = re.compile(r"[(),]")
_kept: ContextVar[dict[int, Names] | None] = ContextVar("names of peoples", default=None)


@contextmanager
def read_once() -> Iterator[None]:
    """Within this, the names are read from the database once at most."""
    token = _kept.set({})
    try:
        yield
    finally:
        _kept.reset(token)


@dataclass(frozen=True)
class Called:
    """What one people is called in each language, and what must not be taken for it."""

    vi: list[str]
    en: list[str]
    apart: Rivals


def names_of(group: EthnicGroup) -> Called:
    """Every name that is accepted for a people. Raises KeyError for one that is not stored."""
    everybody = dict(_all_names())
    mine = everybody.pop(group.pk)
    apart = rivals(mine, everybody.values())
    name_vi, name_en = mine.official
    return Called(unambiguous([name_vi, *mine.others], apart), unambiguous([name_en], apart), apart)


def _parts(name: str) -> list[str]:
    return [part.strip() for part in _PARTS.split(name) if part.strip()]


def _all_names() -> dict[int, Names]:
    kept = _kept.get()
    if kept:
        return kept
    found: dict[int, tuple[list[str], list[str]]] = {}
    # A local group's name is not the people's.
    rows = GroupName.objects.exclude(kind=GroupName.Kind.SUBGROUP)
    for pk, name, kind in rows.values_list("group_id", "name", "kind"):
        others, avoided = found.setdefault(pk, ([], []))
        (avoided if kind == GroupName.Kind.AVOID else others).extend(_parts(name))
    names = {
        pk: Names([name_vi, _parts(name_en)[0]], *found.get(pk, ([], [])))
        for pk, name_vi, name_en in EthnicGroup.objects.values_list("pk", "name_vi", "name_en")
    }
    if kept is not None:
        kept.update(names)
    return names
