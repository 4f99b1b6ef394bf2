"""Ghosts in Digits and Dots: numbers in the cells that moves would take, and crosses on forbidden cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.digits.grid import bits
from engines.digits.move import Move
from engines.digits.rules import Position
from renderers.digits import Board
from renderers.ghosts.badge import badge, cross
from renderers.scene import Disc, Ink, Item, Label

_SEATS = ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25), (0.0, 0.0))
_LEAST = 30.0


def numbered_moves(position: Position, moves: Sequence[tuple[str, Move]]) -> Iterator[Item]:
    """Yield in each cell the numbers of the moves that take it; a single number stands in the middle."""
    board, unit = Board(position), Board(position).page.unit
    cells = sorted({name for _, move in moves for name in move.cells})
    for name in cells:
        x, y = board.at(board.place(name))
        yield Disc((x, y), 0.46 * unit, Ink.PAPER, Ink.HINT, max(3.0, unit / 22), dashed=True)
        taking = [(seat, number) for seat, (number, move) in enumerate(moves) if name in move.cells]
        if len(taking) == 1:
            yield from badge(taking[0][1], (x, y))
            continue
        size = max(_LEAST, 0.34 * unit)
        for seat, number in taking:
            right, down = _SEATS[seat % len(_SEATS)]
            yield Label(number, (x + right * unit, y + down * unit), min(size, 40.0), Ink.HINT, bold=True)


def illegal_move(position: Position, move: Move) -> Iterator[Item]:
    """Yield the cells of a move, with those that are not free crossed out."""
    board, unit = Board(position), Board(position).page.unit
    free_cells = {position.grid.name(place) for place in bits(position.room)}
    for name in move.cells:
        at = board.at(board.place(name))
        if name in free_cells:
            yield Disc(at, 0.3 * unit, None, Ink.WRONG, unit / 16, dashed=True)
        else:
            yield from cross(at, 0.36 * unit)
