"""The pace of a connection: a burst is free, then frames wait."""

from __future__ import annotations

from functools import partial

import pytest

from bot.platforms.web.connection import TokenBucket

approx = partial(pytest.approx, abs=1e-6)


def test_a_burst_does_not_wait():
    bucket = TokenBucket(rate=5, burst=20)
    assert [bucket.wait(100.0) for _ in range(20)] == approx([0.0] * 20)


def test_after_the_burst_frames_come_at_the_rate():
    bucket = TokenBucket(rate=5, burst=20)
    waits = [bucket.wait(100.0) for _ in range(23)]
    assert waits[20:] == approx([0.2, 0.4, 0.6])


def test_silence_fills_the_bucket_again():
    bucket = TokenBucket(rate=5, burst=20)
    for _ in range(30):
        bucket.wait(100.0)
    assert [bucket.wait(200.0) for _ in range(20)] == approx([0.0] * 20)
