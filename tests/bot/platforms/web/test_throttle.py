"""The pace of a connection: a burst is free, then frames wait."""

from __future__ import annotations

from functools import partial

import pytest

from bot.platforms.web.throttle import Throttle

approx = partial(pytest.approx, abs=1e-6)


def test_a_burst_does_not_wait():
    throttle = Throttle(rate=5, burst=20)
    assert [throttle.wait(100.0) for _ in range(20)] == approx([0.0] * 20)


def test_after_the_burst_frames_come_at_the_rate():
    throttle = Throttle(rate=5, burst=20)
    waits = [throttle.wait(100.0) for _ in range(23)]
    assert waits[20:] == approx([0.2, 0.4, 0.6])


def test_silence_fills_the_bucket_again():
    throttle = Throttle(rate=5, burst=20)
    for _ in range(30):
        throttle.wait(100.0)
    assert [throttle.wait(200.0) for _ in range(20)] == approx([0.0] * 20)
