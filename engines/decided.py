"""Small starts that are decided: those that one seat always wins, and those with few places to win."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from engines.game import AnyPosition, Seat, advance

MOST_POSITIONS = 3000
MOST_MOVES = 12
_LONGEST = 40
FEW = 9
"""The boxes of 3x3."""


class _TooLargeError(Exception):
    """The board is too large to search."""


@lru_cache(maxsize=256)
def winning_seat(start: AnyPosition) -> Seat | None:
    """Return the seat that wins against any play; None if neither does or if the board is too large to tell.

    Costs at most about 50 ms.
    """
    search = _Search()
    try:
        return next((seat for seat in Seat if search.can_force(seat, start, 0)), None)
    except _TooLargeError:
        return None


def has_few_places(start: AnyPosition) -> bool:
    """Return whether a game has fewer than nine boxes or cities to win."""
    return sum(1 for _ in start.owners()) < FEW


@dataclass(frozen=True)
class _Search:
    results: dict[tuple[Seat, AnyPosition], bool] = field(default_factory=dict)

    def can_force(self, seat: Seat, position: AnyPosition, depth: int) -> bool:
        if position.outcome is not None:
            return position.outcome.winner is seat
        if (seat, position) not in self.results:
            moves = tuple(position.moves())
            if len(moves) > MOST_MOVES or len(self.results) >= MOST_POSITIONS or depth > _LONGEST:
                raise _TooLargeError
            after = (self.can_force(seat, advance(position, move)[0], depth + 1) for move in moves)
            self.results[seat, position] = any(after) if position.turn is seat else all(after)
        return self.results[seat, position]
