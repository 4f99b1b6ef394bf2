"""Exact values of any position and of its moves: capturable boxes are taken first, then the rest is searched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from engines.dots.search.alphabeta import exact_margin, is_at_least, known_bounds
from engines.dots.search.board import Board, SearchPosition
from engines.dots.search.chains import CHAIN_GIFT, LOOP_GIFT
from engines.dots.search.moves import bounds_before
from engines.dots.search.parallel import first_answer
from engines.dots.search.walk import NONE, ONE, bit, follow, lowest_bit
from engines.dots.search.workspace import OVER, Workspace
from engines.kernels.alarm import Watch
from engines.kernels.compiling import kernel, tight


@dataclass(frozen=True)
class Root:
    """Questions about a position and its moves; answers are invalid once the search `is_over`."""

    position: SearchPosition
    workspaces: tuple[Workspace, ...]
    watch: Watch

    @property
    def is_over(self) -> bool:
        """Return whether the limit came before an answer, on any thread."""
        return bool(self.workspaces[0].counts[OVER])

    def value(self, sides: int, guess: int) -> int:
        """Return the margin to come for the mover."""
        captures, gift, rest = self._take_boxes(sides)
        margin = first_answer(
            self.workspaces,
            self.watch,
            lambda workspace, watch: exact_margin(self.position.board, workspace, watch, rest, guess),
        )
        return captures - gift + abs(margin + gift) if gift else captures + margin

    def reaches(self, sides: int, goal: int) -> bool:
        """Return whether the margin to come for the mover is at least `goal`."""
        captures, gift, rest = self._take_boxes(sides)
        if not gift:
            return self._is_at_least(rest, goal - captures)
        room = goal - captures + gift
        return room <= 0 or self._is_at_least(rest, room - gift) or not self._is_at_least(rest, 1 - room - gift)

    def move_value(self, side: int, guess: int) -> int:
        """Return the value of a side for the mover."""
        boxes, after = self._draw(side)
        return boxes + self.value(after, guess - boxes) if boxes else -self.value(after, -guess)

    def move_reaches(self, side: int, goal: int) -> bool:
        """Return whether a side is worth at least `goal` to the mover."""
        boxes, after = self._draw(side)
        return self.reaches(after, goal - boxes) if boxes else not self.reaches(after, 1 - goal)

    def sides(self) -> Iterator[int]:
        """Yield the open sides, those with the best known values first, until the search is over."""
        if not self.is_over:
            yield from takewhile(
                lambda _: not self.is_over, sorted(self._open_sides(), key=self._lower_bound, reverse=True)
            )

    def best_known_side(self) -> tuple[int, int]:
        """Return the open side with the greatest known lower bound, and that bound, even after the limit."""
        least = {side: self._lower_bound(side) for side in self._open_sides()}
        side = max(least, key=lambda each: least[each])
        return side, least[side]

    def _open_sides(self) -> list[int]:
        return [side for side in range(len(self.position.numbers)) if self.position.sides >> side & 1]

    def bounds(self, after: int) -> tuple[int, int]:
        """Return the table's bounds on a move that takes no box, for its mover, by the sides open after it."""
        captures, gift, rest = self._take_boxes(after)
        return bounds_before(captures, gift, *known_bounds(self.position.board, self.workspaces[0], rest))

    def _lower_bound(self, side: int) -> int:
        """Return the table's lower bound on the value of a side for the mover."""
        boxes, after = self._draw(side)
        least, most = self.bounds(after)
        return boxes - most if boxes else least

    def _is_at_least(self, rest: np.uint64, goal: int) -> bool:
        return first_answer(
            self.workspaces,
            self.watch,
            lambda workspace, watch: is_at_least(self.position.board, workspace, watch, rest, goal),
        )

    def _take_boxes(self, sides: int) -> tuple[int, int, np.uint64]:
        captures, gift, rest = take_boxes(self.position.board, np.uint64(sides))
        return captures, gift, np.uint64(rest)

    def _draw(self, side: int) -> tuple[int, int]:
        """Return the number of boxes that a side takes, and the sides open after it."""
        masks = (int(mask) for mask in self.position.board.masks)
        boxes = sum(self.position.sides & mask == 1 << side for mask in masks)
        return boxes, self.position.sides & ~(1 << side)


@kernel
def take_boxes(board: Board, sides: np.uint64) -> tuple[int, int, np.uint64]:
    """Take all capturable boxes; return their number, the fewest that may be handed back (0: none), and the rest."""
    sides, captures = _take_singles(board, sides)
    gift, crossings = 0, NONE
    for box in range(board.masks.size):
        last = sides & board.masks[box]
        if last == NONE or last & (last - ONE) != NONE:
            continue
        path, _, length, end, _ = follow(board, sides, box, lowest_bit(last))
        length += 1
        if end == board.masks.size:
            gift = CHAIN_GIFT
        elif sides & board.masks[end] & ~path != NONE:
            crossings |= bit(end)
        else:
            length += 1
            if length >= LOOP_GIFT and gift == 0:
                gift = LOOP_GIFT
        sides &= ~path
        captures += length
    while crossings != NONE:
        if sides & board.masks[lowest_bit(crossings)] != NONE:
            gift = CHAIN_GIFT
        crossings &= crossings - ONE
    return captures, gift, sides


@tight
def _take_singles(board: Board, sides: np.uint64) -> tuple[np.uint64, int]:
    """Take each box whose last side leads outside, to a crossing or to a capturable box, which loses nothing."""
    captures, again = 0, True
    while again:
        again = False
        for box in range(board.masks.size):
            last = sides & board.masks[box]
            if last == NONE or last & (last - ONE) != NONE:
                continue
            path, _, length, end, _ = follow(board, sides, box, lowest_bit(last))
            if length == 0:
                sides &= ~path
                captures += 1
                if end != board.masks.size and sides & board.masks[end] == NONE:
                    captures += 1
                again = True
    return sides, captures


@tight
def perft(workspace: Workspace, sides: np.uint64, depth: int) -> int:
    """Return the number of ways to draw `depth` sides; sequences that fill the board earlier count too."""
    remaining = workspace.stack.sides
    remaining[0], drawn_sides, at, count = sides, NONE, 0, 0
    while at >= 0:
        if at == depth or sides & ~drawn_sides == NONE:
            count += 1
            remaining[at] = NONE
        if remaining[at] == NONE:
            at -= 1
            if at >= 0:
                drawn_sides &= ~(remaining[at] & (~remaining[at] + ONE))
                remaining[at] &= remaining[at] - ONE
            continue
        drawn_sides |= remaining[at] & (~remaining[at] + ONE)
        at += 1
        remaining[at] = sides & ~drawn_sides
    return count
