"""Layouts for maps without places: the most readable of several known layouts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engines.tupik.map.frame import CAR, HIGH, WIDE
from engines.tupik.map.roadmap import Place

if TYPE_CHECKING:
    import networkx as nx

Places = NDArray[np.float64]
Pairs = NDArray[np.intp]

NEAREST = 1.25 * CAR
CLEAR = 0.75 * CAR
_SEEDS = range(4)
_MOST_STEPS, _STILL = 1000, 1e-7
_ROOMY = 2.2 * CAR
_GRIDS = ((11, 7), (9, 6), (8, 6), (7, 5), (6, 5))


@lru_cache(maxsize=64)
def compute_layout(arrows: tuple[tuple[int, ...], ...]) -> tuple[Place, ...]:
    """Return places in the frame for cities with these arrows, which count cities from 1."""
    pairs = sorted({(min(a, b) - 1, max(a, b) - 1) for a, goals in enumerate(arrows, 1) for b in goals})
    ends = np.array(pairs, np.intp)
    layout = min(_candidates(len(arrows), pairs), key=lambda places: fault(places, ends))
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in layout)


def _candidates(count: int, pairs: list[tuple[int, int]]) -> Iterator[Places]:
    """Yield layouts stretched to the frame, and the same snapped to grids that keep cities apart."""
    for rough in _rough_layouts(count, pairs):
        wide = _stretch(_rotate_level(rough))
        yield wide
        yield from (_snap_to_grid(wide, columns, rows) for columns, rows in _GRIDS if count <= columns * rows)


def _rough_layouts(count: int, pairs: list[tuple[int, int]]) -> Iterator[Places]:
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(pairs)
    if nx.check_planarity(graph)[0]:
        planar = _array(nx.planar_layout(graph))
        yield kamada_kawai(graph, planar)
        yield planar
    yield kamada_kawai(graph, _array(nx.circular_layout(graph)))
    yield from (_array(_spring_layout(graph, seed)) for seed in _SEEDS)


def kamada_kawai(graph: nx.Graph[int], places: Places) -> Places:
    """Return the Kamada-Kawai layout from these places: distances match the lengths of shortest paths.

    Uses stress majorization (SMACOF), with weights that count relative errors of all distances alike.
    """
    import networkx as nx

    count = len(places)
    ways = nx.floyd_warshall_numpy(graph) + np.eye(count)
    weights = ways**-2.0 - np.eye(count)
    spread = np.linalg.inv(np.diag(weights.sum(axis=1)) - weights + 1 / count)
    stress = np.inf
    for _ in range(_MOST_STEPS):
        distances = np.linalg.norm(places[:, None] - places, axis=2) + np.eye(count)
        before, stress = stress, float((weights * (distances - ways) ** 2).sum())
        if before - stress < _STILL * stress:
            break
        pulls = weights * ways / np.maximum(distances, 1e-9)
        places = spread @ (pulls.sum(axis=1)[:, None] * places - pulls @ places)
    return places


def _spring_layout(graph: nx.Graph[int], seed: int) -> dict[int, Places]:
    import networkx as nx

    return dict(nx.spring_layout(graph, seed=seed, iterations=200))


def _array(places: dict[int, Places]) -> Places:
    return np.array([places[city] for city in sorted(places)], np.float64)


def _rotate_level(places: Places) -> Places:
    """Rotate the places so that the longest extent is horizontal."""
    offsets = places - places.mean(axis=0)
    _, _, axes = np.linalg.svd(offsets, full_matrices=False)
    return np.asarray(offsets @ axes.T, np.float64)


def _stretch(places: Places) -> Places:
    low, high = places.min(axis=0), places.max(axis=0)
    return np.asarray((places - low) / np.maximum(high - low, 1e-9) * (WIDE, HIGH), np.float64)


def _snap_to_grid(places: Places, columns: int, rows: int) -> Places:
    """Move each city to a separate crossing of a grid, with the least total movement."""
    across, up = np.meshgrid(np.linspace(0, WIDE, columns), np.linspace(0, HIGH, rows))
    crossings = np.stack([across.ravel(), up.ravel()], axis=1)
    cost = ((places[:, None] - crossings[None]) ** 2).sum(axis=2)
    return np.asarray(crossings[assignment(cost)], np.float64)


def assignment(cost: NDArray[np.float64]) -> Pairs:
    """Return a distinct column for each row at the lowest total cost: the Hungarian method with shortest paths.

    Takes at least as many columns as rows.
    """
    prices, holders = np.zeros(cost.shape[1]), np.full(cost.shape[1], -1, np.intp)
    for row in range(len(cost)):
        _extend(row, cost, prices, holders)
    return np.array([np.flatnonzero(holders == row)[0] for row in range(len(cost))])


def _extend(row: int, cost: NDArray[np.float64], prices: NDArray[np.float64], holders: Pairs) -> None:
    """Give one more row a column along the shortest augmenting path, whose rows change their columns."""
    costs, before = np.full(len(prices), np.inf), np.full(len(prices), -1, np.intp)
    is_visited = np.zeros(len(prices), np.bool_)
    at, way, column = row, 0.0, -1
    while at >= 0:
        there = way + cost[at] - prices
        nearer = ~is_visited & (there < costs)
        costs[nearer], before[nearer] = there[nearer], column
        column = int(np.where(is_visited, np.inf, costs).argmin())
        is_visited[column] = True
        at = holders[column]
        way = costs[column] - cost[at, column] + prices[column]
    prices[is_visited] += costs[is_visited] - costs[column]
    while column >= 0:
        holders[column] = row if before[column] < 0 else holders[before[column]]
        column = before[column]


def fault(places: Places, ends: Pairs) -> float:
    """Return a layout's faults as a sort key: cities too close, roads over cities, crossings, cramping, long roads."""
    distances = np.array([np.linalg.norm(places[a] - places[b]) for a, b in combinations(range(len(places)), 2)])
    close = int((distances < NEAREST).sum())
    cramping = float((np.maximum(0, _ROOMY - distances) ** 2).sum())
    lengths = np.linalg.norm(places[ends[:, 0]] - places[ends[:, 1]], axis=1)
    muddle = 30 * _run_over(places, ends) + 10 * crossings(places, ends)
    return 1000 * close + muddle + 6 * cramping + float(lengths.sum()) / 10


def _run_over(places: Places, ends: Pairs) -> int:
    """Return how often a road runs over a city that is not one of its ends."""
    start, way = places[ends[:, 0]], places[ends[:, 1]] - places[ends[:, 0]]
    length = np.maximum((way**2).sum(axis=1), 1e-9)
    part = np.clip(((places[:, None] - start) * way).sum(axis=2) / length, 0, 1)
    away = np.linalg.norm(places[:, None] - (start + part[..., None] * way), axis=2)
    away[ends[:, 0], np.arange(len(ends))] = away[ends[:, 1], np.arange(len(ends))] = CLEAR
    return int((away < CLEAR).sum())


def crossings(places: Places, ends: Pairs) -> int:
    """Return the number of crossing pairs of roads without a common end."""
    start, end = places[ends[:, 0]], places[ends[:, 1]]
    side_start, side_end = _side(start, end, start), _side(start, end, end)
    splits = side_start * side_end < 0
    share_end = (ends[:, None, :, None] == ends[None, :, None, :]).any(axis=(2, 3))
    return int((splits & splits.T & ~share_end).sum()) // 2


def _side(start: Places, end: Places, of: Places) -> Places:
    """Return on which side of each road (row) each place (column) lies: above or below 0."""
    way, to = (end - start)[:, None], of[None] - start[:, None]
    return np.asarray(way[..., 0] * to[..., 1] - way[..., 1] * to[..., 0], np.float64)
