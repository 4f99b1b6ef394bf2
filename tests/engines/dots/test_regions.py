"""Chains, loops and joints are found as a player sees them."""

from __future__ import annotations

from engines.dots.regions import box_names, joint_count, long_chains, loops, regions, short_chains
from engines.dots.rules import Position
from tests.engines.dots.drawings import parse_drawing

ROWS = parse_drawing("""
    +---+---+---+
    |
    +---+---+---+
    | 1 | 1 |   |
    +---+---+   +
    |
    +---+---+---+
    """)
RING = parse_drawing("""
    +   +---+---+   +
        |       |
    +   +   +   +   +
        |       |
    +   +---+---+   +
    """)


def region_names(position: Position) -> list[str]:
    return [box_names(position.grid, region.boxes) for region in regions(position.grid, position.drawn_sides)]


def kinds(position: Position) -> list[list[str]]:
    result = regions(position.grid, position.drawn_sides)
    return [
        [box_names(position.grid, region.boxes) for region in of(result)] for of in (long_chains, loops, short_chains)
    ]


def test_regions_end_at_joints():
    assert region_names(ROWS) == ["a1 b1", "c2", "a3 b3 c3"]
    assert [region.joints for region in regions(ROWS.grid, ROWS.drawn_sides)] == [1, 1, 0]
    assert joint_count(ROWS.grid, ROWS.drawn_sides) == 1


def test_a_ring_is_a_loop_and_no_chain():
    assert kinds(RING) == [[], ["b1 c1 c2 b2"], []]


def test_short_and_long_chains_are_distinguished():
    position = parse_drawing("""
        +---+---+---+

        +---+---+---+
            |
        +   +   +---+
        """)
    assert kinds(position) == [["a2 b2 c2"], [], ["a1", "b1 c1"]]


def test_an_opened_chain_has_a_handout_of_two_and_an_opened_loop_of_four():
    assert [region.handout for region in regions(ROWS.grid, ROWS.drawn_sides)] == [2, 0, 2]
    opened = parse_drawing("""
        +---+---+
        |   |   |
        +   +   +
        |       |
        +---+---+
        """)
    assert [region.handout for region in regions(opened.grid, opened.drawn_sides)] == [4]


def test_an_empty_board_has_joints_only():
    empty = parse_drawing("""
        +   +   +

        +   +   +
        """)
    assert (region_names(empty), joint_count(empty.grid, empty.drawn_sides)) == ([], 2)


def test_very_long_regions_are_named_by_their_ends():
    long = parse_drawing("\n".join(["+---" * 12 + "+", "", "+---" * 12 + "+"]))
    assert region_names(long) == ["a1 b1 c1 d1 … k1 l1"]
