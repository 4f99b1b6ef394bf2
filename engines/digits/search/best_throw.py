"""What to throw, and what it is worth to the thrower."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from engines.digits.grid import bits
from engines.digits.move import Move, move_of
from engines.digits.rules import Position
from engines.digits.search.counts import list_throws, throw
from engines.digits.search.ground import Ground, ground_of
from engines.digits.search.throw import greedy, margin, probe
from engines.digits.search.workspace import ENDED, GUESSES, WHOLE, WIDTH, Desk, desk
from engines.game import Seat
from engines.kernels.alarm import Watch
from engines.kernels.compiling import kernel

DEPTHS = (4, 8, 12, 16, WHOLE)
SMALL, BIG = 14, 20
FEW_KINDS = 26
_throw = kernel(throw)


class OutOfTime(Exception):
    """The limit was reached before the answer."""


@dataclass(frozen=True)
class Advice:
    """A best move, and the margin to come that it keeps for its player."""

    move: Move
    margin: int
    proved: bool


class Throwing:
    """A position of the throwing stage under search; anything asked may raise `OutOfTime`."""

    def __init__(self, position: Position, watch: Watch, nodes: int | None = None, used: Desk | None = None) -> None:
        self._position, self._watch = position, watch
        self._ground = ground_of(position)
        self._digit = position.next or 0
        self._sign = 1 if position.turn is Seat.FIRST else -1
        size = SMALL if int(self._ground.kinds[0]) <= FEW_KINDS else BIG
        self.desk = used or desk(size, len(position.grid.around), nodes)

    def advise(self) -> Iterator[Advice]:
        """Better and better advice, up to the proof."""
        guesses, proved = self.desk.counts, False
        for depth in DEPTHS:
            before = int(guesses[GUESSES])
            value = self.margin(depth)
            thrown = next(self.keeping(value, depth))
            proved = int(guesses[GUESSES]) == before
            yield Advice(next(self.spelled(thrown)), value, proved)
            if proved:
                return

    def margin(self, depth: int = WHOLE) -> int:
        """The margin to come for the thrower, looking so many throws ahead."""
        start = greedy(self._ground, self.desk, self._digit, 0)
        found = margin(self._ground, self.desk, self._watch, self._digit, depth, start)
        self._check_time()
        return self._sign * int(found)

    def keeping(self, value: int, depth: int = WHOLE) -> Iterator[int]:
        """The throws that keep at least this margin for the thrower, the most disputed first."""
        return (thrown for thrown in throws(self._ground, self._digit) if self._keeps(thrown, value, depth))

    def margins(self) -> dict[Move, int]:
        """What each throw is worth; one spelling of those that come to the same."""
        return {next(self.spelled(thrown)): self._worth(thrown) for thrown in throws(self._ground, self._digit)}

    def spelled(self, thrown: int) -> Iterator[Move]:
        """Every way to throw so many dots into these kinds of cells."""
        ways = product(*(combinations(cells, count) for cells, count in self._parts(thrown)))
        return (move_of(self._position.grid, [place for part in way for place in part]) for way in ways)

    def _keeps(self, thrown: int, value: int, depth: int) -> bool:
        rest = value - self._position.count
        goal = rest if self._sign > 0 else 1 - rest
        _throw(self._ground, self._digit, thrown, 1)
        bound = probe(self._ground, self.desk, self._watch, self._digit + 1, goal, depth - 1)
        _throw(self._ground, self._digit, thrown, -1)
        self._check_time()
        return (bound >= goal) == (self._sign > 0)

    def _worth(self, thrown: int) -> int:
        _throw(self._ground, self._digit, thrown, 1)
        start = greedy(self._ground, self.desk, self._digit + 1, 0)
        rest = margin(self._ground, self.desk, self._watch, self._digit + 1, WHOLE, start)
        _throw(self._ground, self._digit, thrown, -1)
        self._check_time()
        return self._position.count + self._sign * int(rest)

    def _parts(self, thrown: int) -> Iterator[tuple[list[int], int]]:
        """For each kind that is thrown into, its free cells and how many of them are taken."""
        room = list(bits(self._position.room))
        for at, kind in enumerate(self._ground.beside[self._digit]):
            if count := thrown >> 4 * at & 15:
                yield [place for place in room if self._ground.kind[place] == kind], count

    def _check_time(self) -> None:
        if self.desk.counts[ENDED]:
            raise OutOfTime


def throws(ground: Ground, digit: int) -> list[int]:
    """Every throw of a digit: four bits for each kind around it."""
    found = np.zeros(WIDTH, np.int64)
    return [int(thrown) for thrown in found[: list_throws(ground, digit, found, 0)]]
