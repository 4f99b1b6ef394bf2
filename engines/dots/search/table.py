"""The transposition table: the known bounds of a position in one 64-bit word, so that threads may share it.

An entry is 50 bits of a position's check hash, four bits for the cost of finding it, and its two bounds, five bits
each; its bucket stands for 18 to 28 bits of the hash. Two positions are confused once in 2^47 lookups: one in 200,000
searches of a minute meets a wrong bound (a proof, `engines.dots.proof`, makes sure). A word is written at once, so
threads need no locks.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.walk import NONE, ONE, lowest_bit
from engines.kernels.compiling import natural, tight
from engines.kernels.intrinsics import matching_words, prefetch, to_signed

Words = NDArray[np.uint64]

WAYS = 8
LINE = 64
SPREAD = np.uint64(0x9E3779B97F4A7C15)
STIR = np.uint64(0xD6E8FEB86659FD93)
TAG, COST, BOUND_BITS = np.uint64(14), np.uint64(10), np.uint64(5)
COST_MASK, BOUND_MASK = np.uint64(15), np.uint64(31)
EMPTY_COST, MAX_COST, PERMANENT = -1, 14, 15
OFFSET, MAX_CODE = 32, 31
SMALL = 24
BIG, LARGE = 1 << 22, 1 << 26


def new_table(open_sides: int) -> Words:
    """Return an empty table sized for a search of seconds with `open_sides` open sides."""
    return empty_table(1 << 15 if open_sides <= SMALL else BIG)


def search_table(open_sides: int) -> Words:
    """Return the table for a search of seconds: a new one for a small search, otherwise the shared one.

    Entries of the shared table stay true.
    """
    return shared_table() if open_sides > SMALL else new_table(open_sides)


@cache
def shared_table() -> Words:
    """Return the table shared by this process's big searches and the proofs; memory is used as it fills."""
    return empty_table(BIG)


def empty_table(words: int) -> Words:
    """Return an empty table of `words` words, a power of two; each bucket lies in one cache line."""
    room = np.zeros(words + LINE // 8, np.uint64)
    first = -room.ctypes.data % LINE // 8
    return room[first : first + words]


@tight
def mix(number: np.uint64) -> np.uint64:
    """Mix the bits of a hash, one to one."""
    number *= SPREAD
    number ^= number >> np.uint64(32)
    number *= STIR
    return number ^ (number >> np.uint64(29))


@tight
def _bucket(table: Words, number: np.uint64) -> int:
    return natural(to_signed(number & np.uint64(table.size - WAYS)))


@tight
def prefetch_bucket(table: Words, number: np.uint64) -> None:
    """Prefetch the bucket of a position."""
    prefetch(table, _bucket(table, number))


@tight
def look_up(table: Words, number: np.uint64, check: np.uint64, boxes: int) -> tuple[int, int]:
    """Return the known bounds of a position with `boxes` boxes, by its mixed hash."""
    first = _bucket(table, number)
    matches = matching_words(table, first, check, TAG)
    if matches == NONE:
        return -boxes, boxes
    return _decode_bounds(table[first + lowest_bit(matches)], boxes)


@tight
def _decode_bounds(word: np.uint64, boxes: int) -> tuple[int, int]:
    """Return the bounds in an entry; its extreme codes mean unbounded."""
    low, high = to_signed(word >> BOUND_BITS & BOUND_MASK), to_signed(word & BOUND_MASK)
    parity = (boxes & 1) - OFFSET
    return (2 * low + parity if low > 0 else -boxes), (2 * high + parity if high < MAX_CODE else boxes)


@tight
def store(table: Words, number: np.uint64, check: np.uint64, boxes: int, cost: int, low: int, high: int) -> bool:
    """Store the bounds of a position found at a `cost`; return whether another entry was evicted.

    The new entry replaces the cheapest of its bucket. If that was dearer than the new one, the whole bucket gets
    cheaper, so that no entry stays only because it was dear once (after GreedyDual: Young, *Algorithmica* 11, 1994).
    """
    first = _bucket(table, number)
    place, least, is_new = first, MAX_COST + 1, True
    for way in range(WAYS):
        at = first + natural(to_signed((check + np.uint64(way)) & np.uint64(WAYS - 1)))
        word = table[at]
        entry_cost = to_signed(word >> COST & COST_MASK)
        if (word ^ check) >> TAG == NONE:
            entry_low, entry_high = _decode_bounds(word, boxes)
            low, high, cost = max(low, entry_low), min(high, entry_high), max(cost, entry_cost)
            place, is_new = at, False
            break
        if word == NONE:
            entry_cost = EMPTY_COST
        if entry_cost < least:
            place, least = at, entry_cost
    is_lost: bool = is_new and table[place] != NONE
    if is_lost and least > cost:
        _cheapen(table, first)
    table[place] = check >> TAG << TAG | np.uint64(cost) << COST | _encode_bounds(boxes, low, high)
    return is_lost


@tight
def _cheapen(table: Words, first: int) -> None:
    """Lower the cost of the entries in a bucket, except the permanent ones."""
    for at in range(first, first + WAYS):
        word = table[at]
        if 0 < to_signed(word >> COST & COST_MASK) < PERMANENT:
            table[at] = word - (ONE << COST)


@tight
def cost_of(effort: int) -> int:
    """Return the cost class of an effort: its binary logarithm, up to MAX_COST."""
    cost = 0
    while effort > 1 and cost < MAX_COST:
        effort >>= 1
        cost += 1
    return cost


@tight
def _encode_bounds(boxes: int, low: int, high: int) -> np.uint64:
    """Return the code of bounds; bounds out of range are weakened."""
    parity = (boxes & 1) - OFFSET
    return np.uint64(max(0, min(MAX_CODE, (low - parity) >> 1)) << 5 | max(0, min(MAX_CODE, (high - parity) >> 1)))
