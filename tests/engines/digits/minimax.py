"""The truth by trying everything with the rules alone: slow, plain, and independent of the search."""

from __future__ import annotations

from engines.digits.move import Move
from engines.digits.rules import Position
from engines.game import Seat

Known = dict[tuple[object, ...], int]


def truth(position: Position) -> tuple[int, set[Move]]:
    """The margin to come for the side to move, and every move that reaches it."""
    known: Known = {}
    values = {move: _after(position, move, known) for move in position.moves()}
    best = max(values.values())
    return best, {move for move, value in values.items() if value == best}


def _after(position: Position, move: Move, known: Known) -> int:
    """Return the value of a move for its player."""
    after = position.play(move)
    dots = sum(after.score) - sum(position.score)
    rest = _first_gets(after, known)
    return dots + rest if position.turn is Seat.FIRST else dots - rest


def _first_gets(position: Position, known: Known) -> int:
    """First's margin to come."""
    if position.outcome is not None:
        return 0
    key = (position.digit_cells, position.occupied_cells, position.next_digit)
    if key not in known:
        best = max(_after(position, move, known) for move in position.moves())
        known[key] = best if position.turn is Seat.FIRST else -best
    return known[key]
