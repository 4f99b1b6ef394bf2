"""One cell of a board in words: what is in it, whose digits stand beside it, and what can be played there now."""

from __future__ import annotations

from collections.abc import Iterator

from engines.digits.grid import bits
from engines.digits.rules import Position, seat_of
from engines.game import Seat
from engines.notation import clean, read_cell
from engines.phrases import Phrase


def place(position: Position, name: str) -> tuple[Phrase, ...]:
    """What is known of a cell; nothing for any other name."""
    named = read_cell(clean(name))
    found = position.grid.place(*named) if named else None
    return () if found is None else tuple(_at(position, found))


def _at(position: Position, found: int) -> Iterator[Phrase]:
    name = position.grid.name(found)
    yield _content(position, found, name)
    yield from _beside(position, found, name)
    yield from _free_around(position, found, name)
    if position.room >> found & 1:
        yield _legal(position, name)


def _content(position: Position, found: int, name: str) -> Phrase:
    if found in position.written:
        index = position.written.index(found)
        return Phrase("cell-digit", cell=name, player=str(seat_of(index)), digit=position.label_at(index))
    for seat, dots in ((Seat.FIRST, position.first), (Seat.SECOND, position.second)):
        if dots >> found & 1:
            return Phrase("cell-dot", cell=name, player=str(seat))
    forbidden = not position.grid.writable >> found & 1
    return Phrase("cell-for-dots" if forbidden else "cell-free", cell=name)


def _beside(position: Position, found: int, name: str) -> Iterator[Phrase]:
    around = position.grid.around[found]
    for seat in Seat:
        digits = [
            f"{position.label_at(index)} {position.grid.name(at)}"
            for index, at in enumerate(position.written)
            if seat_of(index) is seat and around >> at & 1
        ]
        if digits:
            yield Phrase("cell-digits-beside", cell=name, player=str(seat), digits=", ".join(digits))


def _free_around(position: Position, found: int, name: str) -> Iterator[Phrase]:
    free = position.grid.around[found] & position.grid.cells & ~position.taken
    if free:
        yield Phrase("cell-free-around", cell=name, cells=" ".join(position.grid.name(at) for at in bits(free)))


def _legal(position: Position, name: str) -> Phrase:
    player, digit = str(position.turn), position.label
    if position.placing:
        return Phrase("cell-to-write", cell=name, player=player, digit=digit)
    here = position.grid.name(position.here)
    return Phrase("cell-to-throw", cell=name, player=player, digit=digit, place=here)
