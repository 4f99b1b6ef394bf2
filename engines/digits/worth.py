"""What a cell is worth by rules of thumb: by the neighbour rule to write on it, by the throw rule to throw into it."""

from __future__ import annotations

from engines.digits.grid import bits
from engines.digits.rules import Position, seat_of

EMPTY_VALUE = 8


def worths(position: Position) -> dict[int, int]:
    """What each cell that the move now may use is worth, by the rule that fits the stage."""
    return writing_values(position) if position.placing else throwing_values(position)


def writing_values(position: Position) -> dict[int, int]:
    """What each cell where a digit may be written is worth: the sum, over the cells around it, taken or not, of 8 less
    the sum of all digits around that cell."""
    around = position.grid.around
    left = [EMPTY_VALUE - _digits_around(position, mask) for mask in around]
    return {place: sum(left[near] for near in bits(around[place])) for place in bits(position.room)}


def throwing_values(position: Position) -> dict[int, int]:
    """What each free cell around the digit on turn is worth: twice the opponent's digits around it, less the own."""
    return {place: _contest(position, place) for place in bits(position.room)}


def _digits_around(position: Position, mask: int) -> int:
    return sum(position.digits[i // 2] for i, place in enumerate(position.written) if mask >> place & 1)


def _contest(position: Position, place: int) -> int:
    near = [i for i, digit in enumerate(position.written) if position.grid.around[place] >> digit & 1]
    own = sum(seat_of(index) is position.turn for index in near)
    return 2 * (len(near) - own) - own
