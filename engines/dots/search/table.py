"""The transposition table: what is known of a position, two 64-bit words each, so that threads may share it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.walk import NONE
from engines.kernels.alarm import Watch, rung
from engines.kernels.compiling import kernel, natural, tight
from engines.kernels.intrinsics import prefetch, signed

Words = NDArray[np.uint64]

WAYS, WORDS_EACH = 4, 2
BUCKET = WAYS * WORDS_EACH
SPREAD = np.uint64(0x9E3779B97F4A7C15)
STIR = np.uint64(0xD6E8FEB86659FD93)
TAG = np.uint64(22)
OFFSET = 128
POLL = (1 << 16) - 1
SMALL, BIG = 24, 64
LARGE, HUGE = 1 << 25, 1 << 26
"""Words of a table for searches of minutes, which grows from a quarter to half a gigabyte."""


def table(open_sides: int) -> Words:
    """An empty table of a size that suits a search of seconds with so many open sides."""
    return empty(1 << (16 if open_sides <= SMALL else 23))


def empty(words: int) -> Words:
    """An empty table of so many words, a power of two; a bucket of it is a line of the processor's cache."""
    line = BUCKET * 8
    room = np.zeros(words + BUCKET, np.uint64)
    first = -room.ctypes.data % line // 8
    return room[first : first + words]


def grown(words: Words, watch: Watch) -> Words:
    """A table of twice the size, with all that one of at least 2^22 words holds, or as much as time allowed."""
    larger = empty(2 * words.size)
    _spread(words, larger, watch)
    return larger


@kernel
def _spread(words: Words, larger: Words, watch: Watch) -> None:
    """Moves each entry to where a table of twice the size has it: by one more bit of its number."""
    for slot in range(0, words.size, WORDS_EACH):
        if slot & POLL == 0 and rung(watch):
            return
        word = words[slot]
        if word != NONE:
            place = slot + signed(word & np.uint64(words.size))
            larger[place], larger[place + 1] = word, words[slot + 1]


@tight
def mixed(number: np.uint64) -> np.uint64:
    """The number well stirred; different numbers stay different."""
    number *= SPREAD
    number ^= number >> np.uint64(32)
    number *= STIR
    return number ^ (number >> np.uint64(29))


@tight
def _bucket(words: Words, number: np.uint64) -> int:
    return natural(signed(number & np.uint64(words.size - BUCKET)))


@tight
def fetch(words: Words, number: np.uint64) -> None:
    """Asks the memory for the bucket of a position."""
    prefetch(words, _bucket(words, number))


@tight
def look_up(words: Words, number: np.uint64, check: np.uint64, boxes: int) -> tuple[int, int]:
    """The bounds known for a position of so many boxes, by its number well stirred.

    Two positions are taken for one another once in 2^100 times. The check is stored mixed with the bounds, so that
    words of two threads which wrote at the same time do not pass for one entry (Hyatt and Mann, 2002).
    """
    first = _bucket(words, number)
    for way in range(WAYS):
        slot = first + WORDS_EACH * way
        word = words[slot]
        if (word ^ number) >> TAG == 0 and word ^ check == words[slot + 1]:
            return signed(word >> np.uint64(8) & np.uint64(255)) - OFFSET, signed(word & np.uint64(255)) - OFFSET
    return -boxes, boxes


@tight
def store(words: Words, number: np.uint64, check: np.uint64, size: int, low: int, high: int) -> bool:
    """Notes bounds for a position of `size` open sides, in place of the smallest of its bucket; whether one is lost."""
    first = _bucket(words, number)
    place, least, is_new = first, 64, True
    for way in range(WAYS):
        slot = first + WORDS_EACH * way
        word = words[slot]
        if (word ^ number) >> TAG == 0 and word ^ check == words[slot + 1]:
            low = max(low, signed(word >> np.uint64(8) & np.uint64(255)) - OFFSET)
            high = min(high, signed(word & np.uint64(255)) - OFFSET)
            place, is_new = slot, False
            break
        held = signed(word >> np.uint64(16) & np.uint64(63))
        if held < least:
            place, least = slot, held
    is_lost: bool = is_new and words[place] != NONE
    word = number >> TAG << TAG | np.uint64((size & 63) << 16 | (low + OFFSET) << 8 | (high + OFFSET))
    words[place], words[place + 1] = word, word ^ check
    return is_lost
