"""A line between two points: its form in hundredths of a step, and its one spelling."""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.notation import cell, column

STEP = 100

Point = tuple[int, int]
Spot = tuple[int, int]


@dataclass(frozen=True)
class Line:
    """A line between two lattice points; `middle` is where it is at half time, in hundredths of a step.

    The ends are kept in the order of columns, then rows. A middle point elsewhere on the ruler that still gives the
    straight line is moved halfway, so that equal lines are equal. `typed` is how it was typed, if without its middle.
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
        if self.control != halfway(self.start, self.end) and self.in_line and not self.folds_back:
            object.__setattr__(self, "middle", halfway(self.start, self.end))

    @property
    def ends(self) -> tuple[Point, Point]:
        """Both end points, in the order of columns, then rows."""
        return self.start, self.end

    @property
    def control(self) -> Spot:
        """The Bézier control point, in hundredths: always whole, as the ends are whole steps."""
        x, y = halfway(self.start, self.end)
        return 2 * self.middle[0] - x, 2 * self.middle[1] - y

    @property
    def straight(self) -> bool:
        """Whether its middle lies halfway between its ends."""
        return self.middle == halfway(self.start, self.end)

    @property
    def said(self) -> str:
        """The line as it was typed, if that was without its middle; else its name."""
        return self.typed or str(self)

    @property
    def in_line(self) -> bool:
        """The control point lies on the ruler through both ends."""
        (ax, ay), (bx, by), (cx, cy) = spot(self.start), spot(self.end), self.control
        return (bx - ax) * (cy - ay) == (by - ay) * (cx - ax)

    @property
    def folds_back(self) -> bool:
        """The line runs along the ruler beyond one of its ends, and back over itself."""
        (ax, ay), (bx, by), (cx, cy) = spot(self.start), spot(self.end), self.control
        return self.in_line and (cx - ax) * (cx - bx) + (cy - ay) * (cy - by) > 0

    def __str__(self) -> str:
        ends = f"{cell(*self.start)}-{cell(*self.end)}"
        return ends if self.straight else f"{ends} via {spelled(self.middle)}"


def spot(point: Point) -> Spot:
    """A lattice point in hundredths of a step."""
    return STEP * point[0], STEP * point[1]


def halfway(start: Point, end: Point) -> Spot:
    """The middle of the ruler between two lattice points, in hundredths."""
    return STEP // 2 * (start[0] + end[0]), STEP // 2 * (start[1] + end[1])


def straight(start: Point, end: Point) -> Line:
    """The straight line between two lattice points."""
    return Line(start, end, halfway(start, end))


def bent(start: Point, end: Point, left: float) -> Line:
    """The symmetric arc whose middle lies `left` steps to the left of the way from `start` to `end` (below 0: right).

    The middle is rounded to hundredths.
    """
    (ax, ay), (bx, by), (x, y) = spot(start), spot(end), halfway(start, end)
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
    return Line(start, end, (round(x - STEP * left * (by - ay) / length), round(y + STEP * left * (bx - ax) / length)))


def spelled(place: Spot) -> str:
    """A place between lattice points: `c9`, `c9.5`, `c.5 9.5`; left of the first column `a-.5 3`."""
    x, y = place
    if x < 0:
        letter, right = column(0), f"-{_decimals(-x)} "
    else:
        letter, right = column(x // STEP), f"{_decimals(x % STEP)} " if x % STEP else ""
    return f"{letter}{right}{y // STEP + 1}{_decimals(y % STEP)}"


def _decimals(hundredths: int) -> str:
    return f".{hundredths:02}".rstrip("0").rstrip(".")
