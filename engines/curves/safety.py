"""Safety of held points, proved over every line that can be written, or refuted by a line that takes one.

Lines never become legal again, so a point that no zone can take now is safe from zones for good. Two lines of the
opponent to it would release it; but both players have the same legal lines, so its holder answers the first with a line
to it, or there is no second either. That leaves a zone within the holder's zone, between two points of the holder.

A place lies in the zone of the line from A to B with control point C if a, b, c > 0 and b² < 4ac (see `geometry`); b is
the same for all these lines, and a and c are linear in C. So they can be bounded over a square of middle points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import dist, hypot
from typing import TYPE_CHECKING

from engines.curves.attempt import attacked_points
from engines.curves.capture import Drawn, Held, holdings_after
from engines.curves.geometry import encloses, is_in_zone, is_never_negative
from engines.curves.legality import Sheet, count_lines_at, is_path_clear
from engines.curves.line import Line, Point, Spot, halfway, spot
from engines.curves.rules import Position
from engines.curves.sample import Ends, open_ends
from engines.game import NO_DEADLINE, Deadline

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from engines.curves.forbidden import Ground, Places

MOST_ENDS, _MOST_TRIES = 16, 2_000


def capturing_line(position: Position, point: Point, deadline: Deadline = NO_DEADLINE) -> Line | None:
    """Return a line whose zone would take a held point from its holder, or None; always None if the point has a line.

    The nearest ends and the roundest middles come first. Return None also if time runs out.
    """
    if count_lines_at(point, position.lines):
        return None
    holding, open_points = position.holders[point], open_ends(position.marks, position.lines)
    from engines.curves.forbidden import survey  # loads numpy, which rules and texts do not need
    from engines.curves.remaining import hopeful_lines

    grounds = survey(position.sheet, position.marks, position.lines, open_points)
    pairs = sorted(
        combinations([end for end in open_points if end != point], 2), key=lambda ends: _distance(ends, point)
    )
    for ends in deadline.cut(pairs):
        for line in deadline.cut(hopeful_lines(_Hunt(grounds.ground_between(*ends), point, holding))):
            if _takes(line, point, holding) and _can_be_drawn(line, position):
                return line
    return None


@dataclass(frozen=True)
class Verdict:
    """The result of a search for a line that takes or frees a point; if `is_certain`, no `line` means none exists."""

    line: Line | None
    is_certain: bool = True


def find_refutation(position: Position, points: Iterable[Point], deadline: Deadline = NO_DEADLINE) -> Verdict:
    """Return a line by which the mover takes or frees one of the opponent's `points`, over all lines.

    The verdict is not certain if time runs out.
    """
    points = list(points)
    if len(position.ends()) > MOST_ENDS:
        return Verdict(None, is_certain=not points)
    for point in deadline.cut(points):
        if line := _freeing_line(position, point, deadline) or capturing_line(position, point, deadline):
            return Verdict(line)
    verdicts = [_nested_verdict(position, pair) for pair in deadline.cut(_pairs_in_one_zone(position, points))]
    refutation = next((each for each in verdicts if each.line), None)
    return refutation or Verdict(None, all(each.is_certain for each in verdicts) and not deadline.is_over)


def _freeing_line(position: Position, point: Point, deadline: Deadline) -> Line | None:
    """Return the mover's second line to a point where the opponent has none, or None."""
    if point not in attacked_points(position, position.turn.opponent):
        return None
    return line_from(position, point, deadline)


def line_from(position: Position, point: Point, deadline: Deadline = NO_DEADLINE) -> Line | None:
    """Return any legal line at a point; None if there is none or time runs out."""
    return next((line for end in deadline.cut(position.ends()) for line in position.bends(point, end)), None)


def is_sure(position: Position, point: Point, deadline: Deadline = NO_DEADLINE) -> bool:
    """Return whether the seat that just moved holds a point safely against every line that can be written.

    Return False if time runs out.
    """
    if len(position.ends()) > MOST_ENDS or any(point in pair for pair in _pairs_in_one_zone(position, [point])):
        return False
    return capturing_line(position, point, deadline) is None and not deadline.is_over


def points_lost_to(position: Position, reply: Line) -> list[Point]:
    """Return the points that the side not to move no longer holds after `reply`."""
    new_holdings = holdings_after(Drawn(reply, position.turn), position.marks, position.drawn, position.holders)
    seat = position.turn.opponent
    return [
        point for point, was in position.holders.items() if was.seat is seat and new_holdings[point].seat is not seat
    ]


def _pairs_in_one_zone(position: Position, points: list[Point]) -> Iterator[Ends]:
    """Yield pairs of that side's points in one of its zones, with at least one of `points` in each."""
    seat = position.turn.opponent
    zones = [each.line for each in position.drawn if each.seat is seat]
    mine = sorted(point for point, holding in position.holders.items() if holding.seat is seat)
    for pair in combinations(mine, 2):
        inside = any(all(is_in_zone(zone, spot(end)) for end in pair) for zone in zones)
        if inside and {*pair} & {*points}:
            yield pair


def _nested_verdict(position: Position, pair: Ends) -> Verdict:
    """Search for a line between two points of one zone that frees them because its own zone holds a point."""
    if not {*pair} <= {*position.ends()}:
        return Verdict(None)
    from engines.curves.forbidden import survey
    from engines.curves.remaining import hopeful_lines

    forbidden_ground = survey(position.sheet, position.marks, position.lines, pair).ground_between(*pair)
    for prize in position.marks:
        for tries, line in enumerate(hopeful_lines(_Hunt(forbidden_ground, prize)) if prize not in pair else ()):
            if tries == _MOST_TRIES:
                return Verdict(None, is_certain=False)
            if (
                is_in_zone(line, spot(prize))
                and {*pair} & {*points_lost_to(position, line)}
                and _can_be_drawn(line, position)
            ):
                return Verdict(line)
    return Verdict(None)


def _distance(ends: Ends, point: Point) -> float:
    return dist(ends[0], point) + dist(ends[1], point)


def _takes(line: Line, point: Point, holding: Held) -> bool:
    return is_in_zone(line, spot(point)) and not encloses(line, holding.line)


def _can_be_drawn(line: Line, position: Position) -> bool:
    return not line.folds_back and is_path_clear(line, position.sheet, position.marks, position.lines)


@dataclass(frozen=True)
class _Hunt:
    """The obstacles to lines between two ends, where lines that cannot take the point are barred as well."""

    ground: Ground
    point: Point
    holding: Held | None = None

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
        mask = ~_covering_mask(ends, place, middles, reach)
        if self.holding and _is_on_side_of(self.holding.line, ends, place):
            mask |= _covering_mask(ends, self.holding.line.middle, middles, -reach)
        mask[~mask] = self.ground.bars(middles[~mask], reach)
        return mask


def _is_on_side_of(line: Line, ends: Ends, place: Spot) -> bool:
    """Return whether a line lies wholly on the same side of the chord between two ends as a place."""
    return is_never_negative(
        *(_area(ends, at) * _area(ends, place) for at in (spot(line.start), line.control, spot(line.end)))
    )


def _area(ends: Ends, place: Spot) -> int:
    """Return twice the signed area between a place and the chord of two ends; the sign is its side."""
    (ax, ay), (bx, by), (x, y) = *map(spot, ends), place
    return (bx - x) * (ay - y) - (by - y) * (ax - x)


def _covering_mask(ends: Ends, place: Spot, middles: Places, reach: float) -> NDArray[np.bool_]:
    """Return for each middle whether some line within `reach` of it has the place in its zone.

    For a negative `reach`: whether all lines within it do.
    """
    (ax, ay), (bx, by), (x, y), (hx, hy) = *map(spot, ends), place, halfway(*ends)
    base = _area(ends, place)
    side = (base > 0) - (base < 0)
    cx, cy = 2 * middles[:, 0] - hx - x, 2 * middles[:, 1] - hy - y
    first = side * (cx * (by - y) - cy * (bx - x)) + 2 * reach * hypot(bx - x, by - y)
    last = side * ((ax - x) * cy - (ay - y) * cx) + 2 * reach * hypot(ax - x, ay - y)
    mask: NDArray[np.bool_] = (first > 0) & (last > 0) & (4 * first * last > base * base) & (side != 0)
    return mask
