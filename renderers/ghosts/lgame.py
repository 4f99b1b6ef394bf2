"""Ghosts of the L-game: moves to choose from, each on a small board of its own, and an L that does not fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.lgame.grid import PLACES, SIDE, Place, indices
from engines.lgame.move import Move
from engines.lgame.rules import Position
from engines.notation import column
from renderers.ghosts.badge import RADIUS, badge, cross
from renderers.header import BANNER, INKS, WASHES
from renderers.lgame import DISC, INSET, PAGE, ROUND, centre, outline, towards
from renderers.paper import LETTERING
from renderers.scene import Disc, Ink, Item, Label, Point, Shape, Stroke

_COLUMNS = 2
_BESIDE = 22.0
_GAP = 0.13
"""Of a small board's side, on either side of it: room for its number."""


@dataclass(frozen=True)
class _Small:
    """A board drawn small: where its lower left corner stands, and its side, in pixels."""

    left: float
    bottom: float
    side: float

    def point(self, at: Point) -> Point:
        """Where a pixel of the large board lies on it."""
        left, _, _, bottom = PAGE.area
        return self.left + self.scale * (at[0] - left), self.bottom + self.scale * (at[1] - bottom)

    @property
    def scale(self) -> float:
        """Its size beside the large board."""
        left, _, right, _ = PAGE.area
        return self.side / (right - left)


def numbered(position: Position, moves: Sequence[tuple[str, Move]]) -> Iterator[Item]:
    """Each move on a small board of its own in the place of the large one, the pieces that it moves dashed."""
    (right, bottom), top = PAGE.size, BANNER + 2
    yield Shape(((0, top), (right, top), (right, bottom), (0, bottom)), Ink.PAPER)
    for small, (number, move) in zip(_smalls(len(moves)), moves, strict=True):
        yield from _board(position, small, move)
        yield from badge(number, (small.left + RADIUS, small.bottom - small.side - 1.5 * RADIUS))


def _smalls(count: int) -> Iterator[_Small]:
    """So many boards in rows of two, as large as the page lets them be."""
    width, height = PAGE.size
    columns = min(_COLUMNS, count)
    across, down = width / columns, (height - BANNER) / -(-count // columns)
    side = min(across, down) * (1 - 2 * _GAP)
    for place in range(count):
        row, at = divmod(place, columns)
        yield _Small(across * (at + 0.5) - side / 2, BANNER + down * (row + 0.5) + side / 2, side)


def _board(position: Position, small: _Small, move: Move) -> Iterator[Item]:
    """The pieces after a move that has its L and its disc dashed."""
    for line in range(SIDE + 1):
        at = line - 0.5
        for ends in (((at, -0.5), (at, SIDE - 0.5)), ((-0.5, at), (SIDE - 0.5, at))):
            yield Stroke(tuple(small.point(PAGE.at(*end)) for end in ends), Ink.PENCIL, 2)
    for number in range(SIDE):
        x, y = small.point(PAGE.at(number, number))
        yield Label(column(number), (x, small.bottom + _BESIDE), LETTERING, Ink.PENCIL)
        yield Label(str(number + 1), (small.left - _BESIDE, y), LETTERING, Ink.PENCIL)
    seat, thick = position.turn, max(4.0, 10 * small.scale)
    other, rounded = PLACES[position.opposing_l], ROUND * small.scale
    yield Shape(_outline(small, other), WASHES[seat.opponent], INKS[seat.opponent], thick, radius=rounded)
    yield Shape(_outline(small, move.place), WASHES[seat], Ink.HINT, thick, radius=rounded, dashed=True)
    moved = move.neutral or (-1, -1)
    for square in indices(position.neutrals):
        if square != moved[0]:
            yield Disc(small.point(centre(square)), DISC * small.scale, Ink.NEUTRAL)
    if move.neutral:
        start, goal = map(centre, move.neutral)
        yield Disc(small.point(start), DISC * small.scale, outline=Ink.NEUTRAL, width=3, dashed=True)
        yield Stroke((small.point(towards(start, goal)), small.point(goal)), Ink.HINT, 3, dashed=True, arrow=True)
        yield Disc(small.point(goal), DISC * small.scale, Ink.NEUTRAL, Ink.HINT, thick, dashed=True)


def _outline(small: _Small, place: Place) -> tuple[Point, ...]:
    return tuple(map(small.point, outline(place)))


def wrong(position: Position, move: Move) -> Iterator[Item]:
    """An L as it was meant, a cross on every square that is taken, and on either end of a disc's way that is wrong."""
    yield Shape(outline(move.place, 1.5 * INSET), outline=Ink.WRONG, width=8, radius=0.7 * ROUND)
    taken = position.opposing_l | position.neutrals
    same = move.place.bits if move.place.bits == position.own_l else 0
    for square in indices(move.place.bits & taken | same):
        yield from cross(centre(square), 0.7 * DISC)
    if move.neutral:
        start, goal = move.neutral
        yield Stroke((centre(start), centre(goal)), Ink.WRONG, 5, arrow=True)
        if not position.neutrals >> start & 1:
            yield from cross(centre(start), 0.7 * DISC)
        if (position.opposing_l | move.place.bits | position.neutrals) >> goal & 1:
            yield from cross(centre(goal), 0.7 * DISC)
