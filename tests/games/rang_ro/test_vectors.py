"""Every published position, and the command that runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.rang_ro import vectors

DATA = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
CHECKS = {check.name: check for check in vectors.check(DATA)}


def test_every_vector_is_run():
    assert len(CHECKS) == len(DATA["vectors"]) == DATA["count"]


@pytest.mark.parametrize("name", CHECKS)
def test_vector(name):
    assert CHECKS[name].got == CHECKS[name].expected


def test_a_wrong_expectation_is_noticed():
    vector = next(one for one in DATA["vectors"] if "players" in one["expected"])
    players = [{**one, "coins": one["coins"] + 1} for one in vector["expected"]["players"]]
    wrong = {**vector, "expected": {**vector["expected"], "players": players}}
    (check,) = vectors.check({**DATA, "vectors": [wrong]})
    assert not check.passed
