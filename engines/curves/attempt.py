"""A line tried out: what it gains at once, what it saves and threatens, how it lies on the sheet."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engines.curves.capture import Drawn, Holdings, after, free_points
from engines.curves.geometry import in_zone
from engines.curves.legality import lines_at
from engines.curves.line import STEP, Line, Point, halfway, spot
from engines.curves.rules import Position
from engines.game import Seat


@dataclass(frozen=True)
class Try:
    """A line tried out in a position: what it gains at once, and what it is good for."""

    position: Position
    line: Line

    @cached_property
    def held(self) -> Holdings:
        """Who holds what once the line is drawn."""
        position = self.position
        return after(Drawn(self.line, self.mover), position.marks, position.drawn, position.held)

    @property
    def mover(self) -> Seat:
        """The side that would draw the line."""
        return self.position.turn

    @cached_property
    def gain(self) -> int:
        """By how many points the mover's lead grows."""
        return margin(self.held, self.mover) - margin(self.position.held, self.mover)

    @cached_property
    def inside(self) -> list[Point]:
        """The free points in the zone."""
        drawn = (*self.position.lines, self.line)
        return [p for p in free_points(self.position.marks, drawn) if in_zone(self.line, spot(p))]

    @property
    def safe(self) -> bool:
        """The zone takes one point alone, and both ends leave room to answer an attack on it."""
        return (
            len(self.inside) == 1
            and self.gain > 0
            and not any(lines_at(end, self.position.lines) for end in self.line.ends)
        )

    @cached_property
    def outward(self) -> int:
        """How much farther from the sheet's centre the line's middle is than its chord's, in square hundredths."""
        sheet = self.position.sheet
        x, y = STEP * (sheet.columns - 1) // 2, STEP * (sheet.rows - 1) // 2
        (mx, my), (hx, hy) = self.line.middle, halfway(self.line.start, self.line.end)
        return (mx - x) ** 2 + (my - y) ** 2 - (hx - x) ** 2 - (hy - y) ** 2

    @property
    def ruler_at_edge(self) -> bool:
        """Both ends lie on one edge of the sheet, and the line bulges towards its middle."""
        corner = self.position.sheet.columns - 1, self.position.sheet.rows - 1
        one, two = self.line.ends
        return self.outward < 0 and any(a == b and a in (0, last) for a, b, last in zip(one, two, corner, strict=True))

    @property
    def saved(self) -> list[Point]:
        """The mover's attacked points that this line saves."""
        return [end for end in self.line.ends if end in attacked(self.position)]

    @property
    def threatened(self) -> list[Point]:
        """The opponent's points that one more line of the mover would release."""
        held, drawn = self.position.held, self.position.lines
        return [
            end
            for end in self.line.ends
            if end in held and held[end].seat is self.mover.opponent and not lines_at(end, drawn)
        ]


def margin(held: Holdings, seat: Seat) -> int:
    """By how many points a seat leads."""
    seats = [each.seat for each in held.values()]
    return seats.count(seat) - seats.count(seat.opponent)


def attacked(position: Position, seat: Seat | None = None) -> list[Point]:
    """A seat's held points (the mover's, unless told) that the other's next line could release: one line is there, and
    it is the other's."""
    seat = seat or position.turn
    return [
        point
        for point, held in position.held.items()
        if held.seat is seat and [each.seat for each in position.drawn if point in each.line.ends] == [seat.opponent]
    ]
