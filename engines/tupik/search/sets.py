"""Arrangements of cars as numbers: sets of cities ranked among those of their size, the second within what is left."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.kernels.compiling import tight
from engines.tupik.map.roadmap import RoadMap, bit

Masks = NDArray[np.int64]
Ranks = NDArray[np.int32]


class Board(NamedTuple):
    """A map for the kernels: bits are the cities but the dead end, in ascending order.

    `out` and `into` are the sets of neighbours of each; `doors` are the cities with an arrow into the dead end.
    `sets[k, :]` are the sets of k cities in ascending order (as far as they go), `rank` the place of each set there.
    """

    out: Masks
    into: Masks
    doors: int
    sets: Masks
    rank: Ranks


def board_of(roads: RoadMap) -> Board:
    """The map for the kernels; its size doubles with each city."""
    width = len(roads) - 1
    parking = [city for city, goals in roads.numbered() if goals]
    masks = np.arange(1 << width, dtype=np.int64)
    sizes = sum((masks >> place & 1 for place in range(width)), np.zeros_like(masks))
    sets = np.zeros((roads.cars + 1, comb(width, roads.cars)), np.int64)
    rank = np.zeros(1 << width, np.int32)
    for size in range(roads.cars + 1):
        found = masks[sizes == size]
        sets[size, : len(found)] = found
        rank[found] = np.arange(len(found))
    out, into = ([_squeezed(each[city - 1], roads) for city in parking] for each in (roads.out, roads.into))
    doors = _squeezed(roads.into[roads.dead_end - 1], roads)
    return Board(np.array(out, np.int64), np.array(into, np.int64), doors, sets, rank)


def _squeezed(mask: int, roads: RoadMap) -> int:
    """A set of cities without the place of the dead end."""
    low = bit(roads.dead_end) - 1
    return (mask & low) | (mask >> 1 & ~low)


def squeezed(mask: int, roads: RoadMap) -> int:
    """A set of cities in the kernels' bits."""
    return _squeezed(mask & roads.parking, roads)


@tight
def without(mask: int, places: int) -> int:
    """A set with some places, none of them in it, taken out, so that what stood above moves down."""
    while places:
        low = (places & -places) - 1
        mask = (mask & low) | ((mask >> 1) & ~low)
        places = (places & (places - 1)) >> 1
    return mask


@tight
def within(mask: int, places: int) -> int:
    """The set that `without` made `mask` of."""
    while places:
        low = (places & -places) - 1
        mask = (mask & low) | ((mask & ~low) << 1)
        places &= places - 1
    return mask


@tight
def number(rank: Ranks, row: int, own: int, other: int) -> int:
    """The place of an arrangement in a table with `row` sets of the other side for each set of one side."""
    return row * int(rank[own]) + int(rank[without(other, own)])
