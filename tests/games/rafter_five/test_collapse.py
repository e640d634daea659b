"""How falls and settlings are shown: key frames, and the short form that pages get."""

from __future__ import annotations

import pytest

from games.rafter_five import collapse, stability, vectors
from games.rafter_five.pieces import SEA, Plane, plank, rafter

from .rafts import VECTORS, at, flat


def frames_of(bodies):
    verdict = stability.judge(bodies)
    return verdict, *collapse.frames(
        bodies, verdict.before, verdict.waves, verdict.limits, verdict.planes
    )


def test_what_falls_tips_slides_clear_of_the_card_and_lies_in_the_sea():
    verdict, length, tracks = frames_of(flat(plank(9, at(60, 0)), rafter(1, at(60, 0))))
    assert length == 500 and set(tracks) == {"p9", "r1"} == verdict.fallen
    for name, track in tracks.items():
        times = [frame[0] for frame in track]
        assert times == sorted(times) and times[-1] == length
        assert track[-1][3] == SEA
        heights = [frame[3] for frame in track[1:]]
        assert heights == sorted(heights, reverse=True), name
    # 50 mm to the left of its middle it is, so it goes at least 45 mm to the right.
    assert tracks["p9"][-1][1] >= 45


def test_waves_start_one_after_the_other():
    one = flat(plank(9, at(0, 0)))
    old, limit = {"p9": Plane(0, 0, 0)}, {"p9": Plane(0, 0.4, 0)}
    length, tracks = collapse.frames(one, old, [[], ["p9"]], limit, {})
    assert length == 180 + 500
    assert [frame[0] for frame in tracks["p9"][:3]] == [0, 180, 340]
    length, _ = collapse.frames(one, old, [[]] * 10 + [["p9"]], limit, {})
    assert length == 700 + 500


def test_what_only_settles_has_two_frames_and_what_stays_has_none():
    tower = flat(*[plank(number, at(-20, 0)) for number in (9, 8, 10)], plank(12, at(35, 0)))
    verdict, length, tracks = frames_of(tower)
    assert not verdict.waves and set(tracks) == {"p12"}
    assert [frame[0] for frame in tracks["p12"]] == [0, length]


def test_a_fall_of_many_waves_stays_small():
    vector = next(v for v in VECTORS["judgement"] if v["id"] == "j21")
    _, length, tracks = frames_of(vectors.asked(vector))
    assert length <= 1200 and len(str(tracks)) < 12_000


# --- the same in short ----------------------------------------------------------------------------


def of_path(old, path, ms, length):
    """Where a piece is after so many ms, as static/js/rafter-view.js works it out."""
    if len(path) == 3:
        z, a, b = path[0] / 10, path[1] / 1000, path[2] / 1000
        part = min(1, ms / length)
        there = (old.z + part * (z - old.z), old.a + part * (a - old.a), old.b + part * (b - old.b))
        return (0, 0, *there)
    start, dx, dy, z, a, b = path
    z, a, b = z / 10, a / 1000, b / 1000
    part = (ms - start) / collapse.TIP
    if part <= 1:
        part = max(0, part)
        there = (old.z + part * (z - old.z), old.a + part * (a - old.a), old.b + part * (b - old.b))
        return (0, 0, *there)
    slid = min(1, (ms - start - collapse.TIP) / collapse.SLIDE)
    steeper = 1 + (collapse.TURN_OVER - 1) * slid
    return (dx * slid, dy * slid, z + (SEA - z) * slid**2, a * steeper, b * steeper)


@pytest.mark.parametrize("name", ["j21", "j16", "tower"])
def test_a_page_makes_the_same_frames_of_a_path(name):
    tower = [*[plank(number, at(-20, 0)) for number in (9, 8, 10)], plank(12, at(35, 0))]
    vector = next((v for v in VECTORS["judgement"] if v["id"] == name), None)
    bodies = flat(*tower) if vector is None else vectors.asked(vector)
    verdict, length, tracks = frames_of(bodies)
    paths = collapse.paths(tracks)
    assert set(paths) == set(tracks)
    for piece, track in tracks.items():
        for ms, *there in track:
            shown = of_path(verdict.before[piece], paths[piece], ms, length)
            assert shown[:2] == pytest.approx(there[:2], abs=0.6)
            assert shown[2] == pytest.approx(there[2], abs=0.11)
            assert shown[3:] == pytest.approx(there[3:], abs=0.005)
