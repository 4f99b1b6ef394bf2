"""Lines that certainly cross a wall do meet it, and plain crossings are recognised."""

from __future__ import annotations

from random import Random

import numpy as np

from engines.curves.clearance import meet, stretch
from engines.curves.crossing import wall
from engines.curves.line import Line, straight_line

TIMES = (np.arange(320) + 0.5) / 320


def any_line(chance: Random) -> Line:
    """Return a random line on a sheet of 8 by 6 points; one in four is straight."""
    start, end = chance.sample([(column, row) for column in range(8) for row in range(6)], 2)
    bent = Line(start, end, (chance.randint(-50, 750), chance.randint(-50, 550)))
    return straight_line(start, end) if chance.random() < 0.25 else bent


def is_crossed(drawn_line: Line, curve: Line) -> bool:
    """Return whether the wall of one line reports that the other crosses it."""
    places = np.array([stretch(curve).at(time) for time in TIMES])
    between = np.array([[0.25 * 4000 / 320**2]])
    its_wall = wall(drawn_line)
    assert its_wall
    return bool(its_wall.is_crossed(places[None, :, 0], places[None, :, 1], np.zeros(320), between)[0])


def test_a_line_that_crosses_for_sure_meets_the_other():
    chance = Random(1)
    pairs = [(any_line(chance), any_line(chance)) for _ in range(600)]
    pairs = [
        (drawn_line, way) for drawn_line, way in pairs if wall(drawn_line) and not {*drawn_line.ends} & {*way.ends}
    ]
    crossing_lines = [(drawn_line, way) for drawn_line, way in pairs if is_crossed(drawn_line, way)]
    assert len(crossing_lines) > 50
    assert all(meet((stretch(drawn_line),), (stretch(way),)) for drawn_line, way in crossing_lines)


def test_a_line_that_runs_over_another_crosses_it_and_one_beside_it_does_not():
    over, beside = straight_line((3, 0), (3, 5)), straight_line((0, 3), (7, 3))
    arc = Line((0, 0), (7, 0), (350, 200))
    assert is_crossed(arc, over)
    assert not is_crossed(arc, beside)


def test_a_line_whose_ends_lie_in_the_direction_of_its_axis_is_no_wall():
    assert wall(Line((0, 0), (0, 4), (1, -20))) is None
