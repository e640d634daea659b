"""What can be done in a turn, as values and as JSON. Reading one needs no position: wrong types,
numbers that are none, and places off the grid of 0.1 are refused before any geometry is done."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.game import InvalidMove, Json

from .pieces import COLOURS, PLANKS, RAFTERS, Pose

#: Places further away than this (mm) are no places, angles further round (degrees) no angles.
FARTHEST, ROUND = 1000.0, 3600.0
#: Places and angles are multiples of 1/GRID.
GRID = 10


@dataclass(frozen=True, slots=True)
class Rafters:
    """The first player puts the five rafters on the base card; None is the standard layout."""

    poses: tuple[Pose, ...] | None = None


@dataclass(frozen=True, slots=True)
class Lift:
    """Take a rafter into the hand."""

    rafter: int


@dataclass(frozen=True, slots=True)
class Draw:
    """Take a plank lying face up, or with None the next of the pile."""

    plank: int | None = None


@dataclass(frozen=True, slots=True)
class Lay:
    """Hold the plank in its place."""

    pose: Pose


@dataclass(frozen=True, slots=True)
class Man:
    """Put the rafter on the held plank, and let go."""

    pose: Pose


@dataclass(frozen=True, slots=True)
class Load:
    """Put down a chest of one's own."""

    colour: int
    pose: Pose


@dataclass(frozen=True, slots=True)
class Stuck:
    """There is no place for the plank."""


@dataclass(frozen=True, slots=True)
class Late:
    """A move that a clock has made: the rest of the turn is played without thinking time."""

    move: Rafters | Lift | Draw | Lay | Man | Load | Stuck


@dataclass(frozen=True, slots=True)
class Word:
    """The table ends the game: `resign` of a seat, or `stopped` by whoever may."""

    reason: str
    seat: int | None = None


Played = Rafters | Lift | Draw | Lay | Man | Load | Stuck
Move = Played | Late | Word

WORDS = ("resign", "stopped")


def decode(data: Json) -> Move:
    """Raises InvalidMove `malformed` with `what`: the field that cannot be read."""
    if not isinstance(data, dict):
        raise InvalidMove("malformed", what="move")
    if "word" in data:
        seat = data.get("seat")
        if data["word"] not in WORDS or (seat is not None and not _is_whole(seat, range(6))):
            raise InvalidMove("malformed", what="word")
        return Word(data["word"], seat)
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in _READERS:
        raise InvalidMove("malformed", what="type")
    move = _READERS[kind](data)
    late = data.get("late", False)
    if not isinstance(late, bool):
        raise InvalidMove("malformed", what="late")
    return Late(move) if late else move


def encode(move: Move) -> dict[str, Json]:
    match move:
        case Word(reason, seat):
            return {"word": reason, "seat": seat}
        case Late(inner):
            return {**encode(inner), "late": True}
        case Rafters(None):
            return {"type": "rafters", "standard": True}
        case Rafters(poses):
            return {"type": "rafters", "poses": [pose._asdict() for pose in poses or ()]}
        case Lift(number):
            return {"type": "lift", "rafter": number}
        case Draw(plank):
            return {"type": "draw", "plank": "pile" if plank is None else plank}
        case Lay(pose):
            return {"type": "lay", **pose._asdict()}
        case Man(pose):
            return {"type": "man", **pose._asdict()}
        case Load(colour, pose):
            return {"type": "load", "colour": colour, **pose._asdict()}
        case Stuck():
            return {"type": "stuck"}
    raise TypeError(f"{move!r} is no move")


def notation(move: Move) -> str:
    """A move in a few letters: "lift r3", "draw" or "draw p17", "lay -60.0 3.5 12.0" (x, y, angle),
    "load A 1.0 2.0 90.0" with the colour's letter, "resign 2" with the seat from 1. It is read
    again by `notation.parse`."""
    match move:
        case Word(reason, seat):
            return reason if seat is None else f"{reason} {seat + 1}"
        case Late(inner):
            return f"{notation(inner)} (late)"
        case Rafters(poses):
            return f"rafters {' '.join(map(_short, poses)) if poses else 'standard'}"
        case Lift(number):
            return f"lift r{number}"
        case Draw(plank):
            return "draw" if plank is None else f"draw p{plank}"
        case Lay(pose):
            return f"lay {_short(pose)}"
        case Man(pose):
            return f"man {_short(pose)}"
        case Load(colour, pose):
            return f"load {'ABCDEF'[colour]} {_short(pose)}"
    return "stuck"


def _short(pose: Pose) -> str:
    return " ".join(f"{number:.1f}" for number in pose)


def on_grid(number: float) -> float:
    """The nearest multiple of 0.1, and never −0.0."""
    return round(number, 1) + 0.0


def whole_turn(degrees: float) -> float:
    """An angle from 0 to below 360."""
    return on_grid(degrees % 360) % 360


def _is_whole(value: Any, allowed: Any) -> bool:
    return type(value) is int and value in allowed


def _whole(data: Mapping[str, Any], name: str, allowed: Any) -> int:
    value: Any = data.get(name)
    if not _is_whole(value, allowed):
        raise InvalidMove("malformed", what=name)
    return int(value)


def _number(data: Mapping[str, Any], name: str, most: float) -> float:
    value: Any = data.get(name)
    # A boolean is an int to Python; the size comes first, since 10**400 is no float at all.
    if type(value) not in (int, float) or not abs(value) <= most:
        raise InvalidMove("malformed", what=name)
    steps = value * GRID
    if not math.isclose(steps, round(steps), rel_tol=0, abs_tol=1e-6):
        raise InvalidMove("off_grid", what=name)
    return on_grid(float(value))


def _pose(data: Any) -> Pose:
    if not isinstance(data, dict):
        raise InvalidMove("malformed", what="pose")
    x, y = _number(data, "x", FARTHEST), _number(data, "y", FARTHEST)
    return Pose(x, y, whole_turn(_number(data, "rot", ROUND)))


def _rafters(data: Mapping[str, Any]) -> Rafters:
    if data.get("standard") is True:
        return Rafters()
    poses = data.get("poses")
    if not isinstance(poses, list) or len(poses) != len(RAFTERS):
        raise InvalidMove("malformed", what="poses")
    return Rafters(tuple(_pose(pose) for pose in poses))


def _draw(data: Mapping[str, Any]) -> Draw:
    return Draw() if data.get("plank") == "pile" else Draw(_whole(data, "plank", PLANKS))


_READERS: Mapping[str, Callable[[Mapping[str, Any]], Played]] = {
    "rafters": _rafters,
    "lift": lambda data: Lift(_whole(data, "rafter", RAFTERS)),
    "draw": _draw,
    "lay": lambda data: Lay(_pose(data)),
    "man": lambda data: Man(_pose(data)),
    "load": lambda data: Load(_whole(data, "colour", range(COLOURS)), _pose(data)),
    "stuck": lambda data: Stuck(),
}
