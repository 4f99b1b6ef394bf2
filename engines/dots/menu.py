"""Menu that leads to a side: the side itself on a small board, otherwise one dot and then the other."""

from __future__ import annotations

from engines.dots.rules import Position
from engines.menus import Menu, Pick, step_menu

_MAX_SIDES = 40
"""The number of sides of 4x4 boxes."""


def menu(position: Position, steps: tuple[str, ...]) -> Menu:
    """Return all sides, or the first dots, or the second ones, with the choices of the pie rule."""
    moves = [str(move) for move in position.moves()]
    words = tuple(Pick(move, move=move) for move in moves if move.isalpha())
    sides = [move for move in moves if not move.isalpha()]
    if len(position.grid.names) <= _MAX_SIDES:
        return Menu("side", (*(Pick(side, move=side) for side in sides), *words))
    if steps and not steps[-1].isalpha():
        return Menu(
            "to", tuple(Pick(_far_dot(side, steps[-1]), move=side) for side in sides if steps[-1] in side.split("-"))
        )
    dots = sorted({dot for side in sides for dot in side.split("-")}, key=lambda dot: (dot[0], int(dot[1:])))
    dot_menu = step_menu("from", dots, steps)
    return dot_menu if steps else Menu(dot_menu.question, (*dot_menu.picks, *words))


def _far_dot(side: str, dot: str) -> str:
    first, second = side.split("-")
    return second if dot == first else first
