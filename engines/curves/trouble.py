"""Which stretches of an illegal line touch something, for drawing: places along it, a hundredth of its time apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from math import dist

from engines.curves.clearance import near_place, stretch
from engines.curves.geometry import MARGIN
from engines.curves.joints import too_narrow
from engines.curves.legality import LINE_CLEARANCE, MOST_LINES, POINT_CLEARANCE, Sheet, lines_at
from engines.curves.line import STEP, Line, Point, Spot, spot
from engines.curves.rules import Position

_PARTS = 100


@dataclass(frozen=True)
class Trouble:
    """The stretches of a line that are in the way of something, as places in hundredths, and its ends that are none."""

    along: tuple[tuple[Spot, ...], ...]
    ends: tuple[Point, ...]


def trouble(position: Position, line: Line) -> Trouble:
    """What is wrong with a line and can be pointed at; nothing of one that may be drawn."""
    closed = (end for end in line.ends if end not in position.marks or lines_at(end, position.lines) >= MOST_LINES)
    if position.fault(line) is None:
        return Trouble((), ())
    places = [_rounded(stretch(line).at(part / _PARTS)) for part in range(_PARTS + 1)]
    runs = groupby(places, key=lambda place: _is_bad(position, line, place))
    return Trouble(tuple(tuple(run) for bad, run in runs if bad), tuple(closed))


def _is_bad(position: Position, line: Line, place: Spot) -> bool:
    if _is_off(position.sheet, place):
        return True
    others = (point for point in position.marks if point not in line.ends)
    if any(dist(spot(point), place) < POINT_CLEARANCE for point in others):
        return True
    return any(_touches(line, other, place) for other in position.lines)


def _touches(line: Line, other: Line, place: Spot) -> bool:
    """Whether a place of a line is too near to another; beside a shared end, whether they leave it too narrowly."""
    for end in _shared(line, other):
        if dist(spot(end), place) <= STEP:
            return too_narrow(line, other, end)
    return near_place(stretch(other), place, LINE_CLEARANCE)


def _shared(line: Line, other: Line) -> Iterator[Point]:
    return (end for end in line.ends if end in other.ends)


def _is_off(sheet: Sheet, place: Spot) -> bool:
    x, y = place
    right, top = STEP * (sheet.columns - 1), STEP * (sheet.rows - 1)
    return not (-MARGIN <= x <= right + MARGIN and -MARGIN <= y <= top + MARGIN)


def _rounded(place: tuple[float, float]) -> Spot:
    return round(place[0]), round(place[1])
