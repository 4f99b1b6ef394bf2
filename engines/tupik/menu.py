"""Moves without typing: a menu of cities or of drives, or a car and its goal pressed on the map."""

from __future__ import annotations

from engines.menus import Menu, Pick, Press
from engines.tupik.map.roadmap import cities
from engines.tupik.rules import Position


def menu(position: Position, steps: tuple[str, ...]) -> Menu:
    """Return a menu of the cities that can take a car, or of the drives."""
    asks = "city" if position.is_placing else "drive"
    return Menu(asks, tuple(Pick(str(move), move=str(move)) for move in position.moves()))


def press(position: Position, text: str, places: str) -> Press:
    """Return the text after pressing a car and then its goal; the goal alone if only one car can drive there."""
    first, *_, last = places.split() * 2
    if position.is_placing:
        return Press(last)
    cars = set(map(str, cities(position.cars(position.turn))))
    car = first if first in cars and first != last else text.removesuffix("-") if text.endswith("-") else ""
    if last in cars:
        return Press("" if last == car else f"{last}-", "drive", is_complete=False)
    drives = [f"{car}-{last}"] if car else [str(move) for move in position.moves() if str(move).endswith(f"-{last}")]
    return Press(drives[0]) if len(drives) == 1 else Press("", "drive", is_complete=False)
