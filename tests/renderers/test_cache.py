"""The cache of stamps: stamps in use stay, and the rest is evicted when the cache gets too heavy."""

from __future__ import annotations

from PIL import Image

from renderers.pillow.cache import StampCache
from renderers.pillow.raster import Stamp, Tile


def stamp(kibibytes: int) -> Stamp:
    return (Tile((0, 0, 1024, kibibytes), Image.new("L", (1024, kibibytes))),)


def fail_if_made() -> Stamp:
    raise AssertionError("it was in the cache")


def test_a_stamp_is_made_once():
    cache = StampCache(100 * 1024)
    first_stamp = cache.get("a", lambda: stamp(1))
    assert cache.get("a", fail_if_made) is first_stamp


def test_the_least_recently_used_stamp_is_evicted_first():
    cache = StampCache(30 * 1024)
    cache.get("old", lambda: stamp(10))
    used_stamp = cache.get("used", lambda: stamp(10))
    cache.get("used", fail_if_made)
    cache.get("old", fail_if_made)
    cache.get("used", fail_if_made)
    cache.get("new", lambda: stamp(10))
    assert cache.get("used", fail_if_made) is used_stamp
    new_stamp = stamp(1)
    assert cache.get("old", lambda: new_stamp) is new_stamp


def test_a_stamp_too_heavy_for_the_cache_is_returned_but_not_stored():
    cache = StampCache(5 * 1024)
    assert cache.get("huge", lambda: stamp(10))[0].box[3] == 10
    second_stamp = stamp(2)
    assert cache.get("huge", lambda: second_stamp) is second_stamp
