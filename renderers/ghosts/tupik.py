"""Ghosts in Tupik: numbered cities and moves to choose from, and an illegal move with its obstacle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.tupik.map.roadmap import bit
from engines.tupik.map.roads import roads_of
from engines.tupik.move import Move
from engines.tupik.rules import Position
from renderers.ghosts.badge import RADIUS, badge, cross, spread
from renderers.scene import Arc, Disc, Ink, Item, Point, Stroke
from renderers.tupik import DISC, arrow, at_city

_BESIDE = 0.8 * DISC + RADIUS


def numbered_moves(position: Position, moves: Sequence[tuple[str, Move]]) -> Iterator[Item]:
    """Yield the cities ringed and the moves dashed, with their numbers."""
    roads = position.roads
    drawable = [(number, move) for number, move in moves if move.goal]
    for _, move in drawable:
        if move.start:
            yield arrow(roads_of(roads)[move.start, move.goal], Ink.HINT, 9, dashed=True)
        yield Disc(at_city(roads, move.goal), DISC + 8, None, Ink.HINT, 6, dashed=True)
    cities = [at_city(roads, city) for city in range(1, len(roads) + 1)]
    places = spread([_places(position, move) for _, move in drawable], cities)
    for (number, _), place in zip(drawable, places, strict=True):
        yield from badge(number, place)


def _places(position: Position, move: Move) -> list[Point]:
    """Return the possible places of a number: along the arrow of a move, or next to the city."""
    x, y = at_city(position.roads, move.goal)
    if not move.start:
        return [(x + right * _BESIDE, y + down * _BESIDE) for right, down in ((1, -1), (-1, -1), (1, 1), (-1, 1))]
    way = arrow(roads_of(position.roads)[move.start, move.goal], Ink.HINT, 9)
    return [_along(way, time) for time in (0.5, 0.36, 0.64)]


def _along(way: Item, time: float) -> Point:
    assert isinstance(way, Stroke | Arc)
    if isinstance(way, Stroke):
        (ax, ay), (bx, by) = way.points
        return ax + time * (bx - ax), ay + time * (by - ay)
    a, c, b = (1 - time) ** 2, 2 * time * (1 - time), time**2
    (ax, ay), (cx, cy), (bx, by) = way.start, way.control, way.end
    return a * ax + c * cx + b * bx, a * ay + c * cy + b * by


def illegal_move(position: Position, move: Move) -> Iterator[Item]:
    """Yield an illegal move with a cross: on its start if the player has no car there, otherwise on its goal."""
    if not move.goal:
        return
    roads, goal = position.roads, at_city(position.roads, move.goal)
    road = roads_of(roads).get((move.start, move.goal))
    if move.start and road:
        yield arrow(road, Ink.WRONG, 9)
    elif move.start:
        yield Stroke((at_city(roads, move.start), goal), Ink.WRONG, 7, dashed=True, arrow=True)
    if move.start and not position.cars(position.turn) & bit(move.start):
        yield from cross(at_city(roads, move.start), DISC + 10)
    else:
        yield from cross(goal, DISC + 10)
