"""A dictionary that never outgrows its bound."""

from __future__ import annotations

from bot.core.queues.caches import BoundedDict


def test_the_key_that_was_set_longest_ago_goes_first():
    names = BoundedDict[int, str](2)
    names[1], names[2] = "Ann", "Bob"
    names[1] = "Anna"
    names[3] = "Cyd"
    assert names == {1: "Anna", 3: "Cyd"}
