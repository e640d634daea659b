"""What chance and the judge give to a move, and how it is kept: the record beside the move.

A replay reads the ruling and never draws or judges. Rest planes are kept only where they changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.chance import Chance
from games.game import IllegalMove, Json

from . import reading, search, stability
from .moves import Late, Lay, Lift, Load, Man, Move, Word, on_grid, whole_turn
from .pieces import BASE, Piece, Plane, Pose
from .rules import State, check_place, piece_of, places
from .shapes import overlap
from .stability import Body

#: A hand shakes no further than so many σ.
CUT = 2.0
#: How often a shift that would put a piece where it may not lie is halved before it is dropped.
HALVINGS = 5
#: Of a plank that falls from over the base card two in five stay leaning, where that is played.
LEAN, LEAN_OF = 2, 5


@dataclass(frozen=True)
class Judged:
    """A judgement: `waves` of what falls, `limits` where each of those slides off, `planes` of what
    stands and moved, `flat` the heights at which what was put down was held, and `why` the first
    wave fell, as `reading.Reading` in JSON; `readings`, at tables for learners, are those of the
    planks that stand, the weakest first."""

    waves: tuple[tuple[str, ...], ...] = ()
    limits: Mapping[str, Plane] = field(default_factory=dict)
    planes: Mapping[str, Plane] = field(default_factory=dict)
    flat: Mapping[str, float] = field(default_factory=dict)
    why: Sequence[Json] = ()
    readings: Sequence[Json] = ()

    @property
    def fallen(self) -> list[str]:
        """What falls, in the order in which it does."""
        return [name for wave in self.waves for name in wave]


@dataclass(frozen=True)
class Ruling:
    """Beside the judgement: the `pose` that a trembling hand made of the one asked for, the planks
    that stay `leaning`, and whether there is `no_room` for a chest on the new plank."""

    pose: Pose | None = None
    judged: Judged | None = None
    leaning: tuple[int, ...] = ()
    no_room: bool = False

    def encode(self) -> Json:
        """As JSON; None where there is nothing to keep."""
        told: dict[str, Json] = {}
        if self.pose is not None:
            told["pose"] = list(self.pose)
        if self.judged is not None:
            told["judged"] = {
                "waves": [list(wave) for wave in self.judged.waves],
                "limits": {name: list(plane) for name, plane in self.judged.limits.items()},
                "planes": {name: list(plane) for name, plane in self.judged.planes.items()},
                "flat": dict(self.judged.flat),
                "why": list(self.judged.why),
            }
            if self.judged.readings:
                told["judged"]["readings"] = list(self.judged.readings)
        if self.leaning:
            told["leaning"] = list(self.leaning)
        if self.no_room:
            told["no_room"] = True
        return told or None

    @classmethod
    def decode(cls, data: Any) -> Ruling:
        if not data:
            return cls()
        judged = data.get("judged")
        return cls(
            pose=Pose(*data["pose"]) if "pose" in data else None,
            judged=None
            if judged is None
            else Judged(
                tuple(tuple(wave) for wave in judged["waves"]),
                {name: Plane(*plane) for name, plane in judged["limits"].items()},
                {name: Plane(*plane) for name, plane in judged["planes"].items()},
                dict(judged["flat"]),
                judged["why"],
                judged.get("readings", ()),
            ),
            leaning=tuple(data.get("leaning", ())),
            no_room=data.get("no_room", False),
        )


def rule(state: State, move: Move, chance: Chance) -> Ruling:
    """The ruling of a legal move. Raises stability.NotJudged if the solver fails."""
    if isinstance(move, Word):
        return Ruling()
    played = move.move if isinstance(move, Late) else move
    pose = None
    if state.tremor and isinstance(played, Lay | Man | Load):
        pose = _trembled(state, played, chance)
    released = let_go(state, played, pose)
    if released is None:
        return Ruling(pose)
    raft, fresh = released
    judged = judge(raft, fresh, readings=state.options.learner)
    leaning: tuple[int, ...] = ()
    if state.options.leaning:
        leaning = _leaning(raft, judged, chance)
    no_room = False
    if isinstance(played, Man) and not judged.waves:
        (new,) = (piece for piece in raft if piece.id == f"p{state.drawn}")
        no_room = search.first_chest_place(places(raft), new, state.options.marks) is None
    return Ruling(pose, judged, leaning, no_room)


def let_go(
    state: State, move: object, pose: Pose | None = None
) -> tuple[tuple[Piece, ...], frozenset[str]] | None:
    """The pieces that a move leaves to themselves, in their order, and which of them are new; None
    when nothing is judged. `pose` stands for the one in the move, if it is given."""
    match move:
        case Lift(number) if number not in state.overboard:
            return tuple(one for one in state.raft if one.id != f"r{number}"), frozenset()
        case Man(asked):
            held = state.held_plank
            assert held is not None  # noqa: S101  the phase says so
            new: tuple[Piece, ...] = (held, piece_of(state, move, pose or asked))
        case Load(_, asked):
            new = (piece_of(state, move, pose or asked),)
        case _:
            return None
    return (*state.raft, *new), frozenset(piece.id for piece in new)


def bodies_of(raft: Sequence[Piece], fresh: frozenset[str] = frozenset()) -> list[Body]:
    """A raft as the judge knows it."""
    return [stability.body(piece, fresh=piece.id in fresh) for piece in raft]


def judge(raft: Sequence[Piece], fresh: frozenset[str], *, readings: bool = False) -> Judged:
    """What the judge says of a raft whose `fresh` pieces were just put down; with `readings`, how
    firmly what stands does."""
    bodies = bodies_of(raft, fresh)
    verdict = stability.judge(bodies)
    known = {piece.id: piece.plane for piece in raft if piece.id not in fresh}
    return Judged(
        verdict.waves,
        verdict.limits,
        {name: plane for name, plane in verdict.planes.items() if known.get(name) != plane},
        {name: round(verdict.before[name].z, stability.DECIMALS) for name in sorted(fresh)},
        [one.encode() for one in reading.of_fall(bodies, verdict)],
        _readings(bodies, verdict) if readings else (),
    )


def _readings(bodies: Sequence[Body], verdict: stability.Verdict) -> list[Json]:
    left = [one for one in bodies if one.id not in verdict.fallen]
    found = reading.of_standing(left, verdict.last).values()
    planks = [one.encode() for one in found if one.id[0] == "p"]
    return sorted(planks, key=lambda one: one["margin"])


def _leaning(raft: Sequence[Piece], judged: Judged, chance: Chance) -> tuple[int, ...]:
    known = {piece.id: piece for piece in raft}
    fallen = [known[name] for name in judged.fallen]
    over_base = [one for one in fallen if one.kind == "p" and overlap(one.outline, BASE) > 0]
    return tuple(one.design for one in over_base if chance.dice("lean", 1, LEAN_OF)[0] <= LEAN)


def _trembled(state: State, move: Lay | Man | Load, chance: Chance) -> Pose:
    """The pose asked for, shifted by what the hand does."""
    asked = move.pose
    shift = [_normal(chance, name, state.tremor) for name in ("dx", "dy", "drot")]
    for _ in range(1 + HALVINGS):
        x, y, rot = (number + by for number, by in zip(asked, shift, strict=True))
        applied = Pose(on_grid(x), on_grid(y), whole_turn(rot))
        try:
            check_place(state, move, applied)
        except IllegalMove:
            shift = [by / 2 for by in shift]
        else:
            return applied
    return asked


def _normal(chance: Chance, stream: str, sigma: float) -> float:
    """From a normal distribution without its tails: what lies beyond is drawn again."""
    while True:
        by = chance.normal(stream, sigma)
        if abs(by) <= CUT * sigma:
            return by
