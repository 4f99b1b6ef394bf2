"""A move without typing, by a menu or pressed on the board: a digit's cell, or those of a throw one after the other."""

from __future__ import annotations

from engines.digits.grid import bits
from engines.digits.rules import Position
from engines.menus import Menu, Pick, Press, move_menu


def menu(position: Position, steps: tuple[str, ...]) -> Menu:
    """The cells that may still be chosen after those of `steps`; the last one makes the move."""
    moves = [str(move) for move in position.moves()]
    if moves and " " not in moves[0]:
        return move_menu("cell", moves, steps)
    left = [move for move in moves if set(steps) <= set(move.split())]
    cells = dict.fromkeys(cell for move in left for cell in move.split() if cell not in steps)
    return Menu("next-cell" if steps else "first-cell", tuple(_pick(cell, left, steps) for cell in cells))


def _pick(cell: str, left: list[str], steps: tuple[str, ...]) -> Pick:
    """The cell as a further step, or as the move that it completes."""
    whole = {*steps, cell}
    move = next((move for move in left if set(move.split()) == whole), "")
    return Pick(cell, move=move) if move else Pick(cell, step=cell)


def press(position: Position, text: str, pressed: str) -> Press:
    """A digit's cell; or the cells of a throw, until there are enough. One that is pressed again is given up."""
    names = tuple(pressed.split())
    room = {position.grid.name(place) for place in bits(position.room)}
    if position.placing or not room.issuperset(names):
        return Press(names[-1])
    before = tuple(cell for cell in text.split() if cell in room)
    both = [name for name in dict.fromkeys(before + names) if not (name in before and name in names)]
    cells = " ".join(both[-position.count :])
    if len(both) < position.count:
        return Press(cells, "next-cell" if both else "first-cell", is_complete=False)
    return Press(cells)
