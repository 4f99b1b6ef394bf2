"""The main ideas of a position: the score, contested cells, the throws that each digit still has, the best cell."""

from __future__ import annotations

from collections.abc import Iterator

from engines.digits.reasons import cell_names, free_cells, reachable_cells
from engines.digits.rules import Position, seat_of
from engines.digits.worth import cell_values
from engines.game import Seat
from engines.phrases import Phrase


def ideas(position: Position) -> tuple[Phrase, ...]:
    """Return three to five phrases about a position that is not over."""
    return tuple(_ideas(position))


def _ideas(position: Position) -> Iterator[Phrase]:
    if not position.is_placing:
        first, second = position.score
        yield Phrase("dots-so-far", first=first, second=second)
    contested_cells = reachable_cells(position, Seat.FIRST) & reachable_cells(position, Seat.SECOND)
    if contested_cells:
        yield Phrase("contested-cells", count=contested_cells.bit_count(), cells=cell_names(position, contested_cells))
    else:
        yield Phrase("none-contested")
    for seat in Seat:
        if throws := " ".join(_throws(position, seat)):
            yield Phrase("still-throws", player=str(seat), digits=throws)
    if values := cell_values(position):
        best_place = max(values, key=values.__getitem__)
        code = "best-to-write" if position.is_placing else "best-to-throw"
        yield Phrase(code, cell=position.grid.name(best_place), worth=values[best_place])


def _throws(position: Position, seat: Seat) -> Iterator[str]:
    """Yield each digit of a seat that has room, with the number of dots of its next throw."""
    for index, place in enumerate(position.digit_cells):
        count = min(position.digits[index // 2], (position.grid.around[place] & free_cells(position)).bit_count())
        if seat_of(index) is seat and count:
            yield f"{position.label_at(index)}({position.grid.name(place)}):{count}"
