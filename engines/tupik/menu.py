"""A menu that leads to a move without typing: the city, or the drive."""

from __future__ import annotations

from engines.menus import Menu, Pick
from engines.tupik.rules import Position


def menu(position: Position, steps: tuple[str, ...]) -> Menu:
    """Where a car can be put, or which drives there are."""
    asks = "city" if position.placing else "drive"
    return Menu(asks, tuple(Pick(str(move), move=str(move)) for move in position.moves()))
