"""What a page asks the seat that is to move, and what its form means.

A place is three numbers; a form that cannot be read, or a place that is not free, is answered in
words, and the numbers stay as they were typed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ..faces import Refused
from ..foreseeing import Unknown
from ..game import IllegalMove, InvalidMove, Json
from . import board, hints, moves, rules, search, stability, texts, words
from .moves import Lay, Load, Man, on_grid, whole_turn
from .pieces import RAFTERS, STANDARD, Piece, Pose, chest, colour_of, rafter
from .placing import Marks
from .rules import State
from .rulings import bodies_of
from .shapes import lies_within, moved

_NUMBER = re.compile(r"[+\-−]?[0-9]{1,40}([.,][0-9]{1,6})?([eE][+\-]?[0-9]{1,3})?\Z")
#: How far from the raft a piece is drawn, mm along and across: static/js/rafter.js keeps to it too.
_SEEN = {"x": 250.0, "y": 220.0}
#: Steps from the middle of the raft at which a plank is first offered a place: how far (mm), in how
#: many directions, how turned.
_AWAY, _ROUND, _TURNS = range(0, 127, 14), 16, (0.0, 90.0, 45.0, 135.0)
#: The same for what is put on a plank, mm along it and across it, from the middle outwards.
_ALONG = (0, *(sign * by for by in range(3, 58, 3) for sign in (1, -1)))
_ACROSS = (0, 3, -3, 6, -6, 9, -9, 12, -12)


# --- what a form means ----------------------------------------------------------------------------


def number(text: str) -> float:
    """A number as people type it, with a point or a comma; it may be infinite. Raises Refused."""
    text = text.strip()
    if not _NUMBER.match(text):
        raise Refused(str(texts.REFUSALS["malformed"]))
    return float(text.replace(",", ".").replace("−", "-"))


def _pose(given: Mapping[str, str], which: str = "") -> dict[str, Json]:
    """Place and angle from the fields x, y and rot (`which` follows their names). An angle may be
    of many turns. Raises Refused, with the reason that fits for a place far away."""
    x, y, rot = (number(given.get(f"{name}{which}", "")) for name in ("x", "y", "rot"))
    if max(abs(x), abs(y)) > moves.FARTHEST:
        raise Refused(str(texts.REFUSALS["out_of_area"]))
    if not math.isfinite(rot):
        raise Refused(str(texts.REFUSALS["malformed"]))
    return {"x": x, "y": y, "rot": math.fmod(rot, 360)}


def _drawn(typed: Mapping[str, str], otherwise: Pose) -> Pose:
    """Where a piece is drawn whose fields say this: a number that cannot be read leaves it where it
    would be otherwise, and one far away moves it to the rim."""
    found = otherwise._asdict()
    for name, text in typed.items():
        try:
            value = number(text)
        except Refused:
            continue
        if name in _SEEN:
            found[name] = max(-_SEEN[name], min(_SEEN[name], value))
        elif math.isfinite(value):
            found[name] = math.fmod(value, 360)
    return Pose(**found)


def move(given: Mapping[str, str]) -> Json:
    """The move of a form, for `moves.decode`. Raises Refused."""
    match given.get("do", ""):
        case "standard":
            return {"type": "rafters", "standard": True}
        case "rafters":
            return {"type": "rafters", "poses": [_pose(given, str(n)) for n in RAFTERS]}
        case "lift":
            return {"type": "lift", "rafter": _whole(given, "rafter", _("Choose a rafter first."))}
        case "draw":
            if given.get("plank") == "pile":
                return {"type": "draw", "plank": "pile"}
            return {"type": "draw", "plank": _whole(given, "plank", _("Choose a plank first."))}
        case "stuck":
            return {"type": "stuck"}
        case "place":
            return _place(given)
    raise Refused(_("Choose what to do first."))


def _whole(given: Mapping[str, str], name: str, otherwise: str) -> int:
    raw = given.get(name, "")
    if not (raw.isascii() and raw.isdigit() and len(raw) < 3):
        raise Refused(otherwise)
    return int(raw)


def _place(given: Mapping[str, str]) -> Json:
    kind = given.get("type", "")
    if kind not in ("lay", "man", "load"):
        raise Refused(_("Choose what to do first."))
    pose = _pose(given)
    if kind == "load":
        pose["colour"] = _whole(given, "colour", _("Choose a colour first."))
    return {"type": kind, **pose}


# --- where a piece is offered first ---------------------------------------------------------------


@lru_cache(maxsize=256)
def first_plank_place(raft: tuple[Piece, ...], design: int, marks: Marks) -> Pose:
    """A free place for a plank near the middle of the raft, to begin with; the middle itself where
    none is found in the few ms that a page has for it: players look for themselves, or say that
    there is none, and a worker looks."""
    planks = [piece for piece in raft if piece.kind == "p"]
    middle_x = sum(piece.x for piece in planks) / len(planks) if planks else 0.0
    middle_y = sum(piece.y for piece in planks) / len(planks) if planks else 0.0
    around = _around(middle_x, middle_y)
    return next(search.clear_planks(raft, design, around, marks), around[0])


def _around(x: float, y: float) -> list[Pose]:
    """Poses around a point, the nearest first."""
    found = []
    for away in _AWAY:
        for turn in _TURNS:
            for step in range(_ROUND if away else 1):
                angle = 2 * math.pi * step / _ROUND
                dx, dy = math.cos(angle), math.sin(angle)
                found.append(Pose(on_grid(x + away * dx), on_grid(y + away * dy), turn))
    return found


@lru_cache(maxsize=256)
def first_place_on(
    others: tuple[Piece, ...], lying: Piece, kind: str, design: int, marks: Marks
) -> Pose:
    """A free place on the new plank for a rafter (kind "r") or a chest ("c"): where it lies wholly
    on it, if there is any such, for what hangs over may tip."""
    one = rafter(design, lying.pose) if kind == "r" else chest(1, lying.pose)
    found: list[tuple[tuple[bool, float], Pose]] = []
    for turn in (0.0, 90.0):
        outline = moved(one.look.outline, 0, 0, turn)
        for along in _ALONG:
            for across in _ACROSS:
                hangs = not lies_within(lying.look.outline, outline, float(along), float(across))
                ((x, y),) = moved(((float(along), float(across)),), *lying.pose)
                pose = Pose(on_grid(x), on_grid(y), whole_turn(lying.rot + turn))
                found.append(((hangs, turn + abs(along) + 2 * abs(across)), pose))
    places = [pose for _, pose in sorted(found, key=lambda each: each[0])]
    free = next(search.clear_on(others, lying, one, places, marks), None)
    return free or next(search.places_on(others, lying, one, marks), lying.pose)


def first_place(state: State, kind: str) -> Pose:
    """Where a page shows the piece before anybody has moved it."""
    marks, raft = state.options.marks, rules.places(state.raft)
    assert state.drawn is not None  # noqa: S101  the phase says so
    if kind == "lay":
        if state.held is not None and state.phase == "man":
            return state.held
        return first_plank_place(raft, state.drawn, marks)
    lying = state.held_plank or state.new_plank
    assert lying is not None  # noqa: S101  the phase says so
    lying = lying._replace(z=0.0, a=0.0, b=0.0)
    others = tuple(piece for piece in raft if piece.id != lying.id)
    if kind == "man":
        return first_place_on(others, lying, "r", state.hand or 1, marks)
    return first_place_on(others, lying, "c", 0, marks)


def height(raft: tuple[Piece, ...], *fresh: Piece) -> list[float]:
    """Height of the underside of each new piece when held flat over what is below it, mm."""
    bodies = bodies_of((*raft, *fresh), frozenset(piece.id for piece in fresh))
    return stability.reference_heights(bodies)[-len(fresh) :]


# --- trying a place -------------------------------------------------------------------------------


#: What a move (JSON) would lead to: what falls, by id.
Foresee = Callable[[Json], Json | Unknown]


def tried(state: State, given: Mapping[str, str], foresee: Foresee) -> dict[str, Any]:
    """What a place would be: `ok`, `text` in words, the `piece`, its height `z`, and for learners
    `falls` what would fall, or `later` while that is being worked out. Raises Refused and
    IllegalMove for what is no place at all."""
    placed = moves.decode(_place(given))
    assert isinstance(placed, Lay | Man | Load)  # noqa: S101  _place makes no other
    seen = hints.preview(state, placed)
    held = state.held_plank
    below = (held,) if held is not None and not isinstance(placed, Lay) else ()
    z = height(state.raft, *below, seen.piece)[-1]
    found: dict[str, Any] = {
        "ok": seen.code is None,
        "text": refusal(seen.code, seen.facts) if seen.code else free(placed),
        "piece": seen.piece,
        "z": round(z, 2),
    }
    if seen.code is None and state.options.learner and not isinstance(placed, Lay):
        found |= _foreseen(foresee(moves.encode(placed)))
    return found


def _foreseen(falls: Json | Unknown) -> dict[str, Any]:
    if falls is Unknown.YET:
        return {"text": _("Free. Whether it would stand is being worked out …"), "later": True}
    if isinstance(falls, Unknown):
        return {"text": _("Free. Whether it would stand cannot be worked out just now.")}
    names = [words.piece_of(name) for name in falls]
    said = _("Would fall: %(pieces)s.") % {"pieces": ", ".join(names)}
    return {
        "falls": names,
        "text": said if names else _("Free, and it would stand."),
        "warn": bool(names),
    }


def free(placed: Lay | Man | Load) -> str:
    if isinstance(placed, Lay):
        return _("This place is free.")
    return _("This place is free. Whether it holds shows when you let go.")


def refusal(code: str | None, facts: Mapping[str, Json]) -> str:
    """Why a piece may not be there, with what is in the way."""
    said = str(texts.REFUSALS.get(code or "", texts.REFUSALS["malformed"]))
    name = str(facts.get("piece", ""))
    if code in {"on_piece", "on_nail", "on_joint"} and name:
        return f"{said} ({words.piece_of(name)})"
    return said


# --- what is asked --------------------------------------------------------------------------------


def asked(state: State, given: Mapping[str, str], foresee: Foresee) -> dict[str, Any]:
    """The decision of the seat to move, for templates/games/rafter_five/_ask.html; `given` is what
    a form sent before."""
    ask: dict[str, Any] = {"phase": state.phase, "title": str(texts.PHASES[state.phase])}
    match state.phase:
        case "setup":
            ask |= {"kind": "setup", "rafters": _setup(given)}
        case "lift":
            ask |= {"kind": "lift", "rafters": _lifts(state, given)}
            if state.overboard:
                ask["title"] = _("Rescue a rafter from the sea.")
        case "draw":
            ask |= {
                "kind": "draw",
                "pile": len(state.pile),
                "afloat": [{"n": n, "picture": board.picture("p", n, 120)} for n in state.afloat],
            }
        case _:
            ask |= _placing(state, given, foresee)
    return ask


def _setup(given: Mapping[str, str]) -> list[dict[str, Any]]:
    rows = []
    for n, pose in enumerate(STANDARD, 1):
        row = {"n": n, "name": words.rafter(n), "picture": board.picture("r", n, 28)}
        for name, value in zip(("x", "y", "rot"), pose, strict=True):
            row[name] = given.get(f"{name}{n}", board.number(value))[:8]
        rows.append(row)
    return rows


def _lifts(state: State, given: Mapping[str, str]) -> list[dict[str, Any]]:
    numbers = sorted(state.overboard) or sorted(
        piece.design for piece in state.raft if piece.kind == "r"
    )
    chosen = given.get("rafter") or (str(numbers[0]) if len(numbers) == 1 else "")
    return [
        {
            "n": n,
            "name": words.rafter(n),
            "mass": f"{RAFTERS[n].mass:g}",
            "picture": board.picture("r", n, 28),
            "checked": str(n) == chosen,
        }
        for n in numbers
    ]


def _placing(state: State, given: Mapping[str, str], foresee: Foresee) -> dict[str, Any]:
    """The piece or pieces in the hand, where each is now, and how it looks there."""
    kinds = {"lay": ["lay"], "load": ["load"], "man": ["man"]}[state.phase]
    if state.phase == "man" and not state.tremor:
        kinds.append("lay")
    kind = given.get("type", "")
    if kind not in kinds:
        kind = kinds[0]
    stores = _stores(state)
    colour = _colour(stores, given)
    typed = {name: given.get(name, "")[:8] for name in ("x", "y", "rot")}
    # Whoever changes the piece without a script still sends the numbers of the other one.
    fresh = any(typed.values()) and given.get("was", kind) == kind
    pieces: list[dict[str, Any]] = []
    verdict: dict[str, Any] = {}
    for each in kinds:
        pose = first_place(state, each)
        if each == kind and fresh:
            pose = _drawn(typed, pose)
            try:
                verdict = tried(state, {**given, "colour": str(colour)}, foresee)
            except (Refused, IllegalMove, InvalidMove) as error:
                verdict = {"ok": False, "text": _said(error)}
        piece = _in_hand(state, each, pose, colour)
        below = (state.held_plank,) if each == "man" and state.held_plank is not None else ()
        z = height(state.raft, *below, piece)[-1]
        pieces.append(
            {
                "type": each,
                "piece": piece.at_rest(piece.plane._replace(z=z)),
                "pose": [board.number(value) for value in piece.pose],
                "name": capfirst(words.piece(piece.id, piece.design)),
                "on": each == kind,
            }
        )
    active = next(one for one in pieces if one["on"])
    numbers = (
        typed
        if fresh
        else dict(zip(("x", "y", "rot"), map(board.number, active["piece"].pose), strict=True))
    )
    if not verdict:
        sent = {**numbers, "type": kind, "colour": str(colour)}
        verdict = tried(state, sent, foresee)
    found = {
        "kind": "place",
        "type": kind,
        "pieces": pieces,
        "active": active,
        "verdict": verdict,
        "colours": [
            {
                "n": n,
                "name": str(words.CHESTS[n]),
                "gem": board.gem(n),
                "left": left,
                "on": n == colour,
            }
            for n, left in stores.items()
        ]
        if state.phase == "load"
        else [],
        "go": {
            "lay": _("Hold it here"),
            "man": _("Let go"),
            "load": _("Put the chest down"),
        }[kind],
        "gos": {"lay": _("Hold it here"), "man": _("Let go"), "load": _("Put the chest down")},
        "may_be_stuck": state.phase in ("lay", "man"),
        **numbers,
    }
    if state.phase == "lay":
        found["title"] = _("Lay plank %(n)s.") % {"n": state.drawn}
    elif state.phase == "man":
        found["title"] = _("Put %(rafter)s on the plank.") % {
            "rafter": words.rafter(state.hand or 1)
        }
    return found


def _said(error: Refused | IllegalMove | InvalidMove) -> str:
    if isinstance(error, IllegalMove | InvalidMove):
        return refusal(error.code, error.facts)
    return str(error)


def _in_hand(state: State, kind: str, pose: Pose, colour: int) -> Piece:
    pose = Pose(on_grid(pose.x), on_grid(pose.y), whole_turn(pose.rot))
    moves_by: dict[str, Lay | Man | Load] = {
        "lay": Lay(pose),
        "man": Man(pose),
        "load": Load(colour, pose),
    }
    return rules.piece_of(state, moves_by[kind], pose)


def _stores(state: State) -> dict[int, int]:
    """Chests left of each colour of the active player, those that have any."""
    player = state.players[state.turn]
    counts = {
        colour: sum(colour_of(number) == colour for number in player.store)
        for colour in player.colours
    }
    return {colour: left for colour, left in counts.items() if left}


def _colour(stores: Mapping[int, int], given: Mapping[str, str]) -> int:
    wanted = given.get("colour", "")
    if wanted.isdigit() and len(wanted) == 1 and int(wanted) in stores:
        return int(wanted)
    return max(stores, key=lambda colour: stores[colour]) if stores else 0
