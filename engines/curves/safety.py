"""Whether a held point can still be lost, decided over every line that can be written, and the reply that shows it.

Lines never become legal again, so a point that no zone can take now is safe from zones for good. Two lines of the
opponent to it would release it; but what may be drawn is the same for both, so its holder answers the first with a line
to it, or there is no second either. That leaves a zone within the holder's zone, carried by two points of the holder's.

A place lies in the zone of the line from A to B with control point C if a, b, c > 0 and b² < 4ac (see `geometry`); b is
the same for all these lines, and a and c are linear in C. So over a square of middle points they can be bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import dist, hypot
from typing import TYPE_CHECKING

from engines.curves.attempt import attacked
from engines.curves.capture import Drawn, Held, after
from engines.curves.geometry import encloses, in_zone, never_negative
from engines.curves.legality import Sheet, clear, lines_at
from engines.curves.line import Line, Point, Spot, halfway, spot
from engines.curves.rules import Position
from engines.curves.sample import open_ends

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engines.curves.forbidden import Ground, Places

MOST_ENDS, _MOST_TRIES = 16, 2_000
Ends = tuple[Point, Point]


def taker(position: Position, point: Point) -> Line | None:
    """A line whose zone would take a held point from its holder, if any can be written; never for a joined point.

    The ends nearest to it and the roundest middles are tried first.
    """
    if lines_at(point, position.lines):
        return None
    held, free = position.held[point], open_ends(position.marks, position.lines)
    from engines.curves.forbidden import survey  # numpy, which rules and texts do without
    from engines.curves.remaining import hopeful

    grounds = survey(position.sheet, position.marks, position.lines, free)
    pairs = sorted(combinations([end for end in free if end != point], 2), key=lambda ends: _distance(ends, point))
    for ends in pairs:
        for line in hopeful(_Hunt(grounds.between(*ends), point, held)):
            if _takes(line, point, held) and _may_be_drawn(line, position):
                return line
    return None


@dataclass(frozen=True)
class Verdict:
    """A reply that takes or frees a point, if one was found; `known`: where none was, there is none."""

    line: Line | None
    known: bool = True


def refuting(position: Position, points: Iterable[Point]) -> Verdict:
    """What who is to move can draw against these points of the other side, by one line of all that can be written."""
    points = list(points)
    if len(position.ends()) > MOST_ENDS:
        return Verdict(None, known=not points)
    for point in points:
        if line := freeing(position, point) or taker(position, point):
            return Verdict(line)
    nested = [_nested(position, pair) for pair in _pairs_in_one_zone(position, points)]
    found = next((each for each in nested if each.line), None)
    return found or Verdict(None, all(each.known for each in nested))


def freeing(position: Position, point: Point) -> Line | None:
    """A second line of who is to move to a point where the other side has none, if any can be written."""
    if point not in attacked(position, position.turn.opponent):
        return None
    return line_from(position, point)


def line_from(position: Position, point: Point) -> Line | None:
    """Some line that can still be drawn at a point."""
    return next((line for end in position.ends() for line in position.bends(point, end)), None)


def is_sure(position: Position, point: Point) -> bool:
    """Whether who just drew is known to hold a point for sure, against every line that can be written."""
    shares = any(point in pair for pair in _pairs_in_one_zone(position, [point]))
    return not shares and len(position.ends()) <= MOST_ENDS and taker(position, point) is None


def lost_to(position: Position, reply: Line) -> list[Point]:
    """The points that the side not to move no longer holds once `reply` is drawn."""
    held = after(Drawn(reply, position.turn), position.marks, position.drawn, position.held)
    seat = position.turn.opponent
    return [point for point, was in position.held.items() if was.seat is seat and held[point].seat is not seat]


def _pairs_in_one_zone(position: Position, points: list[Point]) -> Iterator[Ends]:
    """Pairs of points of the side not to move, one of these at least, between which a zone within a zone may be."""
    seat = position.turn.opponent
    zones = [each.line for each in position.drawn if each.seat is seat]
    mine = sorted(point for point, held in position.held.items() if held.seat is seat)
    for pair in combinations(mine, 2):
        inside = any(all(in_zone(zone, spot(end)) for end in pair) for zone in zones)
        if inside and {*pair} & {*points}:
            yield pair


def _nested(position: Position, pair: Ends) -> Verdict:
    """A line between two points of one zone that frees both, for it holds a point in its own zone."""
    if not {*pair} <= {*position.ends()}:
        return Verdict(None)
    from engines.curves.forbidden import survey
    from engines.curves.remaining import hopeful

    ground = survey(position.sheet, position.marks, position.lines, pair).between(*pair)
    for prize in position.marks:
        for tries, line in enumerate(hopeful(_Hunt(ground, prize)) if prize not in pair else ()):
            if tries == _MOST_TRIES:
                return Verdict(None, known=False)
            if in_zone(line, spot(prize)) and {*pair} & {*lost_to(position, line)} and _may_be_drawn(line, position):
                return Verdict(line)
    return Verdict(None)


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
    held: Held | None = None

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
        ends, place = (self.start, self.end), spot(self.point)
        barred = ~_covered(ends, place, middles, reach)
        if self.held and _on_the_side_of(self.held.line, ends, place):
            barred |= _covered(ends, self.held.line.middle, middles, -reach)
        barred[~barred] = self.ground.bars(middles[~barred], reach)
        return barred


def _on_the_side_of(line: Line, ends: Ends, place: Spot) -> bool:
    """Whether a line lies wholly on the same side of the chord between two ends as a place."""
    return never_negative(
        *(_area(ends, at) * _area(ends, place) for at in (spot(line.start), line.control, spot(line.end)))
    )


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
    first = side * (cx * (by - y) - cy * (bx - x)) + 2 * reach * hypot(bx - x, by - y)
    last = side * ((ax - x) * cy - (ay - y) * cx) + 2 * reach * hypot(ax - x, ay - y)
    found: NDArray[np.bool_] = (first > 0) & (last > 0) & (4 * first * last > fixed * fixed) & (side != 0)
    return found
