"""The shape of a line for descriptions: the direction it bulges, its height, the lines that touch it."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, dist, pi

from engines.curves.line import STEP, Line, halfway, spot

_WAYS = ("right", "up-right", "up", "up-left", "left", "down-left", "down", "down-right")


def height(line: Line) -> float:
    """Return the greatest distance of a line from its chord, in steps."""
    return abs(signed_height(line)) / STEP


def bulge(line: Line) -> str:
    """Return which of eight directions a line bulges from its chord; empty for a straight line."""
    offset = signed_height(line)
    if offset == 0:
        return ""
    (ax, ay), (bx, by) = spot(line.start), spot(line.end)
    side = 1 if offset > 0 else -1
    eighth = round(atan2(side * (bx - ax), side * (ay - by)) / (pi / 4))
    return _WAYS[eighth % 8]


def touching_line_numbers(lines: Sequence[Line], line: Line) -> list[int]:
    """Return the numbers, counted from 1, of the other lines that share an end with a line."""
    return [
        number for number, other_line in enumerate(lines, 1) if other_line != line and {*other_line.ends} & {*line.ends}
    ]


def signed_height(line: Line) -> float:
    """Return the signed distance of the middle, in hundredths, to the left of the path from start to end."""
    (ax, ay), (bx, by), (x, y), (hx, hy) = spot(line.start), spot(line.end), line.middle, halfway(*line.ends)
    return ((bx - ax) * (y - hy) - (by - ay) * (x - hx)) / dist((ax, ay), (bx, by))
