"""What matters in a position: the dots so far, what is contested, what each digit can still throw, the best cell."""

from __future__ import annotations

from collections.abc import Iterator

from engines.digits.reasons import free, named, reached_by
from engines.digits.rules import Position, seat_of
from engines.digits.worth import worths
from engines.game import Seat
from engines.phrases import Phrase


def ideas(position: Position) -> tuple[Phrase, ...]:
    """Three to five sentences on a position that goes on."""
    return tuple(_ideas(position))


def _ideas(position: Position) -> Iterator[Phrase]:
    if not position.placing:
        first, second = position.score
        yield Phrase("dots-so-far", first=first, second=second)
    contested = reached_by(position, Seat.FIRST) & reached_by(position, Seat.SECOND)
    if contested:
        yield Phrase("contested-cells", count=contested.bit_count(), cells=named(position, contested))
    else:
        yield Phrase("none-contested")
    for seat in Seat:
        if throws := " ".join(_throws(position, seat)):
            yield Phrase("still-throws", player=str(seat), digits=throws)
    if values := worths(position):
        best = max(values, key=values.__getitem__)
        code = "best-to-write" if position.placing else "best-to-throw"
        yield Phrase(code, cell=position.grid.name(best), worth=values[best])


def _throws(position: Position, seat: Seat) -> Iterator[str]:
    """Each digit of a seat that has room, with how many dots its next throw has."""
    for index, place in enumerate(position.written):
        count = min(position.digits[index // 2], (position.grid.around[place] & free(position)).bit_count())
        if seat_of(index) is seat and count:
            yield f"{position.label_at(index)}({position.grid.name(place)}):{count}"
