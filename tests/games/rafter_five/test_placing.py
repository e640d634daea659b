"""Where a piece may be put, and whether there is any place at all."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.game import IllegalMove
from games.rafter_five import search
from games.rafter_five.pieces import BASE, PLANKS, STANDARD, Piece, chest, plank, rafter
from games.rafter_five.placing import (
    Marks,
    check_first_rafters,
    check_on_plank,
    check_plank,
)
from games.rafter_five.shapes import area, centroid, common, depth, hull, trimmed

from .rafts import VECTORS, at, fewer, random_raft, seeds

PLAIN, NAILS, JOINTS = Marks(), Marks(nails=True), Marks(joints=True)


def code(check, *args):
    try:
        check(*args)
    except IllegalMove as refused:
        return refused.code
    return None


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        (0, 0, None),
        (250, 0, "no_overlap"),
        (250.1, 0, "out_of_area"),
        (0, -220.1, "out_of_area"),
        # p1 is 118 mm long: 0.2 and 0.3 mm of it, 14 mm wide, are over the card of 110.
        (113.8, 0, "no_overlap"),
        (113.7, 0, None),
    ],
)
def test_the_first_plank_goes_over_the_base_card(x, y, expected):
    assert code(check_plank, [], plank(1, at(x, y)), PLAIN) == expected


def test_later_planks_go_over_a_plank_and_cover_nobody():
    raft = [plank(9, at(0, 0)), rafter(3, at(-30, 0))]
    assert code(check_plank, raft, plank(12, at(0, 30)), PLAIN) == "no_overlap"
    assert code(check_plank, raft, plank(12, at(0, 20)), PLAIN) is None
    # The bench is 10 mm wide; p12 24 mm: side by side they touch, and that is allowed.
    assert code(check_plank, raft, plank(12, at(0, 17)), PLAIN) is None
    assert code(check_plank, raft, plank(12, at(0, 16.9)), PLAIN) == "on_piece"


@pytest.mark.parametrize(
    ("y", "expected"), [(12.6, None), (12.7, "not_on_plank"), (-12.6, None), (30, "not_on_plank")]
)
def test_a_chest_hangs_out_by_seven_tenths_at_most(y, expected):
    # p9 is 22 mm wide, a chest 8: at 12.6 mm there are 2.4 mm of it over the plank.
    assert code(check_on_plank, [], plank(9, at(0, 0)), chest(1, at(0, y)), PLAIN) == expected


def test_rafters_and_chests_keep_apart():
    lying = plank(9, at(0, 0))
    others = [chest(1, at(0, 0))]
    assert code(check_on_plank, others, lying, chest(2, at(10, 0)), PLAIN) is None
    assert code(check_on_plank, others, lying, chest(2, at(9.9, 0)), PLAIN) == "on_piece"


def test_nails_and_joints_stay_free_where_that_is_played():
    lying = plank(2, at(0, 0))  # nails at ±51, a joint at −19, 1.5 mm to both sides
    on_nail, near = chest(1, at(51, 0)), chest(1, at(44.1, 0))
    assert code(check_on_plank, [], lying, on_nail, PLAIN) is None
    assert code(check_on_plank, [], lying, on_nail, NAILS) == "on_nail"
    assert code(check_on_plank, [], lying, near, NAILS) == "on_nail"
    assert code(check_on_plank, [], lying, chest(1, at(44, 0)), NAILS) is None
    assert code(check_on_plank, [], lying, chest(1, at(-19, 0)), JOINTS) == "on_joint"
    assert code(check_on_plank, [], lying, chest(1, at(-12.5, 0)), JOINTS) is None
    assert code(check_on_plank, [], lying, chest(1, at(-12.6, 0)), JOINTS) == "on_joint"
    # Its own marks are no obstacle to a plank, those of the others are.
    over = plank(9, at(-19, 0, 90))
    assert code(check_plank, [], lying, Marks(True, True)) is None
    assert code(check_plank, [lying], over, JOINTS) == "on_joint"
    assert code(check_plank, [lying], over, NAILS) is None


def test_the_first_thing_that_is_wrong_is_told():
    lying = plank(10, at(0, 0))
    others = [chest(1, at(-43, -11))]
    put = chest(2, at(-43, -11))
    assert code(check_on_plank, others, lying, put, NAILS) == "on_piece"
    assert code(check_on_plank, [], lying, put, NAILS) == "on_nail"


def test_the_first_rafters_stand_on_the_card_and_apart():
    assert code(check_first_rafters, STANDARD) is None
    assert code(check_first_rafters, [at(50, 0), *STANDARD[1:]]) == "off_base"
    assert code(check_first_rafters, [STANDARD[1], *STANDARD[1:]]) == "on_piece"


# --- search --------------------------------------------------------------------------------------


def crowded(*free):
    """A plank covered with chests, but for some places of the row."""
    chests = [
        chest(1 + place, at(-45 + 10 * (place % 10), -7 + 7.9 * (place // 10)))
        for place in range(30)
        if place not in free
    ]
    return plank(9, at(0, 0)), chests


def test_a_full_plank_has_no_room_for_a_chest():
    lying, chests = crowded()
    assert search.first_chest_place([lying, *chests], lying, PLAIN) is None
    lying, chests = crowded(2, 3, 12, 13)
    found = search.first_chest_place([lying, *chests], lying, PLAIN)
    assert found is not None
    assert code(check_on_plank, chests, lying, chest(42, found), PLAIN) is None


def test_a_way_out_is_a_legal_way():
    pieces = VECTORS["full_raft"]["stack"]
    raft = tuple(
        Piece(p["id"], p.get("design", p.get("colour", 0)), p["x"], p["y"], p["rot"])
        for p in pieces
        if p["id"] not in ("p42", "c42", "r1")
    )
    lay, man, load = search.way_out(raft, 42, 1, PLAIN)
    lying, standing = plank(42, lay), rafter(1, man)
    assert code(check_plank, raft, lying, PLAIN) is None
    assert code(check_on_plank, raft, lying, standing, PLAIN) is None
    assert code(check_on_plank, [*raft, standing], lying, chest(42, load), PLAIN) is None


def test_there_is_no_way_out_where_every_plank_is_covered():
    # One narrow plank under the five rafters and chests: any plank over it would cover one.
    lying = plank(17, at(0, 0))
    covers = [chest(1 + n, at(-40 + 9.9 * n, 0)) for n in range(9)]
    raft = (lying, *covers, *(chest(20 + n, at(-44 + 9.9 * n, 8)) for n in range(10)))
    raft = (*raft, *(chest(30 + n, at(-44 + 9.9 * n, -8)) for n in range(10)))
    assert search.way_out(raft, 20, 1, PLAIN) is None


@fewer
@given(seeds, st.sampled_from([PLAIN, NAILS, JOINTS, Marks(True, True)]))
def test_the_grid_and_the_rules_agree(seed, marks):
    """The quick sieve leaves out nothing that may be done."""
    raft = random_raft(Random(seed), 3)
    rng = Random(seed)
    design = next(n for n in range(20, 42) if f"p{n}" not in {piece.id for piece in raft})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "STEP", 24.0)
        patch.setattr(search, "TURN", 60)
        found = set(search.plank_places(raft, design, marks))
    xs, ys = sorted({pose.x for pose in found}), sorted({pose.y for pose in found})
    for _ in range(40 if found else 0):
        pose = at(rng.choice(xs), rng.choice(ys), 60.0 * rng.randrange(6))
        assert (pose in found) == (code(check_plank, raft, plank(design, pose), marks) is None)


# --- geometry ------------------------------------------------------------------------------------


def test_planks_weigh_what_the_table_says():
    masses = {1: 2.31, 20: 3.53, 29: 3.14, 34: 2.39, 37: 2.72, 41: 2.41, 42: 2.35}
    for number, mass in masses.items():
        assert PLANKS[number].mass == pytest.approx(mass, abs=0.005)
        assert centroid(PLANKS[number].outline) == pytest.approx((0, 0), abs=1e-9)


def test_outlines_in_common():
    square = ((0, 0), (2, 0), (2, 2), (0, 2))
    assert area(common(square, ((1, 1), (3, 1), (3, 3), (1, 3)))) == pytest.approx(1)
    assert common(square, ((2, 0), (3, 0), (3, 1), (2, 1))) == ()
    assert area(trimmed(square, 0.5)) == pytest.approx(1)
    assert area(trimmed(square, -0.5)) == pytest.approx(9)
    assert trimmed(square, 1.1) == ()
    assert depth(square, (1, 0.5)) == pytest.approx(0.5)
    assert depth(square, (5, 6)) == pytest.approx(-5)
    assert hull([*square, (1, 1), (1, 0)]) == ((0, 0), (2, 0), (2, 2), (0, 2))
    assert depth((), (0, 0)) < 0 and depth(((1, 0),), (0, 0)) == -1
    assert area(BASE) == 110 * 66
