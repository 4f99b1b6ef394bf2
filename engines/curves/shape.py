"""The shape of a line for descriptions: which way it bulges, how high it is, which lines touch it."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, dist, pi

from engines.curves.line import STEP, Line, halfway, spot

_WAYS = ("right", "up-right", "up", "up-left", "left", "down-left", "down", "down-right")


def height(line: Line) -> float:
    """The greatest distance of a line from its chord, in steps."""
    return abs(across(line)) / STEP


def bulge(line: Line) -> str:
    """The way, of eight, that a line bulges from its chord; empty for a straight one."""
    left = across(line)
    if left == 0:
        return ""
    (ax, ay), (bx, by) = spot(line.start), spot(line.end)
    side = 1 if left > 0 else -1
    eighth = round(atan2(side * (bx - ax), side * (ay - by)) / (pi / 4))
    return _WAYS[eighth % 8]


def touching(lines: Sequence[Line], line: Line) -> list[int]:
    """The numbers, from 1, of the other lines that share an end with a line."""
    return [number for number, other in enumerate(lines, 1) if other != line and {*other.ends} & {*line.ends}]


def across(line: Line) -> float:
    """How far the middle lies to the left of the way from start to end, in hundredths."""
    (ax, ay), (bx, by), (x, y), (hx, hy) = spot(line.start), spot(line.end), line.middle, halfway(*line.ends)
    return ((bx - ax) * (y - hy) - (by - ay) * (x - hx)) / dist((ax, ay), (bx, by))
