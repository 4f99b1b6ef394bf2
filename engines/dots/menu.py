"""A menu that leads to a side without typing: the side itself on a small board, else one dot and the other."""

from __future__ import annotations

from engines.dots.rules import Position
from engines.menus import Menu, Pick, step_menu

_MOST_SIDES = 40
"""Those of 4x4 boxes."""


def menu(position: Position, steps: tuple[str, ...]) -> Menu:
    """All sides, or the dots from which one can be drawn, then those to which; words of the pie rule beside them."""
    moves = [str(move) for move in position.moves()]
    words = tuple(Pick(move, move=move) for move in moves if move.isalpha())
    sides = [move for move in moves if not move.isalpha()]
    if len(position.grid.names) <= _MOST_SIDES:
        return Menu("side", (*(Pick(side, move=side) for side in sides), *words))
    if steps and not steps[-1].isalpha():
        return Menu(
            "to", tuple(Pick(_other(side, steps[-1]), move=side) for side in sides if steps[-1] in side.split("-"))
        )
    dots = sorted({dot for side in sides for dot in side.split("-")}, key=lambda dot: (dot[0], int(dot[1:])))
    asked = step_menu("from", dots, steps)
    return asked if steps else Menu(asked.question, (*asked.picks, *words))


def _other(side: str, dot: str) -> str:
    first, second = side.split("-")
    return second if dot == first else first
