"""Exact values of any position, and of all its moves: boxes on offer are settled first, the quiet rest is searched."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.dots.search_board import Board
from engines.dots.search_kernel import ENDED, Desk, at_least, exact
from engines.dots.search_moves import CHAIN_GIFT, LOOP_GIFT, NONE, ONE, bit, follow, place_of
from engines.search import Watch, tight

UNKNOWN = -128


@tight
def sorted_outer(board: Board, sides: np.uint64) -> np.uint64:
    """The position with the equal outer sides of each box moved to the lowest places."""
    for pair in range(board.pairs.shape[0]):
        low, high = board.pairs[pair, 0], board.pairs[pair, 1]
        if sides & (low | high) == high:
            sides ^= low | high
    return sides


@tight
def settle(board: Board, sides: np.uint64) -> tuple[int, int, np.uint64]:
    """Takes all boxes on offer: their number, the fewest of them that may be handed back (0: none), and the rest."""
    sides, taken = _take_singles(board, sides)
    gift, crossings = 0, NONE
    for box in range(board.masks.size):
        last = sides & board.masks[box]
        if last == NONE or last & (last - ONE) != NONE:
            continue
        passed, _, length, end = follow(board, sides, box, place_of(last))
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
            passed, _, length, end = follow(board, sides, box, place_of(last))
            if length == 0:
                sides &= ~passed
                taken += 1
                if end != board.masks.size and sides & board.masks[end] == NONE:
                    taken += 1
                again = True
    return sides, taken


@tight
def value(board: Board, desk: Desk, watch: Watch, sides: np.uint64, guess: int) -> int:
    """The margin to come for the mover of any position; means nothing once the search has ended."""
    taken, gift, rest = settle(board, sides)
    margin = exact(board, desk, watch, rest, guess)
    return taken - gift + abs(margin + gift) if gift > 0 else taken + margin


@tight
def reaches(board: Board, desk: Desk, watch: Watch, sides: np.uint64, goal: int) -> bool:
    """Whether the mover of any position gets at least `goal`; means nothing once the search has ended."""
    taken, gift, rest = settle(board, sides)
    if gift == 0:
        return at_least(board, desk, watch, rest, goal - taken)
    room = goal - taken + gift
    if room <= 0 or at_least(board, desk, watch, rest, room - gift):
        return True
    return not at_least(board, desk, watch, rest, 1 - room - gift)


@tight
def boxes_won(board: Board, sides: np.uint64, side: int) -> int:
    """How many boxes drawing a side completes."""
    won = 0
    for end in range(2):
        box = board.ends[side, end]
        if box != board.masks.size and sides & board.masks[box] == bit(side):
            won += 1
    return won


@tight
def move_reaches(board: Board, desk: Desk, watch: Watch, sides: np.uint64, side: int, goal: int) -> bool:
    """Whether drawing a side is worth at least `goal`; means nothing once the search has ended."""
    won = boxes_won(board, sides, side)
    after = sorted_outer(board, sides & ~bit(side))
    if won > 0:
        return reaches(board, desk, watch, after, goal - won)
    return not reaches(board, desk, watch, after, 1 - goal)


@tight
def best_moves(board: Board, desk: Desk, watch: Watch, sides: np.uint64, goal: int, most: int) -> np.uint64:
    """Up to `most` of the sides worth at least `goal`, first those that win boxes; fewer if the search ends."""
    best, left = NONE, sides
    for winning in (True, False):
        left = sides
        while left != NONE and most > 0:
            side = place_of(left)
            left &= left - ONE
            if (boxes_won(board, sides, side) > 0) == winning and move_reaches(board, desk, watch, sides, side, goal):
                if desk.counts[ENDED] != 0:
                    return best
                best |= bit(side)
                most -= 1
    return best


@tight
def move_values(
    board: Board, desk: Desk, watch: Watch, sides: np.uint64, guess: int, values: NDArray[np.int64]
) -> None:
    """The exact worth of each open side for the mover, written to `values`; UNKNOWN where the search ended too soon."""
    values[:] = UNKNOWN
    left = sides
    while left != NONE:
        side = place_of(left)
        left &= left - ONE
        won = boxes_won(board, sides, side)
        after = sorted_outer(board, sides & ~bit(side))
        sign = 1 if won > 0 else -1
        margin = won + sign * value(board, desk, watch, after, sign * (guess - won))
        if desk.counts[ENDED] != 0:
            return
        values[side] = margin
        guess = margin


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
