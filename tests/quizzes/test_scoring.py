"""The written formula, by a table that never changes without a reason in the changelog."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzes.scoring import (
    accuracy_points,
    goal,
    places,
    points,
    share_of_several,
    streak,
    team_score,
)

#: share, milliseconds thought, seconds on the clock, does speed count → points
GOLDEN = [
    (1, 0, 20, True, 1000),
    (1, 1, 20, True, 1000),
    (1, 2_000, 20, True, 950),
    (1, 5_000, 20, True, 875),
    (1, 6_000, 30, True, 900),
    (1, 10_000, 20, True, 750),
    (1, 13_333, 20, True, 667),
    (1, 19_999, 20, True, 500),
    (1, 20_000, 20, True, 500),
    (1, 99_000, 20, True, 500),
    (1, -400, 20, True, 1000),
    (1, 10_000, 25, True, 800),
    (1, 20_000, 40, True, 750),
    (0.5, 0, 20, True, 500),
    (0.5, 20_000, 20, True, 250),
    (1 / 3, 0, 45, True, 333),
    (2 / 3, 0, 45, True, 667),
    (1, 0, 20, False, 500),
    (1, 19_000, 20, False, 500),
    (0.5, 3_000, 20, False, 250),
    (0, 0, 20, True, 0),
    (0, 0, 20, False, 0),
]


@pytest.mark.parametrize(("share", "elapsed_ms", "seconds", "speed", "expected"), GOLDEN)
def test_points_follow_the_table(share, elapsed_ms, seconds, speed, expected):
    assert points(share, elapsed_ms, seconds, speed=speed) == expected


@pytest.mark.parametrize(
    ("share", "expected"),
    [(1, 1000), (0.5, 500), (1 / 3, 333), (2 / 3, 667), (0.0005, 1), (0.0004, 0), (0, 0)],
)
def test_req_r32_points_by_accuracy_follow_the_table(share, expected):
    assert accuracy_points(share) == expected


#: points of the members who were asked, question by question → the score of the team
TEAMS = [
    ([], 0),
    ([[]], 0),
    ([[1000]], 1000),
    ([[1000, 0]], 500),
    ([[1000, 500], [0, 0]], 750),
    ([[1000, 500, 0], [750]], 1250),
    ([[1000], [], [1000]], 2000),
    ([[1, 0, 0], [1, 0, 0]], 1),
    ([[1, 0]], 1),
    ([[1, 0, 0]], 0),
]


@pytest.mark.parametrize(("asked", "expected"), TEAMS)
def test_req_r32_team_scores_follow_the_table(asked, expected):
    assert team_score(asked) == expected


@pytest.mark.parametrize(
    ("possible", "expected"),
    [(0, 1), (1, 1), (2, 2), (5, 3), (10, 6), (11, 7), (90, 54), (450, 270), (20_000, 12_000)],
)
def test_req_r32_the_goal_of_a_class_follows_the_table(possible, expected):
    assert goal(possible) == expected


asked_points = st.lists(st.lists(st.integers(0, 1000), max_size=5), max_size=6)


@given(asked=asked_points, times=st.integers(1, 5))
def test_req_r32_the_size_of_a_team_does_not_matter(asked, times):
    assert team_score([points * times for points in asked]) == team_score(asked)


@given(asked=asked_points)
def test_req_r32_a_team_stands_between_its_weakest_and_its_strongest_answers(asked):
    played = [points for points in asked if points]
    assert sum(map(min, played)) <= team_score(asked) <= sum(map(max, played))


@given(share=st.floats(0, 1), elapsed=st.integers(0, 400_000), seconds=st.integers(5, 300))
def test_req_r32_accuracy_never_gives_less_than_speed(share, elapsed, seconds):
    assert points(share, elapsed, seconds) <= accuracy_points(share) == points(share, 0, seconds)


@given(
    share=st.floats(0, 1),
    elapsed=st.integers(0, 400_000),
    later=st.integers(0, 400_000),
    seconds=st.integers(5, 300),
)
def test_waiting_never_earns_more_and_never_costs_more_than_half(share, elapsed, later, seconds):
    early, late = sorted((elapsed, later))
    first, second = points(share, early, seconds), points(share, late, seconds)
    assert 1000 >= first >= second >= points(share, 0, seconds, speed=False) >= 0


def test_a_slow_right_answer_beats_a_fast_wrong_one():
    assert points(1, 20_000, 20) > points(0, 0, 20)


@pytest.mark.parametrize(("share", "seconds"), [(-0.1, 20), (1.1, 20), (1, 0), (1, -5)])
def test_nonsense_is_refused(share, seconds):
    with pytest.raises(ValueError):
        points(share, 0, seconds)


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_nonsense_is_refused_where_time_does_not_count(share):
    with pytest.raises(ValueError):
        accuracy_points(share)
    with pytest.raises(ValueError):
        goal(-1)


@pytest.mark.parametrize(
    ("right", "wrong", "total", "expected"),
    [(2, 0, 2, 1), (1, 0, 2, 0.5), (2, 1, 2, 0.5), (1, 1, 2, 0), (0, 2, 2, 0), (2, 2, 3, 0)],
)
def test_wrong_picks_take_back_right_ones(right, wrong, total, expected):
    assert share_of_several(right_picked=right, wrong_picked=wrong, right_total=total) == expected


def test_a_question_without_a_right_choice_has_no_share():
    with pytest.raises(ValueError):
        share_of_several(right_picked=0, wrong_picked=1, right_total=0)


def test_only_wholly_right_answers_make_a_streak():
    assert streak([0, 1, 1, 1]) == 3
    assert streak([1, 1, 0]) == 0
    assert streak([1, 1, 0.5]) == 0
    assert streak([]) == 0


def test_equal_totals_share_a_place_and_the_next_place_is_left_out():
    assert places([500, 900, 500, 900, 0]) == [3, 1, 3, 1, 5]
    assert places([]) == []
