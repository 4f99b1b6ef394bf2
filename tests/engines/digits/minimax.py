"""The truth by trying everything with the rules alone: slow, plain, and independent of the search."""

from __future__ import annotations

from engines.digits.move import Move
from engines.digits.rules import Position
from engines.game import Seat

Known = dict[tuple[object, ...], int]


def truth(position: Position) -> tuple[int, set[Move]]:
    """The margin to come for the side to move, and every move that reaches it."""
    cache: Known = {}
    values = {move: _after(position, move, cache) for move in position.moves()}
    highest = max(values.values())
    return highest, {move for move, value in values.items() if value == highest}


def _after(position: Position, move: Move, cache: Known) -> int:
    """Return the value of a move for its player."""
    after = position.play(move)
    dots = sum(after.score) - sum(position.score)
    rest = _first_gets(after, cache)
    return dots + rest if position.turn is Seat.FIRST else dots - rest


def _first_gets(position: Position, cache: Known) -> int:
    """First's margin to come."""
    if position.outcome is not None:
        return 0
    key = (position.digit_cells, position.occupied_cells, position.next_digit)
    if key not in cache:
        highest = max(_after(position, move, cache) for move in position.moves())
        cache[key] = highest if position.turn is Seat.FIRST else -highest
    return cache[key]
