"""A board as plain text, for the console and for play without pictures."""

from __future__ import annotations

from collections.abc import Iterator

from engines.game import Seat
from engines.lgame.grid import PAINTED, SIDE
from engines.lgame.rules import Position, Variant, places_of
from engines.phrases import Phrase

_MOST_LISTED = 6


def draw_text(position: Position) -> str:
    """Return the board: Ls as `1` (First) and `2`, neutral discs as `o`, free squares as `.` (`+` if they score)."""
    return "\n".join([*_rows(position), "  a b c d"])


def legend(position: Position) -> tuple[Phrase, ...]:
    """Return the explanation of the signs, and for each L the number of its places and the first few of them."""
    paint_legend = (Phrase("legend-painted"),) if position.variant is Variant.SCORING else ()
    reach = () if position.outcome else tuple(_reach(position, seat) for seat in Seat)
    return Phrase("legend-lgame", one=str(Seat.FIRST), two=str(Seat.SECOND)), *paint_legend, *reach


def _reach(position: Position, seat: Seat) -> Phrase:
    places = [str(place) for place in places_of(position, seat)]
    if not places:
        return Phrase("l-blocked", player=str(seat))
    more = " …" if len(places) > _MOST_LISTED else ""
    return Phrase("l-can-go", player=str(seat), places=len(places), listed=", ".join(places[:_MOST_LISTED]) + more)


def _rows(position: Position) -> Iterator[str]:
    for row in range(SIDE - 1, -1, -1):
        yield f"{row + 1} " + " ".join(_sign(position, 1 << (SIDE * row + col)) for col in range(SIDE))


def _sign(position: Position, square: int) -> str:
    signs = ((position.ls[0], "1"), (position.ls[1], "2"), (position.neutrals, "o"))
    is_painted = position.variant is Variant.SCORING and square & PAINTED
    return next((sign for bits, sign in signs if bits & square), "+" if is_painted else ".")
