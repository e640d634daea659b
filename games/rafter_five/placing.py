"""Where a piece may be put: everything that is checked before the hand lets go, seen from above.

Each check raises IllegalMove with the first thing that is wrong; the fact `piece` names the piece
that is in the way. docs/rules/rafter_five.md, section 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.game import IllegalMove

from .pieces import BASE, Piece, Pose, placed, rafter
from .shapes import area, depth, overlap

#: How far from the middle of the base card a plank's centre of mass may be put, mm.
REACH_X, REACH_Y = 250.0, 220.0
#: mm² that a plank has at least in common with a plank below it, or with the bare base card.
HOLD = 4.0
#: mm² that two outlines may have in common and still only touch.
TOUCH = 0.01
#: Share of a footprint that must be over the new plank.
SHARE = 0.3
#: mm from the middle of a nail to whatever is put down.
NAIL_ROOM = 2.0
#: What rounding may do to a number that is meant to be just right.
SLACK = 1e-9


class Marks(NamedTuple):
    """Which of the advanced rules hold."""

    nails: bool = False
    joints: bool = False


def planks_of(raft: Iterable[Piece]) -> list[Piece]:
    return [piece for piece in raft if piece.kind == "p"]


def check_plank(raft: Sequence[Piece], plank: Piece, marks: Marks) -> None:
    """Raises IllegalMove `out_of_area`, `no_overlap`, `on_piece`, `on_nail`, `on_joint`."""
    if abs(plank.x) > REACH_X or abs(plank.y) > REACH_Y:
        raise IllegalMove("out_of_area")
    outline = plank.outline
    planks = planks_of(raft)
    below = [other.outline for other in planks] or [BASE]
    if not any(overlap(outline, other) >= HOLD - SLACK for other in below):
        raise IllegalMove("no_overlap")
    _check_free(raft, plank)
    _check_marks(planks, plank, marks)


def check_on_plank(raft: Sequence[Piece], plank: Piece, piece: Piece, marks: Marks) -> None:
    """A rafter or chest for the plank that was put down this turn; `raft` holds neither of the two.
    Raises IllegalMove `not_on_plank`, `on_piece`, `on_nail`, `on_joint`."""
    outline = piece.outline
    if overlap(outline, plank.outline) < SHARE * area(outline) - SLACK:
        raise IllegalMove("not_on_plank", piece=plank.id)
    _check_free(raft, piece)
    _check_marks([*planks_of(raft), plank], piece, marks)


def check_first_rafters(poses: Sequence[Pose]) -> None:
    """The five rafters at the beginning. Raises IllegalMove `off_base` and `on_piece`."""
    standing: list[Piece] = []
    for number, pose in enumerate(poses, 1):
        piece = rafter(number, pose)
        if any(depth(BASE, corner) < -SLACK for corner in piece.outline):
            raise IllegalMove("off_base", piece=piece.id)
        _check_free(standing, piece)
        standing.append(piece)


def _check_free(raft: Iterable[Piece], piece: Piece) -> None:
    """Nothing may lie over a rafter or chest, at whatever height, nor be under one."""
    outline = piece.outline
    for other in raft:
        if other.kind != "p" and overlap(outline, other.outline) > TOUCH + SLACK:
            raise IllegalMove("on_piece", piece=other.id)


def _check_marks(planks: Sequence[Piece], piece: Piece, marks: Marks) -> None:
    """What is put down covers no nail and no joint of any plank but itself."""
    outline = piece.outline
    others = [plank for plank in planks if plank.id != piece.id]
    if marks.nails:
        for plank in others:
            # A nail is placed as a point would be.
            for nail in placed(plank.look.nails, plank.pose):
                if depth(outline, nail) > -NAIL_ROOM + SLACK:
                    raise IllegalMove("on_nail", piece=plank.id)
    if marks.joints:
        for plank in others:
            for joint in plank.look.joints:
                if overlap(outline, placed(joint, plank.pose)) > TOUCH + SLACK:
                    raise IllegalMove("on_joint", piece=plank.id)
