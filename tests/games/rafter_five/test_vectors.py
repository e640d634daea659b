"""The public vectors."""

from __future__ import annotations

import copy

from games.rafter_five import vectors

from .rafts import VECTORS


def test_every_vector_passes():
    checks = list(vectors.check(VECTORS))
    assert [check for check in checks if not check.passed] == []
    assert len(checks) == 42 + 30 + 1 + 11 + 4


def test_a_wrong_expectation_is_found():
    broken = copy.deepcopy(VECTORS)
    broken["planks"] = [{**broken["planks"][0], "l": 117}]
    broken["judgement"] = [{**broken["judgement"][0], "fallen": ["p9"]}]
    broken["legality"] = [{**broken["legality"][0], "error": "no_overlap"}]
    broken["ranking"] = [{**broken["ranking"][0], "ranks": {"0": 1, "1": 2, "2": 3, "3": 4}}]
    del broken["full_raft"]
    assert [check.passed for check in vectors.check(broken)] == [False] * 4
