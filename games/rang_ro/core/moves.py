"""Moves as values and as JSON (T4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from games.game import InvalidMove, Json

LETTERS = ("A", "B", "C")
#: Moves of the table itself.
OF_THE_TABLE = frozenset({"teacher", "join", "time_up", "level"})


@dataclass(frozen=True, slots=True)
class Move:
    """One decision; `t` says which, and each kind uses the fields that `FIELDS` lists for it."""

    t: str
    by: str | None = None
    path: tuple[str, ...] = ()
    to: str | None = None
    onward: str | None = None
    attach: tuple[str, ...] = ()
    x: int | None = None
    target: int | None = None
    who: int | None = None
    province: str | None = None
    provinces: tuple[str, ...] = ()
    kind: str | None = None
    k: str | None = None
    friend: int | None = None
    a: str | None = None
    lock: bool = False
    accept: bool | None = None
    do: str | None = None
    seat: int | None = None
    level: str | None = None
    rest: bool = False


def _text(value: Json) -> str:
    if not isinstance(value, str) or len(value) > 40:
        raise InvalidMove("malformed")
    return value


def _texts(value: Json) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(value) > 80:
        raise InvalidMove("malformed")
    return tuple(map(_text, value))


def _number(value: Json) -> int:
    if type(value) is not int or abs(value) > 1_000_000:
        raise InvalidMove("malformed")
    return value


def _flag(value: Json) -> bool:
    if not isinstance(value, bool):
        raise InvalidMove("malformed")
    return value


_READ: Mapping[str, Callable[[Json], Any]] = {
    **dict.fromkeys(("by", "to", "onward", "province", "kind", "k", "a", "do", "level"), _text),
    **dict.fromkeys(("path", "attach", "provinces"), _texts),
    **dict.fromkeys(("x", "target", "who", "friend", "seat"), _number),
    **dict.fromkeys(("lock", "accept", "rest"), _flag),
}
#: The fields of each kind of move.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "roll_setup": (),
    "place": ("province",),
    "move": ("by", "path", "to", "onward", "attach"),
    "book": (),
    "book_buy": (),
    "book_claim": (),
    "book_reply": ("accept",),
    "earn": ("x", "attach"),
    "challenge": ("target",),
    "choose_answerer": ("who",),
    "buy_card": (),
    "card": ("k", "to", "friend", "a", "province"),
    "pass": ("rest",),
    "benefit": ("kind", "target", "provinces"),
    "answer": ("a", "lock"),
    "next": (),
    "teacher": ("do",),
    "join": (),
    "time_up": (),
    "level": ("seat", "level"),
}
_DEFAULTS = {one.name: one.default for one in fields(Move)}


def decode(data: Json) -> Move:
    """A move from JSON. `null` is the same as leaving a field out. Raises InvalidMove `malformed`
    or `unknown_move`."""
    if not isinstance(data, dict):
        raise InvalidMove("malformed")
    kind = data.get("t")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise InvalidMove("unknown_move")
    given = {name: value for name, value in data.items() if name != "t" and value is not None}
    if not given.keys() <= set(FIELDS[kind]):
        raise InvalidMove("malformed")
    return Move(kind, **{name: _READ[name](value) for name, value in given.items()})


def encode(move: Move) -> dict[str, Json]:
    """The same as JSON, without what is left out."""
    told: dict[str, Json] = {"t": move.t}
    for name in FIELDS[move.t]:
        value = getattr(move, name)
        if value != _DEFAULTS[name]:
            told[name] = list(value) if isinstance(value, tuple) else value
    return told


def notation(move: Move) -> str:
    """A move in one line: its kind and what it names."""
    said = encode(move)
    words = [said.pop("t")]
    for value in said.values():
        words.append("+".join(value) if isinstance(value, list) else str(value))
    return " ".join(words)
