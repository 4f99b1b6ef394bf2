"""The transposition table of the deep search: packed scores by slot, positions told apart by Zobrist codes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.kernels.compiling import tight

WIN = 30_000
SURE = 20_000
DEEPEST = 100
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
_SIZE = 1 << 18
_SCALE = 1 << 16
_CITIES = 41

Numbers = NDArray[np.int64]


class Entries(NamedTuple):
    """The codes of a city with a car of the side to move, and of the other; by slot: position, score, best move."""

    codes: Numbers
    keys: Numbers
    scores: Numbers
    best: Numbers


def empty_entries() -> Entries:
    """A table without entries; its codes are the same every time."""
    codes = np.random.default_rng(7).integers(-(1 << 62), 1 << 62, (2, _CITIES), np.int64)
    return Entries(codes, *(np.zeros(_SIZE, np.int64) for _ in range(3)))


@tight
def key_of(it: Entries, own: int, other: int) -> int:
    """A number for the cars of both sides, the side to move first; hardly ever the same for others."""
    total = 0
    for city in range(_CITIES):
        total ^= it.codes[0, city] * (own >> city & 1) ^ it.codes[1, city] * (other >> city & 1)
    return total


@tight
def best_known(it: Entries, key: int) -> int:
    """The cities that the best move known of a position changes, -1 if none is known."""
    slot = key & (_SIZE - 1)
    return it.best[slot] if it.keys[slot] == key else -1


@tight
def look_up(it: Entries, key: int, ply: int, depth: int) -> tuple[int, int]:
    """A score known well enough for a search of `depth`, and of which kind it is (-1: there is none)."""
    slot = key & (_SIZE - 1)
    if it.keys[slot] != key:
        return 0, -1
    packed = it.scores[slot]
    score = packed // _SCALE - WIN - DEEPEST
    if packed % _SCALE // 4 < depth and abs(score) <= SURE:
        return 0, -1
    return _shifted(score, -ply), packed & 3


@tight
def remember(it: Entries, key: int, ply: int, depth: int, score: int, kind: int, best: int) -> None:
    """Notes a position's score as of its own ply, and its best move; what was in the slot is lost."""
    slot = key & (_SIZE - 1)
    it.keys[slot], it.best[slot] = key, best
    it.scores[slot] = (_shifted(score, ply) + WIN + DEEPEST) * _SCALE + max(0, depth) * 4 + kind


@tight
def _shifted(score: int, plies: int) -> int:
    """Scores of wins and losses count plies from the root; in the table they count from their own position."""
    if score > SURE:
        return score + plies
    return score - plies if score < -SURE else score
