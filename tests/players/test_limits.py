"""Token buckets: a class gets in at once, a script does not."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis

from players import limits


@pytest.fixture
def who() -> str:
    return uuid.uuid4().hex


def test_a_burst_is_allowed_and_the_next_one_is_told_how_long_to_wait(who):
    assert all(limits.allow(f"test:{who}", 0.01, 5) for _ in range(5))
    refused = limits.allow(f"test:{who}", 0.01, 5)
    assert not refused
    assert 90 <= refused.retry_after <= 100


def test_a_refused_request_does_not_lengthen_the_wait(who):
    limits.allow(f"test:{who}", 0.01, 1)
    first = limits.allow(f"test:{who}", 0.01, 1).retry_after
    for _ in range(20):
        last = limits.allow(f"test:{who}", 0.01, 1).retry_after
    assert last <= first


def test_the_bucket_fills_again(who):
    rate = 1000.0
    for _ in range(3):
        limits.allow(f"test:{who}", rate, 1)
    # A token a millisecond: the next request comes later than that.
    assert any(limits.allow(f"test:{who}", rate, 1) for _ in range(50))


def test_one_bucket_does_not_drain_another(who):
    limits.allow(f"test:{who}", 0.01, 1)
    assert limits.allow(f"test:{who}-other", 0.01, 1)


def test_requests_at_the_same_moment_take_exactly_what_is_there(who):
    with ThreadPoolExecutor(16) as pool:
        verdicts = list(pool.map(lambda _: limits.allow(f"test:{who}", 0.001, 40), range(120)))
    assert sum(map(bool, verdicts)) == 40


def test_everything_is_allowed_while_redis_is_away(who, monkeypatch):
    gone = redis.Redis(host="127.0.0.1", port=1, socket_connect_timeout=0.2)
    script = gone.register_script(limits._BUCKET)
    monkeypatch.setattr(limits, "_script", lambda: script)
    assert all(limits.allow(f"test:{who}", 0.01, 1) for _ in range(3))


@pytest.mark.parametrize(("rate", "burst"), [(0, 1), (-1, 1), (1, 0)])
def test_a_bucket_that_could_never_fill_is_refused(who, rate, burst):
    with pytest.raises(ValueError, match="bucket"):
        limits.allow(f"test:{who}", rate, burst)
