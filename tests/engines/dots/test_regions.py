"""Chains, loops and joints are found as a player sees them."""

from __future__ import annotations

from engines.dots.regions import joints, long_chains, loops, named, regions, short_chains
from engines.dots.rules import Position
from tests.engines.dots.drawings import drawn

ROWS = drawn("""
    +---+---+---+
    |
    +---+---+---+
    | 1 | 1 |   |
    +---+---+   +
    |
    +---+---+---+
    """)
RING = drawn("""
    +   +---+---+   +
        |       |
    +   +   +   +   +
        |       |
    +   +---+---+   +
    """)


def said(position: Position) -> list[str]:
    return [named(position.grid, region.boxes) for region in regions(position.grid, position.drawn)]


def kinds(position: Position) -> list[list[str]]:
    found = regions(position.grid, position.drawn)
    return [[named(position.grid, region.boxes) for region in of(found)] for of in (long_chains, loops, short_chains)]


def test_regions_end_at_joints():
    assert said(ROWS) == ["a1 b1", "c2", "a3 b3 c3"]
    assert [region.joints for region in regions(ROWS.grid, ROWS.drawn)] == [1, 1, 0]
    assert joints(ROWS.grid, ROWS.drawn) == 1


def test_a_ring_is_a_loop_and_no_chain():
    assert kinds(RING) == [[], ["b1 c1 c2 b2"], []]


def test_short_chains_are_told_from_long_ones():
    position = drawn("""
        +---+---+---+

        +---+---+---+
            |
        +   +   +---+
        """)
    assert kinds(position) == [["a2 b2 c2"], [], ["a1", "b1 c1"]]


def test_of_an_opened_chain_two_boxes_can_be_left_and_of_an_opened_loop_four():
    assert [region.leaves for region in regions(ROWS.grid, ROWS.drawn)] == [2, 0, 2]
    opened = drawn("""
        +---+---+
        |   |   |
        +   +   +
        |       |
        +---+---+
        """)
    assert [region.leaves for region in regions(opened.grid, opened.drawn)] == [4]


def test_an_empty_board_has_joints_only():
    empty = drawn("""
        +   +   +

        +   +   +
        """)
    assert (said(empty), joints(empty.grid, empty.drawn)) == ([], 2)


def test_very_long_regions_are_named_by_their_ends():
    long = drawn("\n".join(["+---" * 12 + "+", "", "+---" * 12 + "+"]))
    assert said(long) == ["a1 b1 c1 d1 … k1 l1"]
