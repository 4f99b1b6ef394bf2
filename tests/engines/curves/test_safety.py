"""The exact search for a line that takes a held point agrees with a plain scan."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from engines.curves.attempt import Attempt
from engines.curves.legality import is_path_clear
from engines.curves.line import Line, Point
from engines.curves.options import start
from engines.curves.rules import Position
from engines.curves.safety import capturing_line, is_sure
from engines.game import Seat
from tests.engines.curves.sheets import marked_sheet, play_moves


def scan_takers(position: Position, point: Point, grain: int) -> Iterator[Line]:
    """Yield the legal lines with middles on a lattice that take a point from its holder."""
    columns, rows = position.sheet.columns, position.sheet.rows
    for ends in combinations(position.ends(), 2):
        for x in range(-50, 100 * columns - 49, grain):
            for y in range(-50, 100 * rows - 49, grain):
                line = Line(*ends, (x, y))
                is_legal = not line.folds_back and is_path_clear(line, position.sheet, position.marks, position.lines)
                if is_legal and position.play(line).holders[point].seat is position.turn:
                    yield line


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 15))])
def test_the_exact_search_agrees_with_a_plain_scan(seed):
    chance = Random(seed)
    position = start({"size": "4x4", "points": "5"})
    for place in chance.sample(list(position.moves()), 5):
        position = position.play(place)
    tries = [Attempt(position, move) for move in position.moves() if isinstance(move, Line)]
    for each in [each for each in tries if each.points_inside][:3]:
        after = position.play(each.line)
        line = capturing_line(after, each.points_inside[0])
        if line is None:
            assert next(scan_takers(after, each.points_inside[0], 10), None) is None
        else:
            assert after.play(line).holders[each.points_inside[0]].seat is after.turn


def test_a_zone_with_an_open_ruler_side_is_not_called_sure():
    position = play_moves(marked_sheet("a1 i1 e3 e5 p12"), "a1-i1 via e4")
    assert capturing_line(position, (4, 2)) is not None
    assert not is_sure(position, (4, 2))


def test_two_points_in_one_zone_are_not_called_sure_since_a_zone_between_them_may_free_both():
    position = play_moves(marked_sheet("a1 i1 c2 g2 e3 p12"), "a1-i1 via e5")
    assert not is_sure(position, (2, 1))


def test_a_point_that_a_line_leads_to_is_taken_by_no_zone():
    position = play_moves(marked_sheet("a1 i1 e3 p12"), "a1-i1 via e5", "a1-e3")
    assert position.holders[4, 2].seat is Seat.FIRST
    assert capturing_line(position, (4, 2)) is None
