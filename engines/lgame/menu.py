"""A move in three presses: a square that the L keeps, its new place, then a neutral disc or none."""

from __future__ import annotations

from collections.abc import Iterator

from engines.lgame.grid import Place, mask, squares
from engines.lgame.rules import Position
from engines.menus import Menu, Pick

NONE_KEPT = "-"


_ASKED = ("kept", "place", "neutral")


def menu(position: Position, steps: tuple[str, ...]) -> Menu:
    """What is asked after the steps so far, and the choices."""
    return Menu(_ASKED[min(len(steps), 2)], picks(position, steps))


def picks(position: Position, steps: tuple[str, ...]) -> tuple[Pick, ...]:
    """The choices after the steps so far; none if they lead nowhere."""
    if len(steps) == 0:
        return tuple(_squares(position))
    if len(steps) == 1:
        return tuple(Pick(str(place), step=str(place)) for place in _keeping(position, steps[0]))
    return tuple(_neutrals(position, steps[1]))


def _squares(position: Position) -> Iterator[Pick]:
    for name in (*squares(position.own), NONE_KEPT):
        if _keeping(position, name):
            yield Pick("—" if name == NONE_KEPT else name, step=name)


def _keeping(position: Position, name: str) -> list[Place]:
    """The places that keep a square of the L; or, for NONE_KEPT, that leave all its squares."""
    if name == NONE_KEPT:
        return [place for place in position.places() if not place.bits & position.own]
    if name not in squares(position.own):
        return []
    return [place for place in position.places() if place.bits & mask(name)]


def _neutrals(position: Position, place: str) -> Iterator[Pick]:
    for move in position.moves():
        if str(move.place) == place:
            label = str(move).removeprefix(place).strip()
            yield Pick(label or place, move=str(move))
