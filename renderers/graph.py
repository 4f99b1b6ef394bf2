"""Graph of a reviewed game: the value after each move, with the key moves marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engines.game import Seat
from renderers.header import BANNER, INKS, WASHES, Header, Standing, above
from renderers.paper import LETTERING, SQUARE, WIDTH
from renderers.scene import Anchor, Disc, Ink, Item, Label, Point, Ruling, Scene, Shape, Stroke

_HEIGHT = 600
_LEFT, _RIGHT = 96.0, WIDTH - 48.0
_TOP, _BOTTOM = BANNER + 48.0, _HEIGHT - 72.0
_MARK = 19.0
_STEPS = (1, 2, 5, 10, 20, 50, 100)
_MOST_STEPS = 10


@dataclass(frozen=True)
class Value:
    """The value of a position for First, and whether it is proved."""

    first: float
    proved: bool


def draw(
    values: Sequence[Value], keys: Mapping[int, Seat], points: float | None, header: Header, standing: Standing
) -> Scene:
    """Draw the value after each move, starting with the initial position in `values[0]`.

    The scale reaches `points` to either side, or from a loss to a win if `points` is None. First's advantage is up.
    `keys` maps the numbers of key moves, from 1, to their players; the marks are numbered in playing order. Estimated
    values are dashed.
    """
    plot = _Plot(len(values) - 1, points)
    items = (*above(header, standing, WIDTH), *plot.axes(), *plot.line(values), *plot.marks(values, keys))
    return Scene(WIDTH, _HEIGHT, (Ruling((0, 0), SQUARE),), items)


@dataclass(frozen=True)
class _Plot:
    """The axes of a graph: the last move's number, and the points at its top."""

    last: int
    points: float | None

    def at(self, number: int, value: float) -> Point:
        part = max(-1.0, min(1.0, value / (self.points or 1)))
        x = _LEFT + (_RIGHT - _LEFT) * number / max(1, self.last)
        return x, (_TOP + _BOTTOM - part * (_BOTTOM - _TOP)) / 2

    def axes(self) -> Iterator[Item]:
        """Yield the areas where each player is ahead, the even line, and the numbers of the moves."""
        (left, middle), (right, _) = self.at(0, 0), self.at(self.last, 0)
        for seat, edge in ((Seat.FIRST, _TOP), (Seat.SECOND, _BOTTOM)):
            corners = ((left, middle), (right, middle), (right, edge), (left, edge))
            yield Shape(corners, WASHES[seat])
            for share in (0.5, 1.0) if self.points else ():
                y = middle + share * (edge - middle)
                yield Label(f"{share * (self.points or 0):g}", (left - 14, y), LETTERING, INKS[seat], Anchor.RIGHT)
        yield Label("0", (left - 14, middle), LETTERING, Ink.PENCIL, Anchor.RIGHT)
        yield Stroke(((left, middle), (right, middle)), Ink.PENCIL, 3)
        step = next((step for step in _STEPS if self.last <= step * _MOST_STEPS), _STEPS[-1])
        for number in range(0, self.last + 1, step):
            x, _ = self.at(number, 0)
            yield Stroke(((x, _BOTTOM), (x, _BOTTOM + 10)), Ink.PENCIL, 2)
            yield Label(str(number), (x, _BOTTOM + 36), LETTERING, Ink.PENCIL)

    def line(self, values: Sequence[Value]) -> Iterator[Item]:
        """Yield the line from value to value, dashed where either is an estimate."""
        for number, (before, after) in enumerate(pairwise(values)):
            points = self.at(number, before.first), self.at(number + 1, after.first)
            yield Stroke(points, Ink.NEUTRAL, 5, dashed=not (before.proved and after.proved))

    def marks(self, values: Sequence[Value], keys: Mapping[int, Seat]) -> Iterator[Item]:
        """Yield a numbered disc in the player's ink at each key move."""
        for place, (number, seat) in enumerate(sorted(keys.items()), 1):
            at = self.at(number, values[number].first)
            yield Disc(at, _MARK, INKS[seat], Ink.PAPER, 3)
            yield Label(str(place), at, 28, Ink.PAPER, bold=True)
