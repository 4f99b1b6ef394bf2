"""Preallocated memory of an exact search: a workspace for each thread, and one shared transposition table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.abdada import new_busy_table
from engines.dots.search.board import WORD
from engines.dots.search.chains import Chains, new_chains
from engines.dots.search.history import History, new_history
from engines.dots.search.moves import Moves, new_moves
from engines.dots.search.table import Words
from engines.kernels.record import record

NODES, NODE_LIMIT, OVER, START_NODES = 0, 1, 2, 3
MOVES_LISTED, MOVES_KNOWN, REPLACEMENTS, CUTOFFS, FIRST_MOVE_CUTOFFS, CHAINS_ONLY = 4, 5, 6, 7, 8, 9
"""Counters that show where the time goes: the moves listed and those that the table knew, the entries that the table
lost, the cutoffs by a searched move and by the first one, and the positions of independent chains alone."""
FOREVER = 1 << 62


class Stack:
    """The search stack, by depth.

    For each depth: the position and its hashes, the remaining moves (as bits), the goal, the open boxes, the current
    move and the question about it, the side drawn before, the number of moves tried, the node count at the start, and
    bounds on the value (until it is answered, `high` is the most that a failed move can be worth).
    """

    sides: NDArray[np.uint64]
    number: NDArray[np.uint64]
    check: NDArray[np.uint64]
    remaining: NDArray[np.uint64]
    goal: NDArray[np.int64]
    boxes: NDArray[np.int64]
    move: NDArray[np.int64]
    question: NDArray[np.int64]
    previous_side: NDArray[np.int64]
    tries: NDArray[np.int64]
    start_nodes: NDArray[np.int64]
    low: NDArray[np.int64]
    high: NDArray[np.int64]


class Workspace(NamedTuple):
    """The memory of one thread.

    The table and the busy table are shared; the chains, moves, stack, history and counts (see NODES … CHAINS_ONLY) are
    the thread's own.
    """

    table: Words
    busy: Words
    chains: Chains
    moves: Moves
    stack: Stack
    history: History
    counts: NDArray[np.int64]


def workspaces(table: Words, nodes: int | None, threads: int = 1) -> tuple[Workspace, ...]:
    """Return clean workspaces for the threads of a search; each search ends after `nodes` nodes."""
    busy_table = new_busy_table(threads)
    return tuple(_workspace(table, busy_table, nodes) for _ in range(threads))


def _workspace(table: Words, busy_table: Words, nodes: int | None) -> Workspace:
    depths = WORD + 2
    stack = record(Stack, *4 * [(np.uint64, depths)], *9 * [(np.int64, depths)])
    counts = np.zeros(CHAINS_ONLY + 1, np.int64)
    counts[NODE_LIMIT] = nodes or FOREVER
    return Workspace(table, busy_table, new_chains(depths + 1), new_moves(depths), stack, new_history(), counts)
