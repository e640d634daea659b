"""Positions as JSON and back, lossless."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from games.game import Json, read_options, write_options

from . import moves
from .moves import Move
from .options import Options
from .state import Bet, Claim, Counter, Duel, Player, Question, Result, State, Trip, Window
from .travel import Route

VERSION = 1

Made = TypeVar("Made")


def encode(state: State) -> dict[str, Json]:
    """The whole position, hidden things included: for the table's row, never for a page."""
    return {"version": VERSION, **_object(state)}


def _object(value: Any) -> dict[str, Json]:
    return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}


def _plain(value: Any) -> Json:
    if isinstance(value, Options):
        return write_options(value)
    if isinstance(value, Move):
        return moves.encode(value)
    if is_dataclass(value):
        return _object(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(value[key]) for key in sorted(value)}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value


def decode(data: Mapping[str, Json]) -> State:
    """The position again."""
    return _made(
        State,
        {name: value for name, value in data.items() if name != "version"},
        options=lambda raw: read_options(Options, raw),
        players=lambda raw: tuple(_made(Player, one, flags=frozenset, hand=tuple) for one in raw),
        ring=tuple,
        deck=tuple,
        discard=tuple,
        piles=lambda raw: {name: tuple(left) for name, left in raw.items()},
        blocked=frozenset,
        trip=_trip,
        bet=lambda raw: _made(Bet, raw, dice=tuple),
        duel=lambda raw: _made(Duel, raw, dice=lambda both: tuple(map(tuple, both))),
        question=_question,
        window=lambda raw: _made(Window, raw, asked=tuple, queue=tuple),
        counter=lambda raw: _made(Counter, raw),
        claim=lambda raw: _made(Claim, raw, provinces=tuple),
        rerolled=frozenset,
        result=lambda raw: _made(Result, raw, places=tuple),
        gathered=lambda raw: {int(seat): moves.decode(one) for seat, one in raw.items()},
        reading=frozenset,
        quiet=frozenset,
        resting=frozenset,
        explained=_question,
        voided=frozenset,
    )


def _made(kind: type[Made], raw: Mapping[str, Json], **readers: Callable[[Any], Any]) -> Made:
    values = {
        name: readers[name](value) if name in readers and value is not None else value
        for name, value in raw.items()
    }
    return kind(**values)


def _trip(raw: Mapping[str, Json]) -> Trip:
    return _made(Trip, raw, route=lambda one: _made(Route, one, path=tuple), attach=tuple)


def _question(raw: Mapping[str, Json]) -> Question:
    return _made(
        Question,
        raw,
        order=tuple,
        answering=tuple,
        given=_by_seat,
        locked=frozenset,
        removed=_by_seat,
        copies=_by_seat,
        final=_by_seat,
        umbrellas=frozenset,
        cards=lambda used: tuple((seat, code) for seat, code in used),
    )


def _by_seat(raw: Mapping[str, Json]) -> dict[int, Any]:
    return {int(seat): value for seat, value in raw.items()}
