"""Ghosts in the L-game: candidate moves on small boards, and an L that does not fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.lgame.grid import PLACES, SIDE, Place, indices
from engines.lgame.move import Move
from engines.lgame.rules import Position
from engines.notation import column
from renderers.ghosts.badge import RADIUS, badge, badge_width, cross
from renderers.header import BANNER, INKS, WASHES
from renderers.lgame import DISC, INSET, PAGE, ROUND, centre, outline, towards
from renderers.paper import LETTERING
from renderers.scene import Disc, Ink, Item, Label, Point, Shape, Stroke

_COLUMNS = 2
_BESIDE = 22.0
_GAP = 0.13
"""The margin around a small board, as a share of its cell: room for its number."""


@dataclass(frozen=True)
class _SmallBoard:
    """A small board: its lower left corner and its side, in pixels."""

    left: float
    bottom: float
    side: float

    def point(self, at: Point) -> Point:
        """Return the small board's pixel for a pixel of the large one."""
        left, _, _, bottom = PAGE.area
        return self.left + self.scale * (at[0] - left), self.bottom + self.scale * (at[1] - bottom)

    @property
    def scale(self) -> float:
        """Return the size of the small board relative to the large one."""
        left, _, right, _ = PAGE.area
        return self.side / (right - left)


def numbered_moves(position: Position, moves: Sequence[tuple[str, Move]]) -> Iterator[Item]:
    """Yield a small board for each move in place of the large one, with the moved pieces dashed."""
    (right, bottom), top = PAGE.size, BANNER + 2
    yield Shape(((0, top), (right, top), (right, bottom), (0, bottom)), Ink.PAPER)
    for board, (number, move) in zip(_small_boards(len(moves)), moves, strict=True):
        yield from _small_board(position, board, move)
        half = badge_width(number) / 2
        yield from badge(number, (max(half, board.left - half), board.bottom - board.side - 0.75 * RADIUS))


def _small_boards(count: int) -> Iterator[_SmallBoard]:
    """Yield `count` boards in rows of two, as large as the page allows."""
    width, height = PAGE.size
    columns = min(_COLUMNS, count)
    across, down = width / columns, (height - BANNER) / -(-count // columns)
    side = min(across, down) * (1 - 2 * _GAP)
    for place in range(count):
        row, at = divmod(place, columns)
        yield _SmallBoard(across * (at + 0.5) - side / 2, BANNER + down * (row + 0.5) + side / 2, side)


def _small_board(position: Position, board: _SmallBoard, move: Move) -> Iterator[Item]:
    """Yield the pieces after a move, with its L and its disc dashed."""
    for line in range(SIDE + 1):
        at = line - 0.5
        for ends in (((at, -0.5), (at, SIDE - 0.5)), ((-0.5, at), (SIDE - 0.5, at))):
            yield Stroke(tuple(board.point(PAGE.at(*end)) for end in ends), Ink.PENCIL, 2)
    for number in range(SIDE):
        x, y = board.point(PAGE.at(number, number))
        yield Label(column(number), (x, board.bottom + _BESIDE), LETTERING, Ink.PENCIL)
        yield Label(str(number + 1), (board.left - _BESIDE, y), LETTERING, Ink.PENCIL)
    seat, thick = position.turn, max(4.0, 10 * board.scale)
    opposing_place, radius = PLACES[position.opposing_l], ROUND * board.scale
    yield Shape(_outline(board, opposing_place), WASHES[seat.opponent], INKS[seat.opponent], thick, radius=radius)
    yield Shape(_outline(board, move.place), WASHES[seat], Ink.HINT, thick, radius=radius, dashed=True)
    disc_move = move.neutral or (-1, -1)
    for square in indices(position.neutrals):
        if square != disc_move[0]:
            yield Disc(board.point(centre(square)), DISC * board.scale, Ink.NEUTRAL)
    if move.neutral:
        start, goal = map(centre, move.neutral)
        yield Disc(board.point(start), DISC * board.scale, outline=Ink.NEUTRAL, width=3, dashed=True)
        yield Stroke((board.point(towards(start, goal)), board.point(goal)), Ink.HINT, 3, dashed=True, arrow=True)
        yield Disc(board.point(goal), DISC * board.scale, Ink.NEUTRAL, Ink.HINT, thick, dashed=True)


def _outline(board: _SmallBoard, place: Place) -> tuple[Point, ...]:
    return tuple(map(board.point, outline(place)))


def illegal_move(position: Position, move: Move) -> Iterator[Item]:
    """Yield an illegal L with a cross on every occupied square, and on the wrong end of its disc's path."""
    yield Shape(outline(move.place, 1.5 * INSET), outline=Ink.WRONG, width=8, radius=0.7 * ROUND)
    occupied_squares = position.opposing_l | position.neutrals
    unmoved_squares = move.place.bits if move.place.bits == position.own_l else 0
    for square in indices(move.place.bits & occupied_squares | unmoved_squares):
        yield from cross(centre(square), 0.7 * DISC)
    if move.neutral:
        start, goal = move.neutral
        yield Stroke((centre(start), centre(goal)), Ink.WRONG, 5, arrow=True)
        if not position.neutrals >> start & 1:
            yield from cross(centre(start), 0.7 * DISC)
        if (position.opposing_l | move.place.bits | position.neutrals) >> goal & 1:
            yield from cross(centre(goal), 0.7 * DISC)
