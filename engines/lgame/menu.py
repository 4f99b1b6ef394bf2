"""A move without typing: by a menu (a square that the L keeps, its new place, a disc), or pressed on the board."""

from __future__ import annotations

from collections.abc import Iterator

from engines.lgame.grid import PLACES, SQUARES, Place, mask, squares
from engines.lgame.move import SPELLED
from engines.lgame.rules import Position
from engines.menus import Menu, Pick, Press

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


def press(position: Position, text: str, pressed: str) -> Press:
    """Squares of the new place, until it is clear which is meant; then a disc and where it goes, if one is to move."""
    names, (words, _, disc) = _named(pressed.split()), text.partition(" ")
    chosen = _named(words.split("-"))
    if not names:
        return Press(text)
    placed = None if words.endswith("-") else SPELLED.get(mask(*chosen))
    if placed is None:
        return _squares_pressed(position, chosen, names)
    if names[0] in squares(position.neutrals) and len(names) > 1:
        return Press(f"{placed} {names[0]}-{names[-1]}")
    return _disc_pressed(position, placed, disc, names)


def _named(words: list[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word in SQUARES)


def _squares_pressed(position: Position, chosen: tuple[str, ...], names: tuple[str, ...]) -> Press:
    """A square pressed again is given up, and one that no L has together with the others begins anew."""
    both = tuple(name for name in dict.fromkeys(chosen + names) if not (name in chosen and name in names))
    kept = both if any(place & mask(*both) == mask(*both) for place in PLACES) else names[-1:]
    meant = SPELLED.get(mask(*kept))
    fitting = [place for place in position.places() if place.bits & mask(*kept) == mask(*kept)]
    if meant is None and len(kept) > 1 and len(fitting) == 1:
        meant = fitting[0]
    if meant:
        return Press(str(meant), "neutral")
    return Press("-".join(kept) + "-" * bool(kept), "place", is_complete=False)


def _disc_pressed(position: Position, placed: Place, disc: str, names: tuple[str, ...]) -> Press:
    start, (name, *_) = disc.partition("-")[0], names
    if name in squares(position.neutrals) and name != start:
        return Press(f"{placed} {name}-", "goal", is_complete=False)
    if name == start or name in squares(placed.bits):
        return Press(str(placed), "neutral")
    return Press(f"{placed} {start}-{name}") if start else _squares_pressed(position, (), names)
