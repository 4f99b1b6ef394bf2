"""The transposition table: what is known of a position, one 64-bit word each, so that threads may share it.

An entry is 50 bits of a position's check number, four bits that tell what it cost to find, and its two bounds,
five bits each; where it lies says 18 to 28 bits of its number. Two positions are taken for one another once in 2^47
look-ups: of 200,000 searches of a minute one meets a wrong bound (a proof, `engines.dots.proof`, makes sure). A word is
written at once, whole, so that threads need no locks.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from engines.dots.search.walk import NONE, ONE, place_of
from engines.kernels.compiling import natural, tight
from engines.kernels.intrinsics import matching_words, prefetch, to_signed

Words = NDArray[np.uint64]

WAYS = 8
LINE = 64
SPREAD = np.uint64(0x9E3779B97F4A7C15)
STIR = np.uint64(0xD6E8FEB86659FD93)
TAG, COST, FIVE = np.uint64(14), np.uint64(10), np.uint64(5)
COSTS, EXTREME = np.uint64(15), np.uint64(31)
FREE, DEAREST, KEPT = -1, 14, 15
OFFSET, FARTHEST = 32, 31
SMALL = 24
BIG, LARGE = 1 << 23, 1 << 26


def table(open_sides: int) -> Words:
    """An empty table of a size that suits a search of seconds with so many open sides."""
    return empty(1 << 15 if open_sides <= SMALL else BIG)


def own_or_shared(open_sides: int) -> Words:
    """Return the table for a search of seconds: small ones get their own, others share one.

    What was true in it remains so.
    """
    return shared() if open_sides > SMALL else table(open_sides)


@cache
def shared() -> Words:
    """Return the table of all big searches of this process, and of what proofs say; it takes memory as it fills."""
    return empty(BIG)


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
    return natural(to_signed(number & np.uint64(words.size - WAYS)))


@tight
def fetch(words: Words, number: np.uint64) -> None:
    """Asks the memory for the bucket of a position."""
    prefetch(words, _bucket(words, number))


@tight
def look_up(words: Words, number: np.uint64, check: np.uint64, boxes: int) -> tuple[int, int]:
    """The bounds known for a position of so many boxes, by its number well stirred."""
    first = _bucket(words, number)
    found = matching_words(words, first, check, TAG)
    if found == NONE:
        return -boxes, boxes
    return _bounds(words[first + place_of(found)], boxes)


@tight
def _bounds(word: np.uint64, boxes: int) -> tuple[int, int]:
    """The bounds that an entry says; its extremes stand for whatever lies beyond."""
    low, high = to_signed(word >> FIVE & EXTREME), to_signed(word & EXTREME)
    odd = (boxes & 1) - OFFSET
    return (2 * low + odd if low > 0 else -boxes), (2 * high + odd if high < FARTHEST else boxes)


@tight
def store(words: Words, number: np.uint64, check: np.uint64, boxes: int, cost: int, low: int, high: int) -> bool:
    """Notes bounds for a position that were found at a `cost`, in place of the cheapest of its bucket, or of one of
    those; whether one is lost.

    All of a bucket become cheaper when they are dearer than what takes the place of one, so that none stays for having
    been dear once (after GreedyDual: Young, *Algorithmica* 11, 1994).
    """
    first = _bucket(words, number)
    place, least, is_new = first, DEAREST + 1, True
    for way in range(WAYS):
        at = first + natural(to_signed((check + np.uint64(way)) & np.uint64(WAYS - 1)))
        word = words[at]
        held = to_signed(word >> COST & COSTS)
        if (word ^ check) >> TAG == NONE:
            known_low, known_high = _bounds(word, boxes)
            low, high, cost = max(low, known_low), min(high, known_high), max(cost, held)
            place, is_new = at, False
            break
        if word == NONE:
            held = FREE
        if held < least:
            place, least = at, held
    is_lost: bool = is_new and words[place] != NONE
    if is_lost and least > cost:
        _cheapen(words, first)
    words[place] = check >> TAG << TAG | np.uint64(cost) << COST | _worth(boxes, low, high)
    return is_lost


@tight
def _cheapen(words: Words, first: int) -> None:
    """Makes what a bucket holds cheaper, but for what was KEPT."""
    for at in range(first, first + WAYS):
        word = words[at]
        if 0 < to_signed(word >> COST & COSTS) < KEPT:
            words[at] = word - (ONE << COST)


@tight
def cost_of(effort: int) -> int:
    """What finding something cost that took an effort: how often that can be halved, up to DEAREST."""
    cost = 0
    while effort > 1 and cost < DEAREST:
        effort >>= 1
        cost += 1
    return cost


@tight
def _worth(boxes: int, low: int, high: int) -> np.uint64:
    """Bounds as an entry says them; what does not fit is said more cautiously."""
    odd = (boxes & 1) - OFFSET
    return np.uint64(max(0, min(FARTHEST, (low - odd) >> 1)) << 5 | max(0, min(FARTHEST, (high - odd) >> 1)))
