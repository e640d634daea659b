"""Runs the public vector file of Rafter Five: planks, judgements, legality, ranking.

The schema is in docs/rules/rafter_five.md, section 12.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.checks import Check
from games.game import IllegalMove

from . import rules, stability
from .pieces import TABLE, Piece
from .placing import Marks, check_on_plank, check_plank
from .solver import NotJudged
from .stability import Body, Verdict

Vector = Mapping[str, Any]


def check(data: Vector) -> Iterator[Check]:
    """Every vector of the file."""
    for row in data.get("planks", ()):
        yield check_design(row)
    judgements = [*data.get("judgement", ())]
    if "full_raft" in data:
        judgements.append(data["full_raft"])
    for vector in judgements:
        yield check_judgement(vector)
    for vector in data.get("legality", ()):
        yield check_legality(vector)
    for vector in data.get("ranking", ()):
        yield check_ranking(vector)


def check_design(row: Vector) -> Check:
    """A row of the table of planks."""
    number = row["id"]
    shape, length, width, extra, nails, joints = TABLE[number - 1]
    got = {
        "shape": shape,
        "l": length,
        "w": width,
        "e": extra,
        "nails": [list(nail) for nail in nails],
        "joints": list(joints),
    }
    expected = {name: row.get(name, 0) for name in got}
    return Check(f"plank {number}", expected, got)


def piece(data: Vector) -> Piece:
    """A piece in the words of the schema; chests are told apart by colour, where that is given."""
    design = data.get("design", data.get("colour", 0))
    place = (float(data[name]) for name in ("x", "y", "rot"))
    return Piece(data["id"], design, *place)


def stack(vector: Vector) -> tuple[list[Body], Verdict]:
    """The pieces of a vector as they stand, and the verdict on them as they are put up."""
    bodies = [stability.body(piece(one), fresh=True) for one in vector["stack"]]
    verdict = stability.judge(bodies)
    return [one._replace(rest=verdict.planes.get(one.id)) for one in bodies], verdict


def asked(vector: Vector) -> list[Body]:
    """The stack without what is lifted, or with what is released: what is to be judged."""
    bodies, _ = stack(vector)
    bodies = [one for one in bodies if one.id != vector.get("lift")]
    return bodies + [stability.body(piece(one), fresh=True) for one in vector.get("release", ())]


def check_judgement(vector: Vector) -> Check:
    """A stack that stands, and what falls of it when something is lifted or put down."""
    name = f"{vector['id']} {vector['title']}"
    expected = {"before": [], "fallen": sorted(vector["fallen"])}
    try:
        before = stack(vector)[1].fallen
        after = stability.judge(asked(vector)).fallen
    except NotJudged as error:
        return Check(name, expected, {"not_judged": error.facts["status"]})
    return Check(name, expected, {"before": sorted(before), "fallen": sorted(after)})


def check_legality(vector: Vector) -> Check:
    """Whether a piece may be put there, and what is said if not."""
    raft = [piece(one) for one in vector["stack"]]
    marks = Marks(vector.get("nails", False), vector.get("joints", False))
    put = piece(vector["piece"])
    code = None
    try:
        if put.kind == "p":
            check_plank(raft, put, marks)
        else:
            (lying,) = (one for one in raft if one.id == vector["on"])
            check_on_plank([one for one in raft if one is not lying], lying, put, marks)
    except IllegalMove as refused:
        code = refused.code
    return Check(f"{vector['id']} {vector['title']}", vector["error"], code)


def check_ranking(vector: Vector) -> Check:
    """Places by what players have on their boards, on those of others and in their stores."""
    players = vector["players"]
    found = rules.ranks([(one["penalties"], one["given"], one["left"]) for one in players])
    got = {str(one["player"]): place for one, place in zip(players, found, strict=True)}
    return Check(f"{vector['id']} {vector['title']}", vector["ranks"], got)
