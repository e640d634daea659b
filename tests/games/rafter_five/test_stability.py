"""What stands and what falls."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.rafter_five import reading, solver, stability, vectors
from games.rafter_five.pieces import Plane, chest, plank, rafter
from games.rafter_five.rulings import bodies_of
from games.rafter_five.shapes import mirrored, overlap
from games.rafter_five.solver import NotJudged, Row

from .rafts import VECTORS, at, fallen, few, fewer, flat, random_raft, seeds, stable


@pytest.mark.parametrize(("x", "gone"), [(54, []), (56, ["p9"])])
def test_a_plank_alone_falls_when_its_middle_is_outside(x, gone):
    assert fallen(plank(9, at(x, 0))) == gone


@pytest.mark.parametrize(("rim", "gone"), [(54, []), (56, ["p0", "p3"])])
def test_two_equal_planks_reach_out_by_half_and_a_quarter_of_their_length(rim, gone):
    # Planks of 110 mm: the common centre of mass of both is at `rim`, the card's edge at 55.
    lower, upper = plank(3, at(rim - 27.5, 0)), plank(3, at(rim + 27.5, 0))
    assert fallen(lower, upper._replace(id="p0")) == gone


def test_a_rafter_holds_a_plank_and_lifting_it_lets_go():
    held = stable(plank(9, at(70, 0)), rafter(3, at(30, 0)))
    bodies = bodies_of(held)
    assert not stability.judge(bodies).waves
    assert stability.judge(bodies[:1]).waves == (("p9",),)


def test_what_lies_on_a_falling_plank_falls_with_it_and_waves_are_in_order():
    lower = stable(plank(9, at(50, 0)))
    bodies = bodies_of(lower) + flat(plank(8, at(86, 0)), chest(1, at(120, 0)))
    verdict = stability.judge(bodies)
    assert verdict.fallen == {"p9", "p8", "c1"}
    assert verdict.planes == {}
    assert set(verdict.limits) == verdict.fallen
    one_wave = [name for wave in verdict.waves for name in wave]
    assert sorted(one_wave) == sorted(verdict.fallen)


def test_a_plank_settles_onto_lower_ones_and_leans():
    tower = [plank(number, at(-20, 0)) for number in (9, 8, 10)]
    verdict = stability.judge(flat(*tower, plank(12, at(35, 0))))
    assert not verdict.waves
    assert verdict.before["p12"] == Plane(6.0, 0.0, 0.0)
    assert verdict.planes["p12"].a < -0.05


@pytest.mark.parametrize("vector", VECTORS["judgement"][14:], ids=lambda vector: vector["id"])
def test_the_shortcuts_change_nothing(vector):
    bodies = vectors.asked(vector)
    short, plain = stability.judge(bodies), stability.judge(bodies, plain=True)
    assert short.waves == plain.waves


@few
@given(seeds)
def test_the_shortcuts_change_nothing_at_random(seed):
    rng = Random(seed)
    raft = random_raft(rng, 4)
    gone = rng.choice(raft) if raft else None
    bodies = bodies_of([piece for piece in raft if piece != gone])
    short, plain = stability.judge(bodies), stability.judge(bodies, plain=True)
    # Where half a millimetre decides, rounding may decide too.
    assert short.fallen == plain.fallen or not clear(bodies, short)


@few
@given(seeds)
def test_what_stands_stays_standing_when_nothing_is_added(seed):
    bodies = bodies_of(random_raft(Random(seed)))
    verdict = stability.judge(bodies)
    assert verdict.waves == ()
    for one in bodies:
        before, after = one.rest, verdict.planes[one.id]
        assert after.z == pytest.approx(before.z, abs=1e-3)


@fewer
@given(seeds, st.sampled_from([(True, False), (False, True), (True, True)]))
def test_a_mirrored_or_turned_raft_is_judged_alike(seed, mirrors):
    rng = Random(seed)
    raft = random_raft(rng, 4)
    planks = [piece for piece in raft if piece.kind == "p"]
    assume(planks)
    new = plank(42, at(rng.uniform(-90, 90), rng.uniform(-60, 60), rng.uniform(0, 360)))
    assume(any(overlap(new.outline, other.outline) >= 4 for other in planks))
    assume(all(overlap(new.outline, p.outline) < 0.01 for p in raft if p.kind != "p"))
    bodies = bodies_of(raft) + flat(new)
    verdict = stability.judge(bodies)
    # Where half a millimetre decides, either answer is right.
    assume(clear(bodies, verdict))
    for across_x, yes in zip((True, False), mirrors, strict=True):
        if yes:
            bodies = [in_mirror(one, across_x) for one in bodies]
    assert stability.judge(bodies).fallen == verdict.fallen


def clear(bodies, verdict):
    """Whether a verdict is the same half a millimetre further, and for other limits of tilt."""
    return all(
        stability.judge(bodies, **other).fallen == verdict.fallen
        for other in ({"trim": 0.5}, {"trim": -0.5}, {"tilt": 0.34}, {"tilt": 0.46})
    )


def in_mirror(one, across_x):
    rest = one.rest and Plane(
        one.rest.z,
        -one.rest.a if across_x else one.rest.a,
        one.rest.b if across_x else -one.rest.b,
    )
    x, y = (-one.x, one.y) if across_x else (one.x, -one.y)
    return one._replace(outline=mirrored(one.outline, across_x), x=x, y=y, rest=rest)


def test_the_margin_of_a_vector_is_what_it_says():
    for vector in VECTORS["judgement"]:
        bodies = vectors.asked(vector)
        verdict = stability.judge(bodies)
        for trim in (-vector["margin_mm"], vector["margin_mm"]):
            assert stability.judge(bodies, trim=trim).fallen == verdict.fallen, vector["id"]


def test_a_programme_without_an_optimum_gives_no_verdict(monkeypatch):
    zero, one = np.zeros(1), np.ones(1)
    with pytest.raises(NotJudged) as refused:
        solver.minimise(one, zero, one, [Row(((0, 1.0),), 2.0, 3.0)])
    assert refused.value.code == "not_judged"
    assert refused.value.facts["status"]


def test_the_same_raft_is_judged_to_the_last_bit_alike():
    bodies = vectors.asked(VECTORS["full_raft"])
    assert stability.judge(bodies) == stability.judge(bodies)


def test_the_solver_writes_nothing(capfd):
    stability.judge(flat(plank(9, at(0, 0))))
    assert capfd.readouterr().out == ""


# --- readings ------------------------------------------------------------------------------------


def readings(*pieces):
    bodies = flat(*pieces)
    return reading.of_standing(bodies, stability.judge(bodies).first)


def test_a_lever_reads_as_physics_says():
    read = readings(plank(9, at(69.9, 0)), rafter(1, at(40, 0)))
    beam = read["p9"]
    weight = 1.4e-3 * 100 * 22
    middle = (weight * 69.9 + 4 * 40) / (weight + 4)
    assert beam.centre == (69.9, 0)
    assert beam.load_point == pytest.approx((middle, 0), abs=1e-6)
    assert beam.margin == pytest.approx(55 - middle, abs=1e-6)
    assert beam.pressed_by == {"r1": 4}
    assert beam.rests_on["base"] == pytest.approx(weight + 4)
    assert read["r1"].rests_on == {"p9": 4}
    assert read["r1"].margin == pytest.approx(6)


def test_a_bridge_shares_its_load_between_its_piers():
    read = readings(
        plank(9, at(-40, 0, 90)), plank(16, at(40, 0, 90)), plank(1, at(0, 0)), rafter(5, at(0, 0))
    )
    load = read["p1"].load
    assert read["p1"].rests_on == pytest.approx({"p9": load / 2, "p16": load / 2}, rel=0.01)
    assert read["p9"].load_point[1] == pytest.approx(0, abs=1e-3)


@few
@given(seeds)
def test_all_that_presses_is_held_up(seed):
    raft = random_raft(Random(seed))
    bodies = bodies_of(raft)
    read = reading.of_standing(bodies, stability.judge(bodies).first)
    for one in read.values():
        assert sum(one.rests_on.values()) == pytest.approx(one.load, abs=1e-2)
        assert one.margin > -0.02
    whole = sum(one.mass for one in bodies)
    on_base = sum(one.rests_on.get("base", 0) for one in read.values())
    assert on_base == pytest.approx(whole, abs=0.05)


def test_a_fall_is_explained_by_its_load_point():
    verdict = stability.judge(bodies := flat(plank(9, at(81.4, 0)), rafter(1, at(40, 0))))
    (why,) = reading.of_fall(bodies, verdict)
    assert why.id == "p9"
    assert why.margin == pytest.approx(-3.0, abs=0.05)
    assert max(x for x, _ in why.support) == 55
    stands = stability.judge(bodies := flat(plank(9, at(0, 0))))
    assert reading.of_fall(bodies, stands) == []
