"""Values of cells by rules of thumb: the neighbour rule for placing digits, the throw rule for dots."""

from __future__ import annotations

from engines.digits.grid import bits
from engines.digits.rules import Position, seat_of

EMPTY_VALUE = 8


def cell_values(position: Position) -> dict[int, int]:
    """Return the value of each legal cell by the rule of the current stage."""
    return placing_values(position) if position.is_placing else throwing_values(position)


def placing_values(position: Position) -> dict[int, int]:
    """Return the value of each cell where a digit may be placed, by the neighbour rule.

    It is the sum, over the cells around it, taken or not, of 8 less the sum of all digits around that cell.
    """
    around = position.grid.around
    cell_worths = [EMPTY_VALUE - _digits_around(position, mask) for mask in around]
    return {place: sum(cell_worths[neighbour] for neighbour in bits(around[place])) for place in bits(position.room)}


def throwing_values(position: Position) -> dict[int, int]:
    """Return the value of each free cell around the thrower: twice its enemy digits, minus its friendly ones."""
    return {place: _contest(position, place) for place in bits(position.room)}


def _digits_around(position: Position, mask: int) -> int:
    return sum(position.digits[i // 2] for i, place in enumerate(position.digit_cells) if mask >> place & 1)


def _contest(position: Position, place: int) -> int:
    neighbour = [i for i, digit in enumerate(position.digit_cells) if position.grid.around[place] >> digit & 1]
    own_count = sum(seat_of(index) is position.turn for index in neighbour)
    return 2 * (len(neighbour) - own_count) - own_count
