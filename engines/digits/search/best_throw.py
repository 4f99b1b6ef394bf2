"""The best throw, and its value for the thrower."""

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
from engines.digits.search.workspace import GUESSES, OVER, WHOLE, WIDTH, Workspace, new_workspace
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
    """A best move and the margin to come that it keeps for the player."""

    move: Move
    margin: int
    is_proved: bool


class ThrowSearch:
    """A search of a throwing-stage position; every method may raise `OutOfTime`."""

    def __init__(
        self, position: Position, watch: Watch, nodes: int | None = None, shared_workspace: Workspace | None = None
    ) -> None:
        self._position, self._watch = position, watch
        self._ground = ground_of(position)
        self._digit = position.next_digit or 0
        self._sign = 1 if position.turn is Seat.FIRST else -1
        size = SMALL if int(self._ground.kind_count[0]) <= FEW_KINDS else BIG
        self.workspace = shared_workspace or new_workspace(size, len(position.grid.around), nodes)

    def advise(self) -> Iterator[Advice]:
        """Yield increasingly good advice, up to the proof."""
        counts, is_proved = self.workspace.counts, False
        for depth in DEPTHS:
            guess_count = int(counts[GUESSES])
            value = self.margin(depth)
            throw_code = next(self.throws_keeping(value, depth))
            is_proved = int(counts[GUESSES]) == guess_count
            yield Advice(next(self.moves_of(throw_code)), value, is_proved)
            if is_proved:
                return

    def margin(self, depth: int = WHOLE) -> int:
        """Return the margin to come for the thrower, searched `depth` throws deep."""
        start = greedy(self._ground, self.workspace, self._digit, 0)
        throw_codes = margin(self._ground, self.workspace, self._watch, self._digit, depth, start)
        self._check_time()
        return self._sign * int(throw_codes)

    def throws_keeping(self, value: int, depth: int = WHOLE) -> Iterator[int]:
        """Yield the throws that keep at least this margin for the thrower, most disputed first."""
        return (throw_code for throw_code in throws(self._ground, self._digit) if self._keeps(throw_code, value, depth))

    def margins(self) -> dict[Move, int]:
        """Return the value of each throw; equivalent throws appear once."""
        return {
            next(self.moves_of(throw_code)): self._worth(throw_code) for throw_code in throws(self._ground, self._digit)
        }

    def moves_of(self, throw_code: int) -> Iterator[Move]:
        """Yield every move that throws these numbers of dots into cells of these kinds."""
        ways = product(*(combinations(cells, count) for cells, count in self._parts(throw_code)))
        return (move_of(self._position.grid, [place for part in way for place in part]) for way in ways)

    def _keeps(self, throw_code: int, value: int, depth: int) -> bool:
        rest = value - self._position.count
        goal = rest if self._sign > 0 else 1 - rest
        _throw(self._ground, self._digit, throw_code, 1)
        bound = probe(self._ground, self.workspace, self._watch, self._digit + 1, goal, depth - 1)
        _throw(self._ground, self._digit, throw_code, -1)
        self._check_time()
        return (bound >= goal) == (self._sign > 0)

    def _worth(self, throw_code: int) -> int:
        _throw(self._ground, self._digit, throw_code, 1)
        start = greedy(self._ground, self.workspace, self._digit + 1, 0)
        rest = margin(self._ground, self.workspace, self._watch, self._digit + 1, WHOLE, start)
        _throw(self._ground, self._digit, throw_code, -1)
        self._check_time()
        return self._position.count + self._sign * int(rest)

    def _parts(self, throw_code: int) -> Iterator[tuple[list[int], int]]:
        """Yield the free cells of each kind that the throw uses, and the number taken."""
        room = list(bits(self._position.room))
        for at, kind in enumerate(self._ground.beside[self._digit]):
            if count := throw_code >> 4 * at & 15:
                yield [place for place in room if self._ground.kind[place] == kind], count

    def _check_time(self) -> None:
        if self.workspace.counts[OVER]:
            raise OutOfTime


def throws(ground: Ground, digit: int) -> list[int]:
    """Return every throw of a digit, as four bits for each kind around it."""
    throw_codes = np.zeros(WIDTH, np.int64)
    return [int(throw_code) for throw_code in throw_codes[: list_throws(ground, digit, throw_codes, 0)]]
