"""Ghosts in Dots and Boxes: numbered runs of sides to choose from, and sides that are already drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.dots.move import Move
from engines.dots.rules import Position
from renderers.dots import Board, sides_of
from renderers.ghosts.badge import badge, cross, spread
from renderers.scene import Ink, Item, Point, Stroke


def numbered_moves(position: Position, moves: Sequence[tuple[str, Move]]) -> Iterator[Item]:
    """Yield the runs dashed, each with its number next to one of its sides."""
    board = Board(position)
    runs = [(number, sides) for number, move in moves if (sides := sides_of((move,)))]
    for _, sides in runs:
        yield from board.hint_items(sides)
    places = spread([[_middle(board, side) for side in sides] for _, sides in runs])
    for (number, _), place in zip(runs, places, strict=True):
        yield from badge(number, place)


def illegal_move(position: Position, move: Move) -> Iterator[Item]:
    """Yield crosses on the sides of a move that are already drawn."""
    board, grid = Board(position), position.grid
    for side in sides_of((move,)):
        if side in grid.index and position.drawn_sides >> grid.index[side] & 1:
            yield Stroke(board.field.ends(side), Ink.WRONG, 0.7 * board.thick)
            yield from cross(_middle(board, side), min(22.0, 0.3 * board.page.unit))


def _middle(board: Board, side: str) -> Point:
    (ax, ay), (bx, by) = board.field.ends(side)
    return (ax + bx) / 2, (ay + by) / 2
