"""Description of one cell: its content, the digits next to it, and the moves that can be played there now."""

from __future__ import annotations

from collections.abc import Iterator

from engines.digits.grid import bits
from engines.digits.rules import Position, seat_of
from engines.game import Seat
from engines.notation import clean, read_cell
from engines.phrases import Phrase


def place(position: Position, name: str) -> tuple[Phrase, ...]:
    """Return the description of a cell; nothing for any other name."""
    coordinates = read_cell(clean(name))
    place_number = position.grid.place(*coordinates) if coordinates else None
    return () if place_number is None else tuple(_phrases(position, place_number))


def _phrases(position: Position, place_number: int) -> Iterator[Phrase]:
    name = position.grid.name(place_number)
    yield _content(position, place_number, name)
    yield from _digits_beside(position, place_number, name)
    yield from _free_around(position, place_number, name)
    if position.room >> place_number & 1:
        yield _move_phrase(position, name)


def _content(position: Position, place_number: int, name: str) -> Phrase:
    if place_number in position.digit_cells:
        index = position.digit_cells.index(place_number)
        return Phrase("cell-digit", cell=name, player=str(seat_of(index)), digit=position.label_at(index))
    for seat, dots in ((Seat.FIRST, position.first), (Seat.SECOND, position.second)):
        if dots >> place_number & 1:
            return Phrase("cell-dot", cell=name, player=str(seat))
    is_for_dots = not position.grid.writable >> place_number & 1
    return Phrase("cell-for-dots" if is_for_dots else "cell-free", cell=name)


def _digits_beside(position: Position, place_number: int, name: str) -> Iterator[Phrase]:
    around = position.grid.around[place_number]
    for seat in Seat:
        digits = [
            f"{position.label_at(index)} {position.grid.name(at)}"
            for index, at in enumerate(position.digit_cells)
            if seat_of(index) is seat and around >> at & 1
        ]
        if digits:
            yield Phrase("cell-digits-beside", cell=name, player=str(seat), digits=", ".join(digits))


def _free_around(position: Position, place_number: int, name: str) -> Iterator[Phrase]:
    free_cells = position.grid.around[place_number] & position.grid.cells & ~position.occupied_cells
    if free_cells:
        yield Phrase("cell-free-around", cell=name, cells=" ".join(position.grid.name(at) for at in bits(free_cells)))


def _move_phrase(position: Position, name: str) -> Phrase:
    player, digit = str(position.turn), position.label
    if position.is_placing:
        return Phrase("cell-to-write", cell=name, player=player, digit=digit)
    here = position.grid.name(position.current_cell)
    return Phrase("cell-to-throw", cell=name, player=player, digit=digit, place=here)
