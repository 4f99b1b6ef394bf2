"""A move without typing, by menu or by pressing the board: a digit's cell, or the cells of a throw one by one."""

from __future__ import annotations

from engines.digits.grid import bits
from engines.digits.rules import Position
from engines.menus import Menu, Pick, Press, move_menu


def menu(position: Position, steps: tuple[str, ...]) -> Menu:
    """Return the cells that may still be chosen after those of `steps`; the last one makes the move."""
    moves = [str(move) for move in position.moves()]
    if moves and " " not in moves[0]:
        return move_menu("cell", moves, steps)
    matching_moves = [move for move in moves if set(steps) <= set(move.split())]
    cells = dict.fromkeys(cell for move in matching_moves for cell in move.split() if cell not in steps)
    return Menu("next-cell" if steps else "first-cell", tuple(_pick(cell, matching_moves, steps) for cell in cells))


def _pick(cell: str, matching_moves: list[str], steps: tuple[str, ...]) -> Pick:
    """Return the cell as another step, or as the move that it completes."""
    cells = {*steps, cell}
    move = next((move for move in matching_moves if set(move.split()) == cells), "")
    return Pick(cell, move=move) if move else Pick(cell, step=cell)


def press(position: Position, text: str, press: str) -> Press:
    """Return the pressed cell of a digit, or the cells of a throw so far; pressing a cell again removes it."""
    names = tuple(press.split())
    room = {position.grid.name(place) for place in bits(position.room)}
    if position.is_placing or not room.issuperset(names):
        return Press(names[-1])
    before = tuple(cell for cell in text.split() if cell in room)
    chosen_cells = [name for name in dict.fromkeys(before + names) if not (name in before and name in names)]
    cells = " ".join(chosen_cells[-position.count :])
    if len(chosen_cells) < position.count:
        return Press(cells, "next-cell" if chosen_cells else "first-cell", is_complete=False)
    return Press(cells)
