"""Whoever is said to cross a drawn line for sure does so, and lines that plainly cross are recognised."""

from __future__ import annotations

from random import Random

import numpy as np

from engines.curves.clearance import meet, stretch
from engines.curves.crossing import wall
from engines.curves.line import Line, straight

TIMES = (np.arange(320) + 0.5) / 320


def any_line(chance: Random) -> Line:
    """A line anywhere on a sheet of 8 by 6 points, one in four of them straight."""
    start, end = chance.sample([(column, row) for column in range(8) for row in range(6)], 2)
    bent = Line(start, end, (chance.randint(-50, 750), chance.randint(-50, 550)))
    return straight(start, end) if chance.random() < 0.25 else bent


def is_crossed(drawn: Line, way: Line) -> bool:
    """Whether the line that is drawn is said to be crossed by the way of another."""
    places = np.array([stretch(way).at(time) for time in TIMES])
    between = np.array([[0.25 * 4000 / 320**2]])
    its_wall = wall(drawn)
    assert its_wall
    return bool(its_wall.is_crossed(places[None, :, 0], places[None, :, 1], np.zeros(320), between)[0])


def test_what_is_said_to_cross_meets_the_line():
    chance = Random(1)
    pairs = [(any_line(chance), any_line(chance)) for _ in range(600)]
    pairs = [(drawn, way) for drawn, way in pairs if wall(drawn) and not {*drawn.ends} & {*way.ends}]
    said = [(drawn, way) for drawn, way in pairs if is_crossed(drawn, way)]
    assert len(said) > 50
    assert all(meet((stretch(drawn),), (stretch(way),)) for drawn, way in said)


def test_a_line_that_runs_over_another_crosses_it_and_one_beside_it_does_not():
    over, beside = straight((3, 0), (3, 5)), straight((0, 3), (7, 3))
    arc = Line((0, 0), (7, 0), (350, 200))
    assert is_crossed(arc, over)
    assert not is_crossed(arc, beside)


def test_a_line_whose_ends_lie_in_the_direction_of_its_axis_is_no_wall():
    assert wall(Line((0, 0), (0, 4), (1, -20))) is None
