"""The best cell for a digit, and its value for the player who places it."""

from __future__ import annotations

from collections.abc import Iterator

from engines.digits.grid import bits
from engines.digits.move import Move, move_of
from engines.digits.rules import Position
from engines.digits.search.best_throw import Advice, OutOfTime
from engines.digits.search.workspace import OVER, WHOLE
from engines.digits.search.write import can_reach, new_study, set_digit
from engines.game import Seat
from engines.kernels.alarm import Watch

WIDTHS = (2, 3, 4, 6, 8, 12, 18, 27, 40, 60, 90, 144)


class PlacingSearch:
    """A search of a placing-stage position; every method may raise `OutOfTime`."""

    def __init__(self, position: Position, watch: Watch, nodes: int | None = None) -> None:
        self._position, self._watch = position, watch
        self._study = new_study(position, nodes)
        self._written = len(position.digit_cells)
        self._first = position.turn is Seat.FIRST
        self._choices = position.room.bit_count()

    def advise(self) -> Iterator[Advice]:
        """Yield increasingly good advice, with throws by rule of thumb, then exact, over more and more cells."""
        margin = 0
        for width, depth in [(WIDTHS[0], 0), *((width, WHOLE) for width in WIDTHS)]:
            for reachable in self._climb(margin, width, depth):
                margin = reachable
                yield Advice(self._answer(), margin, is_proved=False)
            if width >= self._choices:
                yield Advice(self._answer(), margin, is_proved=True)
                return

    def cells_keeping(self, margin: int) -> Iterator[Move]:
        """Yield every cell that is proved to keep this margin for the player."""
        for place in bits(self._position.room):
            set_digit(self._study.board, self._study.draft, self._written, place, 1)
            keeps = self._gets(margin, self._choices, WHOLE, self._written + 1)
            set_digit(self._study.board, self._study.draft, self._written, place, -1)
            if keeps:
                yield self._move(place)

    def _climb(self, margin: int, width: int, depth: int) -> Iterator[int]:
        """Yield rising margins that the player can reach, from a guess up to the greatest."""
        while not self._gets(margin, width, depth, self._written):
            margin -= 1
        yield margin
        while self._gets(margin + 1, width, depth, self._written):
            margin += 1
            yield margin

    def _gets(self, margin: int, width: int, depth: int, written: int) -> bool:
        """Return whether the player can reach at least this margin."""
        goal = margin if self._first else 1 - margin
        yes = can_reach(self._study, self._watch, written, goal, width, depth)
        if self._study.workspace.counts[OVER]:
            raise OutOfTime
        return yes == self._first

    def _answer(self) -> Move:
        """Return the cell with which the player reached the last goal."""
        return self._move(int(self._study.draft.best_cell[self._written]))

    def _move(self, place: int) -> Move:
        return move_of(self._position.grid, [place])
