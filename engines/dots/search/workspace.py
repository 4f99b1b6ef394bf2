"""Preallocated memory of an exact search: a desk for each thread, with one shared transposition table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.abdada import crowd
from engines.dots.search.board import WORD
from engines.dots.search.chains import Chains, no_chains
from engines.dots.search.history import Order, order
from engines.dots.search.moves import Moves, no_moves
from engines.dots.search.table import Words
from engines.kernels.record import record

NODES, MOST, ENDED, BEGUN = 0, 1, 2, 3
LISTED, MET, REPLACED, REACHED, AT_ONCE, APART = 4, 5, 6, 7, 8, 9
"""What is counted to see where the time goes: the moves listed, and how many of these the table knew; the positions it
lost to others; the positions that a move searched settled, and by the first one; those of independent chains alone."""
FOREVER = 1 << 62


class Stack:
    """For each depth: the position and its numbers, the moves left to try (as bits), the goal asked about, the open
    boxes, the move in hand, which question was put last, the side drawn before, how many moves were in hand, how many
    positions had been searched before, and bounds on what the position is worth (until it is answered, `high` is the
    most that a move which failed can be)."""

    sides: NDArray[np.uint64]
    number: NDArray[np.uint64]
    check: NDArray[np.uint64]
    left: NDArray[np.uint64]
    goal: NDArray[np.int64]
    boxes: NDArray[np.int64]
    at: NDArray[np.int64]
    asked: NDArray[np.int64]
    before: NDArray[np.int64]
    tried: NDArray[np.int64]
    begun: NDArray[np.int64]
    low: NDArray[np.int64]
    high: NDArray[np.int64]


class Desk(NamedTuple):
    """What a thread writes on: the table and the crowd, which are shared, and its own chains, moves by depth, which
    sides did well, and counts (see NODES … APART)."""

    words: Words
    crowd: Words
    chains: Chains
    moves: Moves
    stack: Stack
    order: Order
    counts: NDArray[np.int64]


def desks(words: Words, nodes: int | None, threads: int = 1) -> tuple[Desk, ...]:
    """Clean desks for the threads of a search; each ends after so many nodes."""
    shared = crowd(threads)
    return tuple(_desk(words, shared, nodes) for _ in range(threads))


def _desk(words: Words, shared: Words, nodes: int | None) -> Desk:
    deepest = WORD + 2
    stack = record(Stack, *4 * [(np.uint64, deepest)], *9 * [(np.int64, deepest)])
    counts = np.zeros(APART + 1, np.int64)
    counts[MOST] = nodes or FOREVER
    return Desk(words, shared, no_chains(deepest + 1), no_moves(deepest), stack, order(), counts)
