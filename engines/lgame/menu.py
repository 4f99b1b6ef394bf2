"""Moves without typing: by a menu (the new place of the L, then a disc), or pressed on the board."""

from __future__ import annotations

from collections.abc import Iterator

from engines.lgame.grid import SQUARES, Place, mask, squares
from engines.lgame.move import SPELLED
from engines.lgame.rules import Position
from engines.menus import Menu, Pick, Press

KEEP = "keep"
"""The label of the choice that moves no disc."""
_ASKED = ("place", "neutral")


def menu(position: Position, steps: tuple[str, ...]) -> Menu:
    """Return the next question after the steps so far, with its choices."""
    return Menu(_ASKED[min(len(steps), 1)], picks(position, steps))


def picks(position: Position, steps: tuple[str, ...]) -> tuple[Pick, ...]:
    """Return the choices after the steps so far; none if they lead nowhere."""
    if not steps:
        return tuple(Pick(str(place), step=str(place)) for place in position.places())
    return tuple(_neutrals(position, steps[-1]))


def _neutrals(position: Position, place: str) -> Iterator[Pick]:
    for move in position.moves():
        if str(move.place) == place:
            label = str(move).removeprefix(place).strip()
            yield Pick(label or KEEP, move=str(move))


def press(position: Position, text: str, places: str) -> Press:
    """Return the text after presses on squares of the new place until it is unique, then on a disc and its goal."""
    names, (words, _, disc) = _square_names(places.split()), text.partition(" ")
    squares_before = _square_names(words.split("-"))
    if not names:
        return Press(text)
    place = None if words.endswith("-") else SPELLED.get(mask(*squares_before))
    if place is None:
        return _press_squares(position, squares_before, names)
    if names[0] in squares(position.neutrals) and len(names) > 1:
        return Press(f"{place} {names[0]}-{names[-1]}")
    return _press_disc(position, place, disc, names)


def _square_names(words: list[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word in SQUARES)


def _press_squares(position: Position, squares_before: tuple[str, ...], names: tuple[str, ...]) -> Press:
    """Add or remove pressed squares; a square that fits no legal L with the others starts over or is ignored."""
    both = tuple(
        name for name in dict.fromkeys(squares_before + names) if not (name in squares_before and name in names)
    )
    legal_places = [each.bits for each in position.places()]
    selection = next((each for each in (both, names[-1:]) if _is_begun(mask(*each), legal_places)), ())
    place = SPELLED.get(mask(*selection))
    matches = [each for each in position.places() if each.bits & mask(*selection) == mask(*selection)]
    if place is None and len(selection) > 1 and len(matches) == 1:
        place = matches[0]
    if place:
        return Press(str(place), "neutral")
    return Press("-".join(selection) + "-" * bool(selection), "place", is_complete=False)


def _is_begun(bits: int, legal_places: list[int]) -> bool:
    """Return whether squares are an L, legal or not, or a part of a legal one."""
    return bits in SPELLED or any(place & bits == bits for place in legal_places)


def _press_disc(position: Position, place: Place, disc: str, names: tuple[str, ...]) -> Press:
    start, (name, *_) = disc.partition("-")[0], names
    if name in squares(position.neutrals) and name != start:
        return Press(f"{place} {name}-", "goal", is_complete=False)
    if name == start or name in squares(place.bits):
        return Press(str(place), "neutral")
    return Press(f"{place} {start}-{name}") if start else _press_squares(position, (), names)
