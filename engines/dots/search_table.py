"""The transposition table: what is known of a position, one 64-bit word each, so that threads may share it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.search import prefetch, signed, tight

Words = NDArray[np.uint64]

WAYS = 4
SPREAD = np.uint64(0x9E3779B97F4A7C15)
STIR = np.uint64(0xD6E8FEB86659FD93)
TAG = np.uint64(22)
OFFSET = 128
SMALL, BIG = 24, 64
HUGE = 1 << 26
"""Words of a table for searches of minutes: half a gigabyte."""


def table(open_sides: int) -> Words:
    """An empty table of a size that suits a search of seconds with so many open sides."""
    size = 16 if open_sides <= SMALL else 20 if open_sides <= 32 else 22
    return np.zeros(1 << size, np.uint64)


@tight
def mixed(sides: np.uint64) -> np.uint64:
    """A set of sides as a well-stirred number; different sets give different numbers."""
    number = sides * SPREAD
    number ^= number >> np.uint64(32)
    number *= STIR
    return number ^ (number >> np.uint64(29))


@tight
def fetch(words: Words, number: np.uint64) -> None:
    """Asks the memory for the bucket of a position."""
    prefetch(words, signed(number & np.uint64(words.size // WAYS - 1)) * WAYS)


@tight
def look_up(words: Words, number: np.uint64, boxes: int) -> tuple[int, int]:
    """The bounds known for a position of so many boxes."""
    first = signed(number & np.uint64(words.size // WAYS - 1)) * WAYS
    tag = number >> TAG
    for slot in range(first, first + WAYS):
        word = words[slot]
        if word >> TAG == tag and word != 0:
            return signed(word >> np.uint64(8) & np.uint64(255)) - OFFSET, signed(word & np.uint64(255)) - OFFSET
    return -boxes, boxes


@tight
def store(words: Words, number: np.uint64, size: int, low: int, high: int) -> None:
    """Notes bounds for a position of `size` open sides, in place of the smallest position of its bucket."""
    first = signed(number & np.uint64(words.size // WAYS - 1)) * WAYS
    tag = number >> TAG
    place, least = first, 64
    for slot in range(first, first + WAYS):
        word = words[slot]
        if word >> TAG == tag and word != 0:
            low = max(low, signed(word >> np.uint64(8) & np.uint64(255)) - OFFSET)
            high = min(high, signed(word & np.uint64(255)) - OFFSET)
            place = slot
            break
        held = signed(word >> np.uint64(16) & np.uint64(63))
        if held < least:
            place, least = slot, held
    bounds = np.uint64((size & 63) << 16 | (low + OFFSET) << 8 | (high + OFFSET))
    words[place] = tag << TAG | bounds
