"""Tried lines: the immediate gain of each, its saves and threats, and its place on the sheet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engines.curves.capture import Drawn, Holdings, free_points, holdings_after
from engines.curves.geometry import is_in_zone
from engines.curves.legality import count_lines_at
from engines.curves.line import STEP, Line, Point, halfway, spot
from engines.curves.rules import Position
from engines.game import Seat


@dataclass(frozen=True)
class Attempt:
    """A line tried out in a position."""

    position: Position
    line: Line

    @cached_property
    def holders(self) -> Holdings:
        """Return the holder of each point after the line."""
        position = self.position
        return holdings_after(Drawn(self.line, self.mover), position.marks, position.drawn, position.holders)

    @property
    def mover(self) -> Seat:
        """Return the side that would draw the line."""
        return self.position.turn

    @cached_property
    def gain(self) -> int:
        """Return the growth of the mover's lead, in points."""
        return margin(self.holders, self.mover) - margin(self.position.holders, self.mover)

    @cached_property
    def points_inside(self) -> list[Point]:
        """Return the free points in the zone."""
        drawn_lines = (*self.position.lines, self.line)
        return [p for p in free_points(self.position.marks, drawn_lines) if is_in_zone(self.line, spot(p))]

    @property
    def is_safe(self) -> bool:
        """Return whether the zone takes exactly one point, and both ends can answer an attack on it."""
        return (
            len(self.points_inside) == 1
            and self.gain > 0
            and not any(count_lines_at(end, self.position.lines) for end in self.line.ends)
        )

    @cached_property
    def outward_shift(self) -> int:
        """Return how much farther from the sheet's centre the line's middle is than its chord's.

        The distances are squared, in hundredths.
        """
        sheet = self.position.sheet
        x, y = STEP * (sheet.columns - 1) // 2, STEP * (sheet.rows - 1) // 2
        (mx, my), (hx, hy) = self.line.middle, halfway(self.line.start, self.line.end)
        return (mx - x) ** 2 + (my - y) ** 2 - (hx - x) ** 2 - (hy - y) ** 2

    @property
    def has_ruler_at_edge(self) -> bool:
        """Return whether both ends lie on one edge of the sheet and the line bulges inwards."""
        corner = self.position.sheet.columns - 1, self.position.sheet.rows - 1
        one, two = self.line.ends
        return self.outward_shift < 0 and any(
            a == b and a in (0, last) for a, b, last in zip(one, two, corner, strict=True)
        )

    @property
    def saved_points(self) -> list[Point]:
        """Return the mover's attacked points that this line saves."""
        return [end for end in self.line.ends if end in attacked_points(self.position)]

    @property
    def threatened_points(self) -> list[Point]:
        """Return the opponent's points that one more line of the mover would release."""
        holders, drawn_lines = self.position.holders, self.position.lines
        return [
            end
            for end in self.line.ends
            if end in holders and holders[end].seat is self.mover.opponent and not count_lines_at(end, drawn_lines)
        ]


def margin(holdings: Holdings, seat: Seat) -> int:
    """Return the lead of a seat, in points."""
    seats = [each.seat for each in holdings.values()]
    return seats.count(seat) - seats.count(seat.opponent)


def attacked_points(position: Position, seat: Seat | None = None) -> list[Point]:
    """Return the held points of a seat that the opponent's next line could release.

    Such a point has one line, and it is the opponent's. The seat is the mover by default.
    """
    seat = seat or position.turn
    return [
        point
        for point, holding in position.holders.items()
        if holding.seat is seat and [each.seat for each in position.drawn if point in each.line.ends] == [seat.opponent]
    ]
