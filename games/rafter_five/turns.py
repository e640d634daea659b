"""What a move and its ruling make of a state, and what is told of it: no draws, no judgements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.game import Event, Json

from . import collapse
from .moves import Draw, Late, Lay, Lift, Load, Man, Move, Rafters, Stuck, Word
from .pieces import STANDARD, Piece, Plane, Pose, colour_of, rafter
from .rules import (
    State,
    end_reason,
    losers,
    next_seat,
    piece_of,
    rank,
    score,
    standing,
    with_player,
    without,
)
from .rulings import Ruling, bodies_of, let_go

Told = tuple[State, tuple[Event, ...]]


def apply(state: State, move: Move, ruling: Ruling) -> Told:
    """The next state, and the events that led there, in order."""
    state = replace(state, moves=state.moves + 1)
    if isinstance(move, Word):
        return _over(replace(state, reason=move.reason, gave_up=move.seat))
    if isinstance(move, Late):
        state, move = replace(state, late=True), move.move
    seat = state.turn
    match move:
        case Rafters(poses):
            raft = tuple(rafter(n, pose) for n, pose in enumerate(poses or STANDARD, 1))
            told = Event("rafters", {"seat": seat, "raft": [list(piece) for piece in raft]})
            state = replace(state, raft=raft, phase="lift")
            return state, (told, _turn(state, []))
        case Lift(number):
            return _lift(state, number, ruling)
        case Draw(number):
            design = state.pile[0] if number is None else number
            told = Event(
                "draw", {"seat": seat, "plank": design, "from": "sea" if number else "pile"}
            )
            pile = state.pile[1:] if number is None else state.pile
            afloat = without(state.afloat, [design])
            return replace(state, pile=pile, afloat=afloat, drawn=design, phase="lay"), (told,)
        case Lay(asked):
            pose = ruling.pose or asked
            told = Event(
                "lay",
                {"seat": seat, "plank": state.drawn, **_placed(pose, asked), "again": state.lays},
            )
            return replace(state, held=pose, lays=state.lays + 1, phase="man"), (told,)
        case Man():
            return _man(state, move, ruling)
        case Load():
            return _load(state, move, ruling)
        case Stuck():
            return _stuck(state)
    raise TypeError(f"{move!r} is no move")


def _placed(pose: Pose, asked: Pose) -> dict[str, Json]:
    """A place as an event tells it, with the one asked for where the hand trembled."""
    told: dict[str, Json] = pose._asdict()
    return told if pose == asked else {**told, "asked": asked._asdict()}


def _lift(state: State, number: int, ruling: Ruling) -> Told:
    at_sea = number in state.overboard
    told = Event(
        "lift",
        {"seat": state.turn, "rafter": number, "from": "sea" if at_sea else "raft"},
    )
    released = let_go(state, Lift(number))
    state = replace(state, overboard=without(state.overboard, [number]), hand=number, phase="draw")
    if released is None or ruling.judged is None:
        return state, (told,)
    state, events = _settled(state, released[0], ruling)
    if not ruling.judged.waves:
        return state, (told, *events)
    # What is in the hand when the raft breaks is lost as well.
    dropped = Event("dropped", {"seat": state.turn, "rafter": number})
    state = replace(state, overboard=(*state.overboard, number), hand=None)
    return _ended(state, [told, *events, dropped], fell=True)


def _man(state: State, move: Man, ruling: Ruling) -> Told:
    pose = ruling.pose or move.pose
    told = Event("man", {"seat": state.turn, "rafter": state.hand, **_placed(pose, move.pose)})
    released = let_go(state, move, pose)
    assert released is not None and ruling.judged is not None  # noqa: S101  always judged
    state, events = _settled(replace(state, hand=None, held=None), released[0], ruling)
    if ruling.judged.waves:
        return _ended(state, [told, *events], fell=True)
    if ruling.no_room:
        full = Event("no_room", {"seat": state.turn, "plank": state.drawn})
        return _ended(state, [told, *events, full])
    return replace(state, phase="load"), (told, *events)


def _load(state: State, move: Load, ruling: Ruling) -> Told:
    pose = ruling.pose or move.pose
    piece = piece_of(state, move, pose)
    number = int(piece.id[1:])
    told = Event(
        "load",
        {
            "seat": state.turn,
            "chest": number,
            "colour": move.colour,
            **_placed(pose, move.pose),
        },
    )
    released = let_go(state, move, pose)
    assert released is not None and ruling.judged is not None  # noqa: S101  always judged
    player = state.players[state.turn]
    state = with_player(state, state.turn, replace(player, store=without(player.store, [number])))
    state, events = _settled(state, released[0], ruling)
    return _ended(state, [told, *events], fell=bool(ruling.judged.waves))


def _stuck(state: State) -> Told:
    assert state.drawn is not None and state.hand is not None  # noqa: S101  the phase says so
    told = Event("stuck", {"seat": state.turn, "plank": state.drawn, "rafter": state.hand})
    state = replace(
        state,
        afloat=(*state.afloat, state.drawn),
        overboard=(*state.overboard, state.hand),
        drawn=None,
        hand=None,
        held=None,
    )
    return _ended(state, [told])


# --- judgements ----------------------------------------------------------------------------------


def _settled(state: State, raft: Sequence[Piece], ruling: Ruling) -> Told:
    """The raft after a judgement: what fell has gone, the rest lies in its new planes."""
    judged = ruling.judged
    assert judged is not None  # noqa: S101
    before = {
        piece.id: Plane(judged.flat[piece.id], 0.0, 0.0) if piece.id in judged.flat else piece.plane
        for piece in raft
    }
    fallen = judged.fallen
    standing = [piece for piece in raft if piece.id not in set(fallen)]
    after = {piece.id: judged.planes.get(piece.id, before[piece.id]) for piece in standing}
    length, tracks = collapse.frames(bodies_of(raft), before, judged.waves, judged.limits, after)
    state = replace(state, raft=tuple(piece.at_rest(after[piece.id]) for piece in standing))
    shown: dict[str, Json] = {"seat": state.turn, "ms": length, "tracks": tracks}
    if judged.readings:
        shown["readings"] = list(judged.readings)
    if not fallen:
        return state, (Event("stands", shown),)
    fall = Event(
        "fall",
        {**shown, "waves": [list(wave) for wave in judged.waves], "why": list(judged.why)},
    )
    return _lost(state, fallen, ruling, [fall])


def _lost(state: State, fallen: Sequence[str], ruling: Ruling, events: list[Event]) -> Told:
    """Section 7: planks and rafters into the sea, chests back or on the penalty board."""
    seat = state.turn
    numbers = {
        kind: [int(name[1:]) for name in fallen if name[0] == kind] for kind in ("p", "r", "c")
    }
    state = replace(
        state,
        afloat=(*state.afloat, *without(numbers["p"], ruling.leaning)),
        leaning=(*state.leaning, *ruling.leaning),
        overboard=(*state.overboard, *numbers["r"]),
    )
    if numbers["p"] or numbers["r"]:
        facts = {"planks": numbers["p"], "rafters": numbers["r"], "leaning": list(ruling.leaning)}
        events.append(Event("lost", {"seat": seat, **facts}))
    player = state.players[seat]
    own = [number for number in numbers["c"] if colour_of(number) in player.colours]
    others = [number for number in numbers["c"] if number not in own]
    state = with_player(
        state,
        seat,
        replace(
            player,
            store=tuple(sorted((*player.store, *own))),
            penalties=(*player.penalties, *others),
        ),
    )
    if own:
        events.append(Event("returned", {"seat": seat, "chests": _coloured(own)}))
    if others:
        points = len(state.players[seat].penalties)
        told = {"seat": seat, "chests": _coloured(others), "points": points}
        events.append(Event("penalty", told))
        # From here on what is gained is counted anew.
        state = replace(state, best=state.chests_on_raft(), idle=-1)
    return state, tuple(events)


def _coloured(chests: Sequence[int]) -> list[Mapping[str, int]]:
    return [{"chest": number, "colour": colour_of(number)} for number in chests]


# --- the end of a turn ---------------------------------------------------------------------------


def _turn(state: State, skipped: Sequence[int]) -> Event:
    facts = {"seat": state.turn, "turn": state.turns + 1, "skipped": list(skipped)}
    return Event("turn", facts)


def _ended(state: State, events: Sequence[Event], *, fell: bool = False) -> Told:
    """The next player's turn, or the end of the game."""
    standing_now = state.chests_on_raft()
    gained = standing_now > state.best
    state = replace(
        state,
        turns=state.turns + 1,
        best=max(state.best, standing_now),
        idle=0 if gained else state.idle + 1,
        phase="lift",
        drawn=None,
        held=None,
        lays=0,
        late=False,
    )
    reason = "fell" if fell and state.solo else end_reason(state)
    if reason:
        state, last = _over(replace(state, reason=reason))
        return state, (*events, *last)
    seat = next_seat(state)
    assert seat is not None  # noqa: S101  else it were over
    seats = len(state.players)
    passed = [(state.turn + step) % seats for step in range(1, (seat - state.turn) % seats)]
    state = replace(state, turn=seat, stood=standing_now)
    return state, (*events, _turn(state, passed))


def _over(state: State) -> Told:
    state = replace(state, phase="over", late=False)
    places = rank(state)
    facts: dict[str, Json] = {"reason": state.reason, "places": list(places)}
    if state.solo:
        facts["score"] = score(state)
    else:
        facts["losers"] = losers(places)
        facts["counts"] = [
            {"penalties": penalties, "given": gave, "left": left}
            for penalties, gave, left in standing(state)
        ]
    return state, (Event("over", facts),)
