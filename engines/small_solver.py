"""Small positions solved in plain Python, for as long as a game's kernels are not loaded: every move, every reply."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, TypeVar

from engines.game import Hint, Limit, Position, Reason, Seat, Solution, advance, lead

P = TypeVar("P", bound=Position[Any])
MOST_MOVES = 12
MOST_POSITIONS = 12_000


class _TooMuch(Exception):
    """The position is not small, or the time is up."""


@dataclass(frozen=True)
class SmallSolver(Generic[P]):
    """Solves the small positions of a game of points exhaustively, within a limit.

    `future(position)` is equal for positions from which as much can still be won; None: not to be solved here.
    `won`, `even` and `lost` are the codes of a proved result, with the final lead in a field named `points`; `of_move`
    says what a move does that is worth so much, and nothing is worth more.
    """

    future: Callable[[P], Hashable | None]
    win_code: str
    draw_code: str
    loss_code: str
    points_field: str
    move_reasons: Callable[[P, Any, int], tuple[Reason, ...]] = lambda position, move, value: ()

    def solve(self, position: P, limit: Limit) -> Solution[Any] | None:
        """The margin still to come for the side to move, and every move that reaches it; None if that is too much."""
        try:
            return _Search(self.future, limit).solved(position)
        except _TooMuch:
            return None

    def hint(self, position: P, limit: Limit) -> Hint[Any] | None:
        """A best move, proved; None if that is too much."""
        found = self.solve(position, limit)
        if found is None:
            return None
        final = found.value + lead(position, position.turn)
        reasons = (*self.move_reasons(position, found.best_moves[0], found.value), self._ending(final))
        return Hint(found.best_moves[:1], found.value, True, reasons)

    def _ending(self, final: int) -> Reason:
        if final == 0:
            return Reason(self.draw_code)
        return Reason(self.win_code if final > 0 else self.loss_code, **{self.points_field: abs(final)})


class _Search(Generic[P]):
    """First's growing lead under best play, by what is still to be decided."""

    def __init__(self, future: Callable[[P], Hashable | None], limit: Limit) -> None:
        self._future, self._stop = future, limit.stop
        self._until = perf_counter() + limit.seconds
        self._most = min(MOST_POSITIONS, limit.nodes or MOST_POSITIONS)
        self._known: dict[Hashable, int] = {}

    def solved(self, position: P) -> Solution[Any]:
        moves = tuple(position.moves())
        if len(moves) > MOST_MOVES or self._future(position) is None:
            raise _TooMuch
        sign = _sign(position)
        worth = {move: sign * self._after(position, move) for move in moves}
        value = max(worth.values())
        return Solution(value, tuple(move for move in moves if worth[move] == value))

    def _growth(self, position: P) -> int:
        if position.outcome:
            return 0
        key = self._future(position)
        if key not in self._known:
            self._check()
            best = max if position.turn is Seat.FIRST else min
            self._known[key] = best(self._after(position, move) for move in position.moves())
        return self._known[key]

    def _after(self, position: P, move: Hashable) -> int:
        after, _ = advance(position, move)
        return lead(after, Seat.FIRST) - lead(position, Seat.FIRST) + self._growth(after)

    def _check(self) -> None:
        if len(self._known) >= self._most or self._stop or perf_counter() > self._until:
            raise _TooMuch


def _sign(position: Position[Any]) -> int:
    return 1 if position.turn is Seat.FIRST else -1
