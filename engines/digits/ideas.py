"""What matters in a position: the dots so far, what is contested, what each digit can still throw, the best cell."""

from __future__ import annotations

from collections.abc import Iterator

from engines.digits.classic import throwing_values, writing_values
from engines.digits.rules import Position, seat_of
from engines.game import Seat
from engines.phrases import Phrase


def ideas(position: Position) -> tuple[Phrase, ...]:
    """Three to five sentences on a position that goes on."""
    return tuple(_ideas(position))


def _ideas(position: Position) -> Iterator[Phrase]:
    if position.placing:
        yield Phrase("placing-decides")
    else:
        first, second = position.score
        yield Phrase("dots-so-far", first=first, second=second)
    reach = {seat: _reach(position, seat) for seat in Seat}
    yield Phrase("contested-cells", cells=(reach[Seat.FIRST] & reach[Seat.SECOND]).bit_count())
    for seat in Seat:
        if throws := " ".join(_throws(position, seat)):
            yield Phrase("still-throws", player=str(seat), digits=throws)
    values = writing_values(position) if position.placing else throwing_values(position)
    if values:
        best = max(values, key=values.__getitem__)
        yield Phrase("author-best", cell=position.grid.name(best), worth=values[best])


def _free(position: Position) -> int:
    return position.grid.cells & ~position.taken


def _reach(position: Position, seat: Seat) -> int:
    """The free cells around any digit of a seat."""
    reach = 0
    for index, place in enumerate(position.written):
        if seat_of(index) is seat:
            reach |= position.grid.around[place]
    return reach & _free(position)


def _throws(position: Position, seat: Seat) -> Iterator[str]:
    """Each digit of a seat that has room, with how many dots its next throw has."""
    for index, place in enumerate(position.written):
        count = min(position.digits[index // 2], (position.grid.around[place] & _free(position)).bit_count())
        if seat_of(index) is seat and count:
            yield f"{position.label_at(index)}({position.grid.name(place)}):{count}"
