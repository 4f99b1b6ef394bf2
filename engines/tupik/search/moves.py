"""Moves and distances of a map of any size for the kernels; bits are cities, city 1 the lowest."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.kernels.compiling import tight
from engines.kernels.intrinsics import popcount, trailing_zeros
from engines.tupik.map.roadmap import RoadMap, bit
from engines.tupik.map.ways import ways

Masks = NDArray[np.int64]
Moves = NDArray[np.int64]

MOST_MOVES = 512


class Streets(NamedTuple):
    """A map: the neighbours of each city, the dead end as a set, all other cities, and each city's shortest way."""

    out: Masks
    into: Masks
    goal: int
    parking: int
    ways: NDArray[np.int64]


def streets_of(roads: RoadMap) -> Streets:
    """The map as the kernels read it."""
    found = ways(roads, 0)
    lengths = [found[city] for city in range(1, len(roads) + 1)]
    masks = np.array(roads.out, np.int64), np.array(roads.into, np.int64)
    return Streets(*masks, bit(roads.dead_end), roads.parking, np.array(lengths, np.int64))


@tight
def list_moves(streets: Streets, own: int, other: int, left: int, moves: Moves) -> int:
    """Writes the sets of cities that each move changes, in ascending order; 0 is the pass. Returns how many."""
    taken = own | other
    if left:
        return _list_bits(streets.parking & ~taken, 0, moves, 0)
    count, rest = 0, own
    while rest:
        start = rest & -rest
        count = _list_bits(streets.out[trailing_zeros(start)] & ~taken, start, moves, count)
        rest ^= start
    if count == 0:
        moves[0] = 0
        return 1
    return count


@tight
def _list_bits(goals: int, start: int, moves: Moves, count: int) -> int:
    while goals:
        moves[count] = start | (goals & -goals)
        goals &= goals - 1
        count += 1
    return count


@tight
def gap(streets: Streets, own: int, other: int) -> int:
    """How much shorter the ways of one's own cars are than the other's, the nearest car of each counted once more."""
    taken, count = own | other, len(streets.out)
    own_sum, other_sum = popcount(own) * count, popcount(other) * count
    own_best, other_best, steps = count, count, 0
    frontier = reached = streets.goal
    while frontier:
        steps += 1
        before = 0
        while frontier:
            before |= streets.into[trailing_zeros(frontier)]
            frontier &= frontier - 1
        before &= ~reached
        reached |= before
        own_sum -= popcount(before & own) * (count - steps)
        other_sum -= popcount(before & other) * (count - steps)
        if before & own:
            own_best = min(own_best, steps)
        if before & other:
            other_best = min(other_best, steps)
        frontier = before & ~taken
    return other_sum - own_sum + 3 * (other_best - own_best)


@tight
def sort_moves(streets: Streets, moves: Moves, count: int, first: int, left: int) -> None:
    """To the front: the move `first`, drives into the dead end, then those of the cars that are nearest to it."""
    for index in range(1, count):
        move, place = moves[index], index
        rank = _rank(streets, move, first, left)
        while place > 0 and _rank(streets, moves[place - 1], first, left) > rank:
            moves[place] = moves[place - 1]
            place -= 1
        moves[place] = move


@tight
def _rank(streets: Streets, move: int, first: int, left: int) -> int:
    """The lower, the earlier a move is tried; cars of the opponent are best put far from the dead end."""
    if move == first:
        return -1000
    if move & streets.goal:
        return -999
    total = 0
    while move:
        total += streets.ways[trailing_zeros(move)]
        move &= move - 1
    return -total if left else total
