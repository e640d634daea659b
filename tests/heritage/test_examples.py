"""The examples in the docstrings are true."""

from __future__ import annotations

import doctest

import pytest

from heritage import maps, photos, signs, tables, text


@pytest.mark.parametrize("module", [maps, photos, signs, tables, text], ids=lambda m: m.__name__)
def test_examples_in_docstrings_hold(module):
    outcome = doctest.testmod(module)
    assert outcome.attempted
    assert not outcome.failed
