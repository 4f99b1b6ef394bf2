"""The transposition table: what is known of a position, one 64-bit word each, so that threads may share it.

An entry is 50 bits of a position's check number, a sixteenth of its size (open sides, in fours), and its two bounds,
five bits each; where it lies says 18 to 28 bits of its number. Two positions are taken for one another once in 2^47
look-ups: of 200,000 searches of a minute one meets a wrong bound (a proof, `engines.dots.proof`, makes sure). A word is
written at once, whole, so that threads need no locks.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.board import WORD
from engines.dots.search.walk import NONE, place_of
from engines.kernels.compiling import natural, tight
from engines.kernels.intrinsics import alike, prefetch, signed

Words = NDArray[np.uint64]

WAYS = 8
LINE = 64
SPREAD = np.uint64(0x9E3779B97F4A7C15)
STIR = np.uint64(0xD6E8FEB86659FD93)
TAG, SIZE, FIVE = np.uint64(14), np.uint64(10), np.uint64(5)
SIZES, EXTREME = np.uint64(15), np.uint64(31)
COARSE = 2
OFFSET, FARTHEST = 32, 31
SMALL = 24
BIG, LARGE = 1 << 23, 1 << 26


def table(open_sides: int) -> Words:
    """An empty table of a size that suits a search of seconds with so many open sides."""
    return empty(1 << 15 if open_sides <= SMALL else BIG)


def empty(words: int) -> Words:
    """An empty table of so many words, a power of two; a bucket of it lies in one line of the processor's cache."""
    room = np.zeros(words + LINE // 8, np.uint64)
    first = -room.ctypes.data % LINE // 8
    return room[first : first + words]


@tight
def mixed(number: np.uint64) -> np.uint64:
    """The number well stirred; different numbers stay different."""
    number *= SPREAD
    number ^= number >> np.uint64(32)
    number *= STIR
    return number ^ (number >> np.uint64(29))


@tight
def _bucket(words: Words, number: np.uint64) -> int:
    return natural(signed(number & np.uint64(words.size - WAYS)))


@tight
def fetch(words: Words, number: np.uint64) -> None:
    """Asks the memory for the bucket of a position."""
    prefetch(words, _bucket(words, number))


@tight
def look_up(words: Words, number: np.uint64, check: np.uint64, boxes: int) -> tuple[int, int]:
    """The bounds known for a position of so many boxes, by its number well stirred."""
    first = _bucket(words, number)
    found = alike(words, first, check, TAG)
    if found == NONE:
        return -boxes, boxes
    return _bounds(words[first + place_of(found)], boxes)


@tight
def _bounds(word: np.uint64, boxes: int) -> tuple[int, int]:
    """The bounds that an entry says; its extremes stand for whatever lies beyond."""
    low, high = signed(word >> FIVE & EXTREME), signed(word & EXTREME)
    odd = (boxes & 1) - OFFSET
    return (2 * low + odd if low > 0 else -boxes), (2 * high + odd if high < FARTHEST else boxes)


@tight
def store(words: Words, number: np.uint64, check: np.uint64, boxes: int, size: int, low: int, high: int) -> bool:
    """Notes bounds for a position of `size` open sides, in place of the smallest of its bucket; whether one is lost."""
    first = _bucket(words, number)
    place, least, is_new = first, WORD, True
    for way in range(WAYS):
        word = words[first + way]
        if (word ^ check) >> TAG == NONE:
            known_low, known_high = _bounds(word, boxes)
            low, high = max(low, known_low), min(high, known_high)
            place, is_new = first + way, False
            break
        held = signed(word >> SIZE & SIZES)
        if held < least:
            place, least = first + way, held
    is_lost: bool = is_new and words[place] != NONE
    words[place] = check >> TAG << TAG | np.uint64(size >> COARSE) << SIZE | _worth(boxes, low, high)
    return is_lost


@tight
def _worth(boxes: int, low: int, high: int) -> np.uint64:
    """Bounds as an entry says them; what does not fit is said more cautiously."""
    odd = (boxes & 1) - OFFSET
    return np.uint64(max(0, min(FARTHEST, (low - odd) >> 1)) << 5 | max(0, min(FARTHEST, (high - odd) >> 1)))
