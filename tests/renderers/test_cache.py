"""The shelf of stamps: what is used stays, the rest goes when it weighs too much."""

from __future__ import annotations

from PIL import Image

from renderers.pillow.cache import Shelf
from renderers.pillow.raster import Stamp, Tile


def stamp(kibibytes: int) -> Stamp:
    return (Tile((0, 0, 1024, kibibytes), Image.new("L", (1024, kibibytes))),)


def must_not_be_made() -> Stamp:
    raise AssertionError("it was on the shelf")


def test_a_stamp_is_made_once():
    shelf = Shelf(100 * 1024)
    made = shelf.get("a", lambda: stamp(1))
    assert shelf.get("a", must_not_be_made) is made


def test_the_longest_unused_goes_first_when_all_weigh_too_much():
    shelf = Shelf(30 * 1024)
    shelf.get("old", lambda: stamp(10))
    kept = shelf.get("used", lambda: stamp(10))
    shelf.get("used", must_not_be_made)
    shelf.get("old", must_not_be_made)
    shelf.get("used", must_not_be_made)
    shelf.get("new", lambda: stamp(10))
    assert shelf.get("used", must_not_be_made) is kept
    again = stamp(1)
    assert shelf.get("old", lambda: again) is again


def test_a_stamp_too_heavy_for_the_shelf_is_given_but_not_kept():
    shelf = Shelf(5 * 1024)
    assert shelf.get("huge", lambda: stamp(10))[0].box[3] == 10
    other = stamp(2)
    assert shelf.get("huge", lambda: other) is other
