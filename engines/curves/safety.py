"""Whether a held point can still be lost, decided over every line that can be written, not over a sample of them.

Lines never become legal again, so a point that no zone can take now is safe from zones for good. Two lines of the
opponent to it would release it; but what may be drawn is the same for both, so its holder answers the first with a line
to it, or there is no second either. That leaves a zone within the holder's zone, carried by two points of the holder's.

A place lies in the zone of the line from A to B with control point C if a, b, c > 0 and b² < 4ac (see `geometry`); b is
the same for all these lines, and a and c are linear in C. So over a square of middle points they can be bounded.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from math import dist

import numpy as np
from numpy.typing import NDArray

from engines.curves.capture import Drawn, Held, after
from engines.curves.forbidden import Ground, Places, survey
from engines.curves.geometry import encloses, in_zone, never_negative
from engines.curves.legality import Sheet, clear, lines_at
from engines.curves.line import Line, Point, Spot, halfway, spot
from engines.curves.remaining import hopeful
from engines.curves.rules import Position
from engines.curves.sample import open_ends

_MOST_ENDS = 16
Ends = tuple[Point, Point]


def taker(position: Position, point: Point) -> Line | None:
    """A line whose zone would take a held point from its holder, if any can be written; never for a joined point.

    The ends nearest to it and the roundest middles are tried first.
    """
    if lines_at(point, position.lines):
        return None
    held, free = position.held[point], open_ends(position.marks, position.lines)
    grounds = survey(position.sheet, position.marks, position.lines, free)
    pairs = sorted(combinations([end for end in free if end != point], 2), key=lambda ends: _distance(ends, point))
    for ends in pairs:
        for line in hopeful(_Hunt(grounds.between(*ends), point, held)):
            if _takes(line, point, held) and _may_be_drawn(line, position):
                return line
    return None


def no_zone_takes(position: Position, points: Iterable[Point]) -> bool:
    """Whether no line takes any of these held points; False also where there are too many ends to find out soon."""
    return len(position.ends()) <= _MOST_ENDS and all(taker(position, point) is None for point in points)


def is_sure(position: Position, point: Point) -> bool:
    """Whether who just drew is known to hold a point for sure, against every line that can be written."""
    return not _shares_a_zone(position, point) and no_zone_takes(position, (point,))


def withstands_the_sample(position: Position, point: Point) -> bool:
    """Whether no line of the sample takes or frees at once the point of who just drew."""
    return all(_is_kept(position, point, move) for move in position.moves() if isinstance(move, Line))


def _shares_a_zone(position: Position, point: Point) -> bool:
    """Another point of its holder lies with it in one of their zones: a line between the two may release both."""
    seat = position.held[point].seat
    others = [spot(other) for other, held in position.held.items() if held.seat is seat and other != point]
    zones = [each.line for each in position.drawn if each.seat is seat and in_zone(each.line, spot(point))]
    return any(in_zone(zone, other) for zone in zones for other in others)


def _is_kept(position: Position, point: Point, reply: Line) -> bool:
    held = after(Drawn(reply, position.turn), position.marks, position.drawn, position.held)
    return held[point].seat is position.turn.other


def _distance(ends: Ends, point: Point) -> float:
    return dist(ends[0], point) + dist(ends[1], point)


def _takes(line: Line, point: Point, held: Held) -> bool:
    return in_zone(line, spot(point)) and not encloses(line, held.line)


def _may_be_drawn(line: Line, position: Position) -> bool:
    return not line.folds_back and clear(line, position.sheet, position.marks, position.lines)


@dataclass(frozen=True)
class _Hunt:
    """What forbids lines between two ends, all that cannot take a held point being barred as well."""

    ground: Ground
    point: Point
    held: Held

    @property
    def start(self) -> Point:
        return self.ground.start

    @property
    def end(self) -> Point:
        return self.ground.end

    @property
    def sheet(self) -> Sheet:
        return self.ground.sheet

    def bars(self, middles: Places, reach: float) -> NDArray[np.bool_]:
        ends, place, held = (self.start, self.end), spot(self.point), self.held.line
        barred = ~_covered(ends, place, middles, reach)
        sides = (_area(ends, at) * _area(ends, place) for at in (spot(held.start), held.control, spot(held.end)))
        if never_negative(*sides):
            barred |= _covered(ends, held.middle, middles, -reach)
        barred[~barred] = self.ground.bars(middles[~barred], reach)
        return barred


def _area(ends: Ends, place: Spot) -> int:
    """Twice the area that a place spans with the chord between two ends; its sign tells the side."""
    (ax, ay), (bx, by), (x, y) = *map(spot, ends), place
    return (bx - x) * (ay - y) - (by - y) * (ax - x)


def _covered(ends: Ends, place: Spot, middles: Places, reach: float) -> NDArray[np.bool_]:
    """Which middles have a line within `reach` of them whose zone a place is in; below 0: have only such lines."""
    (ax, ay), (bx, by), (x, y), (hx, hy) = *map(spot, ends), place, halfway(*ends)
    fixed = _area(ends, place)
    side = (fixed > 0) - (fixed < 0)
    cx, cy = 2 * middles[:, 0] - hx - x, 2 * middles[:, 1] - hy - y
    first = side * (cx * (by - y) - cy * (bx - x)) + 2 * reach * np.hypot(bx - x, by - y)
    last = side * ((ax - x) * cy - (ay - y) * cx) + 2 * reach * np.hypot(ax - x, ay - y)
    found: NDArray[np.bool_] = (first > 0) & (last > 0) & (4 * first * last > fixed * fixed) & (side != 0)
    return found
