"""The cache of stamps: what is used stays, the rest goes when it weighs too much."""

from __future__ import annotations

from PIL import Image

from renderers.pillow.cache import StampCache
from renderers.pillow.raster import Stamp, Tile


def stamp(kibibytes: int) -> Stamp:
    return (Tile((0, 0, 1024, kibibytes), Image.new("L", (1024, kibibytes))),)


def must_not_be_made() -> Stamp:
    raise AssertionError("it was in the cache")


def test_a_stamp_is_made_once():
    cache = StampCache(100 * 1024)
    made = cache.get("a", lambda: stamp(1))
    assert cache.get("a", must_not_be_made) is made


def test_the_longest_unused_goes_first_when_all_weigh_too_much():
    cache = StampCache(30 * 1024)
    cache.get("old", lambda: stamp(10))
    kept = cache.get("used", lambda: stamp(10))
    cache.get("used", must_not_be_made)
    cache.get("old", must_not_be_made)
    cache.get("used", must_not_be_made)
    cache.get("new", lambda: stamp(10))
    assert cache.get("used", must_not_be_made) is kept
    again = stamp(1)
    assert cache.get("old", lambda: again) is again


def test_a_stamp_too_heavy_for_the_cache_is_given_but_not_kept():
    cache = StampCache(5 * 1024)
    assert cache.get("huge", lambda: stamp(10))[0].box[3] == 10
    other = stamp(2)
    assert cache.get("huge", lambda: other) is other
