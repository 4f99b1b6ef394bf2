"""A solver of small positions in plain Python, used until a game's kernels are loaded: every move, every reply."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engines.game import Hint, Limit, Position, Reason, Seat, Solution, advance, lead

P = TypeVar("P", bound=Position[Any])
MOST_MOVES = 12
MOST_POSITIONS = 12_000


class _TooLargeError(Exception):
    """The position is too large, or the time is up."""


@dataclass(frozen=True)
class SmallSolver(Generic[P]):
    """An exhaustive solver of the small positions of a game of points, within a limit.

    `future(position)` is equal for positions with the same future; None if the position is not to be solved here.
    `win_code`, `draw_code` and `loss_code` are the codes of a proved result, with the final lead in the field
    `points_field`. `move_reasons` describes a best move, given its value.
    """

    future: Callable[[P], Hashable | None]
    win_code: str
    draw_code: str
    loss_code: str
    points_field: str
    move_reasons: Callable[[P, Any, int], tuple[Reason, ...]] = lambda position, move, value: ()

    def solve(self, position: P, limit: Limit) -> Solution[Any] | None:
        """Return the margin to come for the side to move, with every best move; None if the position is too large."""
        try:
            return _Search(self.future, limit).search(position)
        except _TooLargeError:
            return None

    def hint(self, position: P, limit: Limit) -> Hint[Any] | None:
        """Return a proved best move; None if the position is too large."""
        solution = self.solve(position, limit)
        if solution is None:
            return None
        final = solution.value + lead(position, position.turn)
        reasons = (*self.move_reasons(position, solution.best_moves[0], solution.value), self._ending(final))
        return Hint(solution.best_moves[:1], solution.value, True, reasons)

    def _ending(self, final: int) -> Reason:
        if final == 0:
            return Reason(self.draw_code)
        return Reason(self.win_code if final > 0 else self.loss_code, **{self.points_field: abs(final)})


class _Search(Generic[P]):
    """The growth of First's lead under best play, cached by the undecided part of the position."""

    def __init__(self, future: Callable[[P], Hashable | None], limit: Limit) -> None:
        self._future, self._deadline = future, limit.deadline()
        self._most = min(MOST_POSITIONS, limit.nodes or MOST_POSITIONS)
        self._growths: dict[Hashable, int] = {}

    def search(self, position: P) -> Solution[Any]:
        moves = tuple(position.moves())
        if len(moves) > MOST_MOVES or self._future(position) is None:
            raise _TooLargeError
        sign = _sign(position)
        values = {move: sign * self._after(position, move) for move in moves}
        value = max(values.values())
        return Solution(value, tuple(move for move in moves if values[move] == value))

    def _growth(self, position: P) -> int:
        if position.outcome:
            return 0
        key = self._future(position)
        if key not in self._growths:
            self._check_limits()
            choose = max if position.turn is Seat.FIRST else min
            self._growths[key] = choose(self._after(position, move) for move in position.moves())
        return self._growths[key]

    def _after(self, position: P, move: Hashable) -> int:
        after, _ = advance(position, move)
        return lead(after, Seat.FIRST) - lead(position, Seat.FIRST) + self._growth(after)

    def _check_limits(self) -> None:
        if len(self._growths) >= self._most or self._deadline.is_over:
            raise _TooLargeError


def _sign(position: Position[Any]) -> int:
    return 1 if position.turn is Seat.FIRST else -1
