"""Kinds of question: how each is checked, frozen for a session, answered, marked and counted.

`kind("single")` finds one. A new kind is a module here and a line in `_KINDS`; rows of the other
kinds, and their database columns, do not change.
"""

from __future__ import annotations

from .base import BadResponse, Counts, Kind, Problem, Response, Snapshot, Spec, UnknownKind
from .choice import MultipleChoice, SingleChoice, TrueFalse
from .map_pin import MapPin
from .match import Match
from .order import Order
from .typed import TypedAnswer

_ALL: tuple[Kind, ...] = (
    SingleChoice(),
    MultipleChoice(),
    TrueFalse(),
    TypedAnswer(),
    MapPin(),
    Order(),
    Match(),
)
_KINDS: dict[str, Kind] = {each.slug: each for each in _ALL}


def kind(slug: str) -> Kind:
    """The kind with this slug. Raises UnknownKind."""
    try:
        return _KINDS[slug]
    except KeyError:
        raise UnknownKind(slug) from None


def labels() -> list[tuple[str, str]]:
    """Slug and name of every kind, for forms and filters."""
    return [(each.slug, each.label) for each in _KINDS.values()]


__all__ = [
    "BadResponse",
    "Counts",
    "Kind",
    "Problem",
    "Response",
    "Snapshot",
    "Spec",
    "UnknownKind",
    "kind",
    "labels",
]
