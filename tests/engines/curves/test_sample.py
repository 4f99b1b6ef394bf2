"""`moves()` lists for each pair of points a straight line and arcs on both sides, symmetric and leaning."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engines.curves.line import Line, straight_line
from engines.curves.move import Pass
from engines.curves.sample import family
from tests.engines.curves.sheets import marked_sheet, play_moves
from tests.engines.curves.test_geometry import points

pairs = st.tuples(points, points).filter(lambda pair: pair[0] != pair[1])


def side(line: Line) -> int:
    """Return a number that is positive to the left of the way from the first end."""
    (ax, ay), (bx, by), (x, y) = line.start, line.end, line.middle
    return (bx - ax) * (y - 100 * ay) - (by - ay) * (x - 100 * ax)


@given(pairs)
def test_a_pair_has_a_straight_line_and_at_least_eight_arcs(pair):
    lines = family(*pair)
    arcs = [line for line in lines if not line.is_straight]
    assert lines[0] == straight_line(*pair)
    assert len(set(arcs)) == len(arcs) >= 8
    assert {line.ends for line in lines} == {tuple(sorted(pair))}


@given(pairs)
def test_arcs_bend_to_both_sides_and_their_middles_lie_on_halves(pair):
    arcs = [line for line in family(*pair) if not line.is_straight]
    assert min(map(side, arcs)) < 0 < max(map(side, arcs))
    assert all(place % 50 == 0 for line in arcs for place in line.middle)


def test_some_arcs_lean():
    assert {str(line) for line in family((0, 0), (8, 0))} >= {"a1-i1 via c2.5", "a1-i1 via g2.5", "a1-i1 via e3"}


def test_moves_lists_all_legal_lines_of_the_family_in_a_fixed_order():
    position = play_moves(marked_sheet("a1 i1 c2 e2 g2 c9"), "a1-i1 via e5", "c2-e2")
    lines = [move for move in position.moves() if isinstance(move, Line)]
    for line in lines:
        position.play(line)
    ends = sorted(position.ends())
    expected_lines = [
        line
        for i, start in enumerate(ends)
        for end in ends[i + 1 :]
        for line in family(start, end)
        if position.fault(line) is None
    ]
    assert lines == expected_lines
    assert list(position.moves()) == [*lines, Pass()]


def test_a_point_with_two_lines_is_no_end():
    position = play_moves(marked_sheet("a1 i1 c2 e2 g2 c9"), "c2-e2", "c2-g2 via e3")
    assert [str(end) for end in position.ends()] == ["(0, 0)", "(2, 8)", "(4, 1)", "(6, 1)", "(8, 0)"]
    assert position.bends((2, 1), (2, 8)) == []


def test_the_sample_after_a_line_is_part_of_the_sample_before():
    before = marked_sheet("a1 i1 c2 e2 g2 c9")
    assert set(play_moves(before, "a1-i1 via e5").moves()) < set(before.moves())
