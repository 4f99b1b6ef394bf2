"""Preallocated memory of a throw search: the stack of positions, and a transposition table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.digits.search.ground import Numbers, mix
from engines.kernels.alarm import Watch, has_rung
from engines.kernels.compiling import part

WIDTH = 72
OFFSET, BYTE = 256, 1023
WHOLE = 255
NODES, NODE_LIMIT, OVER, GUESSES = 0, 1, 2, 3


class Stack(NamedTuple):
    """The search stack, by height.

    For each throw on the path: the digit, the position's hash, the goal and the depth to search, bounds, the best value
    so far, the throws still to try, and the number of guesses before.
    """

    digit: Numbers
    number: Numbers
    goal: Numbers
    depth: Numbers
    low: Numbers
    high: Numbers
    best_value: Numbers
    current: Numbers
    throws_end: Numbers
    guesses: Numbers


class Workspace(NamedTuple):
    """The memory of one throw search.

    It holds a table of hashes with bounds and the depth they hold for, the throws to try by height, the stack, and
    counts (see NODES, NODE_LIMIT, OVER, GUESSES).
    """

    table: Numbers
    throws: Numbers
    stack: Stack
    counts: Numbers


def new_workspace(bits: int, cells: int, nodes: int | None = None) -> Workspace:
    """Return a clean workspace with a table of 2^bits entries, for a search that ends after `nodes` nodes."""
    counts = np.array([0, nodes or 1 << 62, 0, 0], np.int64)
    stack = Stack(*(np.zeros(cells + 2, np.int64) for _ in Stack._fields))
    return Workspace(np.zeros((1 << bits, 2), np.int64), np.zeros((cells + 2) * WIDTH, np.int64), stack, counts)


@part
def tick(workspace: Workspace, watch: Watch, pause: int) -> None:
    """Count a position; end the search at its limit, checking the watch every `pause` + 1 positions."""
    counts = workspace.counts
    counts[NODES] += 1
    if counts[NODES] & pause == 0 and (has_rung(watch) or counts[NODES] >= counts[NODE_LIMIT]):
        counts[OVER] = 1


@part
def _key(stack: Stack, height: int) -> int:
    return int(stack.number[height] ^ mix(stack.digit[height] + 1))


@part
def look_up(workspace: Workspace, height: int) -> bool:
    """Narrow the bounds by a table entry that is at least as deep; count it as a guess if it was a guess."""
    stack = workspace.stack
    key = _key(stack, height)
    slot = key & (workspace.table.shape[0] - 1)
    note = workspace.table[slot, 1]
    depth = note >> 20
    if workspace.table[slot, 0] != key or depth < stack.depth[height]:
        return False
    stack.low[height] = max(stack.low[height], (note & BYTE) - OFFSET)
    stack.high[height] = min(stack.high[height], (note >> 10 & BYTE) - OFFSET)
    workspace.counts[GUESSES] += depth < WHOLE
    return True


@part
def store_answer(workspace: Workspace, height: int) -> None:
    """Store the result for a position whose throws were tried."""
    stack = workspace.stack
    best_value, low, high = stack.best_value[height], stack.low[height], stack.high[height]
    if best_value >= stack.goal[height]:
        low = max(low, best_value)
    else:
        high = min(high, best_value)
    depth = WHOLE if workspace.counts[GUESSES] == stack.guesses[height] else stack.depth[height]
    key = _key(stack, height)
    slot = key & (workspace.table.shape[0] - 1)
    workspace.table[slot, 0] = key
    workspace.table[slot, 1] = (low + OFFSET) | (high + OFFSET) << 10 | depth << 20
