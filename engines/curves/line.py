"""A line between two points: its geometry in hundredths of a step, and its notation."""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.notation import cell, column

STEP = 100

Point = tuple[int, int]
Spot = tuple[int, int]


@dataclass(frozen=True)
class Line:
    """A line between two lattice points; `middle` is its place at half time, in hundredths of a step.

    The ends are sorted by columns, then rows. Another middle point on the ruler that gives the same straight line is
    replaced by the halfway point, so that equal lines compare equal. `typed` is the text of a line that was typed
    without its middle.
    """

    start: Point
    end: Point
    middle: Spot
    typed: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.end < self.start:
            start, end = self.start, self.end
            object.__setattr__(self, "start", end)
            object.__setattr__(self, "end", start)
        if self.control != halfway(self.start, self.end) and self.is_in_line and not self.folds_back:
            object.__setattr__(self, "middle", halfway(self.start, self.end))

    @property
    def ends(self) -> tuple[Point, Point]:
        """Return both end points, sorted by columns, then rows."""
        return self.start, self.end

    @property
    def control(self) -> Spot:
        """Return the Bézier control point in hundredths; it is always whole, because the ends are whole steps."""
        x, y = halfway(self.start, self.end)
        return 2 * self.middle[0] - x, 2 * self.middle[1] - y

    @property
    def is_straight(self) -> bool:
        """Return whether the middle lies halfway between the ends."""
        return self.middle == halfway(self.start, self.end)

    @property
    def spelling(self) -> str:
        """Return the line as typed if it was typed without its middle, else its notation."""
        return self.typed or str(self)

    @property
    def is_in_line(self) -> bool:
        """Return whether the control point lies on the ruler through both ends."""
        (ax, ay), (bx, by), (cx, cy) = spot(self.start), spot(self.end), self.control
        return (bx - ax) * (cy - ay) == (by - ay) * (cx - ax)

    @property
    def folds_back(self) -> bool:
        """Return whether the line runs along the ruler beyond one of its ends and back over itself."""
        (ax, ay), (bx, by), (cx, cy) = spot(self.start), spot(self.end), self.control
        return self.is_in_line and (cx - ax) * (cx - bx) + (cy - ay) * (cy - by) > 0

    def __str__(self) -> str:
        ends = f"{cell(*self.start)}-{cell(*self.end)}"
        return ends if self.is_straight else f"{ends} via {spell_place(self.middle)}"


def spot(point: Point) -> Spot:
    """Return a lattice point in hundredths of a step."""
    return STEP * point[0], STEP * point[1]


def halfway(start: Point, end: Point) -> Spot:
    """Return the middle of the ruler between two lattice points, in hundredths."""
    return STEP // 2 * (start[0] + end[0]), STEP // 2 * (start[1] + end[1])


def straight_line(start: Point, end: Point) -> Line:
    """Return the straight line between two lattice points."""
    return Line(start, end, halfway(start, end))


def symmetric_arc(start: Point, end: Point, offset: float) -> Line:
    """Return the symmetric arc whose middle lies `offset` steps to the left of the path from `start` to `end`.

    If `offset` is negative, the arc lies to the right. The middle is rounded to hundredths.
    """
    (ax, ay), (bx, by), (x, y) = spot(start), spot(end), halfway(start, end)
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
    return Line(
        start, end, (round(x - STEP * offset * (by - ay) / length), round(y + STEP * offset * (bx - ax) / length))
    )


def spell_place(place: Spot) -> str:
    """Return the notation of a place: `c9`, `c9.5`, `c.5 9.5`; left of the first column `a-.5 3`."""
    x, y = place
    if x < 0:
        letter, column_part = column(0), f"-{_decimals(-x)} "
    else:
        letter, column_part = column(x // STEP), f"{_decimals(x % STEP)} " if x % STEP else ""
    return f"{letter}{column_part}{y // STEP + 1}{_decimals(y % STEP)}"


def _decimals(hundredths: int) -> str:
    return f".{hundredths:02}".rstrip("0").rstrip(".")
