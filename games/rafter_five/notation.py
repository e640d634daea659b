"""Whole games of Rafter Five as text, to be kept and played again (docs/rules/rafter_five.md,
section 15): tags, then a line a move with its seat, the move, and what chance and judge gave to it.
So a game plays again on any machine without being judged. Moves that are written down are read
again without loss:

>>> from .moves import notation
>>> move = parse("load A 1.0 -2.0 90.0")
>>> notation(move)
'load A 1.0 -2.0 90.0'
>>> parse("lift r3 (late)")
Late(move=Lift(rafter=3))
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.game import InvalidMove, InvalidOptions, Json, Refusal, read_options, write_options

from . import moves, rules
from .moves import Move
from .pieces import PLANKS
from .rules import Options, State
from .rulings import Ruling
from .turns import apply

VERSION = 1
#: Longer texts are not looked at. A full raft's judgement takes 6 kB, a long game 400 moves.
LONGEST = 5_000_000

_TAG = re.compile(r'\[([A-Z][a-z0-9A-Z]*) "([^"]*)"\]')
_LINE = re.compile(r"([0-9]{1,5})\. ([1-6]|-) ([^|]*?)(?: \| (.*))?")


class InvalidText(Refusal):
    """A record that cannot be read or contradicts itself: code `malformed`, with `what` in one word
    (`long`, `tag`, `version`, `rules`, `start`, `line`, `record`, `number`, `result`) and, where it
    is a line, its number as `line`."""

    def __init__(self, what: str, **facts: Any) -> None:
        super().__init__("malformed", what=what, **facts)


@dataclass(frozen=True)
class Made:
    """A move as it was made: by a seat, None for the table, with the record of its ruling."""

    seat: int | None
    move: Move
    record: Json = None


@dataclass(frozen=True)
class Record:
    """A game: where it began, its moves, and the state after each."""

    start: State
    made: tuple[Made, ...]
    states: tuple[State, ...]

    @property
    def final(self) -> State:
        return self.states[-1] if self.states else self.start

    def text(self) -> str:
        """The whole game."""
        start = self.start
        tags = {
            "RafterFive": VERSION,
            "Rules": _options_text(start.options),
            "Seats": len(start.players),
            "First": start.turn + 1,
            "Day": start.day,
            "Pile": " ".join(map(str, start.pile)),
            "Result": _result(self.final),
        }
        lines = [f'[{name} "{value}"]' for name, value in tags.items() if value != ""]
        lines.append("")
        for number, one in enumerate(self.made, 1):
            seat = "-" if one.seat is None else one.seat + 1
            ruled = ""
            if one.record is not None:
                ruled = " | " + json.dumps(one.record, separators=(",", ":"))
            lines.append(f"{number}. {seat} {moves.notation(one.move)}{ruled}")
        return "\n".join(lines) + "\n"


# --- moves ----------------------------------------------------------------------------------------


def parse(text: str) -> Move:
    """The move that `moves.notation` wrote. Raises InvalidMove."""
    late = text.endswith(" (late)")
    first, *rest = text.removesuffix(" (late)").split(" ") if text else [""]
    try:
        data = _data(first, rest)
    except (ValueError, IndexError) as error:
        raise InvalidMove("malformed", what="move") from error
    return moves.decode({**data, "late": True} if late else data)


def _data(first: str, rest: Sequence[str]) -> dict[str, Json]:
    match first, list(rest):
        case "rafters", ["standard"]:
            return {"type": "rafters", "standard": True}
        case "rafters", numbers:
            poses = [_pose(numbers[n : n + 3]) for n in range(0, len(numbers), 3)]
            return {"type": "rafters", "poses": poses}
        case "lift", [name] if name[:1] == "r":
            return {"type": "lift", "rafter": _whole(name[1:])}
        case "draw", []:
            return {"type": "draw", "plank": "pile"}
        case "draw", [name] if name[:1] == "p":
            return {"type": "draw", "plank": _whole(name[1:])}
        case "lay" | "man", numbers:
            return {"type": first, **_pose(numbers)}
        case "load", [letter, *numbers] if len(letter) == 1:
            return {"type": "load", "colour": "ABCDEF".index(letter), **_pose(numbers)}
        case "stuck", []:
            return {"type": "stuck"}
        case "resign", [seat]:
            return {"word": "resign", "seat": _whole(seat) - 1}
        case "stopped", []:
            return {"word": "stopped"}
    raise ValueError(first)


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise ValueError(text)
    return int(text)


def _pose(numbers: Sequence[str]) -> dict[str, float]:
    x, y, rot = (_number(text) for text in numbers)
    return {"x": x, "y": y, "rot": rot}


def _number(text: str) -> float:
    if not re.fullmatch(r"-?[0-9]{1,4}\.[0-9]", text):
        raise ValueError(text)
    return float(text)


# --- games ----------------------------------------------------------------------------------------


def record(start: State, made: Iterable[Made]) -> Record:
    """The game these moves make. Raises IllegalMove of the first that the rules forbid, with its
    `number`; nothing is judged, and whoever said that there was no place is believed."""
    made, states, state = tuple(made), [], start
    for number, one in enumerate(made, 1):
        try:
            rules.check(state, one.seat, one.move, search=False)
        except Refusal as refused:
            raise type(refused)(refused.code, **refused.facts, number=number) from refused
        state, _ = apply(state, one.move, Ruling.decode(one.record))
        states.append(state)
    return Record(start, made, tuple(states))


def read(text: str) -> Record:
    """The game of a text, played again. Raises InvalidText, InvalidMove and IllegalMove."""
    if len(text) > LONGEST:
        raise InvalidText("long")
    tags: dict[str, str] = {}
    made: list[Made] = []
    for at, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if not line.strip():
            continue
        if not made and (found := _TAG.fullmatch(line.rstrip())):
            if found[1] in tags:
                raise InvalidText("tag", line=at)
            tags[found[1]] = found[2]
        else:
            made.append(_made(line.rstrip(), at, len(made) + 1))
    if tags.get("RafterFive") != str(VERSION):
        raise InvalidText("version")
    start = _start(tags)
    try:
        game = record(start, made)
    except (ValueError, LookupError, TypeError, AttributeError, AssertionError) as error:
        raise InvalidText("record") from error
    if tags.get("Result") != _result(game.final):
        raise InvalidText("result", got=_result(game.final))
    return game


def _made(line: str, at: int, number: int) -> Made:
    found = _LINE.fullmatch(line)
    if not found:
        raise InvalidText("line", line=at)
    if int(found[1]) != number:
        raise InvalidText("number", line=at)
    try:
        move = parse(found[3])
        ruled = json.loads(found[4], parse_constant=_no_number) if found[4] else None
    except InvalidMove as refused:
        raise InvalidMove(refused.code, **refused.facts, line=at) from refused
    except (ValueError, RecursionError) as error:
        raise InvalidText("record", line=at) from error
    return Made(None if found[2] == "-" else int(found[2]) - 1, move, ruled)


def _no_number(name: str) -> float:
    raise ValueError(name)


def _start(tags: dict[str, str]) -> State:
    try:
        options = _options(tags["Rules"])
    except (InvalidOptions, LookupError, ValueError) as error:
        raise InvalidText("rules") from error
    try:
        seats, first = _whole(tags["Seats"]), _whole(tags["First"]) - 1
        pile = [_whole(number) for number in tags["Pile"].split()]
    except (LookupError, ValueError) as error:
        raise InvalidText("start") from error
    if seats not in rules.COLOURS_EACH or first not in range(seats) or sorted(pile) != [*PLANKS]:
        raise InvalidText("start")
    return rules.start(options, seats, pile, first, tags.get("Day", ""))


def _options_text(options: Options) -> str:
    values = {True: "on", False: "off"}
    return " ".join(
        f"{name}={values[value] if isinstance(value, bool) else value}"
        for name, value in write_options(options).items()
    )


def _options(text: str) -> Options:
    return read_options(Options, dict(word.split("=", 1) for word in text.split()))


def _result(state: State) -> str:
    """The reason and the places by seat, alone the score; * for a game that is not over."""
    if not state.over:
        return "*"
    if state.solo:
        return f"{state.reason} {rules.score(state)}"
    return f"{state.reason} {' '.join(map(str, rules.rank(state)))}"


# --- for manage.py replay -------------------------------------------------------------------------


def recognises(text: str) -> bool:
    """Whether a text looks like a record of this game."""
    return text.lstrip("\ufeff \r\n").startswith('[RafterFive "')


def retell(text: str) -> Iterator[str]:
    """A record as lines: each move with what fell and how things stand then; last the result."""
    game = read(text)
    yield f"{'':>6}  {_stands(game.start)}"
    for number, (one, state) in enumerate(zip(game.made, game.states, strict=True), 1):
        seat = "-" if one.seat is None else one.seat + 1
        judged = Ruling.decode(one.record).judged
        fell = f"  falls: {' '.join(judged.fallen)}" if judged and judged.waves else ""
        yield f"{number:>4}. {seat} {moves.notation(one.move)}{fell}"
        yield f"{'':>6}  {_stands(state)}"
    yield _result(game.final)


def _stands(state: State) -> str:
    planks, rafters, chests = (sum(one.kind == kind for one in state.raft) for kind in "prc")
    points = ":".join(str(len(player.penalties)) for player in state.players)
    return (
        f"{state.phase:<5} raft {planks} planks {rafters} rafters {chests} chests"
        f"  sea {len(state.pile)}+{len(state.afloat)} planks {len(state.overboard)} rafters"
        f"  penalties {points}"
    )
