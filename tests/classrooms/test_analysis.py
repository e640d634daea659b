"""Item analysis by hand-made classes: golden tables, and properties that hold for any class."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from classrooms import analysis
from classrooms.analysis import Power, discrimination

#: Twenty students, the k-th of whom had k − 1 of 19 other questions right.
LADDER = [[1.0] * k + [0.0] * (19 - k) for k in range(20)]


def asked(shares: list[float]) -> list[tuple[float, list[float]]]:
    return list(zip(shares, LADDER, strict=True))


@pytest.mark.parametrize(
    ("shares", "index"),
    [
        # 27 % of 20 is 5: the last five of the ladder against the first five
        ([0] * 10 + [1] * 10, 1.0),
        ([1] * 10 + [0] * 10, -1.0),
        ([1] * 20, 0.0),
        ([0] * 20, 0.0),
        ([0, 1] * 10, 0.2),  # upper: 1 0 1 0 1, lower: 0 1 0 1 0
        ([0, 0, 0, 0, 1] + [1] * 10 + [1, 1, 1, 1, 0], 0.6),
        ([0.5] * 5 + [0] * 10 + [1] * 5, 0.5),  # partly right counts in part
    ],
)
def test_discrimination_follows_the_table(shares, index):
    assert discrimination(asked(shares)) == pytest.approx(index)


def test_where_the_cut_falls_among_equals_they_share_the_places():
    """Fifteen students, four a group: two were best elsewhere, the next four did equally well."""
    others = [[0.0] * 4] * 4 + [[1.0, 0, 0, 0]] * 5 + [[1.0, 1, 0, 0]] * 4 + [[1.0, 1, 1, 1]] * 2
    shares = [0.0] * 9 + [1.0, 0.0, 0.0, 0.0] + [1.0, 1.0]
    # upper: the two best, and two places with the mean ¼ of the four equals: (2 + ½) ÷ 4
    assert discrimination(zip(shares, others, strict=True)) == pytest.approx(0.625)


def test_too_few_students_or_questions_have_no_index():
    assert discrimination(asked([0] * 10 + [1] * 10)[: analysis.MIN_STUDENTS]) is not None
    assert discrimination(asked([0] * 10 + [1] * 10)[: analysis.MIN_STUDENTS - 1]) is None
    few = [(1.0, [1.0] * (analysis.MIN_OTHERS - 1))] * 30
    assert discrimination(few) is None
    assert discrimination([(1.0, [1.0] * 10)] * 30) is None  # nobody better than another
    assert discrimination([]) is None


share = st.sampled_from([0.0, 1 / 3, 0.5, 1.0])
classes = st.lists(
    st.tuples(share, st.tuples(share, share, share, share)), min_size=15, max_size=24
)


# Whole classes take a while to draw on a busy machine.
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(classes, st.randoms())
def test_discrimination_does_not_depend_on_the_order_of_the_class(students, random):
    index = discrimination(students)
    shuffled = random.sample(students, len(students))
    assert discrimination(shuffled) == (None if index is None else pytest.approx(index))
    if index is not None:
        assert -1 <= index <= 1
        turned = [(1 - one, others) for one, others in students]
        assert discrimination(turned) == pytest.approx(-index)


@pytest.mark.parametrize(
    ("index", "facility", "power"),
    [
        (0.40, 0.5, Power.VERY_GOOD),
        (0.39, 0.5, Power.GOOD),
        (0.30, 0.5, Power.GOOD),
        (0.29, 0.5, Power.FAIR),
        (0.20, 0.5, Power.FAIR),
        (0.19, 0.5, Power.WEAK),
        (0.0, 0.5, Power.WEAK),
        (-0.01, 0.5, Power.NEGATIVE),
        (-0.05, 0.95, Power.EASY),  # two slips among the best are no reason to doubt the key
        (0.1, 0.05, Power.HARD),
        (None, 0.5, Power.UNKNOWN),
    ],
)
def test_the_index_in_words(index, facility, power):
    assert analysis.power(index, facility) == power


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        ([5], (1, 5, None, None)),
        ([9, 1, 5], (3, 5, None, None)),
        ([1, 2, 3, 4], (4, 2.5, 1.75, 3.25)),  # type 7
        ([4, 8, 6, 2, 10], (5, 6, 4, 8)),
    ],
)
def test_median_and_quartiles(seconds, expected):
    found = analysis.spread(seconds)
    assert (found.n, found.median, found.lower, found.upper) == expected


def test_no_times_have_no_median():
    assert analysis.spread([]) is None


@pytest.mark.parametrize(
    ("share", "mark"),
    [
        (0, 0),
        (1, 10),
        (0.5, 5),
        (2 / 3, 6.7),
        (1 / 3, 3.3),
        (0.845, 8.5),
        (0.005, 0.1),
        (7 / 8, 8.8),
    ],
)
def test_marks_out_of_ten_are_rounded_half_up(share, mark):
    assert analysis.mark_of_ten(share) == mark


def test_marks_fall_in_their_bands():
    marks = [0, 3.4, 3.5, 4.9, 5, 6.4, 6.5, 7.9, 8, 10, 10]
    assert analysis.mark_counts(marks) == [2, 2, 2, 2, 3]
