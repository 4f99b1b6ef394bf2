"""Exact values of any position, and of all its moves: boxes on offer are settled first, the quiet rest is searched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from engines.dots.search.alphabeta import at_least, exact, known
from engines.dots.search.board import Board, Sheet
from engines.dots.search.chains import CHAIN_GIFT, LOOP_GIFT
from engines.dots.search.moves import worth
from engines.dots.search.parallel import first_answer
from engines.dots.search.walk import NONE, ONE, bit, follow, place_of
from engines.dots.search.workspace import ENDED, Desk
from engines.kernels.alarm import Watch
from engines.kernels.compiling import kernel, tight


@dataclass(frozen=True)
class Root:
    """Questions about a position and its moves; once the search has `ended` its answers mean nothing."""

    sheet: Sheet
    desks: tuple[Desk, ...]
    watch: Watch

    @property
    def ended(self) -> bool:
        """Whether the limit came before an answer, on any thread."""
        return bool(self.desks[0].counts[ENDED])

    def value(self, sides: int, guess: int) -> int:
        """The margin to come for the mover."""
        taken, gift, rest = self._settled(sides)
        margin = first_answer(
            self.desks, self.watch, lambda desk, watch: exact(self.sheet.board, desk, watch, rest, guess)
        )
        return taken - gift + abs(margin + gift) if gift else taken + margin

    def reaches(self, sides: int, goal: int) -> bool:
        """Whether the margin to come for the mover is at least `goal`."""
        taken, gift, rest = self._settled(sides)
        if not gift:
            return self._at_least(rest, goal - taken)
        room = goal - taken + gift
        return room <= 0 or self._at_least(rest, room - gift) or not self._at_least(rest, 1 - room - gift)

    def move_value(self, side: int, guess: int) -> int:
        """The worth of a side for the mover."""
        won, after = self._drawn(side)
        return won + self.value(after, guess - won) if won else -self.value(after, -guess)

    def move_reaches(self, side: int, goal: int) -> bool:
        """Whether a side is worth at least `goal` to the mover."""
        won, after = self._drawn(side)
        return self.reaches(after, goal - won) if won else not self.reaches(after, 1 - goal)

    def sides(self) -> Iterator[int]:
        """The open sides, those first that are known to be worth most, until the search has ended."""
        if not self.ended:
            yield from takewhile(lambda _: not self.ended, sorted(self._open(), key=self._least, reverse=True))

    def surest(self) -> tuple[int, int]:
        """The open side that is known to be worth most, and how much at least; also once the search has ended."""
        least = {side: self._least(side) for side in self._open()}
        side = max(least, key=lambda each: least[each])
        return side, least[side]

    def _open(self) -> list[int]:
        return [side for side in range(len(self.sheet.numbers)) if self.sheet.sides >> side & 1]

    def bounds(self, after: int) -> tuple[int, int]:
        """Bounds on a move that wins nothing, for its mover, by what is open after it, as far as the table knows."""
        taken, gift, rest = self._settled(after)
        return worth(taken, gift, *known(self.sheet.board, self.desks[0], rest))

    def _least(self, side: int) -> int:
        """The least that a side is worth to the mover, as far as the table knows."""
        won, after = self._drawn(side)
        least, most = self.bounds(after)
        return won - most if won else least

    def _at_least(self, rest: np.uint64, goal: int) -> bool:
        return first_answer(
            self.desks, self.watch, lambda desk, watch: at_least(self.sheet.board, desk, watch, rest, goal)
        )

    def _settled(self, sides: int) -> tuple[int, int, np.uint64]:
        taken, gift, rest = settle(self.sheet.board, np.uint64(sides))
        return taken, gift, np.uint64(rest)

    def _drawn(self, side: int) -> tuple[int, int]:
        """How many boxes a side wins, and what is open after it."""
        masks = (int(mask) for mask in self.sheet.board.masks)
        won = sum(self.sheet.sides & mask == 1 << side for mask in masks)
        return won, self.sheet.sides & ~(1 << side)


@kernel
def settle(board: Board, sides: np.uint64) -> tuple[int, int, np.uint64]:
    """Takes all boxes on offer: their number, the fewest of them that may be handed back (0: none), and the rest."""
    sides, taken = _take_singles(board, sides)
    gift, crossings = 0, NONE
    for box in range(board.masks.size):
        last = sides & board.masks[box]
        if last == NONE or last & (last - ONE) != NONE:
            continue
        passed, _, length, end, _ = follow(board, sides, box, place_of(last))
        length += 1
        if end == board.masks.size:
            gift = CHAIN_GIFT
        elif sides & board.masks[end] & ~passed != NONE:
            crossings |= bit(end)
        else:
            length += 1
            if length >= LOOP_GIFT and gift == 0:
                gift = LOOP_GIFT
        sides &= ~passed
        taken += length
    while crossings != NONE:
        if sides & board.masks[place_of(crossings)] != NONE:
            gift = CHAIN_GIFT
        crossings &= crossings - ONE
    return taken, gift, sides


@tight
def _take_singles(board: Board, sides: np.uint64) -> tuple[np.uint64, int]:
    """Takes each box whose last side leads outside, to a crossing or to another box on offer: nothing is lost by it."""
    taken, again = 0, True
    while again:
        again = False
        for box in range(board.masks.size):
            last = sides & board.masks[box]
            if last == NONE or last & (last - ONE) != NONE:
                continue
            passed, _, length, end, _ = follow(board, sides, box, place_of(last))
            if length == 0:
                sides &= ~passed
                taken += 1
                if end != board.masks.size and sides & board.masks[end] == NONE:
                    taken += 1
                again = True
    return sides, taken


@tight
def perft(desk: Desk, sides: np.uint64, depth: int) -> int:
    """The number of ways to draw so many sides; a board that is full earlier counts where it is full."""
    left = desk.stack.sides
    left[0], drawn, at, count = sides, NONE, 0, 0
    while at >= 0:
        if at == depth or sides & ~drawn == NONE:
            count += 1
            left[at] = NONE
        if left[at] == NONE:
            at -= 1
            if at >= 0:
                drawn &= ~(left[at] & (~left[at] + ONE))
                left[at] &= left[at] - ONE
            continue
        drawn |= left[at] & (~left[at] + ONE)
        at += 1
        left[at] = sides & ~drawn
    return count
