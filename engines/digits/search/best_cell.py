"""Where to write, and what it is worth to the writer."""

from __future__ import annotations

from collections.abc import Iterator

from engines.digits.grid import bits
from engines.digits.move import Move, move_of
from engines.digits.rules import Position
from engines.digits.search.best_throw import Advice, OutOfTime
from engines.digits.search.workspace import ENDED, WHOLE
from engines.digits.search.write import enter, reaches, study
from engines.game import Seat
from engines.kernels.alarm import Watch

WIDTHS = (2, 3, 4, 6, 8, 12, 18, 27, 40, 60, 90, 144)


class Writing:
    """A position of the placing stage under search; anything asked may raise `OutOfTime`."""

    def __init__(self, position: Position, watch: Watch, nodes: int | None = None) -> None:
        self._position, self._watch = position, watch
        self._study = study(position, nodes)
        self._written = len(position.written)
        self._first = position.turn is Seat.FIRST
        self._choices = position.room.bit_count()

    def advise(self) -> Iterator[Advice]:
        """Better and better advice: first with throws by rule of thumb, then exact ones, trying more and more cells."""
        margin = 0
        for width, depth in [(WIDTHS[0], 0), *((width, WHOLE) for width in WIDTHS)]:
            for got in self._climb(margin, width, depth):
                margin = got
                yield Advice(self._answer(), margin, proved=False)
            if width >= self._choices:
                yield Advice(self._answer(), margin, proved=True)
                return

    def keeping(self, margin: int) -> Iterator[Move]:
        """All cells that surely keep this margin for the writer."""
        for place in bits(self._position.room):
            enter(self._study.board, self._study.draft, self._written, place, 1)
            keeps = self._gets(margin, self._choices, WHOLE, self._written + 1)
            enter(self._study.board, self._study.draft, self._written, place, -1)
            if keeps:
                yield self._move(place)

    def _climb(self, margin: int, width: int, depth: int) -> Iterator[int]:
        """Rising margins that the writer gets, up to the most; `margin` is a guess to begin with."""
        while not self._gets(margin, width, depth, self._written):
            margin -= 1
        yield margin
        while self._gets(margin + 1, width, depth, self._written):
            margin += 1
            yield margin

    def _gets(self, margin: int, width: int, depth: int, written: int) -> bool:
        """Whether the writer gets at least this margin."""
        goal = margin if self._first else 1 - margin
        yes = reaches(self._study, self._watch, written, goal, width, depth)
        if self._study.desk.counts[ENDED]:
            raise OutOfTime
        return yes == self._first

    def _answer(self) -> Move:
        """Where the writer gets what was asked last."""
        return self._move(int(self._study.draft.answer[self._written]))

    def _move(self, place: int) -> Move:
        return move_of(self._position.grid, [place])
