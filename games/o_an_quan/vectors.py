"""Runs the public vector file of Ô ăn quan, format "OAQ 1" (§20 of the rules)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.checks import Check
from games.game import Refusal, read_options

from . import notation, rules
from .rules import LETTERS, SQUARES, Capture, Dispatch, Event, Move, Options, Player, State, Stop

Vector = Mapping[str, Any]


def check(data: Vector) -> Iterator[Check]:
    """Every vector of the file, the counts of move sequences and the whole games included."""
    for name, limit in (("quiet_limit", rules.QUIET_LIMIT), ("repeat_limit", rules.REPEAT_LIMIT)):
        if name in data:
            yield Check(name, data[name], limit)
    for vector in data.get("vectors", ()):
        for judge, applies in _KINDS:
            if applies in vector:
                yield _guarded(vector["name"], judge, vector)
                break
    for vector in data.get("perft", ()):
        yield check_perft(vector)
    for vector in data.get("games", ()):
        yield _guarded(vector["name"], check_game, vector)


def check_new_game(vector: Vector) -> Check:
    """The first position under given options."""
    state = rules.start(_options(vector))
    return _compare(vector, state, {"position": str(state)})


def check_illegal(vector: Vector) -> Check:
    """A move that must be refused with a code and change nothing."""
    state = notation.parse(vector["position"], _options(vector))
    got: dict[str, Any] = {"code": None}
    try:
        rules.play(state, Move.parse(vector["move"]))
    except Refusal as refused:
        got["code"] = refused.code
    got["position"] = str(state)
    return Check(vector["name"], {"code": vector["code"], "position": vector["position"]}, got)


def check_moves(vector: Vector) -> Check:
    """One or more moves from a position, and everything that follows from the last."""
    state = first = notation.parse(vector["position"], _options(vector))
    events: tuple[Event, ...] = ()
    for text in vector.get("moves") or [vector["move"]]:
        state, events = rules.play(state, Move.parse(text))
    return _compare(vector, first, {**_told(state), **_happened(events)})


def check_game(vector: Vector) -> Check:
    """A whole game from its record."""
    game = notation.replay(vector["record"])
    return _compare(vector, game.start, {**_told(game.final), "plies": len(game.moves)})


def check_perft(vector: Vector) -> Check:
    """How many move sequences there are of length 1, 2, 3, …"""
    options = _options(vector)
    lengths = range(1, len(vector["perft"]) + 1)
    got = [perft(rules.start(options), length) for length in lengths]
    return Check(f"perft {notation.options_text(options)}", list(vector["perft"]), got)


def perft(state: State, length: int) -> int:
    """The number of legal move sequences of exactly so many moves, at least one.

    >>> [perft(rules.start(), length) for length in (1, 2, 3)]
    [10, 80, 652]
    """
    moves = rules.legal_moves(state)
    if length == 1:
        return len(moves)
    return sum(perft(rules.play(state, move)[0], length - 1) for move in moves)


#: What judges a vector that has a field of this name; the first that fits does.
_KINDS = ((check_new_game, "new_game"), (check_illegal, "illegal"), (check_moves, "position"))


def _guarded(name: str, judge: Any, vector: Vector) -> Check:
    """A vector that the engine refuses to read has failed, and the others go on."""
    try:
        found: Check = judge(vector)
    except Refusal as refused:
        return Check(name, vector.get("expect"), {"refused": refused.code, **refused.facts})
    return found


def _options(vector: Vector) -> Options:
    return read_options(Options, vector.get("options", {}))


def _compare(vector: Vector, first: State, got: Mapping[str, Any]) -> Check:
    """The fields a vector names, the legal moves of its first position among them."""
    expected = dict(vector["expect"])
    found = {field: got.get(field, "not known here") for field in expected}
    if "legal_moves" in vector:
        expected["legal_moves"] = sorted(vector["legal_moves"])
        found["legal_moves"] = sorted(map(str, rules.legal_moves(first)))
    return Check(vector["name"], expected, found)


def _told(state: State) -> dict[str, Any]:
    """A position in the words of the schema."""
    blue, yellow = rules.score(state)
    result = rules.outcome(state)
    return {
        "position": str(state),
        "side_to_move": _letter(state.side, "-"),
        "over": state.over,
        "reason": result.reason if result else None,
        "winner": _letter(result.winner, "draw") if result else None,
        "score": {"blue": blue, "yellow": yellow},
    }


def _happened(events: tuple[Event, ...]) -> dict[str, Any]:
    """The events of the last move in the words of the schema."""
    told: dict[str, Any] = {"captured": [], "stop": None, "dispatch": None}
    for event in events:
        match event:
            case Capture(square, citizens, mandarin):
                told["captured"].append(
                    {"square": SQUARES[square], "citizens": citizens, "mandarin": mandarin}
                )
            case Stop(code, _):
                told["stop"] = code
            case Dispatch(player, own, borrowed):
                told["dispatch"] = {
                    "player": LETTERS[player],
                    "own": own,
                    "borrowed": borrowed,
                }
    return told


def _letter(player: Player | None, nobody: str) -> str:
    return nobody if player is None else LETTERS[player]
