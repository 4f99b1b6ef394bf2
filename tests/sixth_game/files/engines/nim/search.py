"""Every way of the game, tried to its end."""

from __future__ import annotations

from functools import cache

from engines.nim.rules import Move, Position

from engines.game import Hint, Limit, Reason, Solution


@cache
def warm() -> None:
    """Nothing has to be compiled."""


@cache
def worth(position: Position) -> int:
    """1 if the side to move wins, -1 if it loses."""
    return max((-worth(position.play(move)) for move in position.moves()), default=-1)


def solve(position: Position, limit: Limit) -> Solution[Move]:
    """The value, and every move that keeps it."""
    value = worth(position)
    return Solution(value, tuple(move for move in position.moves() if -worth(position.play(move)) == value))


def strong_hint(position: Position, limit: Limit) -> Hint[Move]:
    """The first best move."""
    solution = solve(position, limit)
    return Hint(solution.best_moves[:1], solution.value, True, (Reason("all-tried"),))
