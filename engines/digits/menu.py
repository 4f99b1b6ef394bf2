"""A menu that leads to a move without typing: the cell of a digit, or the cells of a throw one after the other."""

from __future__ import annotations

from engines.digits.rules import Position
from engines.menus import Menu, Pick, of_moves


def menu(position: Position, steps: tuple[str, ...]) -> Menu:
    """The cells that may still be chosen after those of `steps`; the last one makes the move."""
    moves = [str(move) for move in position.moves()]
    if moves and " " not in moves[0]:
        return of_moves("cell", moves, steps)
    left = [move for move in moves if set(steps) <= set(move.split())]
    cells = dict.fromkeys(cell for move in left for cell in move.split() if cell not in steps)
    return Menu("next-cell" if steps else "first-cell", tuple(_pick(cell, left, steps) for cell in cells))


def _pick(cell: str, left: list[str], steps: tuple[str, ...]) -> Pick:
    """The cell as a further step, or as the move that it completes."""
    whole = {*steps, cell}
    move = next((move for move in left if set(move.split()) == whole), "")
    return Pick(cell, move=move) if move else Pick(cell, step=cell)
