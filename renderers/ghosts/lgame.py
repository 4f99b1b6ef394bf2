"""Ghosts on the board of the L-game: numbered places, lines through their squares, and an L that does not fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.lgame.grid import Place, indices
from engines.lgame.move import Move
from engines.lgame.rules import Position
from renderers.ghosts.badge import RADIUS, badge, cross
from renderers.lgame import DISC, INSET, ROUND, centre, outline, towards
from renderers.scene import Disc, Ink, Item, Point, Shape, Stroke

_APART = 40.0
_SEATS = ((-1, -1), (1, 1), (1, -1), (-1, 1), (0, 0))


def numbered(position: Position, moves: Sequence[tuple[str, Move]]) -> Iterator[Item]:
    """Each L as a dashed line through its squares, beside those of the others; its disc goes where an arrow leads."""
    for seat, (number, move) in enumerate(moves):
        right, down = _SEATS[seat % len(_SEATS)]
        shift = 0.5 * _APART * right, 0.5 * _APART * down
        way = tuple(_moved(point, shift) for point in _way(move.place))
        if move.neutral:
            start, goal = (_moved(centre(square), shift) for square in move.neutral)
            yield Stroke((towards(start, goal), goal), Ink.NEUTRAL, 4, dashed=True, arrow=True)
            yield Disc(goal, RADIUS, Ink.PAPER, Ink.NEUTRAL, 5, dashed=True)
        yield Stroke(way, Ink.PAPER, 14)
        yield Stroke(way, Ink.HINT, 8, dashed=True)
        yield from badge(number, way[0])
        if move.neutral:
            yield from badge(number, goal, Ink.NEUTRAL)


def _way(place: Place) -> tuple[Point, Point, Point]:
    return centre(place.long), centre(place.corner), centre(place.short)


def _moved(point: Point, shift: Point) -> Point:
    return point[0] + shift[0], point[1] + shift[1]


def wrong(position: Position, move: Move) -> Iterator[Item]:
    """An L as it was meant, a cross on every square that is taken, and on either end of a disc's way that is wrong."""
    yield Shape(outline(move.place, 1.5 * INSET), outline=Ink.WRONG, width=8, radius=0.7 * ROUND)
    taken = position.other | position.neutrals
    same = move.place.bits if move.place.bits == position.own else 0
    for square in indices(move.place.bits & taken | same):
        yield from cross(centre(square), 0.7 * DISC)
    if move.neutral:
        start, goal = move.neutral
        yield Stroke((centre(start), centre(goal)), Ink.WRONG, 5, arrow=True)
        if not position.neutrals >> start & 1:
            yield from cross(centre(start), 0.7 * DISC)
        if (position.other | move.place.bits | position.neutrals) >> goal & 1:
            yield from cross(centre(goal), 0.7 * DISC)
