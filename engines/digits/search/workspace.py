"""Preallocated memory of a throw search: the stack of positions, and a transposition table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engines.digits.search.ground import Numbers, stirred
from engines.kernels.alarm import Watch, has_rung
from engines.kernels.compiling import part

WIDTH = 72
OFFSET, BYTE = 256, 1023
WHOLE = 255
NODES, MOST, ENDED, GUESSES = 0, 1, 2, 3


class Stack(NamedTuple):
    """For each throw on the way: the digit, the position's number, the goal asked about and how deep to look; bounds;
    the best so far; the throws left to try; and how many values were guessed before."""

    digit: Numbers
    number: Numbers
    goal: Numbers
    depth: Numbers
    low: Numbers
    high: Numbers
    best: Numbers
    at: Numbers
    end: Numbers
    guesses: Numbers


class Desk(NamedTuple):
    """A table of position numbers, each with bounds and the depth they hold for; the throws to try, by height; the way
    down; and counts (see NODES, MOST, ENDED, GUESSES)."""

    table: Numbers
    throws: Numbers
    stack: Stack
    counts: Numbers


def desk(bits: int, cells: int, nodes: int | None = None) -> Desk:
    """A clean desk with a table of 2^bits entries, for a search that ends after so many nodes."""
    counts = np.array([0, nodes or 1 << 62, 0, 0], np.int64)
    stack = Stack(*(np.zeros(cells + 2, np.int64) for _ in Stack._fields))
    return Desk(np.zeros((1 << bits, 2), np.int64), np.zeros((cells + 2) * WIDTH, np.int64), stack, counts)


@part
def tick(desk: Desk, watch: Watch, pause: int) -> None:
    """Counts a position; ends the search if its limit has come, looking at the watch after so many positions."""
    counts = desk.counts
    counts[NODES] += 1
    if counts[NODES] & pause == 0 and (has_rung(watch) or counts[NODES] >= counts[MOST]):
        counts[ENDED] = 1


@part
def _key(stack: Stack, height: int) -> int:
    return int(stack.number[height] ^ stirred(stack.digit[height] + 1))


@part
def look_up(desk: Desk, height: int) -> bool:
    """Narrows the bounds by what the table knows from a search at least as deep; counts it if it was guessed."""
    stack = desk.stack
    key = _key(stack, height)
    slot = key & (desk.table.shape[0] - 1)
    note = desk.table[slot, 1]
    depth = note >> 20
    if desk.table[slot, 0] != key or depth < stack.depth[height]:
        return False
    stack.low[height] = max(stack.low[height], (note & BYTE) - OFFSET)
    stack.high[height] = min(stack.high[height], (note >> 10 & BYTE) - OFFSET)
    desk.counts[GUESSES] += depth < WHOLE
    return True


@part
def close(desk: Desk, height: int) -> None:
    """Notes the answer for a position whose throws were tried."""
    stack = desk.stack
    best, low, high = stack.best[height], stack.low[height], stack.high[height]
    if best >= stack.goal[height]:
        low = max(low, best)
    else:
        high = min(high, best)
    depth = WHOLE if desk.counts[GUESSES] == stack.guesses[height] else stack.depth[height]
    key = _key(stack, height)
    slot = key & (desk.table.shape[0] - 1)
    desk.table[slot, 0] = key
    desk.table[slot, 1] = (low + OFFSET) | (high + OFFSET) << 10 | depth << 20
